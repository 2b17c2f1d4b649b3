import {
  type AssertionResult,
  buildResults,
  type FlowInput,
  type FlowOutput,
  type FlowState,
} from '@switchboard/engine';
import { assertionsOf } from '@switchboard/model/assertions';
import { PipelineError } from '@switchboard/model/errors/errors';
import { isSnapshot, type Plan, type PlanTable, type PlanUpload } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { type ClaimedUnit, enterPhase, fenceUnit, finishUnit, postponeUnit, releaseUnit } from '../../units/unit.ts';
import { recordRestatement } from '../restatements/record-restatement.ts';
import type { Attempt, WorkDeps } from '../state/attempt-context.ts';
import { keptAsOf } from '../state/destination-shown.ts';
import { endFlowIfDelivered, hasResult, lockUploadsOf } from '../state/end-flow.ts';
import { frozenUploads } from '../state/frozen-dates.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { recordStaleResults } from '../state/stale-results.ts';
import { changeStatus, setUnitStatus } from '../state/unit-status.ts';
import { renewFences } from '../state/upload-rows.ts';
import { readRowCounts, recordAssertions, stopUpload } from './assertions.ts';
import { differencesFromProduction, type KeptDifference } from './difference.ts';
import { failEmptyUpload, keepEarlierRows, recordEmptyLoads, refusedLoads } from './empty-results.ts';
import { recordLostValues } from './lost-values.ts';
import { requireInputs } from './require-inputs.ts';
import { StateMoved } from './state-moved.ts';
import { withoutStopped } from './without-stopped.ts';

type Work = {
  readonly plan: Plan;
  readonly reportDate: string | null;
  readonly inputs: readonly FlowInput[];
  readonly downloads: StateSource['downloads'];
  readonly uploads: readonly { readonly id: string; readonly name: string }[];
};

/** A result with, in a test run, how it differs from production's. */
type JudgedOutput = FlowOutput & { readonly difference?: KeptDifference | undefined };

/** Builds the results of a flow's uploads from its inputs, then hands each upload its result. */
export async function runFlow(deps: WorkDeps, attempt: Attempt): Promise<void> {
  const { unit, engine } = attempt;
  const work = await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await enterPhase(tx, unit, 'processing');
    await changeStatus(tx, 'flow', unit, 'PROCESSING', [sql`started = coalesce(started, now())`, sql`message = null`]);
    return loadWork(tx, unit);
  });
  const declared = work.uploads.map((upload) => {
    const found = work.plan.uploads.find((candidate) => candidate.name === upload.name);
    if (!found) throw new PipelineError('INTERNAL', { reference: `upload ${upload.name} is not in the plan` });
    return found;
  });
  const needed = new Set(declared.flatMap((upload) => upload.tables));
  const tables = work.plan.tables.filter((table) => needed.has(table.name));
  const assertions = assertionsOf(work.plan, declared);
  const { kept, rowCounts } = await deps.database.withAccount(unit.accountId, async (tx) => ({
    kept: await readStates(tx, unit.accountId, tables),
    rowCounts: await readRowCounts(tx, unit.accountId, work.reportDate, assertions),
  }));
  const answer = await buildResults(
    {
      reportDate: work.reportDate,
      tables,
      states: kept,
      inputs: work.inputs,
      outputs: declared.map((upload) => ({
        upload: upload.name,
        table: upload.table,
        asOf: keptAsOf(upload, work.reportDate),
        isStoredEmpty: upload.whenEmpty === 'replace',
        hasTotals: unit.purpose !== 'proof' && work.reportDate !== null,
      })),
      assertions,
      rowCounts,
      prefix: attempt.storePrefix('result'),
      limits: { memoryBytes: deps.limits.queryMemoryBytes, timeoutMs: deps.limits.queryTimeoutMs },
    },
    engine,
  );
  const outputs = await compareOutputs(deps, attempt, work.reportDate, declared, answer.outputs);
  await engine.fault('after-process');
  // A test run reads the kept rows and does not change them.
  const states = unit.purpose === 'proof' ? [] : (answer.states ?? []);
  const commit = async (tx: Tx): Promise<void> => {
    await fenceUnit(tx, unit);
    const flow = { plan: work.plan, reportDate: work.reportDate, uploads: declared };
    const stopped = await recordAssertions(tx, unit, flow, answer.assertions ?? []);
    if (states.length > 0) await engine.fault('before-state');
    const refused = refusedLoads(work.plan, declared, answer.states ?? []);
    // Uploads of later dates would deliver the changed rows of a frozen one.
    const frozen = states.length > 0 ? await frozenUploads(tx, unit) : [];
    const committed = withoutStopped(states, declared, [...stopped.keys(), ...refused.keys(), ...frozen]);
    const passedBy = await commitStates(tx, unit, kept, committed, work);
    const newest = committed.filter(({ table }) => !passedBy.has(table));
    await recordStaleResults(tx, unit, work, newest);
    await recordEmptyLoads(tx, unit, work, newest);
    if (states.length > 0) {
      await engine.fault('after-state');
      await rankSnapshots(tx, unit, work, passedBy);
    }
    await recordLostValues(tx, unit, answer.lostValues ?? []);
    await completeFlow(tx, deps, unit, { ...flow, uploads: work.uploads, declared, refused }, outputs, stopped);
  };
  await deps.database.withAccount(unit.accountId, commit).catch(async (error: unknown) => {
    if (!(error instanceof StateMoved)) throw error;
    await deps.database.withAccount(unit.accountId, (tx) => runAgain(tx, deps, unit));
  });
}

