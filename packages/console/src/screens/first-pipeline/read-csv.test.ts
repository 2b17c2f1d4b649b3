import { LIMITS } from '@switchboard/model/limits';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const fileOf = (text: string | Uint8Array<ArrayBuffer>, name = 'My Orders.csv'): File => new File([text], name);

const read = async (...file: Parameters<typeof fileOf>) => {
  const result = await readCsv(fileOf(...file));
  if ('problem' in result) throw new Error(result.problem);
  return result.csv;
};

describe('a CSV file', () => {
  it.each([
    [
      ',',
      'a,b\n"1,5",x\n2,"y\nz"\n',
      [
        ['1,5', 'x'],
        ['2', 'y\nz'],
      ],
    ],
    [
      ';',
      'a;b\r\n1;x\r\n\r\n2;y\r\n',
      [
        ['1', 'x'],
        ['2', 'y'],
      ],
    ],
    ['\t', '\uFEFFa\tb\n1\tx\n', [['1', 'x']]],
    ['|', 'a|b\n1|x\n', [['1', 'x']]],
  ])('a CSV file is read with %j between its values', async (delimiter, text, rows) => {
    const csv = await read(text);
    expect([csv.delimiter, csv.columns.map(({ header }) => header), csv.rows]).toEqual([delimiter, ['a', 'b'], rows]);
  });

  it('gives the download a name', async () => {
    expect((await read('a\n1\n')).name).toBe('my_orders');
    expect((await read('a\n1\n', '%.csv')).name).toBe('report');
  });

  it('a CSV file is read up to the first 10,000 rows', async () => {
    const csv = await read(`a\n${'1\n'.repeat(10_000)}x\n`);
    expect([csv.readRows, csv.columns[0]?.type, csv.rows]).toEqual([10_000, 'integer', [['1'], ['1'], ['1']]]);
  });

  it.each([
    ['', 'My Orders.csv is empty. Choose another file.'],
    ['a,b\n', /has no rows below its first line/],
    ['a,,c\n1,2,3\n', /^Column 2 of My Orders\.csv has no name/],
    ['a,b,a\n1,2,3\n', /two columns named "a"/],
    [new Uint8Array([0x67, 0xff, 0xfe, 0x0a, 0x31, 0x0a]), /not a text file in UTF-8/],
    [new Uint8Array(LIMITS.importedFileBytes + 1), /has 50\.0 MB\. Choose a file of at most 50\.0 MB/],
  ])('a CSV file is refused with a reason: %#', async (content, problem) => {
    expect(await readCsv(fileOf(content))).toEqual({ problem: expect.stringMatching(problem) as string });
  });
});
