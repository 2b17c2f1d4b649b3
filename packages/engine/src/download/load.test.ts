import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const ADS = [
  column('date', 'date'),
  column('site', 'string'),
  column('clicks', 'integer'),
  column('revenue', { kind: 'decimal', precision: 18, scale: 2 }),
];
const HEADER = 'date,site,clicks,revenue\n';

const load = (content: string | Buffer, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files: [{ filename: 'ads.csv', content }], columns: ADS, ...input });

describe('a clean file', () => {
  it('becomes typed rows', async () => {
    const { rows, answer, sample } = await load(`${HEADER}2025-01-02,a,1,2.50\n2025-01-03,"b, c",-7,\n`);
    expect(rows).toEqual([
      { date: '2025-01-02', site: 'a', clicks: 1, revenue: '2.50' },
      { date: '2025-01-03', site: 'b, c', clicks: -7, revenue: null },
    ]);
    expect(answer).toMatchObject({
      records: 2,
      rows: 2,
      dirtyRows: 0,
      dirtyStatus: 'none',
      newDirtyRows: 0,
      newDirtyStatus: 'none',
      dirtyKey: null,
      newDirtyKey: null,
    });
    expect(sample).toBe(`${HEADER}2025-01-02,a,1,2.50\n2025-01-03,"b, c",-7,\n`);
  });

  it.each([
    ['without a byte', ''],
    ['of a header only', HEADER],
    ['of a header without line end', HEADER.trim()],
    ['of blank lines', '\n\n'],
  ])('%s has no rows', async (_name, content) => {
    const { rows, answer } = await load(content);
    expect(rows).toEqual([]);
    expect(answer).toMatchObject({ records: 0, rows: 0, dirtyStatus: 'none' });
  });
});

describe('dirty rows', () => {
  it('stay out of the table, with line, column, reason and text', async () => {
    const { rows, dirty, newDirty, answer } = await load(
      `${HEADER}2025-01-02,a,1,1\n2025-02-30,b,1,1\n2025-01-02,c,12.7,1\n\n2025-01-02,d\n2025-01-02,e,2,1\n`,
    );
    expect(rows.map((row) => row['site'])).toEqual(['a', 'e']);
    expect(dirty).toEqual([
      { line: 3, column: 'date', reason: 'not a date', raw: '2025-02-30,b,1,1' },
      { line: 4, column: 'clicks', reason: 'not an integer', raw: '2025-01-02,c,12.7,1' },
      { line: 6, column: '', reason: 'expected 4 fields, found 2', raw: '2025-01-02,d' },
    ]);
    expect(newDirty.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(answer).toMatchObject({ records: 5, rows: 2, dirtyRows: 3, dirtyStatus: 'some', newDirtyRows: 3 });
  });
});
