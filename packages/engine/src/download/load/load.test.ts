import type { ColumnType } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const MONEY = { kind: 'decimal', precision: 18, scale: 2 } as const;
const ADS = [column('date', 'date'), column('site', 'string'), column('clicks', 'integer'), column('revenue', MONEY)];
const HEADER = 'date,site,clicks,revenue\n';
const GOOD = '2025-01-02,a,1,1\n';
/** A line; `MANY` of them exceed the head of a file that is read first. */
const LONG = `${'x,'.repeat(25)}\n`;
const MANY = 100_000;

const load = (content: string | Buffer, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files: [{ filename: 'ads.csv', content }], columns: ADS, ...input });
const sitesOf = (loaded: LoadedFile): readonly unknown[] => loaded.rows.map((row) => row['site']);
const linesOf = (loaded: LoadedFile): readonly number[] => loaded.dirty.map(({ line }) => line);

describe('a clean file', () => {
  it('becomes typed rows', async () => {
    const { rows, answer, sample } = await load(`${HEADER}2025-01-02,a,1,2.50\n2025-01-03,"b, c",-7,\n`);
    expect(rows).toEqual([
      { date: '2025-01-02', site: 'a', clicks: 1, revenue: '2.50' },
      { date: '2025-01-03', site: 'b, c', clicks: -7, revenue: null },
    ]);
    expect(answer).toMatchObject({ records: 2, rows: 2, dirtyRows: 0, dirtyStatus: 'none', newDirtyStatus: 'none' });
    expect([answer.dirtyKey, answer.newDirtyKey]).toEqual([null, null]);
    expect(sample).toBe(`${HEADER}2025-01-02,a,1,2.50\n2025-01-03,"b, c",-7,\n`);
  });

  it.each([
    ['of a header only', HEADER],
    ['of a header without line end', HEADER.trim()],
  ])('%s has no rows', async (_name, content) => {
    const { rows, answer } = await load(content);
    expect(rows).toEqual([]);
    expect(answer).toMatchObject({ records: 0, rows: 0, dirtyStatus: 'none' });
  });

  it('keeps texts as they stand: blanks, quotes, line breaks, empty and null', async () => {
    const texts = ['" a "', ' a ', '"say ""hi"""', '"two\nlines"', '""', '', 'größer 🎉', 'مرحبا', "it's", '\u2028'];
    const loaded = await load(`${HEADER}${texts.map((text) => `2025-01-02,${text},1,1\n`).join('')}`);
    const read = [' a ', ' a ', 'say "hi"', 'two\nlines', '', null, 'größer 🎉', 'مرحبا', "it's", '\u2028'];
    expect(sitesOf(loaded)).toEqual(read);
    expect(loaded.answer.newDirtyRows).toBe(0);
  });

  it('reads every type', async () => {
    const list = { kind: 'list', element: { kind: 'string' } } as const;
    const record: ColumnType = { kind: 'record', fields: [column('id', 'integer'), column('tags', list)] };
    const nested = '"{""id"":9007199254740993,""tags"":[""x"",null]}"';
    const cells: readonly (readonly [string, ColumnType['kind'] | ColumnType, string, unknown])[] = [
      ['i', 'integer', '-9223372036854775808', '-9223372036854775808'],
      ['f', 'float', '1.5', 1.5],
      ['d', MONEY, '-0.01', '-0.01'],
      ['b', 'boolean', 'true', true],
      ['day', 'date', '2024-02-29', '2024-02-29'],
      ['at', 'datetime', '2025-01-02T03:04:05.678901Z', '2025-01-02 03:04:05.678901'],
      ['t', 'time', '23:59:59', '23:59:59'],
      ['j', 'json', '"{""a"":[1]}"', '{"a":[1]}'],
      ['r', record, nested, "{'id': 9007199254740993, 'tags': ['x', NULL]}"],
    ];
    const lines = [cells.map(([name]) => name), cells.map(([, , written]) => written)];
    const columns = cells.map(([name, type]) => column(name, type));
    const { rows, dirty } = await load(`${lines.join('\n')}\n`, { columns });
    expect(dirty).toEqual([]);
    expect(rows).toEqual([Object.fromEntries(cells.map(([name, , , read]) => [name, read]))]);
  });
});

