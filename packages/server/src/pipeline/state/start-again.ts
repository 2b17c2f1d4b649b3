import type { DownloadStatus, Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import type { Queue } from '../../queue/queue.ts';
import { releaseUnit } from '../../units/unit.ts';
import { loadPlan } from './plan-queries.ts';
import { isAllDirtyIn, setUnitStatus } from './unit-status.ts';

/** Condition on a download `d`: a later one of its source and report date exists, in none of these statuses. */
function hasLater(but: readonly DownloadStatus[], and: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const later = sql`
    select from download later
    where later.account_id = d.account_id and later.source = d.source and later.purpose = d.purpose and later.id > d.id
      and later.status <> all(${[...but]}::text[]) and ${and}`;
  // Each of the two is served by the index.
  return sql`(exists (${later} and later.report_date = d.report_date)
    or d.report_date is null and exists (${later} and later.report_date is null))`;
}

/** Condition on a failed download `d`: a later version of its report date exists or is under way. */
const IS_REPLACED = sql`d.purpose = 'production' and ${hasLater(['failed', 'cancelled', 'abandoned'], sql`not (${isAllDirtyIn('later')})`)}`;

/** The same, with failed later ones counting too: of several that failed, only the latest is tried again. */
export const IS_NOT_LATEST = hasLater(['cancelled', 'abandoned']);

/** Queues a failed download or upload again, with a fresh count of retries; `interactive` where a person waits for it. */
export async function restartTransfer(
  tx: Tx,
  queue: Queue,
  unit: UnitRef & {
    readonly kind: 'download' | 'upload';
    readonly purpose: Purpose;
    readonly reportDate?: string | null;
    readonly interactive?: boolean;
  },
): Promise<void> {
  await releaseUnit(tx, unit, unit);
  await setUnitStatus(tx, unit, 'queued', null);
  await queue.wake(tx, unit);
}

/** Whether a later version of a failed download's report date is there or under way. */
export async function isReplaced(tx: Tx, { accountId, unitId }: UnitRef): Promise<boolean> {
  const found = await sql`
    select from download d where d.account_id = ${accountId} and d.id = ${unitId} and ${IS_REPLACED}
  `.execute(tx);
  return found.rows.length > 0;
}

/**
 * Moves a download that a person starts again to the published script, which may hold the fix. Its files and its report are
 * requested again.
 */
export async function takeRunningScript(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    update download d set changelist_id = c.id, raw = null, state = null, requested_at = null
    from changelist c, download_declaration s
    where d.account_id = ${accountId} and d.id = ${unitId} and d.purpose = 'production'
      and c.account_id = d.account_id and c.status = 'running' and c.id <> d.changelist_id
      and s.account_id = d.account_id and s.name = d.source and s.status <> 'removed'
  `.execute(tx);
}

/**
 * The same for a flow, or an upload of it: only if the published script still makes each missing upload, of tables that the flow
 * has. An upload that may be at its destination keeps its own script, which names the destination to query.
 */
export async function takeRunningScriptOfFlow(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  const running = await sql<{ id: string }>`
    select c.id from flow f join changelist c on c.account_id = f.account_id and c.status = 'running' and c.id <> f.changelist_id
    where f.account_id = ${accountId} and f.id = ${unitId} and f.purpose = 'production'
  `.execute(tx);
  const changelistId = running.rows[0]?.id;
  if (changelistId === undefined) return;
  const open = await sql<{ name: string; committing: boolean }>`
    select p.name, u.commit_attempt is not null as committing
    from upload p join unit u on u.account_id = p.account_id and u.id = p.id
    where p.account_id = ${accountId} and p.flow_id = ${unitId} and p.status not in ('completed', 'cancelled', 'abandoned')
  `.execute(tx);
  const parts = await sql<{ name: string }>`
    select p.name from flow_input i join download_part p on p.account_id = i.account_id and p.id = i.part_id
    where i.account_id = ${accountId} and i.flow_id = ${unitId}
  `.execute(tx);
  const tables = new Set(parts.rows.map(({ name }) => name));
  const { uploads } = await loadPlan(tx, accountId, changelistId);
  const isMade = ({ name, committing }: (typeof open.rows)[number]): boolean => {
    const upload = committing ? undefined : uploads.find((candidate) => candidate.name === name);
    return upload?.sourceTables.every((table) => tables.has(table)) === true;
  };
  if (!open.rows.every(isMade)) return;
  await sql`
    update flow set changelist_id = ${changelistId} where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}
