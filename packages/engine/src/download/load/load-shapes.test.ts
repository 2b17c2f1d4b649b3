import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('a', 'integer'), column('b', 'string')];
const load = (
  filename: string,
  content: string | Buffer,
  parameters: LoadInput['parameters'] = {},
  columns = COLUMNS,
) => loader.load({ files: [{ filename, content }], columns, parameters });

describe('a last line without a line end', () => {
  it.each([
    ['a,b\n1,x\n2,', 1],
    ['a,b\n1,x\n2,y', 0],
    ['a,b\n1,x\n2,\n', 0],
    ['a,b\n1,x\n2,""', 0],
    ['a,b\n1,x\n2', 1],
    ['a,b,c\n1,x,\n2,y,', 0],
    ['a,b\n2,', 1],
  ])('%j has %i dirty rows', async (content, dirty) => {
    const { answer } = await load('a.csv', content);
    expect(answer.dirtyRows).toBe(dirty);
  });

  const END = Buffer.from('a,b\n1,x\n2,');
  it.each([
    ['a.csv.gz', gzipSync(END)],
    ['a.csv.zst', zstdCompressSync(END)],
    ['a.zip', Buffer.from(zipSync({ 'a.csv': END }))],
    ['a.zip', Buffer.from(zipSync({ 'a.csv.gz': gzipSync(END) }))],
    ['a.csv', gzipSync(END)],
  ])(
    'counts as a row with an empty last field in %s, whose checksum proves that nothing is cut off',
    async (name, content) => {
      const { answer, rows } = await load(name, content);
      expect(answer.dirtyRows).toBe(0);
      expect(rows).toEqual([
        { a: 1, b: 'x' },
        { a: 2, b: null },
      ]);
    },
  );

  it('never counts where the archive itself is cut off', async () => {
    await expect(load('a.csv.gz', gzipSync(END).subarray(0, -3))).rejects.toMatchObject({ code: 'GZIP_INCOMPLETE' });
  });
});

it.each([
  ['sep=;\na;b\n1;x\n', {}],
  ['"sep=|"\r\na|b\r\n1|x\r\n', {}],
  ['\ufeffsep=\t\na\tb\n1\tx\n', {}],
  ['sep=;\n1;x\n', { header: false }],
])('a first line that names the delimiter is passed over: %j', async (content, parameters) => {
  const { rows, answer } = await load('a.csv', content, parameters);
  expect(rows).toEqual([{ a: 1, b: 'x' }]);
  expect(answer.dirtyRows).toBe(0);
});

it('a tar archive is named under the name of a table', async () => {
  const archive = Buffer.alloc(1024);
  archive.write('a.csv', 0);
  archive.write('ustar', 257);
  await expect(load('a.csv', archive)).rejects.toThrow('it begins like a tar archive');
});

it('an empty text and a null differ by quotes, as our own CSV writes them', async () => {
  const { rows } = await load('a.csv', 'a,b\n1,""\n2,\n3,"x"\n');
  expect(rows.map(({ b }) => b)).toEqual(['', null, 'x']);
});

