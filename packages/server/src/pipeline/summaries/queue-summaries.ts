import { type Fault, noFault } from '@switchboard/model/faults';
import { type Deadline, lastDeadline, nextDeadline } from '@switchboard/model/schedule/deadline';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { updateAccount } from '../../identity/accounts/store-account.ts';
import { queueSummaryMails } from '../../identity/mail/mail-outbox.ts';
import { readSummaryFacts } from './summary-facts.ts';

const BATCH = 100;
/** Maximum period of a summary, in milliseconds. */
const MAX_WINDOW = 7 * DAY_MS;
/** A next summary that is further ahead was planned by a clock that was wrong: no local day is longer. */
const MAX_AHEAD = 2 * DAY_MS + DAY_MS / 24;
const KEPT = sql`interval '90 days'`;

/**
 * Writes the summaries that are due, with a mail to each recipient. An account and day has one, however many programs run this
 * and whatever their clocks do. Of several days that were missed, only the last has one.
 * @param now epoch milliseconds
 * @returns how many summaries were written
 */
export async function queueSummaries(database: Database, now: number, fault: Fault = noFault): Promise<number> {
  const due = await database.withSystem((tx) =>
    sql<{ id: string }>`
      select id from account
      where status = 'active' and daily_summary_time is not null and (daily_summary_next is null
        or daily_summary_next <= ${new Date(now)} or daily_summary_next > ${new Date(now + MAX_AHEAD)})
      order by daily_summary_next nulls first limit ${BATCH}
    `.execute(tx),
  );
  let written = 0;
  const failures: unknown[] = [];
  for (const { id } of due.rows) {
    try {
      const isWritten = await database.withAccount(id, async (tx) => {
        const result = await queueSummary(tx, id, now);
        await fault('before-commit');
        return result;
      });
      if (isWritten) written += 1;
    } catch (error) {
      // A failure of one account does not delay the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return written;
}

type Planned = Deadline & { readonly next: Date | null; readonly recipients: readonly string[] };

async function queueSummary(tx: Tx, accountId: string, now: number): Promise<boolean> {
  const locked = await sql<Planned>`
    select daily_summary_time as time, daily_summary_timezone as timezone, daily_summary_next as next,
      daily_summary_recipients as recipients
    from account where id = ${accountId}::uuid and daily_summary_time is not null for no key update skip locked
  `.execute(tx);
  const [planned] = locked.rows;
  if (planned === undefined) return false;
  const { next, recipients } = planned;
  const isDue = next !== null && next.getTime() <= now;
  const isWritten = isDue && recipients.length > 0 && (await writeSummary(tx, accountId, planned, now));
  if (isDue || next === null || next.getTime() > now + MAX_AHEAD)
    await updateAccount(tx, accountId, { daily_summary_next: new Date(nextDeadline(planned, now)) });
  return isWritten;
}

async function writeSummary(
  tx: Tx,
  accountId: string,
  { time, timezone, recipients }: Planned,
  now: number,
): Promise<boolean> {
  const { day, at } = lastDeadline({ time, timezone }, now);
  const known = await sql<{ through: Date | null; written: boolean }>`
    select max(through) as through, coalesce(bool_or(day = ${day}::date), false) as written
    from daily_summary where account_id = ${accountId}::uuid
  `.execute(tx);
  const [{ through, written } = { through: null, written: false }] = known.rows;
  if (written) return false;
  const since = Math.min(now, Math.max(through?.getTime() ?? at - DAY_MS, now - MAX_WINDOW));
  const facts = await readSummaryFacts(tx, accountId, { day, time, timezone, since, through: now });
  await sql`delete from daily_summary where account_id = ${accountId}::uuid and through < ${new Date(now)}::timestamptz - ${KEPT}`.execute(
    tx,
  );
  await sql`
    insert into daily_summary (account_id, day, due, since, through, facts)
    values (${accountId}::uuid, ${day}::date, ${new Date(at)}, ${new Date(since)}, ${new Date(now)}, ${JSON.stringify(facts)}::jsonb)
  `.execute(tx);
  await queueSummaryMails(tx, { accountId, day, addresses: recipients });
  return true;
}
