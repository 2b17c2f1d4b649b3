import { PipelineError } from '@switchboard/model/errors/errors';
import type { EngineContext } from '../context.ts';
import type { UploadRequest } from '../requests.ts';
import { writePackedCsv } from './write-csv.ts';

/**
 * Stores a result as the compressed CSV file that people can fetch: of a test run without a target of its own.
 * Throws INPUT_MISSING, ROWS_NOT_CONFIRMED, QUERY_*, STORAGE_*.
 */
export async function storeResultFile(
  request: Pick<UploadRequest, 'upload' | 'reportDate' | 'resultKey' | 'columns' | 'rows'> & { readonly key: string },
  context: EngineContext,
): Promise<{ readonly key: string; readonly bytes: number }> {
  if ((await context.store.head(request.resultKey)) === null) {
    const date = request.reportDate ?? 'its newest date';
    throw new PipelineError('INPUT_MISSING', { input: request.upload.table, date });
  }
  const stored = await context.store.localPath(request.resultKey, context.scratch);
  const path = await writePackedCsv(stored, request, context);
  const { key, bytes } = await context.store.putFile(request.key, path);
  return { key, bytes };
}
