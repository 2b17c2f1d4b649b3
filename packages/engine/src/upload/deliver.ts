import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Content, readSize } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { UploadAnswer, UploadRequest } from '../requests.ts';
import { writeCsv, writePackedCsv } from './write-csv.ts';

/**
 * Hands a stored result to its destination, in the form that the destination asks for.
 * @param beforeSwap awaited right before the step that shows the result; what it throws ends the delivery
 * Throws DESTINATION_*, INPUT_MISSING, STORAGE_* and what else the connector knows.
 */
export async function deliverUpload(
  request: UploadRequest,
  context: EngineContext,
  beforeSwap: () => Promise<void> = async () => {},
): Promise<UploadAnswer> {
  const { upload } = request;
  const destination = context.connectors.get(upload.connector)?.destination;
  if (!destination) {
    const reason = `names ${upload.connector}, which cannot be uploaded to`;
    throw new PipelineError('PARAMETER_INVALID', { name: upload.name, parameter: 'type', reason });
  }
  if ((await context.store.head(request.resultKey)) === null) {
    throw new PipelineError('INPUT_MISSING', { input: upload.table, date: request.reportDate ?? 'its newest date' });
  }
  const stored = await context.store.localPath(request.resultKey, context.scratch);
  const format = destination.formatOf(upload.parameters);
  const writer = { csv: writeCsv, 'csv.gz': writePackedCsv, parquet: null }[format];
  const path = writer === null ? stored : await writer(stored, request, context);
  const highWaterMark = readSize((await stat(path)).size);
  const content: Content = {
    format,
    path,
    rows: request.rows,
    ...(await fingerprint(createReadStream(path, { signal: context.signal, highWaterMark }))),
  };

  let moved = 0;
  const {
    rows,
    bytes,
    destination: shown,
    alreadyDelivered,
  } = await destination.deliver(
    {
      accountId: request.accountId,
      name: upload.name,
      unitId: request.unitId,
      attempt: request.attempt,
      fence: request.fence,
      purpose: request.purpose,
      parameters: upload.parameters,
      mode: upload.mode,
      key: request.key,
      reportDate: request.reportDate,
      columns: request.columns,
      content,
      calledOff: request.calledOff ?? false,
    },
    {
      ...context,
      beforeSwap,
      onBytes: (more) => {
        moved += more;
        context.onProgress({ bytes: moved, estimatedBytes: content.bytes, estimatedRows: content.rows });
      },
    },
  );
  return { rows, bytes, destination: shown, alreadyDelivered };
}
