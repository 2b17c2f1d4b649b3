import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { column } from '../../test/load-file.ts';
import { zipped } from '../../test/matrix/made-files.ts';
import { useBench } from '../../test/use-bench.ts';
import type { PreviewRequest, PreviewResult } from '../requests.ts';
import { previewFile } from './preview.ts';

const bench = useBench();

let count = 0;
async function preview(
  filename: string,
  content: string | Buffer,
  request: Partial<PreviewRequest> = {},
): Promise<PreviewResult> {
  count += 1;
  const key = `acct/1/raw/${count}`;
  const stored = await bench.store.put(key, Readable.from([Buffer.from(content)]));
  const file = { filename, url: '', ...stored };
  return previewFile({ name: 'ads', table: null, parameters: {}, file, records: 3, ...request }, await bench.context());
}

const TABLE = {
  name: 'ads',
  schema: { columns: [column('id', 'integer'), column('day', 'date', { format: 'M/d/YYYY' })], rest: false },
  keepsLineNumbers: false,
};
const CSV = 'id,day,note\n1,1/2/2025,"a\nb"\n\n2,x,c\n3,2025-01-04,d\n4,1/5/2025,e\n';

describe('a preview', () => {
  it('shows the first records as they stand in the file', async () => {
    const { columns, rows, rejected, filename } = await preview('ads.csv', CSV);
    expect(filename).toBe('ads.csv');
    expect(columns.map(({ name, type }) => [name, type.kind])).toEqual([
      ['id', 'string'],
      ['day', 'string'],
      ['note', 'string'],
    ]);
    expect(rows).toEqual([
      ['1', '1/2/2025', 'a\nb'],
      ['2', 'x', 'c'],
      ['3', '2025-01-04', 'd'],
    ]);
    expect(rejected).toEqual([]);
  });

  it('types them by a table, and reports those that do not fit', async () => {
    const { columns, rows, rejected } = await preview('ads.csv.gz', gzipSync(CSV), { table: TABLE });
    expect(columns.map(({ name, type }) => [name, type.kind])).toEqual([
      ['id', 'integer'],
      ['day', 'date'],
    ]);
    expect(rows).toEqual([[1, '2025-01-02']]);
    expect(rejected).toEqual([
      { line: 5, raw: '2,x,c', dirty: true, column: 'day', reason: 'not a date written as M/d/YYYY' },
      { line: 6, raw: '3,2025-01-04,d', dirty: true, column: 'day', reason: 'not a date written as M/d/YYYY' },
    ]);
  });

  it('says on which lines the records begin', async () => {
    const asked = { table: TABLE, records: 4, lineNumbers: true };
    expect(await preview('ads.csv', CSV, asked)).toMatchObject({
      rows: [
        [1, '2025-01-02'],
        [4, '2025-01-05'],
      ],
      lines: [2, 7],
    });
    const own = { ...TABLE, schema: { columns: [column('line_number', 'integer')], rest: false } };
    expect(await preview('own.csv', 'line_number\n9\n', { ...asked, table: own })).toMatchObject({
      rows: [[9]],
      lines: [],
    });
  });

  it.each([
    ['ads.jsonl', '{"id":1,"o":{"a":[1]}}\n{"id":"x"}\n{"id":3}\n{"id":4,"late":1}\n'],
    ['ads.json', '[{"id":1,"o":{"a":[1]}},{"id":"x"},{"id":3},{"id":4,"late":1}]'],
    ['ads.xml', '<r><e id="1"><o><a>1</a></o></e><e id="x"/><e id="3"/><e id="4" late="1"/></r>'],
  ])('reads no further than it needs in %s', async (filename, content) => {
    const { columns, rows } = await preview(filename, content);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'o']);
    expect(rows.map(([id]) => id)).toEqual(['1', 'x', '3']);
    expect(rows[0]?.[1]).toMatch(/^\{"a":(?:\[1\]|"1")\}$/);
  });

  it('reads the member of an archive that a table selects', async () => {
    const archive = await zipped('2025/ads.csv', Buffer.from(CSV));
    expect(await preview('x.zip', archive, { records: 1 })).toMatchObject({
      filename: '2025/ads.csv',
      rows: [['1', '1/2/2025', 'a\nb']],
    });
    await expect(preview('x.zip', archive, { table: { ...TABLE, member: 'clicks*' } })).rejects.toMatchObject({
      code: 'SOURCE_FILE_MISSING',
    });
  });

  it('a preview of a header alone is empty, and of nothing or a broken file an error', async () => {
    expect(await preview('ads.csv', 'id\n')).toMatchObject({ rows: [] });
    await expect(preview('ads.csv', '')).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
    await expect(preview('ads.parquet', 'PAR1')).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
  });
});