describe('header', () => {
  it('matches whatever the order, case and separators', async () => {
    const columns = [column('unit', 'string', { header: 'Ad unit' }), column('clicks', 'integer')];
    expect((await load('CLICKS,other,ad-unit\n3,x,top\n', { columns })).rows).toEqual([{ unit: 'top', clicks: 3 }]);
  });

  it.each([
    ['date,site,clicks\n', 'COLUMN_NOT_FOUND', { column: 'revenue', file: 'ads.csv', found: 'date, site, clicks' }],
    ['date,site,clicks,revenue,Site\n', 'COLUMN_DUPLICATE', { column: 'Site', file: 'ads.csv' }],
  ] as const)('%j is refused', async (content, code, parameters) => {
    await expect(load(content + GOOD)).rejects.toMatchObject({ code, parameters });
  });

  it('names undeclared columns, each once for all files', async () => {
    const { answer } = await loader.load({
      files: [
        { filename: '1.csv', content: 'id, Cost ,note,\n1,2,3,4\n' },
        { filename: '2.csv', content: 'note,id,Extra\n3,4,5\n' },
      ],
      columns: [column('id', 'integer')],
    });
    expect([answer.rows, answer.ignored]).toEqual([2, ['Cost', 'note', 'Extra']]);
  });

  it('gives all other columns types that hold for every file', async () => {
    const { rows, answer } = await loader.load({
      files: [
        { filename: '1.csv', content: 'id,Ad Unit,n,code,day\n1,x,1,007,2025-01-02\n2,,2.5,8,2025-01-03\n' },
        { filename: '2.csv', content: 'id,n,extra\n3,4,true\n' },
      ],
      columns: [column('id', 'integer')],
      rest: true,
    });
    const types = answer.columns.map(({ name, type }) => `${name} ${type.kind}`);
    expect(types).toEqual(['id integer', 'ad_unit string', 'n float', 'code string', 'day date', 'extra boolean']);
    expect(rows).toEqual([
      { id: 1, ad_unit: 'x', n: 1, code: '007', day: '2025-01-02', extra: null },
      { id: 2, ad_unit: null, n: 2.5, code: '8', day: '2025-01-03', extra: null },
      { id: 3, ad_unit: null, n: 4, code: null, day: null, extra: true },
    ]);
  });

  it('a header is not needed when there is none, and rows around the data are passed over', async () => {
    const options = { header: false, skip_rows: 2, skip_footer: 2, delimiter: ';', null_values: ['N/A', '-'] };
    const content = 'Report\n"made; today"\n2025-01-02;a;N/A;1.5\n2025-01-03;-;2;-\nTotal;;2;\nEnd';
    const { rows } = await load(content, { parameters: options });
    expect(rows).toEqual([
      { date: '2025-01-02', site: 'a', clicks: null, revenue: '1.50' },
      { date: '2025-01-03', site: null, clicks: 2, revenue: null },
    ]);
  });

  it.each([
    ['an unquoted comma', '2025-01-01,a, b,1,1\n', 'expected 4 fields, found 5'],
    ['a field too few', '2025-01-01,a,1\n', 'expected 4 fields, found 3'],
    ['a stray opening quote', '2025-01-01,"a,1,1\n', 'unterminated quote'],
  ])('%s in the first record without a header costs that row', async (_, first, reason) => {
    for (const good of [1, 150]) {
      const loaded = await load(first + GOOD.repeat(good), { parameters: { header: false } });
      expect(loaded.dirty).toMatchObject([{ line: 1, reason }]);
      expect(sitesOf(loaded)).toEqual(Array(good).fill('a'));
    }
    const around = { header: false, skip_footer: 3 };
    expect((await load(`${GOOD}a\nb\nc\n`, { parameters: around })).answer).toMatchObject({ rows: 1, dirtyRows: 0 });
  });

  it.each([
    ['rows to skip in front', LONG.repeat(MANY), '', { skip_rows: MANY }],
    ['blank lines in front', `\n${'\r\n'.repeat(3 << 20)}`, '', {}],
    ['a row to skip, and the header across the border', `${'x'.repeat((4 << 20) - 11)}\n`, '', { skip_rows: 1 }],
    ['rows to skip at the end', '', LONG.repeat(MANY), { skip_footer: MANY }],
    ['blank lines behind a footer', '', 'Total,1\n\n\t\n', { skip_footer: 1 }],
  ])('a header and the data are found behind and before megabytes: %s', async (_, front, back, parameters) => {
    const loaded = await load(`${front}${HEADER}${GOOD}bad\n${GOOD}${back}`, { parameters });
    expect(loaded.answer).toMatchObject({ records: 3, rows: 2, dirtyRows: 1 });
    expect(linesOf(loaded)).toEqual([front.split('\n').length + 2]);
    expect(loaded.sample).toContain(GOOD);
  });

  it('a file whose rows are all to be skipped, or blank, gives nothing', async () => {
    for (const parameters of [{ skip_rows: 2 * MANY }, { skip_footer: MANY }])
      expect((await load(LONG.repeat(MANY), { parameters: { header: false, ...parameters } })).answer.records).toBe(0);
    await expect(load(LONG.repeat(MANY), { parameters: { skip_rows: 2 * MANY } })).rejects.toThrow('it has no header');
    const blanks = `${' '.repeat(63)}\n`.repeat(MANY);
    for (const [rows, content] of ['', '{"date":null,"site":"a","clicks":1,"revenue":2}'].entries())
      expect((await load(blanks + content, { parameters: { format: 'jsonl' } })).answer.rows).toBe(rows);
  });

  it('detects the delimiter of a csv file', async () => {
    expect((await load(HEADER.replaceAll(',', ';') + GOOD.replaceAll(',', ';'))).answer.rows).toBe(1);
  });
});

