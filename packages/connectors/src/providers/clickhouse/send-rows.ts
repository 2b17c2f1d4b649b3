import { createReadStream } from 'node:fs';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import { skipHeader } from '../../delivery/skip-header.ts';
import type { DeliveryContext, DeliveryRequest } from '../../spec.ts';
import { type Clickhouse, runOnce } from './call-clickhouse.ts';
import { INSERT_SETTINGS } from './statements.ts';

/** Bytes of one INSERT, about. Each becomes a part of the table, of which a partition takes 3,000 at a time. */
const INSERT_BYTES = 8 * 1024 ** 2;
const READ_BYTES = 256 * 1024;
const SILENCE_MS = 300_000;

/** Sends a result by INSERT statements of some megabytes. Throws ClickhouseFailure, NetworkError, or what the disk throws. */
export async function sendRows(
  server: Clickhouse,
  { content }: DeliveryRequest,
  statement: string,
  context: DeliveryContext,
): Promise<void> {
  const file = createReadStream(content.path, { highWaterMark: READ_BYTES });
  const rows = throughStages(file, [faultMidway(content.bytes, context), skipHeader()], context.signal);
  try {
    for await (const slice of sliceRecords(rows as AsyncIterable<Buffer>, INSERT_BYTES))
      await runOnce(server, statement, { rows: slice, settings: INSERT_SETTINGS, silenceMs: SILENCE_MS });
  } finally {
    rows.destroy();
    file.destroy();
  }
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Cuts CSV into pieces of whole records, of about `length` bytes. A piece is valid until the next one is asked for: they share one
 * buffer.
 */
export async function* sliceRecords(csv: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let memory = Buffer.allocUnsafeSlow(length + READ_BYTES);
  let bytes = 0;
  /** Where the last whole record ends. */
  let end = 0;
  let isQuoted = false;
  for await (const chunk of csv) {
    if (bytes + chunk.length > memory.length) memory = Buffer.concat([memory], 2 * (bytes + chunk.length));
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE) isQuoted = !isQuoted;
      else if (chunk[at] === NEWLINE && !isQuoted) end = bytes + at + 1;
    }
    bytes += chunk.copy(memory, bytes);
    if (bytes < length || end === 0) continue;
    yield memory.subarray(0, end);
    memory.copyWithin(0, end, bytes);
    bytes -= end;
    end = 0;
  }
  if (bytes > 0) yield memory.subarray(0, bytes);
}
