import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { keyHash } from './lockout.ts';

/** Events that are allowed from one network address: `burst` at once, and one more every `interval` milliseconds. */
export type Allowance = {
  readonly kind: 'failure' | 'page';
  readonly burst: number;
  readonly interval: number;
};

/** Failed attempts. A household or an office behind one address makes a few a minute. */
export const FAILURES_PER_ADDRESS: Allowance = { kind: 'failure', burst: 30, interval: 30_000 };
/** Requests that begin or go on with a sign-in at the provider, two for each. */
export const PAGES_PER_ADDRESS: Allowance = { kind: 'page', burst: 120, interval: 2_000 };

/**
 * Takes one from what an address is allowed.
 * @returns from when on the address may go on; null when it may now
 */
export async function takeOne(
  tx: Tx,
  { kind, burst, interval }: Allowance,
  from: string,
  now: Date,
): Promise<Date | null> {
  const key = keyHash([kind, from]);
  // A clock that is behind the one that wrote the row takes nothing back.
  const sunk = sql<number>`greatest(0, l.level - greatest(0, extract(epoch from (${now}::timestamptz - l.updated)) * 1000 / ${interval}))`;
  const taken = await sql`
    insert into sign_in_level as l (key_hash, level, updated) values (${key}, 1, ${now})
    on conflict (key_hash) do update set level = ${sunk} + 1, updated = greatest(l.updated, ${now})
      where ${sunk} + 1 <= ${burst}
    returning 1`.execute(tx);
  if (taken.rows.length > 0) return null;
  const { level, updated } = await tx
    .selectFrom('sign_in_level')
    .select(['level', 'updated'])
    .where('key_hash', '=', key)
    .executeTakeFirstOrThrow();
  return new Date(updated.getTime() + Math.max(0, level + 1 - burst) * interval);
}

/** Gives back what an attempt that did not fail has taken. */
export async function giveBack(tx: Tx, { kind }: Allowance, from: string): Promise<void> {
  await sql`update sign_in_level set level = greatest(0, level - 1) where key_hash = ${keyHash([kind, from])}`.execute(
    tx,
  );
}
