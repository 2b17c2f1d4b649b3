import type { Egress } from '../network/egress.ts';
import { orAborted } from '../network/or-aborted.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { type GoogleToken, obtainToken } from './obtain-token.ts';
import type { ServiceAccount } from './service-account.ts';

type CachedToken = {
  readonly token: Promise<GoogleToken>;
  /** Epoch milliseconds after which another is obtained; null while it is being obtained. */
  usableUntil: number | null;
};

/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000;
const LIMIT_MS = 15_000;
/** The maximum number of cached tokens; the oldest is evicted. */
const MAX_TOKENS = 1_000;

/** One cache per egress: all work of a program uses the same tokens. */
const TOKEN_CACHE = new WeakMap<Egress, Map<string, CachedToken>>();

type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'now'>;

/**
 * The token of an account for a scope, from the cache while it is usable. Concurrent callers wait for
 * one request, which goes on when one of them is cancelled. Throws as `obtainToken` does, or the reason of an aborted signal.
 */
export async function accessToken(
  account: ServiceAccount,
  scope: string,
  key: KeyProperties,
  { egress, signal, now }: Context,
): Promise<string> {
  const cache = TOKEN_CACHE.get(egress) ?? new Map<string, CachedToken>();
  TOKEN_CACHE.set(egress, cache);
  const id = idOf(account, scope);
  let cached = cache.get(id);
  if (cached === undefined || (cached.usableUntil !== null && cached.usableUntil <= now())) {
    const requested: CachedToken = {
      token: obtainToken(account, scope, key, { egress, now, signal: AbortSignal.timeout(LIMIT_MS) }),
      usableUntil: null,
    };
    requested.token.then(
      ({ lifeMs }) => {
        requested.usableUntil = now() + lifeMs - MARGIN_MS;
      },
      () => {
        if (cache.get(id) === requested) cache.delete(id);
      },
    );
    cache.delete(id);
    cache.set(id, requested);
    const [oldest] = cache.keys();
    if (cache.size > MAX_TOKENS && oldest !== undefined) cache.delete(oldest);
    cached = requested;
  }
  const { text } = await orAborted(cached.token, signal);
  rememberSecret(key, text);
  return text;
}

/** Forgets a token that was rejected, unless it was replaced. */
export async function forgetToken(
  account: ServiceAccount,
  scope: string,
  rejected: string,
  egress: Egress,
): Promise<void> {
  const cache = TOKEN_CACHE.get(egress);
  const id = idOf(account, scope);
  const cached = cache?.get(id);
  if (cached === undefined || cached.usableUntil === null) return;
  const { text } = await cached.token;
  if (text === rejected && cache?.get(id) === cached) cache.delete(id);
}

const idOf = ({ identity }: ServiceAccount, scope: string): string => `${identity} ${scope}`;
