import { expect, it } from 'vitest';
import { splitRecords } from './split-records.ts';

async function partsOf(text: string, chunkBytes: number, partBytes: number): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const parts: string[] = [];
  for await (const part of splitRecords(chunks(), partBytes)) {
    let read = '';
    for await (const chunk of part) read += chunk.toString('latin1');
    parts.push(read);
  }
  return parts;
}

it('cuts at the ends of records, never in quotes, whatever the chunks', async () => {
  const text = 'a,1\n"x\ny",2\n"say ""\n""",3\nb,4\n';
  for (const chunkBytes of [1, 2, 3, 5, 100]) {
    expect(await partsOf(text, chunkBytes, 5)).toEqual(['a,1\n"x\ny",2\n', '"say ""\n""",3\n', 'b,4\n']);
    expect(await partsOf(text, chunkBytes, 1)).toEqual(['a,1\n', '"x\ny",2\n', '"say ""\n""",3\n', 'b,4\n']);
    expect(await partsOf(text, chunkBytes, 1000)).toEqual([text]);
  }
  expect(await partsOf('', 3, 5)).toEqual([]);
});
