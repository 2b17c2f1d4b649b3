import { fetchSource, isFaultOfFiles, type LoadResult, loadPart, type RawFile } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { isDated, type PlanValue, type Source, type SourceTable } from '@switchboard/model/plan';
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
  const files = filesOf(parts, source, place);
  let tables: DownloadOutcome['tables'][number][] = [];
  const outcome = (status: DownloadOutcome['status'], error?: unknown): DownloadOutcome => {
    const fetched = files.last();
    const bytes = fetched.reduce((sum, file) => sum + file.bytes, 0);
    const failure =
      error === undefined ? { message: null, code: null } : { message: failureText(error), code: failureCode(error) };
    return { ...work, reportDate: place.reportDate, status, files: fetched.length, bytes, tables, ...failure };
  };
  const load = (table: SourceTable, raw: readonly RawFile[], attempt: number): Promise<LoadResult> =>
    parts.withContext(
      (progress) => parts.report({ kind: 'working', work, doing: 'loading', progress }),
      (context) => {
        const prefix = `${place.prefix}/table/${source.name}/${table.name}/${attempt}`;
        return loadPart({ name: source.name, table, parameters: source.parameters, files: raw, prefix }, context);
      },
    );
  try {
    await withRetries(parts, work, async (attempt) => {
      const raw = await files.fetch(attempt);
      for (const table of source.tables.slice(tables.length)) {
        const answer = await load(table, raw, attempt).catch((error: unknown) => {
          if (isFaultOfFiles(error)) {
            files.forget();
            tables = [];
          }
          throw error;
        });
        tables.push({ name: table.name, answer });
      }
    });
    if (tables.some(({ answer }) => answer.dirtyStatus === 'all')) throw new PipelineError('ALL_ROWS_DIRTY');
    return outcome('completed');
  } catch (error) {
    parts.signal.throwIfAborted();
    return outcome('failed', error);
  }
}

/** The raw files of a source, which are kept until they are forgotten. */
function filesOf(parts: PipelineParts, source: Source, { reportDate, prefix: folder }: Place) {
  const work = { kind: 'download', name: source.name } as const;
  const key = source.key === null ? null : parts.keyOf(source.key.name);
  let state: PlanValue | null = null;
  let last: readonly RawFile[] = [];
  let isKept = false;
  return {
    /** The files that were fetched last, kept or not. */
    last: () => last,
    /** Lets the next attempt fetch them again. */
    forget(): void {
      isKept = false;
      state = null;
    },
    /** Asks for them until the provider has made the report. */
    async fetch(attempt: number): Promise<readonly RawFile[]> {
      while (!isKept) {
        const request = { source, key, reportDate, state, prefix: `${folder}/raw/${source.name}/${attempt}` };
        const answer = await parts.withContext(
          (progress) => parts.report({ kind: 'working', work, doing: 'fetching', progress }),
          (context) => fetchSource(request, context),
        );
        if (answer.kind === 'fetched') {
          if (answer.files.length === 0)
            throw new PipelineError('SOURCE_FILE_MISSING', { name: source.name, file: `for ${parts.reportDate}` });
          last = answer.files;
          isKept = true;
          break;
        }
        state = answer.state;
        parts.report({ kind: 'working', work, doing: 'waiting for the report', progress: {} });
        await parts.wait(answer.checkAfterSeconds * 1000);
      }
      return last;
    },
  };
}