/** Assigns new fences to uploads of kept rows: they are ordered by when the rows were kept, not by report date. */
async function rankSnapshots(
  tx: Tx,
  { accountId }: ClaimedUnit,
  { plan, uploads }: Work,
  passedBy: ReadonlySet<string>,
): Promise<void> {
  const isRanked = (upload: PlanUpload): boolean =>
    isSnapshot(plan, upload) && !upload.tables.some((table) => passedBy.has(table));
  const ranked = plan.uploads.filter(isRanked).map(({ name }) => name);
  const ids = uploads.filter(({ name }) => ranked.includes(name)).map(({ id }) => id);
  if (ids.length > 0) await renewFences(tx, accountId, ids);
}

/** Compares the outputs of a test run with production; other runs are not compared. */
async function compareOutputs(
  deps: WorkDeps,
  attempt: Attempt,
  reportDate: string | null,
  uploads: readonly PlanUpload[],
  outputs: readonly FlowOutput[],
): Promise<readonly JudgedOutput[]> {
  if (attempt.unit.purpose !== 'proof') return outputs;
  const differences = await differencesFromProduction(deps, attempt, { reportDate, uploads, outputs });
  return outputs.map((output) => ({ ...output, difference: differences.get(output.upload) }));
}

/** The uploads of a flow, and how its script declares them. */
type FlowToComplete = Pick<Work, 'plan' | 'reportDate' | 'uploads'> & {
  readonly declared: readonly PlanUpload[];
  /** By upload the table that refuses a load without rows. */
  readonly refused?: ReadonlyMap<string, string>;
};

/**
 * Completes a flow in the attempt's transaction, after its fence: each upload gets its result, or ends where an assertion stops
 * it or it must not be without rows. Fails the flow if that ends all uploads and no earlier run produced a result.
 */
export async function completeFlow(
  tx: Tx,
  deps: Pick<WorkDeps, 'queue'>,
  unit: ClaimedUnit,
  { plan, reportDate, uploads, declared, refused }: FlowToComplete,
  outputs: readonly JudgedOutput[],
  stopped: ReadonlyMap<string, AssertionResult> = new Map(),
): Promise<void> {
  const waiting = await stillWaiting(tx, unit);
  const ending = uploads.filter(({ id }) => waiting.has(id));
  let reason: string | null = null;
  let isAllStopped = true;
  for (const upload of ending) {
    const assertion = stopped.get(upload.name);
    if (assertion) {
      reason = await stopUpload(tx, unit, upload, assertion);
      continue;
    }
    const output = outputs.find((candidate) => candidate.upload === upload.name);
    const planned = declared.find(({ name }) => name === upload.name);
    if (!output || !planned) throw new PipelineError('INTERNAL', { reference: `no result for ${upload.name}` });
    const empty = output.rows === 0 ? (planned.whenEmpty ?? 'keep') : null;
    const table = refused?.get(upload.name);
    if (table !== undefined || empty === 'fail') {
      reason = await failEmptyUpload(tx, unit, { id: upload.id, declared: planned, reportDate }, table);
      continue;
    }
    isAllStopped = false;
    // A test run shows its result also when that has no rows.
    if (empty === 'keep' && unit.purpose !== 'proof')
      await keepEarlierRows(tx, unit, { id: upload.id, declared: planned, reportDate });
    else {
      await releaseResult(tx, deps, unit, upload.id, output);
      if (!isSnapshot(plan, planned)) await recordRestatement(tx, { ...unit, unitId: upload.id });
    }
  }
  await finishUnit(tx, unit);
  if (reason !== null && isAllStopped && !(await hasResult(tx, unit))) {
    await setUnitStatus(tx, unit, 'failed', reason);
    return;
  }
  await changeStatus(tx, 'flow', unit, 'SINKING');
  await endFlowIfDelivered(tx, unit.accountId, unit.unitId);
}

