import { zstdCompressSync } from 'node:zlib';
import type { Schema } from 'avsc';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';
import { foreignFile } from '../../../test/matrix/foreign-files.ts';
import { avroFile, parquetFile, workbook } from '../../../test/matrix/made-files.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const load = (filename: string, content: Buffer, input: Partial<LoadInput>): Promise<LoadedFile> =>
  loader.load({ files: [{ filename, content }], columns: [], ...input });

describe('parquet', () => {
  it('gives every type as the declared one reads it', async () => {
    const content = await parquetFile(`SELECT * FROM (VALUES
      (1::UTINYINT, 12345678901234567.123456::DECIMAL(38, 6), encode('Köln'), 'NaN'::DOUBLE, TIMESTAMPTZ '2025-01-02 03:04:05+02',
        TIME '10:00:00', [1, 2], {'a': DATE '2025-01-02'}, DATE '2025-01-02'),
      (2, 0.5, '\\xAA'::BLOB, 0.5, TIMESTAMPTZ '1969-12-31 23:59:59.5+00', NULL, [], {'a': NULL}, NULL)
    ) t(id, exact, bytes, number, seen, clock, list, record, day)`);
    const columns = [
      column('id', 'integer', { nullable: false }),
      column('exact', { kind: 'decimal', precision: 38, scale: 6 }),
      column('bytes', 'string'),
      column('number', 'float'),
      column('seen', 'datetime'),
      column('clock', 'time'),
      column('list', { kind: 'list', element: { kind: 'integer' } }),
      column('record', { kind: 'record', fields: [{ name: 'a', type: { kind: 'date' }, nullable: true }] }),
      column('day', 'datetime', { format: 'M/d/YYYY' }),
    ];
    const all = await load('ads.parquet', content, { columns });
    expect(all.dirty).toMatchObject([
      { line: 1, column: 'number', reason: 'not a number' },
      { line: 2, column: 'bytes', reason: 'bytes that are not text' },
    ]);
    const without = (unwanted: string) => columns.filter(({ name }) => name !== unwanted);
    expect((await load('ads.parquet', content, { columns: without('bytes') })).rows).toMatchObject([
      { id: 2, exact: '0.500000', number: 0.5, seen: '1969-12-31 23:59:59.5', clock: null, day: null },
    ]);
    const { rows, newDirty } = await load('ads.parquet', content, { columns: without('number') });
    expect(newDirty).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      id: 1,
      exact: '12345678901234567.123456',
      bytes: 'Köln',
      seen: '2025-01-02 01:04:05',
      clock: '10:00:00',
      list: '[1, 2]',
      day: '2025-01-02 00:00:00',
    });
  });

  it('finds columns by name, in any order, and infers those of *', async () => {
    const content = await parquetFile('SELECT \'x\' AS "Extra Col", 1 AS "AD-Id", DATE \'2025-01-02\' AS day');
    const { rows, answer } = await load('ads.parquet', content, { columns: [column('ad_id', 'integer')], rest: true });
    expect(rows).toEqual([{ ad_id: 1, extra_col: 'x', day: '2025-01-02' }]);
    expect(answer.columns.map(({ type }) => type.kind)).toEqual(['integer', 'string', 'date']);
    await expect(load('ads.parquet', content, { columns: [column('clicks', 'integer')] })).rejects.toMatchObject({
      message:
        'Column clicks not found in ads.parquet. It has: Extra Col, AD-Id, day. Correct the name, or have the file delivered with the column.',
    });
  });

  it('parquet whose every value is as declared is taken as it is, else read row by row', async () => {
    const columns = [
      column('id', 'integer', { nullable: false }),
      column('price', { kind: 'decimal', precision: 12, scale: 3 }),
      column('ratio', 'float'),
      column('name', 'string'),
      column('day', 'date'),
      column('seen', 'datetime'),
    ];
    const select = (id: string, ratio: string, day: string): string =>
      `SELECT ${id} AS id, 1.25::DECIMAL(5, 2) AS price, ${ratio}::DOUBLE AS ratio, 'Köln' AS name, ${day} AS day, TIMESTAMPTZ '2025-01-02 03:04:05+01' AS seen FROM range(3)`;
    const good = await parquetFile(select('range', '0.1', "DATE '2025-01-02'"));
    const taken = await load('ads.parquet', good, { columns, lineNumbers: true });
    const read = await load('ads.parquet', good, { columns, lineNumbers: true, parameters: { null_values: 'none' } });
    expect(taken.rows).toEqual(
      [0, 1, 2].map((id) => ({
        id,
        price: '1.250',
        ratio: 0.1,
        name: 'Köln',
        day: '2025-01-02',
        seen: '2025-01-02 02:04:05',
        line_number: id + 1,
      })),
    );
    expect(read).toEqual({ ...taken, answer: { ...read.answer } });
    expect(taken.answer).toMatchObject({ records: 3, rows: 3, dirtyRows: 0, newDirtyRows: 0 });
    for (const [content, reason] of [
      [select('nullif(range, 1)', '0.1', 'NULL::DATE'), 'must not be null'],
      [select('range', "if(range = 1, 'inf', '1')", 'NULL::DATE'), 'not a number'],
      [select('range', '1', "if(range = 1, 'infinity'::DATE, NULL)"), 'not a date'],
    ] as const) {
      const { dirty, answer } = await load('ads.parquet', await parquetFile(content), { columns });
      expect(dirty).toMatchObject([{ line: 2, reason }]);
      expect(answer).toMatchObject({ records: 3, rows: 2, dirtyRows: 1 });
    }
  });

  it('parquet that is a bomb is refused before it fills the disk', async () => {
    const content = await parquetFile("SELECT repeat('equal', 200) AS id FROM range(200000)");
    const parameters = { null_values: 'none' };
    await expect(load('ads.parquet', content, { columns: [column('id', 'string')], parameters })).rejects.toMatchObject(
      {
        code: 'ARCHIVE_LIMIT',
        message:
          'Archive ads.parquet exceeds the unpacked limit (20 GB or 2000:1). Have it delivered in smaller archives.',
      },
    );
  });

  it('parquet without rows is a table without rows, and keeps record numbers', async () => {
    const columns = [column('id', 'integer')];
    const none = await load('ads.parquet', await parquetFile('SELECT 1 AS id WHERE false'), { columns });
    expect(none.answer).toMatchObject({ records: 0, rows: 0, dirtyStatus: 'none' });
    const many = await parquetFile('SELECT range::INTEGER AS id FROM range(100000)');
    const { rows, answer } = await load('ads.parquet', many, { columns, lineNumbers: true });
    expect(answer).toMatchObject({ records: 100_000, rows: 100_000 });
    expect(rows.at(-1)).toEqual({ id: 99_999, line_number: 100_000 });
  });
});

