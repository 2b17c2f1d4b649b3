import type { ColumnType } from '@switchboard/model/schema';
import type { Schema } from 'avsc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadInput } from '../../../test/load-file.ts';
import { avroFile, parquetFile } from '../../../test/matrix/made-files.ts';
import { sheetRow, writeWorkbook } from '../../../test/workbook.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const TYPES: readonly ColumnType[] = [
  { kind: 'string' },
  { kind: 'integer' },
  { kind: 'float' },
  { kind: 'decimal', precision: 38, scale: 2 },
  { kind: 'boolean' },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'time' },
  { kind: 'json' },
];

const FORMATS = ['[h]:mm:ss', '[h]:mm', '[mm]:ss', 'h:mm', '00000', '000\\-00', '"ID"0000', '0.00', '#,##0'];
const styled = (value: string, format: string): string => `<c s="${FORMATS.indexOf(format) + 1}"><v>${value}</v></c>`;
const plain = (value: string): string => `<c><v>${value}</v></c>`;

/**
 * One cell as it comes in a column of each type: its value, or why it is dirty. Each type has a row of its own in one file, whose other
 * cells are empty.
 */
async function inEveryType(cell: string, parameters: LoadInput['parameters'] = {}): Promise<Record<string, unknown>> {
  const kinds = TYPES.map(({ kind }) => kind);
  const rowOf = (at: number): string =>
    sheetRow(plain(String(at)), ...kinds.map((_, index) => (index === at ? cell : '<c/>')));
  const content = await writeWorkbook(
    [{ rows: sheetRow('id', ...kinds) + kinds.map((_, at) => rowOf(at)).join('') }],
    FORMATS,
  );
  const columns = [column('id', 'integer'), ...TYPES.map((type) => column(type.kind, type))];
  const { rows, dirty } = await loader.load({ files: [{ filename: 'a.xlsx', content }], columns, parameters });
  const entries = kinds.map((kind, at) => {
    const reasons = dirty.filter((one) => one.column === kind).map(({ reason }) => `dirty: ${kind} ${reason}`);
    const values = rows.filter(({ id }) => id === at).map((row) => row[kind]);
    return [kind, [...reasons, ...values]] as const;
  });
  for (const [kind, outcomes] of entries) expect([kind, outcomes]).toEqual([kind, [outcomes[0]]]);
  return Object.fromEntries(entries.map(([kind, outcomes]) => [kind, outcomes[0]]));
}

const kindsOf = (found: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => !String(value).startsWith('dirty')));

