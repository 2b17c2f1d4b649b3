import { chunkLines } from '../../warehouse/chunk-lines.ts';
import type { WarehouseSession } from '../../warehouse/warehouse.ts';
import { execute } from './api.ts';

/** Snowflake recommends statements of at most 1 MB, values included. What is read at a time comes on top of this. */
const CHUNK_BYTES = 700_000;
/** Requests under way at a time. */
const PARALLEL = 4;

/**
 * Sends rows in chunks, some at a time.
 * @param lines one JSON object for each row
 * @param insert the statement of a chunk by its number, which is bound to a JSON array
 */
export async function loadStage(
  session: WarehouseSession,
  lines: AsyncIterable<Buffer>,
  insert: (chunk: number) => string,
): Promise<void> {
  let running: Promise<unknown>[] = [];
  let chunk = 0;
  try {
    for await (const piece of chunkLines(lines, CHUNK_BYTES)) {
      session.api.context.signal.throwIfAborted();
      const rows = `[${piece.toString().trimEnd().replaceAll('\n', ',')}]`;
      const sent = execute(session, { text: insert(chunk), values: { 1: rows } });
      chunk += 1;
      running.push(sent);
      // Failures are handled by `Promise.all` below.
      sent.catch(() => undefined);
      if (running.length < PARALLEL) continue;
      await running[0];
      running = running.slice(1);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
