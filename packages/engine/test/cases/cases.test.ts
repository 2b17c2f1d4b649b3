import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadInput } from '../load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const ADS = [column('campaign', 'string'), column('clicks', 'integer')];

type Case = {
  /** Its file in this folder, named after the case. */
  readonly file: string;
  readonly input: Omit<LoadInput, 'files'>;
  /** The rows, the reasons of dirty rows by their columns, or the code and a part of the message of an error. */
  readonly expected:
    | { readonly rows: readonly object[]; readonly dirty?: readonly (readonly [string, string])[] }
    | { readonly code: string; readonly message: string };
};

const NOT_CALCULATED = 'its formula has no stored value; have the file saved by a program that calculates';

/** Files that were once read wrongly, with what they really hold. */
const CASES: readonly Case[] = [
  {
    file: 'footer-blank-line-doubles.csv',
    input: { columns: ADS, parameters: { skip_footer: 1 } },
    expected: {
      rows: [
        { campaign: 'A', clicks: 5 },
        { campaign: 'B', clicks: 6 },
      ],
    },
  },
  {
    file: 'plain-named-gz.csv.gz',
    input: { columns: ADS },
    expected: { code: 'FILE_REPLACED', message: 'is a text, not gzip' },
  },
  {
    file: 'xlsx-named-csv.csv',
    input: { columns: ADS },
    expected: { code: 'FORMAT_UNREADABLE', message: 'it begins like xlsx' },
  },
  {
    file: 'xlsx-duration.xlsx',
    input: { columns: [column('campaign', 'string'), column('spent', 'string')] },
    expected: { rows: [{ campaign: 'A', spent: '30:15:00' }] },
  },
  {
    file: 'xml-error-is-empty.xml',
    input: { columns: ADS, parameters: { records: 'row' } },
    expected: { code: 'FORMAT_UNREADABLE', message: 'there is nothing at row' },
  },
  {
    file: 'zero-bytes-is-empty.csv',
    input: { columns: ADS },
    expected: { code: 'FILE_INCOMPLETE', message: 'it has no bytes' },
  },
  {
    file: 'zip-members-dropped.zip',
    input: { columns: ADS },
    expected: { code: 'FORMAT_UNREADABLE', message: 'inner.zip in it is another archive' },
  },
  {
    file: '03-xlsx-formula-without-value.xlsx',
    input: {
      columns: [
        column('id', 'integer'),
        column('net', { kind: 'decimal', precision: 10, scale: 2 }),
        column('gross', { kind: 'decimal', precision: 10, scale: 4 }),
      ],
    },
    expected: {
      rows: [],
      dirty: [
        ['gross', NOT_CALCULATED],
        ['gross', NOT_CALCULATED],
      ],
    },
  },
  {
    file: '04-xlsx-elapsed-time.xlsx',
    input: { columns: [column('id', 'integer'), column('worked', 'string')] },
    expected: {
      rows: [
        { id: 1, worked: '36:00' },
        { id: 2, worked: '30:00' },
      ],
    },
  },
  {
    file: '04-xlsx-elapsed-time.xlsx',
    input: { columns: [column('id', 'integer'), column('worked', 'datetime')] },
    expected: {
      rows: [],
      dirty: [
        ['worked', 'not a datetime'],
        ['worked', 'not a datetime'],
      ],
    },
  },
  {
    file: '10-parquet-decimal-by-star.parquet',
    input: { columns: [], rest: true },
    expected: { rows: [{ amount: '0.10' }, { amount: '0.10' }, { amount: '0.10' }] },
  },
  {
    file: '11-parquet-bytes-as-text.parquet',
    input: { columns: [column('name', 'string')] },
    expected: {
      rows: [],
      dirty: [
        ['name', 'bytes that are not text'],
        ['name', 'bytes that are not text'],
      ],
    },
  },
  {
    file: '15-xml-records-not-found.xml',
    input: { columns: [column('site', 'string'), column('clicks', 'integer')], parameters: { records: 'row' } },
    expected: { code: 'FORMAT_UNREADABLE', message: 'there is nothing at row' },
  },
];

describe('files of cases', () => {
  it.each(CASES.map((each, index) => [index, each.file, each] as const))(
    'case %i, %s, is what it holds',
    async (_, filename, { input, expected }) => {
      const content = readFileSync(join(import.meta.dirname, filename));
      const loading = loader.load({ files: [{ filename, content }], ...input });
      if ('code' in expected) {
        await expect(loading).rejects.toMatchObject({
          code: expected.code,
          message: expect.stringContaining(expected.message) as unknown,
        });
        return;
      }
      const { rows, dirty } = await loading;
      expect(rows).toEqual(expected.rows);
      expect(dirty.map((row) => [row.column, row.reason])).toEqual(expected.dirty ?? []);
    },
  );
});
