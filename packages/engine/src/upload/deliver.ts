import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '@switchboard/connectors';
import { type Column, PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { UploadAnswer, UploadRequest } from '../requests.ts';

/** Of the process that rewrites a result into a destination's form; it streams, so it needs little. */
const CONVERSION_LIMITS = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 30 * 60_000 };

/**
 * Hands a stored result to its destination, in the form that the destination asks for.
 * Throws DESTINATION_*, INPUT_MISSING, STORAGE_* and what else the connector knows.
 */
export async function deliverUpload(request: UploadRequest, context: EngineContext): Promise<UploadAnswer> {
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
  const path = format === 'csv' ? await writeCsv(stored, request, context) : stored;
  const content: Content = {
    format,
    path,
    rows: request.rows,
    ...(await fingerprint(createReadStream(path, { signal: context.signal }))),
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
    },
    {
      ...context,
      onBytes: (more) => {
        moved += more;
        context.onProgress({ bytes: moved, estimatedBytes: content.bytes, estimatedRows: content.rows });
      },
    },
  );
  return { rows, bytes, destination: shown, alreadyDelivered };
}

/** The canonical CSV of a result: header, RFC 4180, null empty, an empty text quoted, records and lists as JSON. */
async function writeCsv(from: string, request: UploadRequest, context: EngineContext): Promise<string> {
  const folder = join(context.scratch, 'upload');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'content.csv');
  const session = await context.executor.open(
    { reads: [from], writes: [folder], threads: 1, ...CONVERSION_LIMITS },
    context.signal,
  );
  try {
    const query = `SELECT ${request.columns.map(csvItem).join(', ')} FROM read_parquet(${sqlText(from)})`;
    const options = `FORMAT csv, HEADER, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR ''`;
    const [counted] = await session.run(`COPY (${query}) TO ${sqlText(path)} (${options})`, {
      table: request.upload.table,
    });
    const rows = Number(counted?.['Count'] ?? 0);
    if (rows !== request.rows) {
      throw new PipelineError('ROWS_NOT_CONFIRMED', { name: request.upload.name, sent: request.rows, confirmed: rows });
    }
    return path;
  } finally {
    await session.close();
  }
}

function csvItem(column: Column): string {
  const name = sqlName(column.name);
  return column.type.kind === 'record' || column.type.kind === 'list'
    ? `CAST(to_json(${name}) AS VARCHAR) AS ${name}`
    : name;
}
