import { randomUUID } from 'node:crypto';
import { type AssertionResult, deliverUpload, type FlowOutput, type LostValues } from '@switchboard/engine';
import { assertionsOf } from '@switchboard/model/assertions';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate, isSnapshot, type PlanUpload, REPLACING_MODES } from '@switchboard/model/plan';
import { buildTables } from './build-tables.ts';
import { downloadSource } from './download-source.ts';
import { emptyLoadTexts, refusedLoads } from './empty-loads.ts';
import { failureCode, failureText } from './failure-text.ts';
import { addRowCounts, failedText, stoppedBy } from './judge-assertions.ts';
import type { DownloadOutcome, PipelineParts, UploadOutcome } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

export type PipelineOutcome = {
  readonly downloads: readonly DownloadOutcome[];
  readonly uploads: readonly UploadOutcome[];
  readonly assertions: readonly AssertionResult[];
  /** Conversions in its tables that made values null. */
  readonly lostValues: readonly LostValues[];
  /** Effects of loads without rows on kept rows, as sentences. */
  readonly emptyLoads: readonly string[];
};

const PARALLEL_DOWNLOADS = 3;

/** Runs a script's pipeline for one report date, from its sources to its destinations. Only an abort throws. */
export async function runPipeline(parts: PipelineParts): Promise<PipelineOutcome> {
  const downloads = await inParallel(PARALLEL_DOWNLOADS, parts.sources, (source) => downloadSource(parts, source));
  const failed = new Set(downloads.filter((download) => download.status === 'failed').map((download) => download.name));
  const ready = parts.uploads.filter((upload) => !upload.sources.some((name) => failed.has(name)));
  const { results, states, assertions, lostValues } = await buildTables(parts, ready, downloads, (names) =>
    assertionsOf(
      parts.plan,
      ready.filter(({ name }) => names.includes(name)),
    ),
  );
  addRowCounts(parts.rowCounts, parts.plan, assertions);
  const stopped = stoppedBy(parts.plan, ready, assertions);
  const refused = refusedLoads(parts.plan, ready, states, parts.reportDate);
  const isRejected = ({ name }: PlanUpload): boolean => stopped.has(name) || refused.has(name);
  const rejected = new Set(ready.filter(isRejected).flatMap(({ tables }) => tables));
  const committed = states.filter(({ table }) => !rejected.has(table));
  await parts.keptRows.commit(committed);
  const uploads: UploadOutcome[] = [];
  for (const upload of parts.uploads) {
    const lacking = upload.sources.filter((name) => failed.has(name));
    const stop = stopped.get(upload.name);
    const outcome =
      lacking.length > 0
        ? unsent(upload, 'skipped', `Not run: ${lacking.join(', ')} failed for ${parts.reportDate}.`)
        : stop !== undefined
          ? unsent(
              upload,
              'failed',
              `${failedText(stop)} Nothing was uploaded. Correct the source or the script, then run it again.`,
            )
          : await uploadResult(parts, upload, refused.get(upload.name) ?? results.get(upload.name));
    parts.report({ kind: 'ended', outcome });
    uploads.push(outcome);
  }
  const emptyLoads = emptyLoadTexts(parts.plan, committed, parts.reportDate);
  return { downloads, uploads, assertions, lostValues, emptyLoads };
}

const NOTHING = { rows: 0, bytes: 0, keepsRows: false } as const;

async function uploadResult(
  parts: PipelineParts,
  upload: PlanUpload,
  result: FlowOutput | Error | undefined,
): Promise<UploadOutcome> {
  const { name, destination, whenEmpty = 'keep' } = upload;
  const nothing = { ...NOTHING, kind: 'upload', name, destination } as const;
  const failed = (error: unknown): UploadOutcome => ({
    ...nothing,
    status: 'failed',
    message: failureText(error),
    code: failureCode(error),
  });
  if (result === undefined || result instanceof Error)
    return failed(result ?? new Error(`There is no result of ${upload.table}.`));
  if (result.rows === 0 && whenEmpty === 'fail')
    return failed(new PipelineError('EMPTY_RESULT_REFUSED', { name, date: parts.reportDate }));
  if (result.rows === 0 && whenEmpty === 'keep') return keepEarlier(parts, upload, result, nothing);
  try {
    const delivery = deliveryOf(parts, upload, result);
    const delivered = await withRetries(parts, nothing, (attempt) => deliver(parts, delivery, attempt));
    return { ...nothing, ...delivered, status: 'completed', message: null, code: null };
  } catch (error) {
    parts.signal.throwIfAborted();
    if (error instanceof PipelineError && error.code === 'EMPTY_RESULT_UNTYPED')
      return { ...nothing, status: 'empty', message: failureText(error), code: null };
    return failed(error);
  }
}

type Delivery = Omit<Parameters<typeof deliverUpload>[0], 'attempt'>;

function deliveryOf(parts: PipelineParts, upload: PlanUpload, { resultKey, columns, rows }: FlowOutput): Delivery {
  return {
    accountId: 'local',
    unitId: randomUUID(),
    fence: parts.fence,
    purpose: 'production',
    upload,
    isSnapshot: isSnapshot(parts.plan, upload),
    key: upload.key === null ? null : parts.keyOf(upload.key.name),
    reportDate: parts.reportDate,
    resultKey: resultKey ?? '',
    columns,
    rows,
  };
}

async function deliver(
  parts: PipelineParts,
  delivery: Delivery,
  attempt: number,
): Promise<Pick<UploadOutcome, 'rows' | 'bytes' | 'destination'>> {
  const work = { kind: 'upload', name: delivery.upload.name } as const;
  const { rows, bytes, destination } = await parts.withContext(
    (progress) => parts.report({ kind: 'working', work, doing: 'uploading', progress }),
    (context) =>
      deliverUpload({ ...delivery, attempt }, context, {
        onColumnsAdded: async (columns) => parts.report({ kind: 'columns-added', work, columns }),
      }),
  );
  return { rows, bytes, destination };
}

/** Leaves the destination as it is, and reports whether its ledger has rows of an earlier result. */
async function keepEarlier(
  parts: PipelineParts,
  upload: PlanUpload,
  result: FlowOutput,
  nothing: Omit<UploadOutcome, 'status' | 'message' | 'code'>,
): Promise<UploadOutcome> {
  const empty = (keepsRows: boolean | null, more: string): UploadOutcome => ({
    ...nothing,
    status: 'empty',
    keepsRows,
    message: `The result has no rows; nothing was uploaded.${more}`,
    code: null,
  });
  const place = fillTemplate(upload.destination, parts.reportDate);
  const choices = REPLACING_MODES.includes(upload.mode) ? '"replace" or "fail"' : '"fail"';
  try {
    await deliver(parts, deliveryOf(parts, upload, result), 1);
    return empty(null, '');
  } catch (error) {
    parts.signal.throwIfAborted();
    if (!(error instanceof PipelineError) || error.code !== 'RESULT_EMPTY')
      return empty(null, ` Whether earlier rows stay at ${place} is not known: ${failureText(error)}`);
    if (error.parameters['held'] !== 1) return empty(false, '');
    return empty(
      true,
      ` Rows of ${parts.reportDate} that were uploaded before stay at ${place}. Set when_empty to ${choices} to change that.`,
    );
  }
}

function unsent(upload: PlanUpload, status: 'skipped' | 'failed', message: string): UploadOutcome {
  const { name, destination } = upload;
  return { ...NOTHING, kind: 'upload', name, status, destination, message, code: null };
}

/** Does work on every item, some at a time, and gives the results in the items' order. */
async function inParallel<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
