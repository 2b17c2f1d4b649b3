import { fetchSource, loadPart, type RawFile } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { isDated, type PlanValue, type Source } from '@switchboard/model/plan';
import { failureCode, failureText } from './failure-text.ts';
import type { DownloadOutcome, PipelineParts } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

/** The report date, and the store prefix, of a source's files: those without dates belong to all report dates. */
type Place = { readonly reportDate: string | null; readonly prefix: string };

const placeOf = (source: Source, { reportDate, prefix }: PipelineParts): Place =>
  isDated(source) ? { reportDate, prefix } : { reportDate: null, prefix: 'undated' };

/**
 * Fetches a source for the report date and loads its tables; a source without dates only once. A failure is an outcome; only
 * an abort throws.
 */
export async function downloadSource(parts: PipelineParts, source: Source): Promise<DownloadOutcome> {
  const loaded = parts.undated.get(source.name);
  if (loaded) return loaded;
  const outcome = await download(parts, source, placeOf(source, parts));
  parts.report({ kind: 'ended', outcome });
  if (outcome.reportDate === null && outcome.status === 'completed') parts.undated.set(source.name, outcome);
  return outcome;
}

async function download(parts: PipelineParts, source: Source, place: Place): Promise<DownloadOutcome> {
  const work = { kind: 'download', name: source.name } as const;
  let files: readonly RawFile[] = [];
  const tables: DownloadOutcome['tables'][number][] = [];
  const outcome = (status: DownloadOutcome['status'], error?: unknown): DownloadOutcome => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const failure =
      error === undefined ? { message: null, code: null } : { message: failureText(error), code: failureCode(error) };
    return { ...work, reportDate: place.reportDate, status, files: files.length, bytes, tables, ...failure };
  };
  try {
    files = await fetchFiles(parts, source, place);
    for (const table of source.tables) {
      const answer = await withRetries(parts, work, (attempt) =>
        parts.withContext(
          (progress) => parts.report({ kind: 'working', work, doing: 'loading', progress }),
          (context) => {
            const prefix = `${place.prefix}/table/${source.name}/${table.name}/${attempt}`;
            return loadPart({ name: source.name, table, parameters: source.parameters, files, prefix }, context);
          },
        ),
      );
      tables.push({ name: table.name, answer });
    }
    if (tables.some(({ answer }) => answer.dirtyStatus === 'all')) throw new PipelineError('ALL_ROWS_DIRTY');
    return outcome('completed');
  } catch (error) {
    parts.signal.throwIfAborted();
    return outcome('failed', error);
  }
}

/** The raw files, asked for until the provider has made the report. */
async function fetchFiles(
  parts: PipelineParts,
  source: Source,
  { reportDate, prefix: folder }: Place,
): Promise<readonly RawFile[]> {
  const work = { kind: 'download', name: source.name } as const;
  const key = source.key === null ? null : parts.keyOf(source.key.name);
  let state: PlanValue | null = null;
  return withRetries(parts, work, async (attempt) => {
    for (;;) {
      const request = { source, key, reportDate, state, prefix: `${folder}/raw/${source.name}/${attempt}` };
      const answer = await parts.withContext(
        (progress) => parts.report({ kind: 'working', work, doing: 'fetching', progress }),
        (context) => fetchSource(request, context),
      );
      if (answer.kind === 'fetched') {
        if (answer.files.length > 0) return answer.files;
        throw new PipelineError('SOURCE_FILE_MISSING', { name: source.name, file: `for ${parts.reportDate}` });
      }
      state = answer.state;
      parts.report({ kind: 'working', work, doing: 'waiting for the report', progress: {} });
      await parts.wait(answer.checkAfterSeconds * 1000);
    }
  });
}
