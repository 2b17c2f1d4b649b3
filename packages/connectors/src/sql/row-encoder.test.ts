import { expect, it } from 'vitest';
import { type BooleanSpelling, RowEncoder } from './row-encoder.ts';

/** Encodes a text for LOAD DATA, in chunks of `size` bytes. */
function encoded(text: string, size: number, booleans: readonly BooleanSpelling[] = [], added: string | null = null) {
  const encoder = new RowEncoder(booleans, added);
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    Buffer.from(encoder.encode(bytes.subarray(index * size, (index + 1) * size))),
  );
  return Buffer.concat(chunks).toString();
}

const SIZES = [1, 2, 3, 5, 7, 1000];

it.each([
  ['nulls', ',a,\n,,\n', 'NULL,a,NULL\nNULL,NULL,NULL\n'],
  ['empty texts', '"",a\n"",""\n', '"",a\n"",""\n'],
  ['the word NULL', 'NULL,"NULL",NULLS,null,NUL\n', '"NULL","NULL",NULLS,null,NUL\n'],
  ['quotes, commas and line ends', '"a,""b""\r\n,","""",\n', '"a,""b""\r\n,","""",NULL\n'],
  ['backslashes, zero bytes and other scripts', '\\N,\\,a\0b,😀\n', '\\N,\\,a\0b,😀\n'],
  ['long texts', `${'x'.repeat(5000)},"${'y,'.repeat(3000)}",\n`, `${'x'.repeat(5000)},"${'y,'.repeat(3000)}",NULL\n`],
])('spells %s in chunks of any size', (_, text, expected) => {
  for (const size of SIZES) expect(encoded(text, size), `chunks of ${size}`).toBe(expected);
});

it('spells booleans as their column holds them, and adds a date to every row', () => {
  const text = 'true,true,false\nfalse,,"true"\nfalse,NULL,truer\n';
  for (const size of SIZES)
    expect(encoded(text, size, [null, 'digit', 'bit'], '2026-03-04')).toBe(
      'true,1,\0,2026-03-04\nfalse,NULL,"true",2026-03-04\nfalse,"NULL",truer,2026-03-04\n',
    );
});

it('makes room for rows of nothing but nulls', () => {
  const text = `${','.repeat(99)}\n`.repeat(200);
  expect(encoded(text, 4096, [], '2026-03-04')).toBe(
    `${Array.from({ length: 100 }, () => 'NULL').join(',')},2026-03-04\n`.repeat(200),
  );
});

it('takes another word for null, in which a value of the same spelling is quoted', () => {
  const encoder = new RowEncoder([], null, 'none');
  expect(encoder.encode(Buffer.from(',NULL,"none",none\n')).toString()).toBe('none,NULL,"none","none"\n');
});
