import {
  type Egress,
  type KeyAccess,
  type OAuthClients,
  OAuthFailure,
  type OAuthServer,
  type OAuthTokens,
  oauthServerOf,
  refreshTokens,
} from '@switchboard/connectors';
import { errorText, PipelineError } from '@switchboard/model/errors/errors';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { learnSecrets } from '../../observe/scope.ts';
import type { Secrets, Vault } from '../vault.ts';
import { type OpenKeyAccess, openSecrets, type SealedKey, throwUnavailable } from './open-key.ts';
import { suspendKey } from './suspend-key.ts';

export type KeyAccessParts = {
  readonly database: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly clients: OAuthClients;
};

type AccessRow = SealedKey & {
  readonly name: string;
  readonly status: string;
  /** Seconds from now, by the clock of the database; null for tokens that do not end. */
  readonly ends: number | null;
  readonly due: number | null;
};

type Outcome =
  /** `due`: seconds until the token should be refreshed; null for never. */
  | { readonly kind: 'token'; readonly token: string; readonly due: number | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter: number | undefined };

/** A token that lives shorter than five times this is refreshed when a fifth of its life is left. */
const MARGIN_SECONDS = 300;
/** How often it is tried to store tokens that the provider has given. */
const SAVES = 5;
const SAVE_DELAY_MS = 500;
/** A token that the provider gave no end to is used for so long before it is read again. */
const REREAD_SECONDS = 60;

/**
 * Gives open keys their access tokens. A token that is about to end is refreshed while the row of the key is locked, so that of
 * all programs one does it, and what it gets is stored before anything uses it. A provider that rejects the refresh token has
 * ended the access: the key is suspended. Every other failure is passing.
 */
export function createKeyAccess(parts: KeyAccessParts): OpenKeyAccess {
  const running = new Map<string, Promise<Outcome>>();
  /** Work of this program that needs the same key waits for one refresh, and not each for the lock with a connection. */
  const obtain = async (accountId: string, id: string, rejected: string | null): Promise<Outcome> => {
    for (let joined = running.get(id); joined !== undefined; joined = running.get(id)) {
      const outcome = await joined;
      if (outcome.kind !== 'token' || outcome.token !== rejected) return outcome;
    }
    const own = readOrRefresh(parts, accountId, id, rejected).finally(() => running.delete(id));
    running.set(id, own);
    return own;
  };
  return (accountId, { id, name }, neededBy) => {
    let held: { readonly token: string; readonly until: number } | null = null;
    const take = async (rejected: string | null): Promise<string> => {
      const outcome = await obtain(accountId, id, rejected).catch(throwUnavailable(neededBy, name));
      switch (outcome.kind) {
        case 'missing':
          throw new PipelineError('KEY_MISSING', { name: neededBy, key: name });
        case 'suspended':
          throw new PipelineError('KEY_SUSPENDED', { name: neededBy, key: name });
        case 'failed': {
          const { reason, retryAfter } = outcome;
          throw new PipelineError('KEY_REFRESH_FAILED', { name: neededBy, key: name, reason }, { retryAfter });
        }
        case 'token': {
          const { token, due } = outcome;
          learnSecrets([token]);
          held = { token, until: performance.now() + (due ?? REREAD_SECONDS) * 1000 };
          return token;
        }
      }
    };
    const access: KeyAccess = {
      current: async () => (held !== null && performance.now() < held.until ? held.token : take(null)),
      renew: async () => {
        const rejected = held?.token ?? null;
        return (await take(rejected)) !== rejected;
      },
    };
    return access;
  };
}

