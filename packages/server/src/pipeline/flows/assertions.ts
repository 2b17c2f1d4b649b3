import type { AssertionResult } from '@switchboard/engine';
import { dependsOn, stoppedUploads } from '@switchboard/model/assertions';
import { eventText } from '@switchboard/model/event-codes';
import type { Plan, PlanAssertion, PlanUpload } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { type ClaimedUnit, finishUnit } from '../../units/unit.ts';
import { changeStatus } from '../state/unit-status.ts';

/** Row counts of earlier report dates that an assertion compares with at most. */
const MAX_DATES = 31;

/** A flow whose assertions were evaluated. */
export type AssertedFlow = {
  readonly plan: Plan;
  readonly reportDate: string | null;
  readonly uploads: readonly PlanUpload[];
};

type RowCounts = { readonly table: string; readonly counts: readonly number[] };

/** Whether an assertion compares the row count with earlier report dates. */
const isCompared = ({ claim }: PlanAssertion): boolean => claim.kind === 'row_count' && claim.dates !== null;

/** The row counts of the report dates before one, the latest first, of the tables whose assertions compare with them. */
export async function readRowCounts(
  tx: Tx,
  accountId: string,
  reportDate: string | null,
  assertions: readonly PlanAssertion[],
): Promise<RowCounts[]> {
  const tables = [...new Set(assertions.filter(isCompared).map(({ table }) => table))];
  if (reportDate === null) return [];
  const found: RowCounts[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ row_count: number }>`
      select row_count from table_row_count
      where account_id = ${accountId} and table_name = ${table} and report_date < ${reportDate}::date
      order by report_date desc limit ${MAX_DATES}
    `.execute(tx);
    found.push({ table, counts: rows.map((row) => Number(row.row_count)) });
  }
  return found;
}

/**
 * Records what the assertions of a flow gave, with an event for each that failed. In the transaction that completes the flow.
 * @returns by upload the assertion that stops it; a test run's uploads are not stopped, because nothing of production changes
 */
export async function recordAssertions(
  tx: Tx,
  unit: ClaimedUnit,
  flow: AssertedFlow,
  results: readonly AssertionResult[],
): Promise<ReadonlyMap<string, AssertionResult>> {
  await removeOutcomes(tx, unit, flow.uploads);
  if (results.length === 0) return new Map();
  for (const result of results) await recordResult(tx, unit, flow, result);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  await recordRowCounts(tx, unit, flow, results, failed);
  for (const result of failed)
    await recordUnitEvent(tx, unit, { ...factOf(result), severity: result.severity === 'stop' ? 'error' : 'warn' });
  const stopping = failed.filter(({ severity }) => severity === 'stop');
  if (unit.purpose === 'proof') return new Map();
  const stopped = new Map<string, AssertionResult>();
  for (const result of stopping)
    for (const name of stoppedUploads(flow.plan, flow.uploads, [result.table]))
      if (!stopped.has(name)) stopped.set(name, result);
  return stopped;
}

/** Removes the outcomes of an earlier run for these uploads. Those for uploads that were delivered then stay. */
async function removeOutcomes(
  tx: Tx,
  { accountId, unitId }: ClaimedUnit,
  uploads: readonly PlanUpload[],
): Promise<void> {
  const names = uploads.map(({ name }) => name);
  await sql`
    delete from assertion_result where account_id = ${accountId} and flow_id = ${unitId} and uploads <@ ${names}::text[]
  `.execute(tx);
  await sql`
    update assertion_result set uploads = array(select name from unnest(uploads) as name where name <> all(${names}::text[]))
    where account_id = ${accountId} and flow_id = ${unitId} and uploads && ${names}::text[]
  `.execute(tx);
}

async function recordResult(
  tx: Tx,
  { accountId, unitId }: ClaimedUnit,
  { uploads }: AssertedFlow,
  { assertion, table, severity, outcome, rows, allowed, rowsKey }: AssertionResult,
): Promise<void> {
  const affected = uploads.filter((upload) => dependsOn(upload, table)).map(({ name }) => name);
  await sql`
    insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, allowed_low, allowed_high,
      rows_key, uploads)
    values (${accountId}, ${unitId}, ${assertion}, ${table}, ${severity}, ${outcome}, ${rows}, ${allowed?.low ?? null},
      ${allowed?.high ?? null}, ${rowsKey}, ${affected}::text[])
  `.execute(tx);
}

function factOf({ assertion, table, rows, allowed }: AssertionResult) {
  if (allowed === null) return { code: 'ASSERTION_FAILED', parameters: { assertion, table, rows } } as const;
  const bounds = { low: Math.ceil(allowed.low), high: Math.floor(allowed.high) };
  return { code: 'ASSERTION_ROW_COUNT', parameters: { assertion, table, rows, ...bounds } } as const;
}

/** Keeps the row counts of the report date for later ones. A count that an assertion rejects would move their average. */
async function recordRowCounts(
  tx: Tx,
  { accountId, unitId, purpose }: ClaimedUnit,
  { plan, reportDate }: AssertedFlow,
  results: readonly AssertionResult[],
  failed: readonly AssertionResult[],
): Promise<void> {
  if (reportDate === null || purpose === 'proof') return;
  const compared = new Set((plan.assertions ?? []).filter(isCompared).map(({ name }) => name));
  const counted = results.filter(({ assertion, table }) => {
    return compared.has(assertion) && !failed.some((result) => result.table === table && result.severity === 'stop');
  });
  for (const { table, rows } of new Map(counted.map((result) => [result.table, result])).values())
    await sql`
      insert into table_row_count as known (account_id, table_name, report_date, row_count, fence)
      select ${accountId}, ${table}, ${reportDate}::date, ${rows}, f.fence
      from flow f where f.account_id = ${accountId} and f.id = ${unitId}
      on conflict (account_id, table_name, report_date)
        do update set row_count = excluded.row_count, fence = excluded.fence where known.fence <= excluded.fence
    `.execute(tx);
}

/**
 * Ends an upload that an assertion stops. It counts for no suspension: its next result is evaluated again.
 * @returns the sentence that says why
 */
export async function stopUpload(
  tx: Tx,
  flow: ClaimedUnit,
  upload: { readonly id: string; readonly name: string },
  { assertion }: AssertionResult,
): Promise<string> {
  const unit = { accountId: flow.accountId, unitId: upload.id, kind: 'upload', purpose: flow.purpose } as const;
  const fact = { code: 'UPLOAD_STOPPED', parameters: { name: upload.name, assertion } } as const;
  const message = eventText(fact);
  await changeStatus(tx, 'upload', unit, 'failed', [sql`finished = now()`, sql`message = ${message}`], fact.code);
  await finishUnit(tx, unit);
  await recordUnitEvent(tx, unit, { ...fact, severity: 'error' });
  return message;
}
