import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';
import { foreignFile } from '../../../test/matrix/foreign-files.ts';
import { workbook } from '../../../test/matrix/made-files.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('id', 'integer')];
const load = (files: LoadInput['files'], input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files, columns: COLUMNS, ...input });
const idsOf = ({ rows }: LoadedFile): readonly unknown[] => rows.map((row) => row['id']);
const csv = (...ids: readonly number[]): Buffer => Buffer.from(`id\n${ids.join('\n')}\n`);
const zip = (members: Readonly<Record<string, Uint8Array>>): Buffer => Buffer.from(zipSync(members));

describe('a table of a bundle', () => {
  const bundle = [
    {
      filename: 'day.zip',
      content: zip({ 'x/orders-1.csv': csv(1), 'x/refunds.csv': csv(7), 'orders-2.csv.gz': gzipSync(csv(2)) }),
    },
    { filename: 'orders-3.csv', content: csv(3) },
    { filename: 'notes.csv', content: Buffer.from('text\nx\n') },
  ];

  it.each([
    ['orders*.csv', [1, 2, 3]],
    ['x/*', [1, 7]],
    ['**/refunds.csv', [7]],
    ['orders-?.csv.gz', [2]],
    ['orders-3.csv', [3]],
  ])('a table of a bundle with the pattern %s takes the files that fit', async (member, ids) => {
    expect(idsOf(await load(bundle, { member }))).toEqual(ids);
  });

  it('takes an archive whole whose own name fits', async () => {
    const { answer } = await load(bundle.slice(0, 1), { member: 'day*.zip' });
    expect(answer.tables.map(({ filename, rows }) => [filename, rows])).toEqual([
      ['x/orders-1.csv', 1],
      ['x/refunds.csv', 1],
      ['orders-2.csv.gz', 1],
    ]);
  });
});

describe('an archive', () => {
  it('names the files that it holds in the dirty rows', async () => {
    const content = zip({ 'a.csv': Buffer.from('id\nx\n'), 'b.csv': csv(1) });
    const { dirty, newDirty } = await load([{ filename: 'x.zip', content }]);
    expect(dirty).toMatchObject([{ line: 2, file: 'a.csv' }]);
    expect(newDirty).toMatchObject([{ line: 2, file: 'a.csv' }]);
  });

  it.each(['b.zip', 'x/b.tar.gz', 'b.7z'])(
    'a zip archive with another archive in it is refused, whatever lies beside: %s',
    async (name) => {
      const content = zip({ 'a.csv': csv(1), [name]: Buffer.from('x') });
      const refused = {
        code: 'FORMAT_UNREADABLE',
        message: expect.stringContaining(`${name} in it is another archive`) as unknown,
      };
      await expect(load([{ filename: 'x.zip', content }])).rejects.toMatchObject(refused);
    },
  );

  it('gives the members of the declared format', async () => {
    const content = zip({ 'a.csv': csv(1), 'b.json': Buffer.from('{"id":2}'), 'c.txt': csv(3) });
    expect(idsOf(await load([{ filename: 'x.zip', content }], { parameters: { format: 'jsonl' } }))).toEqual([2]);
    const both = await load([{ filename: 'x.zip', content }]);
    expect(idsOf(both)).toEqual([1, 2, 3]);
    expect(both.answer.leftOut).toEqual([]);
  });

  it.each([{}, { format: 'csv' }])(
    'members of other names are read where their header fits, and named where it does not: %j',
    async (parameters) => {
      const content = zip({
        'README.txt': Buffer.from('Reports of the day, by site\n'),
        'a.csv': csv(1),
        b: csv(2),
        'c.csv.1': Buffer.from('name;id\nx;3\n'),
        'd.dat': Buffer.from([0, 1, 2]),
        'e.txt': Buffer.from(''),
        'f.json.bak': Buffer.from('{"id":9}'),
      });
      const loaded = await load([{ filename: 'x.zip', content }], { parameters });
      expect(idsOf(loaded)).toEqual([1, 2, 3]);
      expect(loaded.answer.leftOut).toEqual(['README.txt', 'd.dat', 'e.txt', 'f.json.bak']);
    },
  );

  it('a member of another name is read without declared columns where its header is that of another one', async () => {
    const content = zip({
      'notes.txt': Buffer.from('note\nx\n'),
      'a.csv': Buffer.from('id,name\n1,x\n'),
      'b.dat': Buffer.from('name,id\ny,2\n'),
    });
    const loaded = await load([{ filename: 'x.zip', content }], { columns: [], rest: true });
    expect(idsOf(loaded)).toEqual([1, 2]);
    expect(loaded.answer.leftOut).toEqual(['notes.txt']);
  });

  it('an archive is detected by its content, or declared', async () => {
    const content = zip({ report: csv(1) });
    expect(idsOf(await load([{ filename: 'report', content }]))).toEqual([1]);
    await expect(
      load([{ filename: 'x', content: csv(1) }], { parameters: { compression: 'zip' } }),
    ).rejects.toMatchObject({
      code: 'FILE_REPLACED',
      message: expect.stringContaining('x is a text, not zip') as unknown,
    });
    const page = Buffer.from('<!doctype html><title>Sign in</title>');
    await expect(load([{ filename: 'x.zip', content: page }])).rejects.toThrow(
      'x.zip is an HTML page with the title "Sign in", not zip',
    );
  });

  it('a workbook is not read as an archive, though it is one', async () => {
    const book = await workbook([['id'], [5]]);
    expect(idsOf(await load([{ filename: 'report', content: book }]))).toEqual([5]);
    const stored = Buffer.from(zipSync({ 'report.xlsx': book }, { level: 0 }));
    expect(idsOf(await load([{ filename: 'report', content: stored }]))).toEqual([5]);
  });

  it('an archive with a wrong sum or length is refused', async () => {
    const content = zip({ 'a.csv': csv(1, 2, 3) });
    const directory = content.indexOf(Buffer.from('PK\u0001\u0002'));
    for (const [place, reason] of [
      [16, /wrong checksum of a\.csv/],
      [24, /not enough bytes|too many bytes/],
    ] as const) {
      const broken = Buffer.from(content);
      broken[directory + place] = (broken[directory + place] ?? 0) ^ 1;
      await expect(load([{ filename: 'x.zip', content: broken }])).rejects.toThrow(reason);
    }
  });
});

