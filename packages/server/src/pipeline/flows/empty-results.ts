import type { FlowState } from '@switchboard/engine';
import { stoppedUploads } from '@switchboard/model/assertions';
import { errorText } from '@switchboard/model/errors/errors';
import { eventText } from '@switchboard/model/event-codes';
import { type Plan, type PlanUpload, REPLACING_MODES } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { countFailure } from '../../units/count-failure.ts';
import { type ClaimedUnit, finishUnit } from '../../units/unit.ts';
import { destinationShown } from '../state/destination-shown.ts';
import { recordKeptRows } from '../state/flow-rows.ts';
import { changeStatus } from '../state/unit-status.ts';
import { removeUpload } from './remove-upload.ts';

/** An upload whose result has no rows, as the flow's script declares it. */
export type EmptyUpload = { readonly id: string; readonly declared: PlanUpload; readonly reportDate: string | null };

/** Deletes an upload without rows and records that, with a warning where rows of an earlier result stay at its destination. */
export async function keepEarlierRows(tx: Tx, flow: ClaimedUnit, upload: EmptyUpload): Promise<void> {
  const unit = { accountId: flow.accountId, unitId: upload.id, kind: 'upload', purpose: flow.purpose } as const;
  const { declared } = upload;
  await recordUnitEvent(tx, unit, { severity: 'info', code: 'RESULT_WITHOUT_ROWS', parameters: {} });
  const kept = await findEarlierRows(tx, flow, upload);
  if (kept !== null) {
    const fact = {
      code: 'EMPTY_RESULT_KEPT',
      parameters: {
        name: declared.name,
        date: upload.reportDate ?? 'all dates',
        rows: kept.rows,
        held: kept.reportDate ?? 'all dates',
        destination: kept.destination,
        choices: REPLACING_MODES.includes(declared.mode) ? 'replace or fail' : 'fail',
      },
    } as const;
    await recordUnitEvent(tx, unit, { ...fact, severity: 'warn' });
    await recordKeptRows(tx, flow, kept.rows, eventText(fact));
  }
  await removeUpload(tx, unit, flow.unitId);
}

type EarlierRows = { readonly rows: number; readonly reportDate: string | null; readonly destination: string };

/**
 * Finds the rows that an earlier result left at the destination of an upload; null when the newest one there has none, or is newer
 * than the flow. A destination that is replaced as a whole holds rows of any report date, another one those of the flow's date.
 */
async function findEarlierRows(
  tx: Tx,
  flow: ClaimedUnit,
  { id, declared, reportDate }: EmptyUpload,
): Promise<EarlierRows | null> {
  const destination = destinationShown(declared, reportDate);
  const ofDate = declared.mode === 'truncate' ? sql`true` : sql`u.report_date is not distinct from ${reportDate}::date`;
  const { rows } = await sql<{ rows: number; report_date: string | null; is_newer: boolean }>`
    select coalesce(u.row_count, 0) as rows, u.report_date::text as report_date,
      coalesce(u.fence, f.fence) > own.fence as is_newer
    from upload u
    join flow f on f.account_id = u.account_id and f.id = u.flow_id
    join flow own on own.account_id = u.account_id and own.id = ${flow.unitId}
    where u.account_id = ${flow.accountId} and u.name = ${declared.name} and u.id <> ${id} and u.purpose <> 'proof'
      and u.result_key is not null and ${ofDate} and (u.status = 'completed' and u.destination = ${destination}
        or u.status in ('queued', 'uploading', 'loading', 'retrying') and u.destination in (${destination}, ${declared.destination}))
    order by coalesce(u.fence, f.fence) desc limit 1
  `.execute(tx);
  const [found] = rows;
  if (!found || found.is_newer || found.rows === 0) return null;
  return { rows: found.rows, reportDate: found.report_date, destination };
}

/**
 * Fails an upload that must not be without rows. It counts for no suspension: its destination works, and a corrected download
 * is uploaded.
 * @param table the table that refuses a load without rows; without it the upload refuses its result
 * @returns the sentence that says why
 */
export async function failEmptyUpload(
  tx: Tx,
  flow: ClaimedUnit,
  { id, declared, reportDate }: EmptyUpload,
  table?: string,
): Promise<string> {
  const unit = { accountId: flow.accountId, unitId: id, kind: 'upload', purpose: flow.purpose } as const;
  const of = { name: declared.name, date: reportDate ?? 'all dates' };
  const fact =
    table === undefined
      ? ({ code: 'EMPTY_RESULT_REFUSED', parameters: of } as const)
      : ({ code: 'EMPTY_LOAD_REFUSED', parameters: { ...of, table } } as const);
  const { code } = fact;
  const message = errorText(fact.code, fact.parameters);
  await changeStatus(tx, 'upload', unit, 'failed', [sql`finished = now()`, sql`message = ${message}`], code);
  await finishUnit(tx, unit);
  countFailure(tx, unit, code);
  await recordUnitEvent(tx, unit, { severity: 'error', ...fact, message, willRetry: false });
  return message;
}

/** Effect of a load without rows on the rows that a table keeps. */
const choiceOf = (plan: Pick<Plan, 'tables'>, table: string) =>
  plan.tables.find(({ name }) => name === table)?.state?.whenEmpty ?? 'keep';

/** The uploads that tables refuse because their loads have no rows, each with the table. */
export function refusedLoads(
  plan: Plan,
  uploads: readonly PlanUpload[],
  states: readonly FlowState[],
): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  for (const { table, emptyLoad } of states)
    if (emptyLoad && choiceOf(plan, table) === 'fail')
      for (const name of stoppedUploads(plan, uploads, [table])) if (!refused.has(name)) refused.set(name, table);
  return refused;
}

type LoadedFlow = { readonly plan: Plan; readonly reportDate: string | null };

/** Records what loads without rows did to the rows kept of their date, with a warning where these stay. Once for each flow. */
export async function recordEmptyLoads(
  tx: Tx,
  unit: ClaimedUnit,
  { plan, reportDate }: LoadedFlow,
  states: readonly FlowState[],
): Promise<void> {
  for (const { table, emptyLoad } of states) {
    if (!emptyLoad || emptyLoad.held === 0) continue;
    const parameters = { table, date: reportDate ?? 'the day of the run', rows: emptyLoad.held };
    const isKept = choiceOf(plan, table) === 'keep';
    const fact = { code: isKept ? 'EMPTY_LOAD_KEPT' : 'EMPTY_LOAD_REPLACED', parameters } as const;
    if (await hasEvent(tx, unit, fact.code, table)) continue;
    await recordUnitEvent(tx, unit, { ...fact, severity: isKept ? 'warn' : 'info' });
    if (isKept) await recordKeptRows(tx, unit, emptyLoad.held, eventText(fact));
  }
}

/** Whether an earlier run of a flow has recorded an event of a table. */
async function hasEvent(tx: Tx, flow: ClaimedUnit, code: string, table: string): Promise<boolean> {
  const found = await sql`
    select from event where account_id = ${flow.accountId} and flow_id = ${flow.unitId} and code = ${code} and parameters ->> 'table' = ${table}
    limit 1
  `.execute(tx);
  return found.rows.length > 0;
}
