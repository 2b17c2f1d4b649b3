import type { Egress } from '../network/egress.ts';
import { orAborted } from '../network/or-aborted.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { type GoogleToken, obtainToken } from './obtain-token.ts';
import type { ServiceAccount } from './service-account.ts';

type Held = {
  readonly token: Promise<GoogleToken>;
  /** Epoch milliseconds after which another is obtained; null while it is being obtained. */
  usableUntil: number | null;
};

/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000;
const LIMIT_MS = 15_000;
/** Tokens kept at most; the oldest gives way. */
const MAX_HELD = 1_000;

/** One room for each way out: all work of a program shares its tokens. */
const ROOMS = new WeakMap<Egress, Map<string, Held>>();

type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'now'>;

/**
 * The token of an account for a scope: one that was obtained before, or another. All who need it at the same time wait for
 * one request, which does not end when one of them is cancelled. Throws as `obtainToken` does, or the reason of an aborted signal.
 */
export async function accessToken(
  account: ServiceAccount,
  scope: string,
  key: KeyProperties,
  { egress, signal, now }: Context,
): Promise<string> {
  const room = ROOMS.get(egress) ?? new Map<string, Held>();
  ROOMS.set(egress, room);
  const id = idOf(account, scope);
  let held = room.get(id);
  if (held === undefined || (held.usableUntil !== null && held.usableUntil <= now())) {
    const asked: Held = {
      token: obtainToken(account, scope, key, { egress, now, signal: AbortSignal.timeout(LIMIT_MS) }),
      usableUntil: null,
    };
    asked.token.then(
      ({ lifeMs }) => {
        asked.usableUntil = now() + lifeMs - MARGIN_MS;
      },
      () => {
        if (room.get(id) === asked) room.delete(id);
      },
    );
    room.delete(id);
    room.set(id, asked);
    const [oldest] = room.keys();
    if (room.size > MAX_HELD && oldest !== undefined) room.delete(oldest);
    held = asked;
  }
  const { text } = await orAborted(held.token, signal);
  rememberSecret(key, text);
  return text;
}

/** Forgets a token that was rejected, unless another has taken its place. */
export async function forgetToken(
  account: ServiceAccount,
  scope: string,
  rejected: string,
  egress: Egress,
): Promise<void> {
  const room = ROOMS.get(egress);
  const id = idOf(account, scope);
  const held = room?.get(id);
  if (held === undefined || held.usableUntil === null) return;
  const { text } = await held.token;
  if (text === rejected && room?.get(id) === held) room.delete(id);
}

const idOf = ({ identity }: ServiceAccount, scope: string): string => `${identity} ${scope}`;