describe('objects of JSON', () => {
  it.each([
    ['a list in a file of lines', 'a.jsonl', '[{"a":1},\n{"a":2}]'],
    ['a list on one line', 'a.ndjson', '[{"a":1},{"a":2}]'],
    ['concatenated in a file of lines', 'a.jsonl', '{"a":1}{"a":2}'],
    ['concatenated', 'a.json', '{"a":1}{"a":2}'],
    ['concatenated over lines', 'a.json', '{\n"a":1\n}\n{\n"a":2\n}\n'],
    ['concatenated with blanks', 'a.json', '{"a":1} {"a":2}'],
    ['of one line each', 'a.jsonl', '{"a":1}\n{"a":2}'],
  ])('objects that are %s are rows', async (_, filename, content) => {
    const { rows, answer } = await load(filename, content, {}, COLUMNS.slice(0, 1));
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
    expect(answer.dirtyRows).toBe(0);
  });

  it.each([
    ['{"rows":null}', 'there is null at rows'],
    ['{"other":[]}', 'there is nothing at rows'],
    ['null', 'there is nothing at rows'],
  ])('%s has no rows where missing_rows says so, and is an error else', async (content, reason) => {
    await expect(load('a.json', content, { records: 'rows' })).rejects.toThrow(reason);
    expect((await load('a.json', content, { records: 'rows', missing_rows: 'empty' })).answer.records).toBe(0);
  });

  it.each([
    ['a.json', '{"rows":[],"error":{"code":190}}', 'rows', 'there are no rows beside its error: '],
    ['a.json', '{"errors":["quota"],"rows":[]}', 'rows', 'there are no rows beside its errors: '],
    ['a.json', '{"rows":[],"success":false,"message":"quota"}', 'rows', 'there are no rows beside its success: '],
    ['a.json', '{"status":"error","rows":[]}', 'rows', 'there are no rows beside its status: '],
    ['a.json', '{"data":{"rows":[],"error":"quota"}}', 'data.rows', 'there are no rows beside its error: '],
    ['a.json', '{"data":{"rows":[]},"meta":{"error":{"code":4}}}', 'data.rows', 'there are no rows beside its meta: '],
    ['a.xml', '<r><error>quota</error><rows/></r>', 'rows.row', 'there are no rows beside its <error>: '],
    ['a.xml', '<r><status>failed</status><rows/></r>', 'rows.row', 'there are no rows beside its <status>: '],
    ['a.xml', '<r><d><rows/><error>x</error></d></r>', 'd.rows.row', 'there are no rows beside its <error>: '],
    ['a.xml', '<r><meta><ok>false</ok></meta><rows/></r>', 'rows.row', 'there are no rows beside its <ok>: '],
    [
      'a.xml',
      '<r><rows/><errors><error>quota</error></errors></r>',
      'rows.row',
      'there are no rows beside its <errors>: ',
    ],
  ])('%s with %s is an error', async (filename, content, records, reason) => {
    await expect(load(filename, content, { records })).rejects.toThrow(reason);
  });

  it.each([
    ['a.json', '{"rows":[],"error":null,"errors":[],"error_code":0,"error_message":""}', 'rows'],
    ['a.json', '{"rows":[],"status":"ok","success":true,"code":200,"meta":{"error":null,"status":0}}', 'rows'],
    ['a.xml', '<r><errors></errors><error/><rows/></r>', 'rows.row'],
    ['a.xml', '<result><status>ok</status><rows/><success>true</success></result>', 'rows.row'],
  ])('%s with %s is a report without rows', async (filename, content, records) => {
    expect((await load(filename, content, { records })).answer.records).toBe(0);
  });

  const SITES = [column('site', 'string'), column('clicks', 'integer')];
  const row = '{"site":"a","clicks":1}';
  it.each([
    ['a.json', `{"rows":[${row}],"errors":["quota"]}`, 'rows', 'it has rows beside its errors: ["quota"]'],
    ['a.json', `{"error":{"message":"timeout"},"rows":[${row}]}`, 'rows', 'its error: {"message":"timeout"}'],
    [
      'a.json',
      `{"data":{"rows":[${row}]},"errors":[{"message":"slow"}]}`,
      'data.rows',
      'its errors: [{"message":"slow"}]',
    ],
    ['a.json', `{"data":{"errors":["x"],"rows":[${row}]}}`, 'data.rows', 'its errors: ["x"]'],
    [
      'a.xml',
      '<r><row><site>a</site><clicks>1</clicks></row><error>slow\n down</error></r>',
      'row',
      'its <error>: slow down',
    ],
    ['a.xml', '<r><errors><e>x</e></errors><row><site>a</site><clicks>1</clicks></row></r>', 'row', 'its <errors>: x'],
  ])(
    '%s with %s is partial, which is tried again, unless partial_rows accepts it',
    async (name, content, records, text) => {
      await expect(load(name, content, { records }, SITES)).rejects.toMatchObject({
        code: 'FILE_INCOMPLETE',
        class: 'transient',
        message: expect.stringContaining(text) as unknown,
      });
      const { answer } = await load(name, content, { records, partial_rows: 'accept' }, SITES);
      expect(answer).toMatchObject({ records: 1, rows: 1, dirtyRows: 0 });
    },
  );

  it.each([
    ['a.json', `{"rows":[${row}],"errors":[],"error":null}`, 'rows'],
    ['a.json', `{"rows":[${row}],"errors":[{"code":0,"message":"OK"}]}`, 'rows'],
    ['a.json', `{"rows":[{"site":"a","clicks":1,"errors":3}],"status":"failed"}`, 'rows'],
    ['a.json', '{"rows":{"site":"a","clicks":1,"error":"x"}}', 'rows'],
    ['a.json', `[${row.replace('}', ',"errors":["x"]}')}]`, ''],
    ['a.xml', '<r><row><site>a</site><clicks>1</clicks><error>x</error></row><errors/></r>', 'row'],
    ['a.xml', '<r><rows><row><site>a</site><clicks>1</clicks><error>x</error></row></rows></r>', 'r.rows.row'],
  ])('%s with %s is whole', async (name, content, records) => {
    expect((await load(name, content, { records }, SITES)).answer).toMatchObject({ records: 1, rows: 1, dirtyRows: 0 });
  });

  it('an error in place of the rows is quoted and tried again', async () => {
    const failed = { code: 'FILE_INCOMPLETE', class: 'transient' };
    const content = '{"error":{"message":"User request limit reached"}}';
    await expect(load('a.json', content, { records: 'data.rows' }, SITES)).rejects.toMatchObject({
      ...failed,
      message: expect.stringMatching(/nothing at data\.rows beside its error: .*User request limit reached/) as unknown,
    });
    const xml = '<error><code>Throttled</code></error>';
    await expect(load('a.xml', xml, { records: 'row' }, SITES)).rejects.toMatchObject({
      ...failed,
      message: expect.stringMatching(/where <code> stands, beside its <error>: Throttled/) as unknown,
    });
  });

  it.each([
    ['<r><row><site>a</site><row><site>b</site></row></row></r>', 'row'],
    ['<r><rows><row><site>a</site><sub><row><site>b</site></row></sub></row></rows></r>', 'rows.row'],
    ['<r><row site="a"><row site="b"/></row></r>', 'row'],
    ['<r><row><site>a</site><row><site>b</site></row></row></r>', ''],
  ])('rows within rows are refused as ambiguous: %s at %j', async (content, records) => {
    await expect(load('a.xml', content, { records }, SITES)).rejects.toMatchObject({
      code: 'FORMAT_UNREADABLE',
      message: expect.stringMatching(/there are rows within rows \(r\..*row\): name the path/) as unknown,
    });
  });

  it('the outer rows are read where their path begins at the root, and a value may be named like its row', async () => {
    const nested = '<r><row><site>a</site><clicks>1</clicks><row><site>b</site></row></row></r>';
    expect((await load('a.xml', nested, { records: 'r.row' }, SITES)).answer).toMatchObject({ records: 1, rows: 1 });
    const value = '<r><row><site>a</site><clicks>1</clicks><row>7</row></row></r>';
    expect((await load('a.xml', value, { records: 'row' }, SITES)).answer).toMatchObject({ records: 1, rows: 1 });
  });

  it('a document that is null is an error', async () => {
    await expect(load('a.json', 'null')).rejects.toThrow('it is null');
  });

  it('an element that is missing has no rows where missing_rows says so', async () => {
    const columns = COLUMNS.slice(0, 1);
    const parameters = { records: 'rows.row' };
    await expect(load('a.xml', '<r><x/></r>', parameters, columns)).rejects.toThrow('there is nothing at rows.row');
    const { answer } = await load('a.xml', '<r><x/></r>', { ...parameters, missing_rows: 'empty' }, columns);
    expect(answer.records).toBe(0);
  });

  it.each([
    ['a.jsonl', '{"a":1,"a":2}\n{"a":3,"x":{"a":1,"a":2},"y":["a","a"]}\n'],
    ['a.json', '[{"a":1,"b":"\\"a\\":","\\u0061":2},{"a":3,"other":1,"other":2}]'],
  ])('a name that a record of %s has twice makes it dirty where it is wanted', async (filename, content) => {
    const { rows, dirty } = await load(filename, content, {}, COLUMNS.slice(0, 1));
    expect(rows).toEqual([{ a: 3 }]);
    expect(dirty.map(({ reason }) => reason)).toEqual(['two of its fields are named a']);
  });

  it('names match whatever their case, and two that match one column make the row dirty', async () => {
    const nested = column('r', { kind: 'record', fields: [{ name: 'x', type: { kind: 'integer' }, nullable: true }] });
    const content = '{"A":1,"R":{"X":1}}\n{"A":1,"a":2,"r":null}\n{"a":3,"r":{"x":1,"X":2}}\n';
    const { rows, dirty } = await load('a.jsonl', content, {}, [column('a', 'integer'), nested]);
    expect(rows).toHaveLength(1);
    expect(dirty).toMatchObject([
      { line: 2, reason: 'two of its fields are named a' },
      { line: 3, column: 'r', reason: 'two of its fields are named x' },
    ]);
  });
});

