import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Content, type DeliveryContext, readSize } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { findConnector } from '../connector-code.ts';
import type { EngineContext } from '../context.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { storageError } from '../files/storage-error.ts';
import type { UploadRequest, UploadResult } from '../requests.ts';
import { writeCsv, writePackedCsv } from './write-csv.ts';

/**
 * Awaited before anything is written, after columns were added, and right before the step that shows the result. What they throw ends
 * the delivery.
 */
export type DeliveryHooks = Partial<Pick<DeliveryContext, 'beforeCommit' | 'claimTarget' | 'onColumnsAdded'>>;

/**
 * Hands a stored result to its destination, in the form that the destination asks for.
 * Throws DESTINATION_*, INPUT_MISSING, STORAGE_* and what else the connector knows.
 */
export async function deliverUpload(
  request: UploadRequest,
  context: EngineContext,
  { beforeCommit = async () => {}, claimTarget, onColumnsAdded }: DeliveryHooks = {},
): Promise<UploadResult> {
  const { upload, resultKey, rows, ...delivery } = request;
  const destination = await findConnector('destination', upload, context);
  if ((await context.store.head(resultKey)) === null) {
    throw new PipelineError('INPUT_MISSING', { input: upload.table, date: request.reportDate ?? 'its newest date' });
  }
  const stored = await context.store.localPath(resultKey, context.scratch);
  const format = destination.formatOf(upload.parameters);
  const writer = { csv: writeCsv, 'csv.gz': writePackedCsv, parquet: null }[format];
  const path = writer === null ? stored : await writer(stored, request, context);
  const { size: bytes } = await stat(path);
  const enough = new AbortController();
  const content: Content = { format, path, bytes, rows, sha256: hashOf(path, bytes, enough.signal) };

  let moved = 0;
  const onBytes = (more: number): void => {
    moved += more;
    context.onProgress({ bytes: moved, estimatedBytes: bytes, estimatedRows: rows });
  };
  try {
    return await destination.deliver(
      {
        ...delivery,
        name: upload.name,
        parameters: upload.parameters,
        mode: upload.mode,
        content,
        epoch: request.epoch ?? 0,
        isUntyped: isUntyped(request),
        mayBeEmpty: upload.whenEmpty === 'replace',
        isSnapshot: request.isSnapshot ?? false,
        isCancelRequested: request.isCancelRequested ?? false,
      },
      { ...context, beforeCommit, claimTarget, onColumnsAdded, onBytes },
    );
  } finally {
    enough.abort();
  }
}

/** Whether only rows would say the types of some columns, and there are none. */
const isUntyped = ({ upload, rows, columns }: UploadRequest): boolean =>
  rows === 0 &&
  columns.some(({ name }) => (upload.columns.find((each) => each.name === name)?.type.kind ?? 'unknown') === 'unknown');

/** The hash of a file, computed while the destination reads it. A failure is thrown where the hash is awaited. */
function hashOf(path: string, bytes: number, signal: AbortSignal): Promise<string> {
  const hash = fingerprint(createReadStream(path, { signal, highWaterMark: readSize(bytes) })).then(
    ({ sha256 }) => sha256,
    (error: unknown) => Promise.reject(storageError(error)),
  );
  hash.catch(() => undefined);
  return hash;
}
