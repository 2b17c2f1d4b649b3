import { type Egress, type OAuthClients, OAuthFailure, oauthServerOf, revokeToken } from '@switchboard/connectors';
import { findKeyType, KEY_TYPES, oauthOf } from '@switchboard/model/key-types/key-types';
import type { OAuthProviderName } from '@switchboard/model/key-types/oauth-providers';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { learnSecrets } from '../../observe/scope.ts';
import type { Vault } from '../vault.ts';
import { openSecrets, type SealedKey } from './open-key.ts';

export type RevocationParts = {
  readonly database: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly clients: OAuthClients;
};

/** Period after a key's deletion in which revoking its access is retried. */
const TRIED = sql`interval '1 day'`;
/** A program that ends within an attempt leaves it to the next one after this. */
const LEASE = sql`interval '2 minutes'`;
const FIRST_DELAY_SECONDS = 20;

type Claimed = SealedKey & {
  readonly account_id: string;
  readonly name: string;
  /** The end of the lease, which no other attempt has. */
  readonly lease: string;
  /** Seconds since the key was deleted. */
  readonly age: number;
  readonly isLast: boolean;
};

/** Null when the access was revoked; else why not, and whether it may be revoked later. */
type Refusal = {
  readonly reason: string;
  readonly isPassing: boolean;
  readonly retryAfter?: number | undefined;
} | null;

/**
 * Revokes the accesses of deleted keys that are due: of those that still have secrets, from `access_due` on. They are tried one after the other. Each is tried at least once, also when a program ends
 * within an attempt: to revoke a token twice does no harm. The secrets are erased with the outcome, which an event says.
 */
export async function revokeAccesses(parts: RevocationParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const key = await claimNext(parts.database);
    if (key === null) return;
    const refusal = await revoke(parts, key, signal);
    // It is tried again by the next program.
    if (signal.aborted && refusal !== null) return;
    await endAttempt(parts.database, key, refusal);
  }
}

function claimNext(database: Database): Promise<Claimed | null> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select account_id, id from key where status = 'archived' and secrets is not null and access_due <= now()
        order by access_due limit 1 for no key update skip locked
      )
      update key k set access_due = clock_timestamp() + ${LEASE}
      from due where k.account_id = due.account_id and k.id = due.id
      returning k.account_id, k.id, k.name, k.type, k.version, k.secrets, k.sealed_type, k.wrapped_key, k.master_key_id,
        k.access_due::text as lease, extract(epoch from now() - k.updated)::float8 as age,
        k.updated < now() - ${TRIED} as "isLast"
    `.execute(tx);
    return rows[0] ?? null;
  });
}

async function revoke(parts: RevocationParts, key: Claimed, signal: AbortSignal): Promise<Refusal> {
  const type = findKeyType(key.type);
  const oauth = type && oauthOf(type);
  const server = oauth === undefined ? null : oauthServerOf(oauth, parts.clients);
  if (oauth === undefined || server?.revocation === undefined)
    return { reason: 'no OAuth client is configured for it any more', isPassing: false };
  if (server.revocation.endsOthers && (await hasOthers(parts.database, oauth.provider)))
    return { reason: 'it would end the access of other keys of the same person', isPassing: false };
  const secrets = await openSecrets(parts.vault, key.account_id, key);
  learnSecrets(Object.values(secrets));
  const { refresh_token: refreshToken, access_token: accessToken } = secrets;
  const token = refreshToken ?? accessToken;
  if (token === undefined) return { reason: 'it has no token', isPassing: false };
  const kind = refreshToken === undefined ? 'access_token' : 'refresh_token';
  try {
    await revokeToken(server, { token, kind }, { egress: parts.egress, signal });
    return null;
  } catch (error) {
    if (signal.aborted) return { reason: 'the program ended', isPassing: true };
    if (!(error instanceof OAuthFailure)) throw error;
    return { reason: error.message, isPassing: true, retryAfter: error.retryAfter };
  }
}

/** Whether keys of any account are connected at a provider. Who allowed their access is unknown: it may be the same person. */
function hasOthers(database: Database, provider: OAuthProviderName): Promise<boolean> {
  const types = KEY_TYPES.filter((type) => oauthOf(type)?.provider === provider).map(({ name }) => name);
  return database.withSystem(async (tx) => {
    const { rows } = await sql`
      select from key where type = any(${types}) and status <> 'archived' limit 1
    `.execute(tx);
    return rows.length > 0;
  });
}

/** An attempt whose lease another one has taken over changes nothing. */
function endAttempt(database: Database, key: Claimed, refusal: Refusal): Promise<void> {
  const { account_id: accountId, id, name, lease } = key;
  const isLast = refusal === null || !refusal.isPassing || key.isLast;
  const delay = Math.max(FIRST_DELAY_SECONDS, key.age, refusal?.retryAfter ?? 0);
  const end = isLast
    ? sql`access_due = null, secrets = null, sealed_type = null, wrapped_key = null, master_key_id = null`
    : sql`access_due = now() + make_interval(secs => ${delay}::float8)`;
  return database.withAccount(accountId, async (tx) => {
    const { numAffectedRows: changed } = await sql`
      update key set ${end} where account_id = ${accountId} and id = ${id} and access_due = ${lease}::timestamptz
    `.execute(tx);
    if (!isLast || changed !== 1n) return;
    if (refusal === null)
      await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_ACCESS_REVOKED', parameters: { key: name } });
    else {
      const parameters = { key: name, reason: refusal.reason };
      await recordEvent(tx, { accountId, severity: 'warn', code: 'KEY_ACCESS_KEPT', parameters });
    }
  });
}