describe('a cell of a spreadsheet', () => {
  it.each([
    '<c><f>B2*1.19</f></c>',
    '<c><f>B2*1.19</f><v></v></c>',
    '<c><f>B2*1.19</f><v/></c>',
    '<c t="str"><f>A1</f></c>',
    '<c><f t="shared" si="0"/></c>',
  ])(
    '%s, a formula without a stored value, is dirty in every type and never null',
    {
      tags: ['case:03-xlsx-formula-without-value'],
    },
    async (cell) => {
      const found = await inEveryType(cell);
      for (const value of Object.values(found)) expect(value).toMatch(/^dirty: \w+ its formula has no stored value/);
    },
  );

  it('a formula whose stored value is an empty text is null, and one with a value is its value', async () => {
    expect((await inEveryType('<c t="str"><f>""</f><v></v></c>'))['string']).toBeNull();
    expect((await inEveryType('<c><f>1+1</f><v>2</v></c>'))['integer']).toBe(2);
  });

  it.each(['#N/A', '#DIV/0!', '#REF!'])(
    'the error %s is dirty in every type, unless it is declared as null',
    async (error) => {
      const cell = `<c t="e"><v>${error}</v></c>`;
      for (const [kind, value] of Object.entries(await inEveryType(cell)))
        expect(value).toBe(`dirty: ${kind} the cell holds the error ${error}`);
      for (const value of Object.values(await inEveryType(cell, { null_values: error }))) expect(value).toBeNull();
      expect((await inEveryType(`<c t="inlineStr"><is><t>${error}</t></is></c>`))['string']).toBe(error);
    },
  );

  it.each([
    ['[h]:mm:ss', '1.2604166666666667', '30:15:00', false],
    ['[h]:mm', '1.5', '36:00', false],
    ['[h]:mm', '0.25', '06:00', true],
    ['[h]:mm:ss', '0.25', '06:00:00', true],
    ['[h]:mm:ss', '-0.25', '-06:00:00', false],
    ['[mm]:ss', '0.0628587962962963', '01:30:31', true],
    ['h:mm', '1.5', '36:00:00', false],
    ['h:mm', '0.5', '12:00:00', true],
  ])(
    'a duration under %s of %s days is the text %s, and nothing of the year 1900',
    {
      tags: ['case:xlsx-duration', 'case:04-xlsx-elapsed-time'],
    },
    async (format, value, text, isTimeOfDay) => {
      const found = kindsOf(await inEveryType(styled(value, format)));
      expect(found['string']).toBe(text);
      expect(found['time']).toBe(isTimeOfDay ? (text.length === 5 ? `${text}:00` : text) : undefined);
      expect(Object.keys(found).filter((kind) => !['string', 'time', 'json'].includes(kind))).toEqual([]);
    },
  );

  it.each([
    ['00000', '42', '00042', 42],
    ['00000', '123456', '123456', 123456],
    ['000\\-00', '1234', '012-34', 1234],
    ['"ID"0000', '7', 'ID0007', 7],
    ['#,##0', '1234', '1234', 1234],
  ])('an id under %s of %s is the text %s, and its number in other types', async (format, value, text, number) => {
    const found = await inEveryType(styled(value, format));
    expect([found['string'], found['integer'], found['float']]).toEqual([text, number, number]);
  });

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['9.007199254740993E15', '9007199254740993'],
    ['1.2345678901234567E+18', '1234567890123456700'],
    ['12345678901234567890', '12345678901234567890'],
    ['-1.5E3', '-1500'],
  ])('the digits of %s beyond those of a double are kept', async (value, text) => {
    const found = await inEveryType(plain(value));
    expect(found['string']).toBe(text);
    const fitsInteger = !text.includes('.') && BigInt(text) < 2n ** 63n;
    expect(String(found['integer'])).toMatch(fitsInteger ? new RegExp(`^${text}$`) : /^dirty/);
    expect(String(found['decimal'])).toMatch(text.includes('.') ? /^dirty/ : new RegExp(`^${text}(?:\\.00)?$`));
  });

  it('the first sheet that is not hidden is read; a hidden one by its name, and hidden rows are data', async () => {
    const sheet = (name: string, text: string, state?: 'hidden' | 'veryHidden') => ({
      name,
      rows: sheetRow('id') + sheetRow(text).replace('<row>', '<row hidden="1">'),
      ...(state === undefined ? {} : { state }),
    });
    const content = await writeWorkbook([
      sheet('Lists', 'a', 'hidden'),
      sheet('Old', 'b', 'veryHidden'),
      sheet('Data', 'c'),
    ]);
    const read = async (parameters: LoadInput['parameters']) =>
      (
        await loader.load({
          files: [{ filename: 'a.xlsx', content }],
          columns: [column('id', 'string')],
          parameters: parameters ?? {},
        })
      ).rows;
    expect(await read({})).toEqual([{ id: 'c' }]);
    expect(await read({ sheet: 'lists' })).toEqual([{ id: 'a' }]);
    expect(await read({ sheet: 2 })).toEqual([{ id: 'b' }]);
  });
});

describe('bytes that are not text', () => {
  const columns = [column('id', 'integer'), column('name', 'string')];
  const nested = column('r', { kind: 'record', fields: [{ name: 'b', type: { kind: 'string' }, nullable: true }] });

  it('parquet rows with them are dirty with the column named, also within records, and others are untouched', {
    tags: 'case:11-parquet-bytes-as-text',
  }, async () => {
    const content = await parquetFile(`SELECT * FROM (VALUES
      (1, 'caf\\xE9'::BLOB, {'b': 'ok'::BLOB}), (2, 'ok'::BLOB, {'b': '\\xFF'::BLOB}), (3, NULL, NULL)) t(id, name, r)`);
    const load = (wanted: typeof columns) =>
      loader.load({ files: [{ filename: 'a.parquet', content }], columns: wanted });
    const all = await load([...columns, nested]);
    expect(all.dirty).toMatchObject([
      { line: 1, column: 'name', reason: 'bytes that are not text' },
      { line: 2, column: 'r', reason: 'bytes that are not text' },
    ]);
    expect((await load(columns)).rows).toEqual([
      { id: 2, name: 'ok' },
      { id: 3, name: null },
    ]);
    expect((await load(columns.slice(0, 1))).rows).toHaveLength(3);
    expect((await load([nested])).rows).toHaveLength(2);
  });

  it('avro rows with them are dirty alike', async () => {
    const schema: Schema = {
      type: 'record',
      name: 'Row',
      fields: [
        { name: 'id', type: 'int' },
        { name: 'name', type: 'bytes' },
        { name: 'r', type: { type: 'record', name: 'R', fields: [{ name: 'b', type: 'bytes' }] } },
      ],
    };
    const bad = Buffer.from([0x63, 0xe9]);
    const content = await avroFile(schema, 'null', [
      { id: 1, name: bad, r: { b: Buffer.from('ok') } },
      { id: 2, name: Buffer.from('ok'), r: { b: bad } },
    ]);
    const load = (wanted: typeof columns) => loader.load({ files: [{ filename: 'a.avro', content }], columns: wanted });
    expect((await load([...columns, nested])).dirty).toMatchObject([{ column: 'name' }, { column: 'r' }]);
    expect((await load(columns)).rows).toEqual([{ id: 2, name: 'ok' }]);
    expect((await load(columns.slice(0, 1))).rows).toHaveLength(2);
  });

  it('a text that begins like a mark of ours is itself', async () => {
    const texts = ['\u0001T10:00', '\u00021.5', '\u0003x\u0003y', '\u0004z'];
    const parquet = await parquetFile(
      `SELECT unnest([${texts.map((text) => `'${text}'`).join(', ')}]) AS name, 1::DECIMAL(3, 1) AS n, {'b': '\u0001b'} AS r`,
    );
    const schema: Schema = { type: 'record', name: 'Row', fields: [{ name: 'name', type: 'string' }] };
    const avro = await avroFile(
      schema,
      'null',
      texts.map((name) => ({ name })),
    );
    for (const [filename, content] of [
      ['a.parquet', parquet],
      ['a.avro', avro],
    ] as const) {
      const { rows } = await loader.load({
        files: [{ filename, content }],
        columns: [column('name', 'string')],
        parameters: { null_values: 'none' },
      });
      expect(rows.map(({ name }) => name)).toEqual(texts);
    }
  });
});

