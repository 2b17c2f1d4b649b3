import { fetchSource, loadPart, type RawFile } from '@switchboard/engine';
import { PipelineError, type PlanValue, type Source } from '@switchboard/model';
import { failureText } from './failure-text.ts';
import type { DownloadOutcome, PipelineParts } from './pipeline-parts.ts';
import { withRetries } from './with-retries.ts';

/** Fetches a source for the report date and loads its tables. A failure is an outcome; only an abort throws. */
export async function downloadSource(parts: PipelineParts, source: Source): Promise<DownloadOutcome> {
  const work = { kind: 'download', name: source.name } as const;
  let files: readonly RawFile[] = [];
  const tables: DownloadOutcome['tables'][number][] = [];
  const outcome = (status: DownloadOutcome['status'], message: string | null): DownloadOutcome => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { ...work, status, files: files.length, bytes, tables, message };
  };
  try {
    files = await fetchFiles(parts, source);
    for (const table of source.tables) {
      const answer = await withRetries(parts, work, (attempt) =>
        parts.withContext(
          (progress) => parts.report({ kind: 'working', work, doing: 'loading', progress }),
          (context) => {
            const prefix = `table/${source.name}/${table.name}/${attempt}`;
            return loadPart({ name: source.name, table, parameters: source.parameters, files, prefix }, context);
          },
        ),
      );
      tables.push({ name: table.name, answer });
    }
    if (tables.some(({ answer }) => answer.dirtyStatus === 'all')) throw new PipelineError('ALL_ROWS_DIRTY');
    return outcome('completed', null);
  } catch (error) {
    parts.signal.throwIfAborted();
    return outcome('failed', failureText(error));
  }
}

/** The raw files, asked for until the provider has made the report. */
async function fetchFiles(parts: PipelineParts, source: Source): Promise<readonly RawFile[]> {
  const work = { kind: 'download', name: source.name } as const;
  const key = source.key === null ? null : parts.keyOf(source.key.name);
  let state: PlanValue | null = null;
  return withRetries(parts, work, async (attempt) => {
    for (;;) {
      const request = { source, key, reportDate: parts.reportDate, state, prefix: `raw/${source.name}/${attempt}` };
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
