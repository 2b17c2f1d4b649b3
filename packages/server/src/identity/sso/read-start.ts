import type { Readable } from 'node:stream';

/** The text of an answer, which is closed. @throws Error when it is longer than `limit` bytes */
export async function readStart(body: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new Error(`The answer is longer than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
