const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** A part of a CSV: whole records. Must be read to its end before the next one is asked for. */
export type RecordPart = AsyncGenerator<Buffer, undefined>;

/** Cuts a CSV into parts of at least some bytes, at the ends of records. Quoted newlines do not end a record. */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  partBytes: number,
): AsyncGenerator<RecordPart, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer | null = null;
  let inQuotes = false;
  const next = async (): Promise<Buffer | null> => {
    if (rest !== null && rest.length > 0) return rest;
    const found: IteratorResult<Buffer, unknown> = await source.next();
    return found.done === true ? null : found.value;
  };
  /** The first record boundary at or after `position`, -1 without one. Updates the quote state. */
  const boundaryAfter = (chunk: Buffer, position: number): number => {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) inQuotes = !inQuotes;
      else if (byte === NEWLINE && !inQuotes && at >= position) return at + 1;
    }
    return -1;
  };
  async function* part(first: Buffer): RecordPart {
    let passed = 0;
    for (let chunk: Buffer | null = first; chunk !== null; chunk = await next()) {
      rest = null;
      const end = boundaryAfter(chunk, Math.max(0, partBytes - passed - 1));
      if (end !== -1) {
        rest = chunk.subarray(end);
        yield chunk.subarray(0, end);
        return;
      }
      passed += chunk.length;
      yield chunk;
    }
  }
  for (let first = await next(); first !== null; first = await next()) yield part(first);
}
