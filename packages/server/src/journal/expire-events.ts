import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/**
 * Events `e` of an account before an instant, whose run or backfill is over. Those that people wrote a comment on stay, and those
 * that name a person: erasing the person reads them.
 */
const dueEvents = (accountId: string, before: Date): RawBuilder<unknown> => sql`
  from event e where e.account_id = ${accountId}::uuid and e.created < ${before} and e.comment is null and e.people = '{}'
    and not exists (select from unit u where u.account_id = e.account_id
      and u.id in (e.download_id, e.flow_id, e.upload_id) and u.state <> 'done')
    and not exists (select from backfill b where b.account_id = e.account_id and b.id = e.backfill_id and b.finished is null)`;

/** Deletes the oldest events of an account that are due to expire, at most `limit`. Returns their number. */
export async function expireEvents(tx: Tx, accountId: string, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from event where account_id = ${accountId}::uuid and id = any(array(
      select e.id ${dueEvents(accountId, before)} order by e.created limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Counts the events of an account that are due to expire. */
export async function countDueEvents(tx: Tx, accountId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${dueEvents(accountId, before)}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