describe('dirty rows', () => {
  it('keep line, column, reason and text', { tags: 'proof:dirty-rows-apart' }, async () => {
    const content = `${HEADER}${GOOD}2025-02-30,b,1,1\n2025-01-02,c,12.7,1\n\n2025-01-02,d\n2025-01-02,e,2,1\n`;
    const { rows, dirty, newDirty, answer } = await load(content);
    expect(rows.map((row) => row['site'])).toEqual(['a', 'e']);
    expect(dirty).toEqual([
      { line: 3, column: 'date', reason: 'not a date', raw: '2025-02-30,b,1,1' },
      { line: 4, column: 'clicks', reason: 'not an integer', raw: '2025-01-02,c,12.7,1' },
      { line: 6, column: '', reason: 'expected 4 fields, found 2', raw: '2025-01-02,d' },
    ]);
    expect(newDirty.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(answer).toMatchObject({ records: 5, rows: 2, dirtyRows: 3, dirtyStatus: 'some', newDirtyRows: 3 });
    const counted = dirty.map(({ column, reason }) => ({ column, reason, dirty: 1, rejected: 1 }));
    expect(answer.dirtyReasons).toEqual(counted);
  });

  it.each([
    ['integer', '12.7'],
    ['integer', '0x1F'],
    ['integer', '1_000'],
    ['integer', '1e3'],
    ['integer', '9223372036854775808'],
    ['integer', '1,00'],
    ['float', 'nan'],
    ['float', 'infinity'],
    ['float', '1e400'],
    ['boolean', 'maybe'],
    ['date', '2025-01-02 10:00:00'],
    ['date', 'infinity'],
    ['date', '2023-02-29'],
    ['datetime', '2025-01-02 25:00:00'],
    ['time', '24:00:00'],
    ['json', '{a}'],
  ] as const)('%s refuses %s', async (kind, value) => {
    const { dirty, answer } = await load(`id,v\n1,"${value}"\n`, { columns: [column('v', kind)] });
    expect(dirty).toMatchObject([{ line: 2, column: 'v' }]);
    expect(answer).toMatchObject({ dirtyStatus: 'all', newDirtyStatus: 'all', rows: 0 });
  });

  it.each([
    ['integer', ' 12 ', 12],
    ['integer', '+1234567', 1234567],
    ['integer', '12.0', 12],
    ['integer', '+5', 5],
    ['float', '+1000.5', 1000.5],
    ['boolean', 'Yes', true],
    ['date', '20250102', '2025-01-02'],
    ['date', '2025-01-02T00:00:00Z', '2025-01-02'],
    ['datetime', '2025-01-02', '2025-01-02 00:00:00'],
    ['datetime', '2025-01-02T03:04+0200', '2025-01-02 01:04:00'],
    ['time', '7:30', '07:30:00'],
  ] as const)(
    '%s reads %j leniently as a new dirty row',
    { tags: 'proof:lenient-values' },
    async (kind, value, expected) => {
      const { rows, newDirty, answer } = await load(`id,v\n1,"${value}"\n`, { columns: [column('v', kind)] });
      expect(rows).toEqual([{ v: expected }]);
      expect(newDirty).toMatchObject([{ line: 2, columns: [{ column: 'v' }] }]);
      expect(answer).toMatchObject({ dirtyRows: 0, newDirtyRows: 1, newDirtyStatus: 'all' });
    },
  );

  it('dirty rows are those with null where none may be', async () => {
    const columns = [column('site', 'string', { nullable: false }), column('clicks', 'integer', { nullable: false })];
    const loaded = await load('site,clicks\na,1\n,1\nb,\nNULL,1\n"",1\n', {
      columns,
      parameters: { null_values: 'NULL' },
    });
    expect(sitesOf(loaded)).toEqual(['a', '']);
    const refused = [3, 4, 5].map((line) => `${line} must not be null`);
    expect(loaded.dirty.map((row) => `${row.line} ${row.reason}`)).toEqual(refused);
  });

  it('read dates in the declared format only', async () => {
    const columns = [
      column('d', 'date', { format: 'M/d/YYYY' }),
      column('t', 'datetime', { format: 'dd MMM YYYY h:mm a' }),
    ];
    const { rows, dirty, newDirty } = await load(
      'd,t\n1/2/2025,03 Jan 2025 4:05 PM\n2025-12-31,2025-01-01 00:00:00\n2/30/2025,\n12/31/2024,31 Feb 2025 1:00 am\n',
      { columns },
    );
    expect(rows).toEqual([{ d: '2025-01-02', t: '2025-01-03 16:05:00' }]);
    expect(dirty.map(({ line, column: name }) => `${line} ${name}`)).toEqual(['3 d', '4 d', '5 t']);
    expect(newDirty.map(({ line }) => line)).toEqual([3, 4, 5]);
  });
});

describe('a stray quote', () => {
  const lines = (count: number, stray: number): string =>
    `${HEADER}${Array.from({ length: count }, (_, index) => `2025-01-02,${index + 1 === stray ? '"' : ''}site ${index + 1},${index},1.5\n`).join('')}`;

  it.each(sampleCells([1, 2, 20_000, 39_999, 40_000], 5))(
    'a quote on row %i of 40,000 costs that row only',
    async (stray) => {
      const { answer, dirty } = await load(lines(40_000, stray));
      expect(dirty).toMatchObject([{ line: stray + 1, reason: 'unterminated quote' }]);
      expect(answer).toMatchObject({ records: 40_000, rows: 39_999, dirtyRows: 1, dirtyStatus: 'some' });
    },
  );

  it('costs only its row when later rows are quoted', async () => {
    const loaded = await load(`${HEADER}2025-01-02,"a,1,1\n2025-01-02,"b ""x""",1,1\n2025-01-02,c,1,1\n`);
    expect(sitesOf(loaded)).toEqual(['b "x"', 'c']);
    expect(linesOf(loaded)).toEqual([2]);
  });

  it('a stray quote within a field is text for the lenient reading only', async () => {
    const loaded = await load(`${HEADER}2025-01-02,5" pipe,1,1\n2025-01-02,"a"b,1,1\n`);
    expect(sitesOf(loaded)).toEqual(['5" pipe']);
    expect(loaded.dirty).toMatchObject([{ line: 3, reason: 'broken quotes' }]);
    expect(loaded.newDirty.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('loses no row behind a field of megabytes', async () => {
    const long = `2025-01-02,"${'text without end\n'.repeat(200_000)}",1,1\n`;
    const loaded = await load(`${HEADER}${GOOD}${long}${GOOD}${GOOD}`);
    expect(loaded.dirty).toMatchObject([{ line: 3, reason: 'Line 3: record longer than 1 MB.' }]);
    expect(loaded.answer).toMatchObject({ records: 4, rows: 3 });
  });
});

describe('bytes that are no text', () => {
  it('make their row dirty', async () => {
    const text = `${HEADER}${GOOD}2025-01-02,\xc3(,1,1\n2025-01-02,a\0b,1,1\n${GOOD}`;
    const { dirty, answer } = await load(Buffer.from(text, 'latin1'));
    expect(dirty).toMatchObject([
      { line: 3, reason: 'invalid UTF-8 at byte 12; declare encoding, if the file has another one' },
      { line: 4, reason: 'NUL character at byte 13' },
    ]);
    expect(answer.rows).toBe(2);
  });

  it('bytes of other encodings are decoded', async () => {
    const text = `${HEADER}2025-01-02,größer,1,1\n`;
    for (const [content, encoding] of [
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), null],
      [Buffer.from(text, 'latin1'), 'latin-1'],
      [Buffer.from(text, 'latin1'), 'windows-1252'],
      [Buffer.from(`\uFEFF${text}`), null],
    ] as const) {
      expect(sitesOf(await load(content, { parameters: { encoding } }))).toEqual(['größer']);
    }
  });
});

describe('line ends', () => {
  it.each([
    ['CRLF', '\r\n', '\r\n'],
    ['mixed, first CRLF', '\r\n', '\n'],
    ['mixed, first LF', '\n', '\r\n'],
  ])('reads line ends: %s', async (_name, first, second) => {
    const content = `${HEADER.trim()}${first}2025-01-02,a,1,1${second}2025-01-02,"b${second}c",1,1${first}2025-02-30,d,1,1${second}2025-01-02,e,1,1`;
    const loaded = await load(content);
    expect(sitesOf(loaded)).toEqual(['a', `b${second}c`, 'e']);
    expect(linesOf(loaded)).toEqual([5]);
  });

  it('line ends are counted as physical lines', async () => {
    const loaded = await load(`${HEADER}2025-01-02,"a\nb\nc",1,1\nbad\n2025-01-02,d,1,1\n`, { lineNumbers: true });
    expect(loaded.rows.map((row) => row['line_number'])).toEqual([2, 6]);
    expect(linesOf(loaded)).toEqual([5]);
  });
});

describe('a large file', () => {
  const rows = 18_000;
  const site = 'site '.repeat(200);
  const content = `${HEADER}${Array.from({ length: rows }, (_, index) =>
    index % 3000 === 7
      ? `2025-01-02,"open ${index},1,1\n`
      : index % 3000 === 8
        ? '2025-01-02,x,"+1000",1\n'
        : `2025-01-02,${site}${index},${index},1.5\n`,
  ).join('')}`;

  it('a large file is read while it is scanned, by several threads, and loses nothing', async () => {
    const { answer, dirty, newDirty } = await load(content);
    const lines = [0, 1, 2, 3, 4, 5].map((step) => step * 3000 + 9);
    expect(dirty.map(({ line }) => line)).toEqual(lines);
    expect(newDirty.map(({ line }) => line)).toEqual(lines.flatMap((line) => [line, line + 1]));
    expect(answer).toMatchObject({ records: rows, rows: rows - 6, dirtyRows: 6, newDirtyRows: 12 });
  });

  it('a large file can be aborted in the middle', async () => {
    const work = new AbortController();
    const fault = (): Promise<void> => Promise.resolve(work.abort(new Error('lease lost')));
    await expect(load(content, { context: { fault, signal: work.signal } })).rejects.toThrow('lease lost');
  });
});

describe('the work around', () => {
  it('names each file of several in the dirty rows, and counts them together', async () => {
    const { answer, dirty } = await loader.load({
      files: [
        { filename: '1.csv', content: `${HEADER}bad\n${GOOD}` },
        { filename: '2.csv', content: `${HEADER}${GOOD}` },
      ],
      columns: ADS,
    });
    expect(answer.tables).toMatchObject([1, 2].map((file) => ({ filename: `${file}.csv`, rows: 1 })));
    expect(dirty).toHaveLength(1);
    expect(answer).toMatchObject({ records: 3, rows: 2, dirtyRows: 1 });
  });

  it('reaches the middle once and reports progress', { tags: 'proof:load-reports-progress' }, async () => {
    const points: string[] = [];
    const seen: number[] = [];
    const fault = (point: string): Promise<void> => Promise.resolve(void points.push(point));
    await load(HEADER + GOOD, { context: { fault }, onProgress: ({ rows = 0 }) => seen.push(rows) });
    expect(points).toEqual(['mid-load']);
    expect(seen.at(-1)).toBe(1);
  });

  it('stops when aborted', async () => {
    const work = new AbortController();
    const fault = (): Promise<void> => Promise.resolve(work.abort(new Error('cancelled')));
    await expect(load(HEADER + GOOD, { context: { fault, signal: work.signal } })).rejects.toThrow('cancelled');
  });

  it('refuses parameters that it cannot follow', async () => {
    for (const [parameters, message] of [
      [{ delimiter: 'ab' }, 'the parameter delimiter must be a single ASCII character'],
      [{ format: 'orc' }, 'the parameter format must be one of'],
      [{ skip_rows: -1 }, 'the parameter skip_rows must be a whole number from 0'],
    ] as const) {
      await expect(load(GOOD, { parameters })).rejects.toThrow(message);
    }
  });
});
