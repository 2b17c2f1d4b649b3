import { randomUUID } from 'node:crypto';
import { type AssertionResult, deliverUpload, type FlowOutput } from '@switchboard/engine';
import { assertionsOf } from '@switchboard/model/assertions';
import { isSnapshot, type PlanUpload } from '@switchboard/model/plan';
import { buildTables } from './build-tables.ts';
import { downloadSource } from './download-source.ts';
import { failureCode, failureText } from './failure-text.ts';
import { addRowCounts, failedText, stoppedBy } from './judge-assertions.ts';
import type { DownloadOutcome, PipelineParts, UploadOutcome } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

export type PipelineOutcome = {
  readonly downloads: readonly DownloadOutcome[];
  readonly uploads: readonly UploadOutcome[];
  readonly assertions: readonly AssertionResult[];
};

const PARALLEL_DOWNLOADS = 3;

/** Runs a script's pipeline for one report date, from its sources to its destinations. Only an abort throws. */
export async function runPipeline(parts: PipelineParts): Promise<PipelineOutcome> {
  const downloads = await inParallel(PARALLEL_DOWNLOADS, parts.sources, (source) => downloadSource(parts, source));
  const failed = new Set(downloads.filter((download) => download.status === 'failed').map((download) => download.name));
  const ready = parts.uploads.filter((upload) => !upload.sources.some((name) => failed.has(name)));
  const { results, states, assertions } = await buildTables(parts, ready, downloads, (names) =>
    assertionsOf(
      parts.plan,
      ready.filter(({ name }) => names.includes(name)),
    ),
  );
  addRowCounts(parts.rowCounts, parts.plan, assertions);
  const stopped = stoppedBy(parts.plan, ready, assertions);
  const rejected = new Set(ready.filter(({ name }) => stopped.has(name)).flatMap(({ tables }) => tables));
  await parts.keptRows.commit(states.filter(({ table }) => !rejected.has(table)));
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
          : await uploadResult(parts, upload, results.get(upload.name));
    parts.report({ kind: 'ended', outcome });
    uploads.push(outcome);
  }
  return { downloads, uploads, assertions };
}

async function uploadResult(
  parts: PipelineParts,
  upload: PlanUpload,
  result: FlowOutput | Error | undefined,
): Promise<UploadOutcome> {
  const work = { kind: 'upload', name: upload.name } as const;
  const nothing = { ...work, rows: 0, bytes: 0, destination: upload.destination };
  if (result === undefined || result instanceof Error) {
    return {
      ...nothing,
      status: 'failed',
      message: result?.message ?? `There is no result of ${upload.table}.`,
      code: failureCode(result),
    };
  }
  if (result.resultKey === null) {
    return { ...nothing, status: 'empty', message: 'The result has no rows; nothing was uploaded.', code: null };
  }
  const { resultKey, columns, rows } = result;
  const unitId = randomUUID();
  try {
    const delivered = await withRetries(parts, work, (attempt) =>
      parts.withContext(
        (progress) => parts.report({ kind: 'working', work, doing: 'uploading', progress }),
        (context) =>
          deliverUpload(
            {
              accountId: 'local',
              unitId,
              attempt,
              fence: parts.fence,
              purpose: 'production',
              upload,
              isSnapshot: isSnapshot(parts.plan, upload),
              key: upload.key === null ? null : parts.keyOf(upload.key.name),
              reportDate: parts.reportDate,
              resultKey,
              columns,
              rows,
            },
            context,
          ),
      ),
    );
    const { destination, bytes } = delivered;
    return { ...work, status: 'completed', rows: delivered.rows, bytes, destination, message: null, code: null };
  } catch (error) {
    parts.signal.throwIfAborted();
    return { ...nothing, status: 'failed', message: failureText(error), code: failureCode(error) };
  }
}

function unsent(upload: PlanUpload, status: 'skipped' | 'failed', message: string): UploadOutcome {
  const { name, destination } = upload;
  return { kind: 'upload', name, status, rows: 0, bytes: 0, destination, message, code: null };
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
