import type { KeyProperties } from '@switchboard/connectors';
import { asPipelineError, deliverUpload, type UploadResult } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { EventFact } from '@switchboard/model/event-codes';
import { isSnapshot, type PlanUpload } from '@switchboard/model/plan';
import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { isFolderSplit } from '../../db/export-folders.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { beginCommit, type ClaimedUnit, enterPhase, fenceUnit, finishUnit } from '../../units/unit.ts';
import { recordLateDelivery } from '../deadlines/record-late-delivery.ts';
import { recordRestatementDelivered } from '../restatements/record-restatement.ts';
import type { Attempt, WorkDeps } from '../state/attempt-context.ts';
import { destinationShown } from '../state/destination-shown.ts';
import { endFlowIfDelivered } from '../state/end-flow.ts';
import { freezeOfUpload, lockFreezes } from '../state/frozen-dates.ts';
import { loadPlan } from '../state/plan-queries.ts';
import { changeStatus } from '../state/unit-status.ts';
import { keepTestResult } from './deliver-test.ts';
import { claimTestObject } from './test-objects.ts';
import { checkTestPlace } from './test-place.ts';
import { testTarget } from './test-target.ts';

type UploadRow = {
  readonly name: string;
  readonly report_date: string | null;
  readonly result_key: string | null;
  readonly columns: readonly Column[];
  readonly row_count: number;
  readonly flow_id: string;
  readonly fence: number;
  readonly epoch: number;
  readonly changelist_id: string;
  readonly proof_id: string | null;
  readonly is_cancel_requested: boolean;
};

/** Delivers a result to its destination. The destination's ledger shows whether an earlier attempt already has. */
export async function runUpload(deps: WorkDeps, attempt: Attempt): Promise<void> {
  const { unit, engine } = attempt;
  const { row, declared, isOfKept } = await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await enterPhase(tx, unit, 'upload');
    const found = await sql<UploadRow>`
      select u.name, u.report_date::text as report_date, u.result_key, u.columns, u.row_count, u.flow_id,
        coalesce(u.fence, f.fence) as fence, current_fence_epoch() as epoch, f.changelist_id, f.proof_id, w.cancel_requested is not null as is_cancel_requested
      from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      join unit w on w.account_id = u.account_id and w.id = u.id
      where u.account_id = ${unit.accountId} and u.id = ${unit.unitId}
    `.execute(tx);
    const [stored] = found.rows;
    if (!stored) throw new Error(`There is no upload ${unit.unitId}.`);
    const plan = await loadPlan(tx, unit.accountId, stored.changelist_id, stored.proof_id);
    const planned = plan.uploads.find((candidate): candidate is PlanUpload => candidate.name === stored.name);
    if (!planned) throw new Error(`The plan has no upload ${stored.name}.`);
    await changeStatus(tx, 'upload', unit, 'uploading', [
      sql`started = coalesce(started, now())`,
      sql`finished = null`,
      sql`message = null`,
    ]);
    return { row: stored, declared: planned, isOfKept: isSnapshot(plan, planned) };
  });
  const upload = unit.purpose === 'proof' ? deliveredByTest(declared, row) : declared;
  if (upload === null) {
    const { result_key: resultKey, report_date: reportDate, row_count: rows, flow_id: flowId, columns } = row;
    await keepTestResult(deps, attempt, { upload: declared, resultKey, reportDate, rows, flowId, columns });
    return;
  }
  if (upload.connector === 'file') await refuseSplitFolder(deps, unit, upload.name);
  const { result_key: resultKey } = row;
  if (resultKey === null)
    throw new PipelineError('INPUT_MISSING', { input: row.name, date: row.report_date ?? 'no date' });
  const key = upload.key === null ? null : await deps.openKey(unit.accountId, upload.key, upload.name);
  const claimTarget =
    unit.purpose === 'proof' ? claimOf(deps.database, unit, { upload, key, reportDate: row.report_date }) : undefined;
  // A failure of our own database is classified here: the destination would report it as its own, perhaps permanent one.
  const ours = (error: unknown): never => {
    throw asPipelineError(error, () => unit.unitId);
  };
  const delivered = await deliverInEpoch(deps.database, unit, row, (epoch) =>
    deliverUpload(
      {
        accountId: unit.accountId,
        unitId: unit.unitId,
        attempt: unit.attempt,
        fence: row.fence,
        epoch,
        purpose: unit.purpose,
        upload,
        key,
        reportDate: row.report_date,
        isSnapshot: isOfKept,
        resultKey,
        columns: row.columns,
        rows: row.row_count,
        isCancelRequested: row.is_cancel_requested,
      },
      engine,
      {
        beforeCommit: () => markCommit(deps.database, unit, row).catch(ours),
        claimTarget,
        onColumnsAdded: (names) => recordColumns(deps.database, unit, upload, row, names).catch(ours),
      },
    ),
  );
  await engine.fault('after-delivery');
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await completeUpload(tx, unit, row, delivered);
  });
}

/** Records columns that a delivery has added to its table. They stay there, whatever becomes of the attempt. */
async function recordColumns(
  database: Database,
  unit: ClaimedUnit,
  upload: PlanUpload,
  { name, report_date: reportDate }: Pick<UploadRow, 'name' | 'report_date'>,
  names: readonly string[],
): Promise<void> {
  const destination = destinationShown(upload, reportDate);
  const parameters = { name, columns: names.join(', '), count: names.length, destination };
  await database.withAccount(unit.accountId, (tx) =>
    recordUnitEvent(tx, unit, { severity: 'info', code: 'COLUMNS_ADDED', parameters }),
  );
}

