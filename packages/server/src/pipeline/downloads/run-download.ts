import { isDeepStrictEqual } from 'node:util';
import type { WantedFile } from '@switchboard/connectors';
import { fetchSource, isFaultOfFiles, type LoadResult, loadPart, type RawFile } from '@switchboard/engine';
import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';
import { eventText } from '@switchboard/model/event-codes';
import { LIMITS } from '@switchboard/model/limits';
import type { PlanValue, Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { enterPhase, fenceUnit, finishUnit, postponeUnit, resetRetryCount } from '../../units/unit.ts';
import { settleFlowsOf } from '../flows/settle-flow.ts';
import { startDueFlows } from '../flows/start-flows.ts';
import { buildFileHandle } from '../sources/file-handle.ts';
import { recordRequest, requestProbe } from '../sources/source-rows.ts';
import { waitForFiles } from '../sources/wait-for-files.ts';
import type { Attempt, WorkDeps } from '../state/attempt-context.ts';
import { removeFetchedFiles, storeReportState } from '../state/download-rows.ts';
import { isLoadedAlike, isProbed, loadPlan } from '../state/plan-queries.ts';
import { changeStatus, ofDate } from '../state/unit-status.ts';
import { completeDownload, recordVolume } from './complete-download.ts';

/** Errors that mean a listed file changed before it was read; probe again. */
const NOT_AS_FOUND: readonly ErrorCode[] = ['SOURCE_FILE_MISSING', 'SOURCE_FILE_CHANGED', 'SOURCE_ENDED_EARLY'];

const REPORT_UNCHANGED = { code: 'REPORT_UNCHANGED', parameters: {} } as const;

export type DownloadRow = {
  readonly source: string;
  readonly report_date: string | null;
  readonly changelist_id: string;
  readonly proof_id: string | null;
  /** Arguments of `readReport`. */
  readonly state: PlanValue | null;
  readonly raw: readonly RawFile[] | null;
  /** The files that a probe has found; null before, and for a source without probes. */
  readonly files: readonly WantedFile[] | null;
  /** When an asynchronous report was first asked for. */
  readonly requested_at: Date | null;
};

/** Fetches a source for a report date and loads the files. Each half commits, so that a retry repeats only what failed. */
export async function runDownload(deps: WorkDeps, attempt: Attempt): Promise<void> {
  const { unit, engine } = attempt;
  const { row, source } = await deps.database.withAccount(unit.accountId, async (tx) => {
    const found = await sql<DownloadRow>`
      select source, report_date::text as report_date, changelist_id, proof_id, state, raw, files, requested_at
      from download where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
    const [download] = found.rows;
    if (!download) throw new Error(`There is no download ${unit.unitId}.`);
    const plan = await loadPlan(tx, unit.accountId, download.changelist_id, download.proof_id);
    const declared = plan.sources.find((candidate) => candidate.name === download.source);
    if (!declared) throw new Error(`The plan of ${download.changelist_id} has no source ${download.source}.`);
    return { row: download, source: declared };
  });
  if (unit.purpose === 'production' && row.raw === null && row.files === null && isProbed(source.connector)) {
    await deps.database.withAccount(unit.accountId, (tx) => waitForFiles(tx, unit, source.name));
    return;
  }
  const raw = row.raw === null ? await fetchRaw(deps, attempt, row, source) : await resumeRaw(deps, attempt, row.raw);
  if (raw === null) return;
  const loaded: { table: string; answer: LoadResult }[] = [];
  for (const table of source.tables) {
    const request = {
      name: source.name,
      table,
      parameters: source.parameters,
      files: raw,
      prefix: `${attempt.storePrefix('table')}/${table.name}`,
    };
    const answer = await loadPart(request, engine).catch(async (error: unknown) => {
      if (isFaultOfFiles(error)) await forgetRaw(deps, attempt);
      throw error;
    });
    loaded.push({ table: table.name, answer });
  }
  await engine.fault('after-load');
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    const completed = await completeDownload(tx, unit, source, loaded);
    // A launched run has its flows already, and starts no others.
    if (unit.purpose !== 'production') await settleFlowsOf(tx, deps.queue, unit);
    else if (completed) {
      await startDueFlows(tx, deps.queue, {
        accountId: unit.accountId,
        downloadId: unit.unitId,
        changelistId: row.changelist_id,
        purpose: unit.purpose,
        interactive: unit.interactive,
        source,
        reportDate: row.report_date,
      });
    }
    await recordVolume(tx, unit);
  });
}

/** Continues with the files that an earlier attempt has fetched. */
async function resumeRaw(deps: WorkDeps, { unit }: Attempt, raw: readonly RawFile[]): Promise<readonly RawFile[]> {
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await enterPhase(tx, unit, 'unpack');
    await changeStatus(tx, 'download', unit, 'unpacking', [sql`finished = null`, sql`message = null`]);
  });
  return raw;
}

/** Lets the next attempt fetch the files again. */
async function forgetRaw(deps: WorkDeps, { unit }: Attempt): Promise<void> {
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await removeFetchedFiles(tx, unit);
  });
}

/** The raw files, or null when the provider is still making the report or gave the same one again. */
async function fetchRaw(
  deps: WorkDeps,
  attempt: Attempt,
  row: DownloadRow,
  source: Source,
): Promise<readonly RawFile[] | null> {
  const { unit, engine } = attempt;
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await enterPhase(tx, unit, 'download');
    await changeStatus(tx, 'download', unit, 'downloading', [
      sql`started = coalesce(started, now())`,
      sql`finished = null`,
      sql`message = null`,
    ]);
    if (unit.purpose !== 'proof') await recordRequest(tx, unit.accountId, source.name);
  });
  const ordered = readReport(row.state, unit.retryCount);
  const key = source.key === null ? null : await deps.openKey(unit.accountId, source.key, source.name);
  const answer = await fetchSource(
    {
      source,
      key,
      reportDate: row.report_date,
      state: ordered.report,
      prefix: attempt.storePrefix('raw'),
      timezone: source.schedule.timezone,
      ...(row.files === null ? {} : { files: row.files }),
    },
    engine,
  ).catch(async (error: unknown) => {
    const code = error instanceof PipelineError ? error.code : null;
    if (row.files !== null && code !== null && NOT_AS_FOUND.includes(code))
      await deps.database.withAccount(unit.accountId, (tx) => requestProbe(tx, unit.accountId, source.name));
    if (code === 'SOURCE_REPORT_FAILED') {
      await forgetReport(deps, attempt, { ended: false, failed: ordered.failed + 1 });
    }
    throw error;
  });
  if (answer.kind === 'fetched' && answer.files.length === 0) {
    throw new PipelineError('SOURCE_FILE_MISSING', { name: source.name, file: 'for this report date' });
  }
  if (answer.kind === 'requested' && isLate(row.requested_at, engine.now())) {
    await forgetReport(deps, attempt, { ended: true, failed: 0 });
    throw new PipelineError('SOURCE_REPORT_LATE', { name: source.name, hours: LIMITS.reportWaitHours });
  }
  await engine.fault('after-fetch');
  return deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    if (answer.kind === 'requested') {
      await changeStatus(tx, 'download', unit, 'requested', [
        sql`requested_at = coalesce(requested_at, ${new Date(engine.now())})`,
        sql`progress = ${JSON.stringify({ reports: 0, estimatedReports: 1 })}::jsonb`,
        sql`handle = ${JSON.stringify(answer.handle === undefined ? {} : { handle: answer.handle })}::jsonb`,
        sql`state = ${JSON.stringify(keepReport({ report: answer.state, failed: ordered.failed }))}::jsonb`,
      ]);
      await postponeUnit(tx, unit, answer.checkAfterSeconds * 1000, false);
      // "Not ready" about the same report is not a failure: only consecutive failures count as retries.
      if (isDeepStrictEqual(answer.state, ordered.report)) await resetRetryCount(tx, unit, ordered.failed);
      await deps.queue.wake(tx, unit, answer.checkAfterSeconds * 1000);
      return null;
    }
    const filename = answer.files.map((file) => file.filename).join(', ');
    const handle = buildFileHandle(source, row.report_date, answer.files, filename);
    const assignments = [
      sql`raw = ${JSON.stringify(answer.files)}::jsonb`,
      sql`raw_removed = null`,
      // The provider's id of a report stays in it.
      sql`handle = handle || ${JSON.stringify(handle)}::jsonb`,
      sql`description = ${filename}`,
    ];
    // A launched run loads its files again even when they are unchanged.
    if (unit.purpose === 'production' && (await sameAsLatest(tx, attempt, source, row.report_date, answer.files))) {
      await changeStatus(tx, 'download', unit, 'skipped', [
        ...assignments,
        sql`finished = now()`,
        sql`message = ${eventText(REPORT_UNCHANGED)}`,
      ]);
      await finishUnit(tx, unit);
      await recordUnitEvent(tx, unit, { severity: 'info', ...REPORT_UNCHANGED });
      return null;
    }
    await enterPhase(tx, unit, 'unpack');
    await changeStatus(tx, 'download', unit, 'unpacking', [...assignments, sql`progress = '{}'`]);
    return answer.files;
  });
}

/** Whether a requested report is overdue by the limit. */
function isLate(requestedAt: Date | null, now: number): boolean {
  return requestedAt !== null && now - requestedAt.getTime() > LIMITS.reportWaitHours * 3_600_000;
}

/** Lets the next attempt request a new report. After the last attempt (`ended`) its time limit starts again, too. */
async function forgetReport(
  deps: WorkDeps,
  { unit }: Attempt,
  { ended, failed }: { readonly ended: boolean; readonly failed: number },
): Promise<void> {
  const state = keepReport({ report: null, failed });
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    await storeReportState(tx, unit, { state, ended });
  });
}

/**
 * Whether the newest completed download of the same source and date had the same files byte for byte. Without dates it is the
 * one that every later flow reads, so that it must also be loaded as the script declares it now.
 */
async function sameAsLatest(
  tx: Parameters<typeof fenceUnit>[0],
  attempt: Attempt,
  source: Source,
  reportDate: string | null,
  files: readonly RawFile[],
): Promise<boolean> {
  const { unit } = attempt;
  const latest = await sql<{ raw: readonly RawFile[]; changelist_id: string }>`
    select raw, changelist_id from download
    where account_id = ${unit.accountId} and source = ${source.name} and ${ofDate(reportDate)}
      and purpose = ${unit.purpose} and status = 'completed' and raw is not null
    order by finished desc limit 1
  `.execute(tx);
  const [row] = latest.rows;
  if (!row || row.raw.length !== files.length) return false;
  if (!row.raw.every((file, index) => file.sha256 === files[index]?.sha256)) return false;
  if (reportDate !== null) return true;
  const { sources } = await loadPlan(tx, unit.accountId, row.changelist_id);
  return isLoadedAlike(
    sources.find(({ name }) => name === source.name),
    source,
  );
}

/** The asynchronous report of a download between two attempts. */
export type OrderedReport = {
  /** The connector's state of the requested report; null when the next attempt requests one. */
  readonly report: PlanValue | null;
  /** Reports of this date that failed at the provider and still count as retries. */
  readonly failed: number;
};

/**
 * Reads the stored state. Retries count consecutive failures, so that a poll which answers "not ready" resets them, except for
 * reports that failed: otherwise request, wait and failure would repeat without end. The retry count never falls below the
 * number of failed reports, so that a smaller one means a person has started the download again.
 */
export function readReport(state: PlanValue | null, retryCount: number): OrderedReport {
  if (!isKept(state)) return { report: state, failed: 0 };
  return { report: state.report, failed: Math.min(state.failedReports, retryCount) };
}

/** As it is stored in the download's `state`: the connector's state alone as long as no report has failed. */
export function keepReport({ report, failed }: OrderedReport): PlanValue | null {
  return failed === 0 ? report : { failedReports: failed, report };
}

type Kept = { readonly failedReports: number; readonly report: PlanValue };

function isKept(state: PlanValue | null): state is Kept {
  if (typeof state !== 'object' || state === null) return false;
  return 'failedReports' in state && typeof state.failedReports === 'number' && 'report' in state;
}
