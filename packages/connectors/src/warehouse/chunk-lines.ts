/** Cuts a stream of lines into pieces of whole lines, each of at least `length` bytes but the last. A longer line is a piece. */
export async function* chunkLines(body: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (end === 0 || bytes + end < length) {
      held.push(chunk);
      bytes += chunk.length;
      continue;
    }
    yield Buffer.concat([...held, chunk.subarray(0, end)]);
    // A copy, so that what has been given is not kept.
    held = [Buffer.from(chunk.subarray(end))];
    bytes = chunk.length - end;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
