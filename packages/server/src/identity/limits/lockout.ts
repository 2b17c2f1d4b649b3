import { createHash } from 'node:crypto';
import { errorText } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export const ATTEMPTS_BEFORE_LOCK = 5;
/** Milliseconds. Also how long failures count. */
export const LOCK_TIME = 15 * 60_000;

/** A count of failures in a row. */
export type FailureCounter = {
  /** Kinds never share a count: the parts are joined by NUL, which no address, name or id has. */
  readonly parts: readonly [kind: 'name' | 'address' | 'device' | 'code' | 'confirmation', ...of: string[]];
  /** Failures that lock. */
  readonly limit: number;
};

/** SHA-256 of the parts of a key. */
export const keyHash = (parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\0')).digest();

/** A name as it is compared: in lower case, without blanks around it. */
export const comparedName = (email: string): string => email.trim().toLowerCase();

/**
 * Counts one attempt before its secret is checked, so that concurrent attempts cannot pass the limit together. The last
 * attempt within the limit may still succeed; it locks unless `forgetFailures` follows.
 * @returns until when attempts are refused; null when the attempt may go on
 */
export async function countAttempt(tx: Tx, { parts, limit }: FailureCounter, now: Date): Promise<Date | null> {
  const key = keyHash(parts);
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
        when f.failures + 1 >= ${limit} then ${lockUntil}
        else null end
    returning failures, locked_until`.execute(tx);
  const row = rows[0];
  if (row === undefined || row.failures <= limit) return null;
  return row.locked_until;
}

/** Called after a correct secret, or after a reset. */
export async function forgetFailures(tx: Tx, { parts }: Pick<FailureCounter, 'parts'>): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('email_hash', '=', keyHash(parts)).execute();
}

/** Until when attempts are refused, or null. */
export async function lockedUntil(tx: Tx, { parts }: Pick<FailureCounter, 'parts'>, now: Date): Promise<Date | null> {
  const row = await tx
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('email_hash', '=', keyHash(parts))
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.locked_until ?? null;
}

/** Why a secret is refused. */
export type Refusal = {
  readonly message: string;
  /** When attempts are accepted again; null where the next one is. */
  readonly until: Date | null;
};

/** At the minute that the message names it works. */
const fullMinute = (time: Date): Date => new Date(Math.ceil(time.getTime() / 60_000) * 60_000);

/** The refusal of all attempts until a time. */
export function locked(time: Date, code: 'SIGN_IN_LOCKED' | 'SIGN_IN_CROWDED' = 'SIGN_IN_LOCKED'): Refusal {
  const until = fullMinute(time);
  return { message: errorText(code, { time: until.toISOString().slice(11, 16) }), until };
}
