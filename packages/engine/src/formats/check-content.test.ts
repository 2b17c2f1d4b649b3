import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '@switchboard/model/errors/errors';
import type { FileFormatName } from '@switchboard/model/file-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, createLoader } from '../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const columns = [column('site', 'string'), column('clicks', 'integer')];
const load = async (filename: string, content: string | Buffer, parameters = {}) =>
  (await loader.load({ columns, files: [{ filename, content }], parameters })).answer;

const PAGE = '\uFEFF\n<!-- proxy --><!DOCTYPE html><html><head><title>\n Sign in </title></head><body>x</body></html>';
const XML_ERROR = '<?xml version="1.0"?>\n<Error><Code>SlowDown</Code></Error>';
const JSON_ERROR = '{"error": {"message": "User request limit reached"}}';
const PDF = Buffer.from('%PDF-1.7\n%\xb5\xed\xae\xfb\n', 'latin1');
const OLD_WORKBOOK = Buffer.from('d0cf11e0a1b11ae10000', 'hex');
const CSV = 'site,clicks\na,1\n';

type Case = readonly [string, string | Buffer, ErrorCode, string];

describe('a file that is none', () => {
  test.each<Case>([
    ['no bytes', '', 'FILE_INCOMPLETE', 'it has no bytes'],
    ['blank lines', '\n \n', 'FILE_INCOMPLETE', 'it is blank'],
    ['an HTML page', PAGE, 'FILE_REPLACED', 'x.csv is an HTML page with the title "Sign in", not csv'],
    ['a page without a title', '<html><body>Down</body></html>', 'FILE_REPLACED', 'is an HTML page, not csv'],
    ['an error in XML', XML_ERROR, 'FILE_REPLACED', 'is an XML document with the root <Error>, not csv'],
    ['an error in JSON', JSON_ERROR, 'FILE_REPLACED', 'is a JSON document with error, not csv'],
    ['a PDF', PDF, 'FORMAT_UNREADABLE', 'it begins like a PDF'],
    ['an old workbook', OLD_WORKBOOK, 'FORMAT_UNREADABLE', 'it begins like a workbook of Excel before 2007'],
    ['Parquet', Buffer.from('PAR1\0\0PAR1'), 'FORMAT_UNREADABLE', 'it begins like parquet'],
    ['NUL characters', '\0'.repeat(512), 'FILE_INCOMPLETE', 'it holds nothing but NUL characters'],
    [
      'a message',
      'Error: not ready, try later\n',
      'FILE_REPLACED',
      'is the message "Error: not ready, try later", not',
    ],
    ['a refusal', 'Too many requests', 'FILE_REPLACED', 'is the message "Too many requests", not csv'],
    ['gzip twice', gzipSync(gzipSync(CSV)), 'FORMAT_UNREADABLE', 'it begins like gzip'],
  ])('ends with an error as CSV: %s', async (_, content, code, text) => {
    const failed = { code, message: expect.stringContaining(text) as unknown };
    await expect(load('x.csv', content)).rejects.toMatchObject(failed);
  });

  test.each<readonly [string, string | Buffer, ErrorCode, string]>([
    ['x.xlsx', OLD_WORKBOOK, 'FORMAT_UNREADABLE', 'it begins like a workbook of Excel before 2007, or with a password'],
    ['x.xlsx', JSON_ERROR, 'FILE_REPLACED', 'x.xlsx is a JSON document with error, not xlsx'],
    ['x.parquet', CSV, 'FILE_REPLACED', 'x.parquet is a text, not parquet'],
    ['x.parquet', `PARE${' '.repeat(99)}PARE`, 'FORMAT_UNREADABLE', 'its content is encrypted'],
    ['x.avro', 'Too many requests', 'FILE_REPLACED', 'x.avro is a text, not avro'],
    ['x.jsonl', JSON_ERROR, 'FILE_REPLACED', 'x.jsonl is a JSON document with error, not jsonl'],
    ['x.json', '{"error":"quota","code":4}', 'FILE_REPLACED', 'x.json is a JSON document with error, code, not json'],
  ])('ends with an error that names what it is: %s', async (filename, content, code, text) => {
    const failed = { code, message: expect.stringContaining(text) as unknown };
    await expect(load(filename, content)).rejects.toMatchObject(failed);
    const rest = loader.load({ columns: [], rest: true, files: [{ filename, content }] });
    await expect(rest).rejects.toMatchObject(failed);
  });

  test.each([
    ['x.csv', 'Error,site,clicks\n'],
    ['x.csv', 'site,clicks\nError: a,1\n'],
    ['x.jsonl', '{"error":"timeout","site":"a","clicks":5}'],
    ['x.json', '{"error":null,"site":"a","clicks":5}'],
  ])('a report is not taken for an error because of its words: %s %s', async (filename, content) => {
    expect(await load(filename, content)).toMatchObject({ dirtyRows: 0 });
  });

  test.each<readonly [FileFormatName, string | Buffer]>(
    (['csv', 'tsv', 'psv', 'json', 'jsonl', 'xml', 'xlsx', 'parquet', 'avro'] as const).flatMap((format) =>
      [PAGE, '', XML_ERROR.slice(0, 30)].map((content) => [format, content] as const),
    ),
  )('a file that is none has no rows as %s only where it is whole: %j', async (format, content) => {
    const loaded = load(`x.${format}`, content, { records: 'row' });
    if (format === 'jsonl' && content === '') expect(await loaded).toMatchObject({ records: 0, rows: 0 });
    else if (format === 'jsonl' && content !== PAGE)
      expect(await loaded).toMatchObject({ rows: 0, dirtyStatus: 'all' });
    else await expect(loaded).rejects.toMatchObject({ name: 'PipelineError' });
  });

  test.each(['PAR1', 'BZh', 'PK'])(
    'a text is not taken for a file of another kind because of its first column: %s',
    async (first) => {
      const loaded = await load('x.csv', `${first},site,clicks\n1,a,1\n`);
      expect(loaded).toMatchObject({ rows: 1, dirtyRows: 0, ignored: [first] });
    },
  );

  test('text and pages named like packed files are named', async () => {
    const text = {
      code: 'FILE_REPLACED',
      message: expect.stringContaining('x.csv.gz is a text, not gzip') as unknown,
    };
    await expect(load('x.csv.gz', CSV)).rejects.toMatchObject(text);
    const page = { code: 'FILE_REPLACED', message: expect.stringContaining('x.csv.gz is an HTML page') as unknown };
    await expect(load('x.csv.gz', PAGE)).rejects.toMatchObject(page);
    await expect(load('x.csv.gz', '')).rejects.toMatchObject({ code: 'GZIP_INCOMPLETE' });
    for (const start of ['B', 'BZ', 'BZh'])
      await expect(load('x.csv.bz2', start)).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
  });
});

