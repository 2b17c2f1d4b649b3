import { nextDeadline } from '@switchboard/model/schedule/deadline';
import { nextDue } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { resetDeadline } from '../deadlines/upload-declarations.ts';
import { resetSchedule } from '../sources/source-rows.ts';
import { releaseTriggers } from '../state/download-rows.ts';
import { isProbed, loadPlan } from '../state/plan-queries.ts';

/** How far a schedule may be ahead of the clock, in milliseconds: clocks of several machines differ by seconds. */
const MAX_AHEAD = 60_000;
const AHEAD = sql.raw(`interval '${MAX_AHEAD / 1000} seconds'`);
const BATCH = 100;

/** Condition on `download_declaration`: it was scheduled, or probed, by a clock that was ahead. */
const isAhead = (at: Date): RawBuilder<unknown> =>
  sql`(scheduled_through > ${at}::timestamptz + ${AHEAD} or last_probe > ${at}::timestamptz + ${AHEAD})`;

/**
 * Sets schedules back that are ahead of the clock, so that no report date is left out. Downloads that were made for runs that
 * are not due yet give their place free: the run is made again when it is due, and its result replaces theirs. Returns how many
 * downloads were recovered.
 */
export async function recoverSchedules(deps: {
  readonly database: Database;
  readonly now: () => number;
}): Promise<number> {
  const now = new Date(deps.now());
  const found = await deps.database.withSystem((tx) =>
    sql<{ account_id: string; names: string[] }>`
      select account_id, array_agg(name) as names from (
        select account_id, name from download_declaration where status <> 'removed' and ${isAhead(now)} limit ${BATCH}
      ) ahead group by account_id
    `.execute(tx),
  );
  let recovered = 0;
  for (const { account_id: accountId, names } of found.rows)
    recovered += await deps.database.withAccount(accountId, (tx) => recoverSources(tx, accountId, names, now));
  await deps.database.withSystem((tx) => recoverDeadlines(tx, now));
  return recovered;
}

/** Deadlines that were passed too early count from now on. */
async function recoverDeadlines(tx: Tx, now: Date): Promise<void> {
  const ahead = await sql<{ account_id: string; id: string; time: string | null; timezone: string | null }>`
    select account_id, id, deadline_time as time, deadline_timezone as timezone from upload_declaration
    where deadline_through > ${now}::timestamptz + ${AHEAD} order by account_id, id limit ${BATCH} for update skip locked
  `.execute(tx);
  for (const { account_id: accountId, id, time, timezone } of ahead.rows) {
    const next = time && timezone ? new Date(nextDeadline({ time, timezone }, now.getTime())) : null;
    await resetDeadline(tx, accountId, id, { now, next });
  }
}

async function recoverSources(tx: Tx, accountId: string, names: readonly string[], now: Date): Promise<number> {
  const locked = await sql<{ name: string }>`
    select name from download_declaration where account_id = ${accountId} and name = any(${names}) and ${isAhead(now)}
    order by name for update skip locked
  `.execute(tx);
  const running = await sql<{ id: string }>`
    select id from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  const [changelist] = running.rows;
  const { sources } = changelist ? await loadPlan(tx, accountId, changelist.id) : { sources: [] };
  const planned = new Map(sources.map((source) => [source.name, source]));
  for (const { name } of locked.rows) {
    const source = planned.get(name) ?? null;
    const next = source ? nextDue(source.schedule, now.getTime()) : null;
    await resetSchedule(tx, accountId, name, { now, next: next === null ? null : new Date(next) });
    // Of files, the download that waits is served by the probe that finds them.
    if (source === null || isProbed(source.connector)) continue;
    await releaseTriggers(tx, accountId, name, sql`${now}::timestamptz + ${AHEAD}`);
  }
  return locked.rows.length;
}