describe('a bzip2 file', () => {
  it('a bzip2 file may be of several streams, one after the other', async () => {
    const part = foreignFile('program.utf-8.csv.bz2');
    const { answer } = await load([{ filename: 'x.csv.bz2', content: Buffer.concat([part, part]) }], {
      columns: [column('name', 'string')],
    });
    // Both headers are there: the second is a row.
    expect(answer.records).toBe(19);
  });
});

describe('text', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

  it('broken UTF-16 makes its row dirty', async () => {
    const content = Buffer.concat([utf16('\ufeffid,name\n1,a\n2,\ud83c\n3,\udf89x\n4,🎉\n5,e'), Buffer.from([0x62])]);
    const { dirty, rows } = await load([{ filename: 'x.csv', content }], {
      columns: [column('id', 'integer'), column('name', 'string')],
    });
    expect(rows).toEqual([
      { id: 1, name: 'a' },
      { id: 4, name: '🎉' },
    ]);
    expect(dirty.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'invalid UTF-8 at byte 3; declare encoding, if the file has another one'],
      [4, 'invalid UTF-8 at byte 3; declare encoding, if the file has another one'],
      [6, 'invalid UTF-8 at byte 4; declare encoding, if the file has another one'],
    ]);
  });

  it('broken UTF-16 in JSON makes its row dirty', async () => {
    const content = Buffer.concat([
      Buffer.from('{"id":1}\n{"id":2,"x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"id":3}\n'),
    ]);
    for (const [filename, whole] of [
      ['x.jsonl', content],
      [
        'x.json',
        Buffer.concat([
          Buffer.from('['),
          Buffer.from(content.toString('latin1').trim().replaceAll('\n', ','), 'latin1'),
          Buffer.from(']'),
        ]),
      ],
    ] as const) {
      const { dirty, answer } = await load([{ filename, content: whole }]);
      expect(dirty).toMatchObject([
        { reason: 'invalid UTF-8 at byte 14; declare encoding, if the file has another one' },
      ]);
      expect(answer).toMatchObject({ records: 3, rows: 2 });
    }
  });

  it.each(['utf-16le', 'utf-16be', 'utf-16'] as const)('declared as %s needs no mark', async (encoding) => {
    const text = utf16('id,name\n1,Żółć ἄλφα 東京\n');
    const content = encoding === 'utf-16be' ? text.swap16() : text;
    const { rows } = await load([{ filename: 'x.csv', content }], {
      columns: [column('name', 'string')],
      parameters: { encoding },
    });
    expect(rows).toEqual([{ name: 'Żółć ἄλφα 東京' }]);
  });

  it('keeps all digits of decimals in JSON', async () => {
    const columns = [column('n', { kind: 'decimal', precision: 30, scale: 10 })];
    const { rows, newDirty } = await load(
      [{ filename: 'x.jsonl', content: '{"n":12345678901234567.0123456789}\n{"n":0.1}\n' }],
      { columns },
    );
    expect(rows).toEqual([{ n: '12345678901234567.0123456789' }, { n: '0.1000000000' }]);
    expect(newDirty).toEqual([]);
  });
});