describe('avro', () => {
  const nested: Schema = {
    type: 'record',
    name: 'Row',
    namespace: 'a.b',
    fields: [
      { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['CLICK', 'VIEW'] } },
      { name: 'tags', type: { type: 'array', items: 'string' } },
      { name: 'counts', type: { type: 'map', values: 'long' } },
      { name: 'place', type: { type: 'record', name: 'Place', fields: [{ name: 'x', type: 'float' }] } },
      { name: 'other', type: ['null', 'Place'] },
      { name: 'code', type: { type: 'fixed', name: 'Code', size: 2 } },
    ],
  };

  it('gives nested values as records, lists and JSON', async () => {
    const row = {
      kind: 'VIEW',
      tags: ['a', 'b"'],
      counts: { n: 5 },
      place: { x: 0.1 },
      other: { x: 2 },
      code: Buffer.from('DE'),
    };
    const columns = [
      column('kind', 'string'),
      column('tags', { kind: 'list', element: { kind: 'string' } }),
      column('counts', 'json'),
      column('place', { kind: 'record', fields: [{ name: 'x', type: { kind: 'float' }, nullable: false }] }),
      column('other', 'json'),
      column('code', 'string'),
    ];
    const { rows, newDirty } = await load('ads.avro', await avroFile(nested, 'deflate', [row]), { columns });
    expect(rows).toEqual([
      { kind: 'VIEW', tags: `['a', 'b"']`, counts: '{"n":5}', place: "{'x': 0.1}", other: '{"x":2}', code: 'DE' },
    ]);
    expect(newDirty).toEqual([]);
  });

  it('sets aside rows with texts that are none', async () => {
    const schema: Schema = { type: 'record', name: 'Row', fields: [{ name: 'name', type: 'bytes' }] };
    const rows = [
      { name: Buffer.from('ok') },
      { name: Buffer.from([0x61, 0xff, 0x0a, 0x22]) },
      { name: Buffer.from('ü') },
    ];
    const { dirty, answer } = await load('x.avro', await avroFile(schema, 'null', rows), {
      columns: [column('name', 'string')],
    });
    expect(dirty).toMatchObject([{ line: 2, reason: 'bytes that are not text' }]);
    expect(answer).toMatchObject({ records: 3, rows: 2, dirtyRows: 1 });
  });

  it('avro of any size is read, in a thread of its own, and can be aborted there', async () => {
    const schema: Schema = {
      type: 'record',
      name: 'Row',
      fields: [
        { name: 'id', type: 'long' },
        { name: 'name', type: 'string' },
      ],
    };
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `site number ${id}` }));
    const content = await avroFile(schema, 'null', rows, 16_000);
    const columns = [column('id', 'integer'), column('name', 'string')];
    const { answer } = await load('x.avro.zst', zstdCompressSync(content), { columns });
    expect(answer).toMatchObject({ records: 60_000, rows: 60_000 });
    const work = new AbortController();
    const loading = load('x.avro', content, { columns, context: { signal: work.signal } });
    setImmediate(() => work.abort(new Error('lease lost')));
    await expect(loading).rejects.toThrow('lease lost');
  });
});