describe('decimals of undeclared columns', () => {
  const load = (filename: string, ...contents: Buffer[]) =>
    loader.load({
      files: contents.map((content, index) => ({ filename: `${index}${filename}`, content })),
      columns: [],
      rest: true,
    });

  it('keep the type that a Parquet file declares', { tags: 'case:10-parquet-decimal-by-star' }, async () => {
    const content = await parquetFile(
      'SELECT 0.10::DECIMAL(18, 2) AS amount, 5::DECIMAL(38, 0) AS whole, NULL::DECIMAL(9, 3) AS none',
    );
    const { answer, rows } = await load('.parquet', content);
    expect(answer.columns.map(({ type }) => type)).toEqual([
      { kind: 'decimal', precision: 18, scale: 2 },
      { kind: 'integer' },
      { kind: 'decimal', precision: 9, scale: 3 },
    ]);
    expect(rows).toEqual([{ amount: '0.10', whole: 5, none: null }]);
  });

  it('widen over files, and are texts where no decimal holds them all', async () => {
    const [one, two, wide] = await Promise.all(
      ['0.10::DECIMAL(18, 2)', '0.1234::DECIMAL(10, 4)', '1::DECIMAL(38, 10)'].map((value) =>
        parquetFile(`SELECT ${value} AS amount`),
      ),
    );
    const typesOf = async (...files: (Buffer | undefined)[]) =>
      (await load('.parquet', ...files.filter((file) => file !== undefined))).answer.columns[0]?.type;
    expect(await typesOf(one, two)).toEqual({ kind: 'decimal', precision: 20, scale: 4 });
    expect(await typesOf(one, wide)).toEqual({ kind: 'decimal', precision: 38, scale: 10 });
  });

  it('keep the type that an Avro file declares', async () => {
    const decimal = (precision: number): Schema =>
      ['null', { type: 'bytes', logicalType: 'decimal', precision, scale: 2 }] as Schema;
    const schema: Schema = {
      type: 'record',
      name: 'Row',
      fields: [
        { name: 'amount', type: decimal(18) },
        { name: 'wide', type: decimal(50) },
      ],
    };
    const content = await avroFile(schema, 'null', [{ amount: Buffer.from([10]), wide: Buffer.from([10]) }]);
    const { answer, rows } = await load('.avro', content);
    expect(answer.columns.map(({ type }) => type.kind)).toEqual(['decimal', 'string']);
    expect(rows).toEqual([{ amount: '0.10', wide: '0.10' }]);
  });

  it('keep the digits that a database says, or those of its values, and are no longer exact where a value is not', async () => {
    const content = 'a,b,c,d,e,f\n0.10,12.345,1,NaN,,0.5\n-2.00,1.2,2,1.5,,0.25\n';
    const decimals = {
      a: { precision: 18, scale: 2 },
      b: null,
      c: { precision: 10, scale: 0 },
      d: { precision: 10, scale: 2 },
      e: { precision: 10, scale: 2 },
    };
    const { answer, rows } = await loader.load({
      files: [{ filename: 'a.csv', content, decimals }],
      columns: [],
      rest: true,
    });
    expect(answer.columns.map(({ type }) => type)).toEqual([
      { kind: 'decimal', precision: 18, scale: 2 },
      { kind: 'decimal', precision: 5, scale: 3 },
      { kind: 'integer' },
      { kind: 'string' },
      { kind: 'string' },
      { kind: 'float' },
    ]);
    expect(rows[0]).toMatchObject({ a: '0.10', b: '12.345', c: 1, d: 'NaN', e: null });
  });
});