async function readOrRefresh(
  parts: KeyAccessParts,
  accountId: string,
  id: string,
  rejected: string | null,
): Promise<Outcome> {
  const { database, vault } = parts;
  const seen = await database.withAccount(accountId, (tx) => readRow(tx, accountId, id, sql``));
  const known = seen && usable(seen, await openSecrets(vault, accountId, seen), rejected);
  if (known) return known;
  const given: Given = { tokens: null, sealed: null };
  for (let save = 1; ; save += 1) {
    try {
      return await database.withAccount(accountId, (tx) =>
        refreshLocked(tx, parts, { accountId, id, rejected }, given),
      );
    } catch (error) {
      if (given.tokens === null || save === SAVES) throw error;
      await new Promise((resolve) => setTimeout(resolve, SAVE_DELAY_MS * save));
    }
  }
}

/** Tokens that the provider has issued, and the sealed secrets that they replace: kept while storing them fails. */
type Given = { tokens: OAuthTokens | null; sealed: Buffer | null };

async function readRow(tx: Tx, accountId: string, id: string, lock: ReturnType<typeof sql>): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    select id, name, type, status, version, secrets, sealed_type, wrapped_key, master_key_id,
      extract(epoch from access_ends - clock_timestamp())::float8 as ends,
      extract(epoch from access_due - clock_timestamp())::float8 as due
    from key where account_id = ${accountId} and id = ${id} and status <> 'archived' ${lock}
  `.execute(tx);
  return rows[0] ?? null;
}

/** The stored token, when it need not be refreshed. */
function usable({ status, due }: AccessRow, { access_token: token }: Secrets, rejected: string | null): Outcome | null {
  if (status === 'suspended') return { kind: 'suspended' };
  if (token === undefined || token === rejected) return null;
  return due === null || due > 0 ? { kind: 'token', token, due } : null;
}

type RefusedToken = { readonly accountId: string; readonly id: string; readonly rejected: string | null };

async function refreshLocked(
  tx: Tx,
  parts: KeyAccessParts,
  { accountId, id, rejected }: RefusedToken,
  given: Given,
): Promise<Outcome> {
  const row = await readRow(tx, accountId, id, sql`for no key update`);
  if (row === null) return { kind: 'missing' };
  const secrets = await openSecrets(parts.vault, accountId, row);
  const isReplaced = given.sealed !== null && row.secrets?.equals(given.sealed) !== true;
  if (given.tokens === null || isReplaced) {
    given.tokens = null;
    const known = usable(row, secrets, rejected);
    if (known !== null) return known;
  }
  const type = findKeyType(row.type);
  const oauth = type && oauthOf(type);
  const server = oauth === undefined ? null : oauthServerOf(oauth, parts.clients);
  try {
    given.tokens ??= await refresh(parts, { row, secrets, server }, rejected !== null);
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    if (error.problem === 'rejected') return endAccess(tx, accountId, row, error.message);
    const { access_token: token } = secrets;
    const isValid = token !== undefined && token !== rejected && (row.ends === null || row.ends > 0);
    if (isValid) return { kind: 'token', token, due: Math.min(row.ends ?? REREAD_SECONDS, REREAD_SECONDS) / 2 };
    return { kind: 'failed', reason: error.message, retryAfter: error.retryAfter };
  }
  given.sealed = row.secrets;
  const { tokens } = given;
  const due = await storeTokens(tx, parts.vault, { accountId, row, secrets, tokens, server });
  return { kind: 'token', token: tokens.accessToken, due };
}

type Refreshing = { readonly row: AccessRow; readonly secrets: Secrets; readonly server: OAuthServer | null };

/** @throws OAuthFailure */
async function refresh(
  { egress }: KeyAccessParts,
  { row, secrets, server }: Refreshing,
  isRejected: boolean,
): Promise<OAuthTokens> {
  const { access_token: accessToken, refresh_token: refreshToken } = secrets;
  if (server === null) throw new OAuthFailure('client', 'no OAuth client is configured for it');
  const isValid = accessToken !== undefined && !isRejected && (row.ends === null || row.ends > 0);
  if (refreshToken === undefined && (server.exchangeGrant === undefined || !isValid))
    throw new OAuthFailure('rejected', 'its access has expired');
  return refreshTokens(
    server,
    { refreshToken: refreshToken ?? null, accessToken: accessToken ?? '' },
    { egress, signal: new AbortController().signal },
  );
}

/** Suspends a key whose access the provider has ended. */
async function endAccess(tx: Tx, accountId: string, { id, name }: AccessRow, reason: string): Promise<Outcome> {
  const message = errorText('KEY_ACCESS_ENDED', { key: name, reason });
  if (await suspendKey(tx, accountId, { id, name }, message))
    await recordEvent(tx, { accountId, severity: 'error', code: 'KEY_ACCESS_ENDED', message, willRetry: false });
  return { kind: 'suspended' };
}

type TokensToStore = Refreshing & { readonly accountId: string; readonly tokens: OAuthTokens };

/** Seals new tokens under the same version: nothing that a person has saved changes. Returns the seconds until they are due. */
async function storeTokens(
  tx: Tx,
  vault: Vault,
  { accountId, row: { id, type, version }, secrets, tokens, server }: TokensToStore,
): Promise<number | null> {
  const sealed = await vault.seal(
    { kind: 'key', accountId, id, type, version },
    { ...secrets, ...secretsOfTokens(tokens) },
  );
  const due = dueSeconds(tokens, server);
  await sql`
    update key set secrets = ${sealed.secrets}, sealed_type = ${type}, wrapped_key = ${sealed.wrappedKey},
      master_key_id = ${sealed.masterKeyId}, ${accessTimes(tokens, server)},
      ${refreshedEnd(tokens, secrets['refresh_token'] !== undefined)}
    where account_id = ${accountId} and id = ${id}
  `.execute(tx);
  return due;
}

/** The secret fields of a key that was connected. */
export const secretsOfTokens = ({ accessToken, refreshToken }: OAuthTokens): Secrets => ({
  access_token: accessToken,
  ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
});

/** Assignments of when the access token of a key ends, and is refreshed, counted from now. */
const accessTimes = (tokens: OAuthTokens, server: OAuthServer | null) =>
  sql`access_ends = clock_timestamp() + make_interval(secs => ${tokens.lifeSeconds}::float8),
    access_due = clock_timestamp() + make_interval(secs => ${dueSeconds(tokens, server)}::float8)`;

/** Subject of the expiry of a key that was connected. */
const ACCESS = 'Access';

/** Assignments of when the access of a key ends: as the provider says, else with a token that cannot be refreshed. */
const accessEnd = ({ accessSeconds, refreshToken, lifeSeconds }: OAuthTokens) => {
  const seconds = refreshToken === null ? lifeSeconds : accessSeconds;
  return sql`expires = date_trunc('second', clock_timestamp()) + make_interval(secs => ${seconds}::float8),
    expires_of = ${seconds === null ? null : ACCESS}`;
};

type AccessToStore = {
  readonly accountId: string;
  readonly id: string;
  readonly server: OAuthServer;
  readonly tokens: OAuthTokens;
};

/** Stores when the access of a key that was connected ends, and is refreshed. */
export async function storeAccessTimes(tx: Tx, { accountId, id, server, tokens }: AccessToStore): Promise<void> {
  await sql`
    update key set ${accessTimes(tokens, server)}, ${accessEnd(tokens)} where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}

/** The same after a refresh: a provider that does not repeat the end of its refresh token has not moved it. */
const refreshedEnd = (tokens: OAuthTokens, hasRefreshToken: boolean) =>
  hasRefreshToken && tokens.accessSeconds === null
    ? sql`expires = expires`
    : accessEnd({ ...tokens, refreshToken: hasRefreshToken ? '' : tokens.refreshToken });

/** Seconds until a token should be refreshed: shortly before its end, or halfway where only a valid token can be prolonged. */
function dueSeconds({ lifeSeconds }: OAuthTokens, server: OAuthServer | null): number | null {
  if (lifeSeconds === null) return null;
  if (server?.exchangeGrant !== undefined) return lifeSeconds / 2;
  return lifeSeconds - Math.min(MARGIN_SECONDS, lifeSeconds / 5);
}