type TestDelivery = {
  readonly upload: PlanUpload;
  readonly key: KeyProperties | null;
  readonly reportDate: string | null;
};

/**
 * Checks that a test run writes into a place where test runs may write, and returns how it claims what it writes there.
 * @throws PipelineError TEST_PLACE_NOT_ALLOWED, PARAMETER_INVALID
 */
function claimOf(
  database: Database,
  { accountId }: ClaimedUnit,
  { upload, key, reportDate }: TestDelivery,
): (exists: () => Promise<boolean>) => Promise<void> {
  const write = checkTestPlace(upload, reportDate, key);
  const destination = destinationShown(upload, reportDate);
  return (exists) => claimTestObject(database, { accountId, upload, key, write, destination }, exists);
}

/** @throws PipelineError FILE_FOLDER_NOT_SHARED when the files of an upload would be spread over several folders */
async function refuseSplitFolder(
  { database, exportFolder }: Pick<WorkDeps, 'database' | 'exportFolder'>,
  unit: ClaimedUnit,
  name: string,
): Promise<void> {
  if (exportFolder === undefined) return;
  if (await database.withAccount(unit.accountId, (tx) => isFolderSplit(tx, exportFolder)))
    throw new PipelineError('FILE_FOLDER_NOT_SHARED', { name });
}

/**
 * Delivers within the history of the database that gave the fence. A destination that holds a fence which this database has not
 * given yet shows that the database was restored unnoticed: the result is delivered once more, in a new history.
 */
async function deliverInEpoch(
  database: Database,
  unit: ClaimedUnit,
  row: Pick<UploadRow, 'epoch'>,
  deliver: (epoch: number) => Promise<UploadResult>,
): Promise<UploadResult> {
  try {
    return await deliver(row.epoch);
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== 'DESTINATION_SUPERSEDED') throw error;
    const held = Number(error.parameters['held'] ?? 0);
    const epoch = await database.withAccount(unit.accountId, async (tx) => {
      const found = await sql<{ epoch: number }>`select current_fence_epoch(${held}) as epoch`.execute(tx);
      return found.rows[0]?.epoch ?? row.epoch;
    });
    if (epoch === row.epoch) throw error;
    return deliver(epoch);
  }
}

/**
 * Marks that an attempt is about to commit its result at the destination: a cancellation from now on must find out whether
 * the destination has it. Runs in a transaction of its own, which is serialized with those that request a cancel.
 * @throws PipelineError DELIVERY_CANCELLED when a cancel was requested, REPORT_DATE_FROZEN, STALE_ATTEMPT when the attempt lost its lease
 */
async function markCommit(
  database: Database,
  unit: ClaimedUnit,
  upload: Pick<UploadRow, 'name' | 'report_date'>,
): Promise<void> {
  await database.withAccount(unit.accountId, async (tx) => {
    await lockFreezes(tx, unit.accountId, 'shared');
    const freeze = await freezeOfUpload(tx, unit);
    if (freeze !== null) {
      const frozen = { name: upload.name, date: upload.report_date ?? '', dates: frozenDatesText(freeze) };
      throw new PipelineError('REPORT_DATE_FROZEN', { ...frozen, freeze: freeze.id });
    }
    if (await beginCommit(tx, unit)) return;
    throw new PipelineError('DELIVERY_CANCELLED', { name: upload.name, date: upload.report_date ?? 'all dates' });
  });
}

/**
 * An upload as a test run delivers it; null when it has no target for tests, or nothing to deliver.
 * @throws PipelineError PARAMETER_INVALID rather than deliver to the real destination
 */
function deliveredByTest(upload: PlanUpload, row: UploadRow): PlanUpload | null {
  const target = testTarget(upload, row.report_date);
  if (target.kind === 'real')
    throw new PipelineError('PARAMETER_INVALID', {
      name: upload.name,
      parameter: 'test',
      reason: 'names the real destination',
    });
  return target.kind === 'deliver' && row.result_key !== null ? target.upload : null;
}

/** Records a result that is at its destination: status and event, in the attempt's transaction after its fence. */
export async function completeUpload(
  tx: Tx,
  unit: ClaimedUnit,
  row: Pick<UploadRow, 'name' | 'flow_id' | 'report_date'>,
  delivered: UploadResult,
): Promise<void> {
  await changeStatus(tx, 'upload', unit, 'completed', [
    sql`finished = now()`,
    sql`row_count = ${delivered.rows}`,
    sql`bytes = ${delivered.bytes}`,
    sql`destination = ${delivered.destination}`,
    sql`progress = '{}'`,
  ]);
  await finishUnit(tx, unit);
  await recordUnitEvent(tx, unit, { severity: 'info', ...factOf(row, delivered) });
  if (unit.purpose === 'production') await recordLateDelivery(tx, unit, row);
  if (unit.purpose !== 'proof') await recordRestatementDelivered(tx, unit);
  await endFlowIfDelivered(tx, unit.accountId, row.flow_id);
}

function factOf(
  { name, report_date: date }: Pick<UploadRow, 'name' | 'report_date'>,
  { rows, destination, alreadyDelivered }: UploadResult,
): EventFact {
  if (alreadyDelivered) return { code: 'UPLOAD_ALREADY_DELIVERED', parameters: { name, rows, destination } };
  if (rows === 0)
    return { code: 'EMPTY_RESULT_UPLOADED', parameters: { name, date: date ?? 'all dates', destination } };
  return { code: 'UPLOAD_COMPLETED', parameters: { name, rows, destination } };
}
