import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { keysOf, type MasterKey } from '../../settings/master-key.ts';

/** A sign-in that has begun at a provider. */
export type SsoAttempt = {
  /** The sign-in page that it belongs to. */
  readonly uid: string;
  /** Text with which the provider answers. */
  readonly state: string;
};

type Place = { readonly accountId: string; readonly id: string };

/** Milliseconds in which a person signs in at the provider. */
const LIFE = 15 * 60_000;
const MAX_STATE = 200;

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

/** Begins a sign-in at the provider of a connection. `now`: epoch milliseconds. */
export async function beginAttempt(
  tx: Tx,
  { connection, uid }: { readonly connection: Place; readonly uid: string },
  now: number,
): Promise<SsoAttempt> {
  const state = randomBytes(32).toString('base64url');
  await sql`
    insert into sso_attempt (state_hash, sso_account_id, connection_id, uid, expires)
    values (${hashOf(state)}, ${connection.accountId}::uuid, ${connection.id}::uuid, ${uid}, ${new Date(now + LIFE)})`.execute(
    tx,
  );
  return { uid, state };
}

/** Ends an attempt at this connection, and returns it; null when it was read before, has expired, or is another connection's. */
export async function takeAttempt(
  tx: Tx,
  { connectionId, state }: { readonly connectionId: string; readonly state: string },
  now: number,
): Promise<SsoAttempt | null> {
  if (state === '' || state.length > MAX_STATE) return null;
  const { rows } = await sql<{ uid: string }>`
    delete from sso_attempt
    where state_hash = ${hashOf(state)} and connection_id = ${connectionId}::uuid and expires > ${new Date(now)}
    returning uid`.execute(tx);
  return rows[0] === undefined ? null : { uid: rows[0].uid, state };
}

export async function removeExpiredAttempts(tx: Tx, now: Date): Promise<number> {
  const removed = await sql`delete from sso_attempt where expires < ${now}`.execute(tx);
  return Number(removed.numAffectedRows ?? 0n);
}

/** A secret of an attempt, which no table holds: the nonce, or the verifier of the code challenge. */
export const attemptSecret = (masterKey: MasterKey, { state }: SsoAttempt, purpose: 'nonce' | 'verifier'): string =>
  createHmac('sha256', keysOf(masterKey)[0]).update(`sso ${purpose} ${state}`).digest('base64url');
