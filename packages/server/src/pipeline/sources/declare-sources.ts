import { isDated, type Plan } from '@switchboard/model/plan';
import { DAY_MS, nextDue } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { revokeUnit } from '../../units/unit.ts';
import { isLoadedAlike, isProbed, isScheduledAlike } from '../state/plan-queries.ts';
import { cancelOrphaned, orphanReason } from './orphaned-download.ts';

/**
 * Replaces the account's sources by those of a plan. Downloads that wait for files of removed sources are cancelled.
 * @param before the plan that was running before
 * @param now epoch milliseconds
 */
export async function declareSources(
  tx: Tx,
  accountId: string,
  plan: Plan,
  { before, now }: { readonly before: Plan | undefined; readonly now: number },
): Promise<void> {
  // Before the sources change, since probes lock units first, too. Again afterwards, for units that a scheduler or worker with
  // the earlier script has blocked in the meantime: it held the lock of the source's row, so they are visible by now.
  await cancelWaiting(tx, accountId, plan);
  await storeSources(tx, accountId, plan, { before, now });
  await cancelWaiting(tx, accountId, plan);
  await probeChanged(tx, accountId, before, plan);
}

/**
 * New sources start at their lookback, and so do known ones of another type; others continue, missing ones stop. Sources that are not
 * probed for files have no next probe; those with another type or schedule are probed now.
 */
async function storeSources(
  tx: Tx,
  accountId: string,
  plan: Plan,
  { before, now }: { readonly before: Plan | undefined; readonly now: number },
): Promise<void> {
  const schedules = new Map(before?.sources.map(({ name, schedule }) => [name, schedule]));
  for (const source of plan.sources) {
    const start = now - source.schedule.lookbackDays * DAY_MS;
    const next = nextDue(source.schedule, start);
    const isRescheduled = !isScheduledAlike(schedules.get(source.name), source.schedule);
    await sql`
      insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through, next_due)
      values (${accountId}, ${source.name}, ${source.project}, ${source.connector}, ${source.key?.id ?? null}, ${new Date(start)},
        ${next === null ? null : new Date(next)})
      on conflict (account_id, name) do update set
        project = excluded.project, connector = excluded.connector, key_id = excluded.key_id,
        status = case when download_declaration.status = 'removed' then 'active' else download_declaration.status end,
        scheduled_through = case when download_declaration.connector = excluded.connector
          then download_declaration.scheduled_through else excluded.scheduled_through end,
        next_due = case when download_declaration.connector = excluded.connector and download_declaration.status <> 'removed'
          then least(coalesce(download_declaration.next_due, 'infinity'), ${new Date(nextDue(source.schedule, now) ?? now)})
          else excluded.next_due end,
        next_probe = case when not ${isProbed(source.connector)} then null
          when ${isRescheduled} or download_declaration.connector <> excluded.connector
            or download_declaration.status = 'removed' then ${new Date(now)}
          else download_declaration.next_probe end
    `.execute(tx);
  }
  const names = plan.sources.map((source) => source.name);
  await sql`
    update download_declaration set status = 'removed', paused_on = null, next_due = null, next_probe = null
    where account_id = ${accountId} and name <> all(${names})
  `.execute(tx);
}

/** Cancels downloads that wait for files of a source that is removed or is not probed any more. */
async function cancelWaiting(tx: Tx, accountId: string, plan: Plan): Promise<void> {
  const connectors = new Map(plan.sources.map(({ name, connector }) => [name, connector]));
  const probed = [...connectors.keys()].filter((name) => orphanReason(name, connectors.get(name) ?? null) === null);
  const waiting = await sql<{ id: string; source: string }>`
    select u.id, d.source from unit u join download d on d.account_id = u.account_id and d.id = u.id
    where u.account_id = ${accountId} and u.state = 'held' and u.blocked_kind = 'files' and u.blocked_by = d.source
      and d.source <> all(${probed})
    order by u.id for update of u
  `.execute(tx);
  for (const { id, source } of waiting.rows) {
    const reason = orphanReason(source, connectors.get(source) ?? null);
    if (reason === null) continue;
    const unit = { accountId, unitId: id };
    await revokeUnit(tx, unit);
    await cancelOrphaned(tx, unit, reason);
  }
}

/**
 * Files of a source without dates are loaded once, and every later flow reads the result. If the script now loads them
 * differently, the next probe loads them again.
 */
async function probeChanged(tx: Tx, accountId: string, before: Plan | undefined, plan: Plan): Promise<void> {
  const earlier = new Map(before?.sources.map((source) => [source.name, source]));
  const changed = plan.sources.filter(
    (source) =>
      isProbed(source.connector) &&
      !isDated(source) &&
      earlier.has(source.name) &&
      !isLoadedAlike(earlier.get(source.name), source),
  );
  if (changed.length === 0) return;
  const names = changed.map(({ name }) => name);
  await sql`
    update source_file set download_id = null where account_id = ${accountId} and source = any(${names})
  `.execute(tx);
  await sql`
    update download_declaration set next_probe = now() where account_id = ${accountId} and name = any(${names})
  `.execute(tx);
}
