import { Readable } from 'node:stream';
import { zstdCompressSync } from 'node:zlib';
import { createLocalStore } from '@switchboard/engine';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, test } from 'vitest';
import { csvRecords, readDirtyRows } from './read-dirty-rows.ts';

const store = createLocalStore(useFolder('dirty'));

test('the first rows are read, however many follow', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `${index + 2},clicks,"not a number, ""x""","a,x\nb"`);
  await store.put('dirty', Readable.from([zstdCompressSync(`line,column,reason,raw\n${rows.join('\n')}\n`)]));
  expect(await readDirtyRows(store, 'dirty', 2)).toEqual([
    { line: '2', column: 'clicks', reason: 'not a number, "x"', raw: 'a,x\nb', file: '' },
    { line: '3', column: 'clicks', reason: 'not a number, "x"', raw: 'a,x\nb', file: '' },
  ]);
  expect(await readDirtyRows(store, 'dirty', 10_000)).toHaveLength(5000);
});

test('a broken file fails instead of appearing complete', async () => {
  const whole = zstdCompressSync(`line,column,reason,raw\n${'1,a,b,c\n'.repeat(1000)}`);
  await store.put('cut', Readable.from([whole.subarray(0, whole.length - 6)]));
  await expect(readDirtyRows(store, 'cut', 5000)).rejects.toThrow('unexpected end of file');
  await expect(readDirtyRows(store, 'missing', 10)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
});

test('records are cut right wherever the chunks end', async () => {
  const text = 'a,"b ""c"" d",\r\n"e\nf",,"g"\nlast,1';
  const whole = [
    ['a', 'b "c" d', ''],
    ['e\nf', '', 'g'],
    ['last', '1'],
  ];
  for (let size = 1; size < text.length; size += 1) {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(await Array.fromAsync(csvRecords(Readable.from(chunks)))).toEqual(whole);
  }
});
