import { expect, it } from 'vitest';
import { type CsvRecord, readRecords } from './read-records.ts';

async function recordsOf(text: string, size: number): Promise<readonly CsvRecord[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const all: CsvRecord[] = [];
  for await (const records of readRecords(chunks())) all.push(...records);
  return all;
}

it.each([1, 2, 3, 7, 1000])('reads records in chunks of %d bytes', async (size) => {
  const text = 'id,"a ""note"""\n1,\n2,""\n3,"two\nlines, 😀"\n,größe\n';
  expect(await recordsOf(text, size)).toEqual([
    ['id', 'a "note"'],
    ['1', null],
    ['2', ''],
    ['3', 'two\nlines, 😀'],
    [null, 'größe'],
  ]);
});
