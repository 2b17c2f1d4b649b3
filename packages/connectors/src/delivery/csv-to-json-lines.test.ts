import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { canonicalCsv, EVERY_TYPE, EVERY_VALUE } from '../testing/every-type.ts';
import { csvToJsonLines } from './csv-to-json-lines.ts';

const convert = async (csv: string, names: readonly string[], size = 1024): Promise<unknown[]> => {
  const bytes = Buffer.from(csv);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const lines = (await text(Readable.from(chunks).pipe(csvToJsonLines(names)))).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as unknown);
};

describe('JSON lines of a CSV', () => {
  it.each([1, 2, 3, 7, 1024])('hold every value and no null, in chunks of %d bytes', async (size) => {
    const names = EVERY_TYPE.map((_, index) => `c${index}`);
    const rows = EVERY_VALUE.map((row) =>
      Object.fromEntries(row.flatMap((value, index) => (value === null ? [] : [[`c${index}`, value]]))),
    );
    expect(await convert(canonicalCsv(EVERY_TYPE, EVERY_VALUE), names, size)).toEqual(rows);
  });

  it('keep an empty text apart from nothing, and end without a last line break', async () => {
    expect(await convert('a,b\n"",\n,""\n,\nx', ['a', 'b'])).toEqual([{ a: '' }, { b: '' }, {}, { a: 'x' }]);
  });

  it('escape what JSON wants escaped, also where it becomes six times as long', async () => {
    const control = '\u0001'.repeat(5_000);
    expect(await convert(`a\n"\\""\t${control}"\n`, ['a'])).toEqual([{ a: `\\"\t${control}` }]);
  });

  it('gives no lines for a header alone', async () => {
    expect(await convert('a,"b\nc"\n', ['a', 'b'])).toEqual([]);
  });
});
