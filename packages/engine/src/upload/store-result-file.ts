import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createParallelGzip } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import type { UploadRequest } from '../requests.ts';
import { writeCsv } from './write-csv.ts';

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
  const path = await writeCsv(stored, request, context);
  // A failure of either stream ends both, and the store is told.
  const packed = pipeline(createReadStream(path, { signal: context.signal }), createParallelGzip(), () => {});
  const { bytes } = await context.store.put(request.key, packed, context.signal);
  return { key: request.key, bytes };
}
