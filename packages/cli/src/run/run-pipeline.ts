import { randomUUID } from 'node:crypto';
import { buildResults, deliverUpload, type FlowInput, type FlowOutput, type FlowResult } from '@switchboard/engine';
import { PipelineError, type PlanUpload } from '@switchboard/model';
import { downloadSource } from './download-source.ts';
import { failureText } from './failure-text.ts';
import type { DownloadOutcome, PipelineParts, UploadOutcome } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

export type PipelineOutcome = {
  readonly downloads: readonly DownloadOutcome[];
  readonly uploads: readonly UploadOutcome[];
};

const PARALLEL_DOWNLOADS = 3;
const QUERY_TIMEOUT = 30 * 60_000;

/** Runs a script's pipeline for one report date, from its sources to its destinations. Only an abort throws. */
export async function runPipeline(parts: PipelineParts): Promise<PipelineOutcome> {
  const downloads = await inParallel(PARALLEL_DOWNLOADS, parts.sources, async (source) => {
    const outcome = await downloadSource(parts, source);
    parts.report({ kind: 'ended', outcome });
    return outcome;
  });
  const failed = new Set(downloads.filter((download) => download.status === 'failed').map((download) => download.name));
  const ready = parts.uploads.filter((upload) => !upload.sources.some((name) => failed.has(name)));
  const built = ready.length === 0 ? new Map<string, FlowOutput | Error>() : await buildAll(parts, ready, downloads);
  const uploads: UploadOutcome[] = [];
  for (const upload of parts.uploads) {
    const lacking = upload.sources.filter((name) => failed.has(name));
    const outcome =
      lacking.length > 0 ? skipped(parts, upload, lacking) : await uploadResult(parts, upload, built.get(upload.name));
    parts.report({ kind: 'ended', outcome });
    uploads.push(outcome);
  }
  return { downloads, uploads };
}

/** Each upload's result or why there is none. Uploads are built in one flow; when that fails, each for itself, so that one bad table stops only its own. */
async function buildAll(
  parts: PipelineParts,
  uploads: readonly PlanUpload[],
  downloads: readonly DownloadOutcome[],
): Promise<ReadonlyMap<string, FlowOutput | Error>> {
  const work = { kind: 'flow', name: uploads.map((upload) => upload.name).join(', ') } as const;
  try {
    const answer = await withRetries(parts, work, (attempt) =>
      buildFlow(parts, uploads, downloads, `${uploads.length}/${attempt}`),
    );
    return new Map(answer.outputs.map((output) => [output.upload, output]));
  } catch (error) {
    parts.signal.throwIfAborted();
    const failure = error instanceof Error ? error : new Error(String(error));
    const mayBeOneTable = uploads.length > 1 && error instanceof PipelineError && error.code !== 'ATTEMPTS_EXHAUSTED';
    if (!mayBeOneTable) return new Map(uploads.map((upload) => [upload.name, failure]));
  } finally {
    parts.report({ kind: 'processed', work });
  }
  const each = new Map<string, FlowOutput | Error>();
  for (const upload of uploads)
    for (const [name, result] of await buildAll(parts, [upload], downloads)) each.set(name, result);
  return each;
}

function buildFlow(
  parts: PipelineParts,
  uploads: readonly PlanUpload[],
  downloads: readonly DownloadOutcome[],
  prefix: string,
): Promise<FlowResult> {
  const work = { kind: 'flow', name: uploads.map((upload) => upload.name).join(', ') } as const;
  const tables = new Set(uploads.flatMap((upload) => upload.tables));
  const sourceTables = new Set(uploads.flatMap((upload) => upload.sourceTables));
  const inputs: FlowInput[] = downloads.flatMap((download) =>
    download.tables
      .filter((table) => sourceTables.has(table.name))
      .map(({ name, answer }) => ({
        table: name,
        columns: answer.columns,
        parts: answer.tables.map((part) => ({
          tableKey: part.tableKey,
          filename: part.filename,
          reportDate: parts.reportDate,
        })),
      })),
  );
  return parts.withContext(
    (progress) => parts.report({ kind: 'working', work, doing: 'processing', progress }),
    (context) =>
      buildResults(
        {
          reportDate: parts.reportDate,
          tables: parts.plan.tables.filter((table) => tables.has(table.name)),
          inputs,
          outputs: uploads.map((upload) => ({ upload: upload.name, table: upload.table })),
          prefix: `result/${uploads[0]?.name ?? 'none'}/${prefix}`,
          limits: { memoryBytes: parts.memoryBytes, timeoutMs: QUERY_TIMEOUT },
        },
        context,
      ),
  );
}

async function uploadResult(
  parts: PipelineParts,
  upload: PlanUpload,
  result: FlowOutput | Error | undefined,
): Promise<UploadOutcome> {
  const work = { kind: 'upload', name: upload.name } as const;
  const unsent = { ...work, rows: 0, bytes: 0, destination: upload.destination };
  if (result === undefined || result instanceof Error) {
    return { ...unsent, status: 'failed', message: result?.message ?? `There is no result of ${upload.table}.` };
  }
  if (result.resultKey === null) {
    return { ...unsent, status: 'empty', message: 'The result has no rows; nothing was uploaded.' };
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
    return { ...work, status: 'completed', rows: delivered.rows, bytes, destination, message: null };
  } catch (error) {
    parts.signal.throwIfAborted();
    return { ...unsent, status: 'failed', message: failureText(error) };
  }
}

function skipped(parts: PipelineParts, upload: PlanUpload, lacking: readonly string[]): UploadOutcome {
  const message = `Not run: ${lacking.join(', ')} failed for ${parts.reportDate}.`;
  return {
    kind: 'upload',
    name: upload.name,
    status: 'skipped',
    rows: 0,
    bytes: 0,
    destination: upload.destination,
    message,
  };
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
