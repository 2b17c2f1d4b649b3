import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Column, PipelineError } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { UploadRequest } from '../requests.ts';

/** Of the process that rewrites a result into a destination's form; it streams, so it needs little. */
const CONVERSION_LIMITS = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 30 * 60_000 };

/** The canonical CSV of a result: header, RFC 4180, null empty, an empty text quoted, records and lists as JSON. */
export async function writeCsv(
  from: string,
  request: Pick<UploadRequest, 'upload' | 'columns' | 'rows'>,
  context: EngineContext,
): Promise<string> {
  const folder = join(context.scratch, 'upload');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'content.csv');
  // Rows keep their order however many threads write them.
  const session = await context.executor.open(
    { reads: [from], writes: [folder], ...CONVERSION_LIMITS },
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