/** Locks and returns the flow's uploads that did not end while it ran. */
async function stillWaiting(tx: Tx, unit: ClaimedUnit): Promise<ReadonlySet<string>> {
  await lockUploadsOf(tx, unit);
  const found = await sql<{ id: string }>`
    select id from upload where account_id = ${unit.accountId} and flow_id = ${unit.unitId} and status = 'preparing'
  `.execute(tx);
  return new Set(found.rows.map((row) => row.id));
}

/** Runs the flow again on the current rows of an upsert table that another flow changed first. Does not count as a retry. */
async function runAgain(tx: Tx, deps: WorkDeps, unit: ClaimedUnit): Promise<void> {
  await fenceUnit(tx, unit);
  await changeStatus(tx, 'flow', unit, 'RETRIED');
  await postponeUnit(tx, unit, 0, false);
  await deps.queue.wake(tx, unit);
}

async function loadWork(tx: Tx, unit: ClaimedUnit): Promise<Work> {
  const flows = await sql<{ changelist_id: string; proof_id: string | null; report_date: string | null }>`
    select changelist_id, proof_id, report_date::text as report_date from flow
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  const [flow] = flows.rows;
  if (!flow) throw new Error(`There is no flow ${unit.unitId}.`);
  const parts = await sql<{
    name: string;
    download_id: string;
    report_date: string | null;
    columns: readonly Column[];
    tables: readonly { readonly tableKey: string; readonly filename: string }[];
    removed: string | null;
  }>`
    select p.name, p.download_id, d.report_date::text as report_date, p.columns, p.tables,
      (d.tables_removed at time zone 'UTC')::date::text as removed
    from flow_input i
    join download_part p on p.account_id = i.account_id and p.id = i.part_id
    join download d on d.account_id = i.account_id and d.id = i.download_id
    where i.account_id = ${unit.accountId} and i.flow_id = ${unit.unitId}
    order by p.name
  `.execute(tx);
  requireInputs(parts.rows, flow.report_date);
  const uploads = await sql<{ id: string; name: string }>`
    select id, name from upload
    where account_id = ${unit.accountId} and flow_id = ${unit.unitId} and status = 'preparing' order by name
  `.execute(tx);
  return {
    plan: await loadPlan(tx, unit.accountId, flow.changelist_id, flow.proof_id),
    reportDate: flow.report_date,
    uploads: uploads.rows,
    downloads: parts.rows.map((part) => ({ table: part.name, downloadId: part.download_id })),
    inputs: parts.rows.map((part) => ({
      table: part.name,
      columns: part.columns,
      parts: part.tables.map((file) => ({
        tableKey: file.tableKey,
        filename: file.filename,
        // A source without dates shows the flow's own date in `report_date`.
        reportDate: part.report_date ?? flow.report_date,
      })),
    })),
  };
}

/** Gives an upload its result and releases it. */
async function releaseResult(
  tx: Tx,
  deps: Pick<WorkDeps, 'queue'>,
  flow: ClaimedUnit,
  uploadId: string,
  output: JudgedOutput,
): Promise<void> {
  const unit = { accountId: flow.accountId, unitId: uploadId, kind: 'upload', purpose: flow.purpose } as const;
  await changeStatus(tx, 'upload', unit, 'queued', [
    sql`ready = now()`,
    sql`result_key = ${output.resultKey}`,
    sql`result_removed = null`,
    sql`columns = ${JSON.stringify(output.columns)}::jsonb`,
    sql`sha256 = ${output.sha256}`,
    sql`row_count = ${output.rows}`,
    sql`totals = ${output.totals === undefined ? null : JSON.stringify(output.totals)}::jsonb`,
    sql`bytes = ${output.bytes}`,
    sql`difference = ${output.difference ? JSON.stringify(output.difference) : null}::jsonb`,
  ]);
  await releaseUnit(tx, unit);
  await deps.queue.wake(tx, unit);
}

/** The kept rows of an `upsert` table as a flow found them; null before its first run. */
export type KeptState = { readonly table: string; readonly stateKey: string | null; readonly version: number | null };

/** The newest committed rows of the `upsert` tables among these. */
export async function readStates(tx: Tx, accountId: string, tables: readonly PlanTable[]): Promise<KeptState[]> {
  const names = tables.filter((table) => table.state !== undefined).map((table) => table.name);
  if (names.length === 0) return [];
  const found = await sql<{ table_name: string; state_key: string; version: number }>`
    select table_name, state_key, version from table_state where account_id = ${accountId} and table_name = any(${names})
  `.execute(tx);
  const known = new Map(found.rows.map((row) => [row.table_name, row]));
  return names.map((table) => {
    const row = known.get(table);
    return { table, stateKey: row?.state_key ?? null, version: row?.version ?? null };
  });
}

/** Origin of the rows to keep that a flow commits. */
export type StateSource = {
  readonly reportDate: string | null;
  readonly plan: Pick<Plan, 'tables'>;
  /** The download of each source table. */
  readonly downloads: readonly { readonly table: string; readonly downloadId: string }[];
};

/**
 * Commits a flow's new rows to its tables, if they are based on the newest version. Skips tables that have rows of a newer version
 * of the flow's own report date.
 * @returns the names of the skipped tables
 * @throws StateMoved when a table is newer than the version that was read: the flow must run again, or the other flow's rows would be lost
 */
export async function commitStates(
  tx: Tx,
  flow: UnitRef,
  read: readonly KeptState[],
  made: readonly FlowState[],
  from: StateSource,
): Promise<ReadonlySet<string>> {
  const passedBy = new Set<string>();
  for (const { table, stateKey, rows } of made) {
    const before = read.find((state) => state.table === table);
    if (!before) continue;
    const inputs = JSON.stringify(inputsOf(table, from));
    if (await hasNewer(tx, flow, table, from.reportDate, inputs)) {
      passedBy.add(table);
      continue;
    }
    const columns = JSON.stringify(from.plan.tables.find((each) => each.name === table)?.columns ?? []);
    const changed =
      before.version === null
        ? await sql`
            insert into table_state (account_id, table_name, version, state_key, columns, row_count, flow_id)
            values (${flow.accountId}, ${table}, 1, ${stateKey}, ${columns}::jsonb, ${rows}, ${flow.unitId})
            on conflict (account_id, table_name) do nothing
          `.execute(tx)
        : await sql`
            update table_state set version = version + 1, state_key = ${stateKey}, columns = ${columns}::jsonb,
              row_count = ${rows}, flow_id = ${flow.unitId}, updated = now()
            where account_id = ${flow.accountId} and table_name = ${table} and version = ${before.version}
          `.execute(tx);
    if (changed.numAffectedRows !== 1n) throw new StateMoved(table);
    await noteInputs(tx, flow, table, from.reportDate, inputs);
  }
  return passedBy;
}

/** The downloads of the source tables that a table is made from. */
function inputsOf(table: string, { plan, downloads }: StateSource): StateSource['downloads'] {
  const wanted = new Set([table]);
  // Iterating a set also visits what is added meanwhile.
  for (const name of wanted)
    for (const input of plan.tables.find((each) => each.name === name)?.inputs ?? []) wanted.add(input);
  return downloads.filter((download) => wanted.has(download.table));
}

/** Whether a newer flow of the report date has brought rows of other downloads: it had the newer version of them. */
async function hasNewer(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  table: string,
  reportDate: string | null,
  inputs: string,
): Promise<boolean> {
  const found = await sql`
    select from jsonb_to_recordset(${inputs}::jsonb) as own("table" text, "downloadId" uuid)
    join table_state_input held on held.account_id = ${accountId} and held.table_name = ${table}
      and held.report_date is not distinct from ${reportDate}::date and held.part_name = own."table"
    join flow f on f.account_id = held.account_id and f.id = ${unitId}
    where held.download_id <> own."downloadId" and held.fence > f.fence limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

async function noteInputs(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  table: string,
  reportDate: string | null,
  inputs: string,
): Promise<void> {
  await sql`
    insert into table_state_input as held (account_id, table_name, report_date, part_name, download_id, fence)
    select ${accountId}, ${table}, ${reportDate}::date, own."table", own."downloadId", f.fence
    from jsonb_to_recordset(${inputs}::jsonb) as own("table" text, "downloadId" uuid)
    join flow f on f.account_id = ${accountId} and f.id = ${unitId}
    on conflict (account_id, table_name, report_date, part_name)
      do update set download_id = excluded.download_id, fence = excluded.fence where held.fence < excluded.fence
  `.execute(tx);
}