describe('the charset of an answer', () => {
  const read = async (
    text: string,
    encoding: BufferEncoding,
    charset: string,
    parameters: LoadInput['parameters'] = {},
  ) => {
    const content = Buffer.from(`a,b\n1,${text}\n`, encoding);
    const files = [{ filename: 'a.csv', content, charset }];
    const { rows, dirty, answer } = await loader.load({ files, columns: COLUMNS, parameters });
    return [rows[0]?.['b'] ?? dirty[0]?.reason, answer.encodings?.[0]?.encoding];
  };

  it.each([
    ['the bytes are not UTF-8', 'Café', 'latin1', 'windows-1252', {}, ['Café', 'windows-1252']],
    ['UTF-16 without a mark', 'München', 'utf16le', 'utf-16le', {}, ['München', 'utf-16le']],
    ['an encoding is declared', 'Café', 'latin1', 'windows-1251', { encoding: 'latin-1' }, ['Café', undefined]],
    ['a server names its default for a text in UTF-8', 'Café', 'utf8', 'windows-1252', {}, ['Café', undefined]],
  ] as const)(
    'counts when %s',
    { tags: 'case:charset-header-ignored' },
    async (_, text, encoding, charset, parameters, expected) => {
      expect(await read(text, encoding, charset, parameters)).toEqual(expected);
    },
  );
});
