import { createHash } from 'node:crypto';
import { errorText } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export const ATTEMPTS_BEFORE_LOCK = 5;
/** Milliseconds. Also how long failures count. */
export const LOCK_TIME = 15 * 60_000;

const nameHash = (email: string): Buffer => createHash('sha256').update(email.trim().toLowerCase()).digest();

/**
 * Counts one attempt before its password is checked, so that concurrent attempts cannot pass the limit together. The fifth
 * attempt may still succeed; it locks the name unless `forgetFailures` follows.
 * @returns until when the name is locked; null when the attempt may go on
 */
export async function countAttempt(tx: Tx, email: string, now: Date): Promise<Date | null> {
  const key = nameHash(email);
  const lockUntil = new Date(now.getTime() + LOCK_TIME);
  const staleBefore = new Date(now.getTime() - LOCK_TIME);
  const { rows } = await sql<{ failures: number; locked_until: Date | null }>`
    insert into sign_in_failure as f (email_hash, failures, last_failure) values (${key}, 1, ${now})
    on conflict (email_hash) do update set
      failures = case
        when f.locked_until > ${now} then f.failures + 1
        when f.locked_until is not null or f.last_failure < ${staleBefore} then 1
        else f.failures + 1 end,
      last_failure = case when f.locked_until > ${now} then f.last_failure else ${now} end,
      locked_until = case
        when f.locked_until > ${now} then f.locked_until
        when f.locked_until is not null or f.last_failure < ${staleBefore} then null
        when f.failures + 1 >= ${ATTEMPTS_BEFORE_LOCK} then ${lockUntil}
        else null end
    returning failures, locked_until`.execute(tx);
  const row = rows[0];
  if (row === undefined || row.failures <= ATTEMPTS_BEFORE_LOCK) return null;
  return row.locked_until;
}

/** Called after a correct password, or after a reset. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('email_hash', '=', nameHash(email)).execute();
}

/** Until when a name is locked, or null. */
export async function lockedUntil(tx: Tx, email: string, now: Date): Promise<Date | null> {
  const row = await tx
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('email_hash', '=', nameHash(email))
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/** Returns the message that attempts are refused until a time. Rounded up to the minute: at the time named it works. */
export function lockedText(until: Date): string {
  const time = new Date(Math.ceil(until.getTime() / 60_000) * 60_000).toISOString().slice(11, 16);
  return errorText('SIGN_IN_LOCKED', { time });
}