describe('xlsx', () => {
  it('keeps row numbers, and sets aside rows with more cells than columns', async () => {
    const content = await workbook([['id', 'Name'], [1, 'a'], [], [2, 'b', 'more'], ['x', 'c'], [4, 'd']]);
    const columns = [column('name', 'string'), column('id', 'integer')];
    const { rows, dirty, sample } = await load('ads.xlsx', content, { columns, lineNumbers: true });
    expect(rows).toEqual([
      { name: 'a', id: 1, line_number: 2 },
      { name: 'd', id: 4, line_number: 6 },
    ]);
    expect(dirty).toEqual([
      { line: 4, column: '', reason: 'expected 2 fields, found 3', raw: '[2,"b","more"]' },
      { line: 5, column: 'id', reason: 'not an integer', raw: '["x","c"]' },
    ]);
    expect(sample.split('\n').slice(0, 2)).toEqual(['["id","Name"]', '[1,"a"]']);
  });

  it('refuses a header that lacks a column or has one twice', async () => {
    const content = await workbook([
      ['id', 'ID'],
      [1, 2],
    ]);
    await expect(load('ads.xlsx', content, { columns: [column('id', 'integer')] })).rejects.toMatchObject({
      code: 'COLUMN_DUPLICATE',
    });
    await expect(load('ads.xlsx', content, { columns: [column('name', 'string')] })).rejects.toMatchObject({
      code: 'COLUMN_NOT_FOUND',
    });
  });

  it('refuses a Parquet file in which two names of a wanted column differ in case alone', async () => {
    const file = (...names: readonly string[]): Buffer =>
      Buffer.from(
        parquetWriteBuffer({ columnData: names.map((name, index) => ({ name, data: [`v${index}`], type: 'STRING' })) }),
      );
    const read = (content: Buffer, ...names: readonly string[]) =>
      load('a.parquet', content, { columns: names.map((name) => column(name, 'string')) });
    await expect(read(file('x', 'id', 'ID'), 'id')).rejects.toMatchObject({ code: 'COLUMN_DUPLICATE' });
    expect((await read(file('x', 'id', 'ID'), 'x')).rows).toEqual([{ x: 'v0' }]);
    expect((await read(file('id', 'id_1'), 'id', 'id_1')).rows).toEqual([{ id: 'v0', id_1: 'v1' }]);
  });

  it('reads what other programs write: shared texts, other calendars, cells without places', async () => {
    const columns = [
      column('id', 'integer'),
      column('name', 'string'),
      column('clicks', 'integer'),
      column('day', 'date'),
      column('seen', 'datetime'),
    ];
    expect((await load('x.xlsx', foreignFile('workbook.by-hand.xlsx'), { columns })).rows).toEqual([
      { id: 1, name: 'Zoë', clicks: 10, day: '2025-01-02', seen: '2025-01-02 03:04:05' },
    ]);
    const shared = await load('x.xlsx', foreignFile('workbook.shared.xlsx'), { columns });
    expect(shared.rows.map((row) => [row['id'], row['name']])).toEqual([
      [1, 'run one and two'],
      [2, '東京'],
      [4, null],
    ]);
    expect(shared.dirty).toMatchObject([
      { line: 9, column: 'clicks', raw: '[3,"line\\rend","#DIV/0!",null,null,null,null]' },
    ]);
  });
});
