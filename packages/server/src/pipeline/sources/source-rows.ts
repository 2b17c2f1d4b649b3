import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Records that a download requests a report of a source now. */
export async function recordRequest(tx: Tx, accountId: string, name: string): Promise<void> {
  await sql`
    update download_declaration set last_probe = now() where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Makes a source due for a probe now. */
export async function requestProbe(tx: Tx, accountId: string, source: string): Promise<void> {
  await sql`
    update download_declaration set next_probe = now() where account_id = ${accountId} and name = ${source}
      and (next_probe is null or next_probe > now())
  `.execute(tx);
}

/** Makes the active sources of a connector due for a probe now. */
export async function requestProbes(tx: Tx, accountId: string, connector: string): Promise<void> {
  await sql`
    update download_declaration set next_probe = now()
    where account_id = ${accountId} and connector = ${connector} and status = 'active' and (next_probe is null or next_probe > now())
  `.execute(tx);
}

/** Due times of a source after a run of the scheduler. */
export type ScheduledSource = { readonly name: string; readonly next: string | null; readonly probed: boolean };

/** Records that sources are scheduled up to now. Those with files to probe are due for a probe. */
export async function storeScheduled(
  tx: Tx,
  accountId: string,
  now: Date,
  sources: readonly ScheduledSource[],
): Promise<void> {
  await sql`
    update download_declaration set scheduled_through = ${now}, next_due = x.next,
      next_probe = case when x.probed then ${now} else next_probe end
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as x(name text, next timestamptz, probed boolean)
    where download_declaration.account_id = ${accountId} and download_declaration.name = x.name
  `.execute(tx);
}

/** Takes sources off the schedule. */
export async function removeDueTimes(tx: Tx, accountId: string, names: readonly string[]): Promise<void> {
  await sql`
    update download_declaration set next_due = null where account_id = ${accountId} and name = any(${[...names]})
  `.execute(tx);
}

/** Sets the times of a source back that are ahead of now. */
export async function resetSchedule(
  tx: Tx,
  accountId: string,
  name: string,
  { now, next }: { readonly now: Date; readonly next: Date | null },
): Promise<void> {
  await sql`
    update download_declaration set scheduled_through = least(scheduled_through, ${now}), next_due = ${next},
      last_probe = least(last_probe, ${now}), next_probe = least(next_probe, ${now}), probing_until = least(probing_until, ${now})
    where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Suspends a source. Returns whether this has suspended it. */
export async function suspendSource(tx: Tx, accountId: string, name: string, reason: string): Promise<boolean> {
  const suspended = await sql`
    update download_declaration set status = 'suspended', status_reason = ${reason}, suspended_on = now()
    where account_id = ${accountId} and name = ${name} and status = 'active'
  `.execute(tx);
  return suspended.numAffectedRows === 1n;
}

/** Makes a source active, and due now, so that the scheduler catches up with missed dates. The caller has locked it. */
export async function activateSource(tx: Tx, accountId: string, name: string, now: number): Promise<void> {
  await sql`
    update download_declaration set status = 'active', status_reason = null, suspended_on = null,
      next_due = ${new Date(now)}, ${postponeProbe(now)}
    where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Pauses the active sources that a pause names, by themselves or by their project. */
export async function pauseSources(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update download_declaration d set status = 'paused', paused_on = now()
    where d.account_id = ${accountId} and d.status = 'active' and ${IS_PAUSED}
  `.execute(tx);
}

/**
 * Makes the paused sources that no pause names any more active, and due now, so that the scheduler catches up with their report dates.
 * @returns their names
 */
export async function resumeSources(tx: Tx, accountId: string, now: number): Promise<readonly string[]> {
  const resumed = await sql<{ name: string }>`
    update download_declaration d set status = 'active', paused_on = null, next_due = ${new Date(now)}, ${postponeProbe(now)}
    where d.account_id = ${accountId} and d.status = 'paused' and not ${IS_PAUSED}
    returning name
  `.execute(tx);
  return resumed.rows.map(({ name }) => name);
}

/** Condition on a source `d`: a pause names it or its project. */
const IS_PAUSED = sql`exists (
  select from pause p where p.account_id = d.account_id
    and (p.kind = 'download' and p.target = d.name or p.kind = 'project' and p.target = d.project))`;

/**
 * Leaves report dates out: they are neither scheduled nor probed until a person runs them.
 * @param since earlier ones that were left out are forgotten, yyyy-MM-dd
 */
export async function skipDates(
  tx: Tx,
  accountId: string,
  name: string,
  { dates, since }: { readonly dates: readonly string[]; readonly since: string },
): Promise<void> {
  await sql`
    update download_declaration set skipped_dates = array(
      select distinct date from unnest(skipped_dates || ${[...dates]}::text[]) date where date >= ${since} order by 1)
    where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Takes a report date back that was left out. */
export async function takeBackSkippedDate(tx: Tx, accountId: string, name: string, date: string): Promise<void> {
  await sql`
    update download_declaration set skipped_dates = array_remove(skipped_dates, ${date})
    where account_id = ${accountId} and name = ${name} and ${date} = any(skipped_dates)
  `.execute(tx);
}

/** Moves the schedule of a source without report dates past the runs that were due. */
export async function skipRuns(tx: Tx, accountId: string, name: string, now: number): Promise<void> {
  await sql`
    update download_declaration set scheduled_through = ${new Date(now)} where account_id = ${accountId} and name = ${name}
  `.execute(tx);
}

/** Makes the overdue probes of the sources that use a key due now. */
export async function postponeProbes(tx: Tx, accountId: string, keyId: string, now: number): Promise<void> {
  await sql`
    update download_declaration set ${postponeProbe(now)}
    where account_id = ${accountId} and key_id = ${keyId} and next_probe < ${new Date(now)}
  `.execute(tx);
}

/** Assignment to a source: an overdue probe is due now, so that it does not count as late. */
const postponeProbe = (now: number): RawBuilder<unknown> =>
  sql`next_probe = case when next_probe < ${new Date(now)} then ${new Date(now)} else next_probe end`;
