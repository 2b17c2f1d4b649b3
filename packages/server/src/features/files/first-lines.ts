import { createInterface } from 'node:readline';
import { finished, type Readable } from 'node:stream';

/** The first non-empty lines of a stream, of which no more than needed is read. */
export async function firstLines(body: Readable, wanted: number): Promise<string[]> {
  const lines: string[] = [];
  // readline does not report errors of its input.
  const failed = new Promise<never>((_, reject) => {
    finished(body, (error) => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reject(error);
    });
  });
  failed.catch(() => {});
  const read = async (): Promise<string[]> => {
    for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') lines.push(line);
      if (lines.length >= wanted) break;
    }
    return lines;
  };
  try {
    return await Promise.race([read(), failed]);
  } finally {
    body.destroy();
  }
}