describe('a file without rows', () => {
  test.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    ['x.csv', 'site,clicks\n', {}],
    ['x.csv', '', { header: false }],
    ['x.csv', '\n', { header: false }],
    ['x.jsonl', '', {}],
    ['x.json', '[]', {}],
    ['x.xml', '<report/>', { records: 'row' }],
    ['x.xml', '<report><rows> <!-- none --> </rows><total>0</total></report>', { records: 'rows.row' }],
    ['x.xml', '<report><errors> 0 </errors><rows/></report>', { records: 'rows.row' }],
    ['x.xml', '<report><error>false</error><rows/></report>', { records: 'rows.row' }],
  ])('a file without rows is whole: %s %j %j', async (filename, content, parameters) => {
    expect(await load(filename, content, parameters)).toMatchObject({ records: 0, rows: 0 });
  });
});

describe('rows of XML', () => {
  const row = '<row><site>a</site><clicks>1</clicks></row>';
  test.each([
    [`<report><line/></report>`, 'row', 'there is nothing at row, where <line> stands'],
    [`<report><page>${row}</page></report>`, 'row', 'there is nothing at row: report.page.row ends like it'],
    [`<report>${row}<page>${row}</page></report>`, 'row', 'there are rows at row and elsewhere: report.page.row'],
    ['<error/>', 'report.row', 'there is nothing at report.row'],
  ])('%s at %s: %s', async (content, records, text) => {
    const failed = { code: 'FORMAT_UNREADABLE', message: expect.stringContaining(text) as unknown };
    await expect(load('x.xml', content, { records })).rejects.toMatchObject(failed);
  });

  test.each([
    ['<error><code>Throttled</code></error>', 'where <code> stands, beside its <error>: Throttled'],
    ['<error>Rate exceeded</error>', 'where a text stands, beside its <error>: Rate exceeded'],
  ])('an error in place of rows is quoted and tried again: %s: %s', async (content, text) => {
    const failed = { code: 'FILE_INCOMPLETE', message: expect.stringContaining(text) as unknown };
    await expect(load('x.xml', content, { records: 'row' })).rejects.toMatchObject(failed);
  });

  test('rows that may be missing may be missing beside other elements, but not in an error or a page', async () => {
    const read = (content: string) => load('x.xml', content, { records: 'row', missing_rows: 'empty' });
    expect(await read('<report><date>2026-11-26</date></report>')).toMatchObject({ records: 0, rows: 0 });
    for (const failed of ['<error><code>Throttled</code></error>', '<error>Rate exceeded</error>', PAGE])
      await expect(read(failed)).rejects.toMatchObject({ code: expect.stringMatching(/FORMAT_|FILE_/) as unknown });
    await expect(read(`<report><page>${row}</page></report>`)).rejects.toThrow('ends like it');
  });

  test('a path from the root leaves other rows out, since it says so', async () => {
    const content = `<report>${row}<page>${row}</page></report>`;
    expect(await load('x.xml', content, { records: 'report.row' })).toMatchObject({ rows: 1, dirtyRows: 0 });
  });
});
