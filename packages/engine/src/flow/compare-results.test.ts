import type { Column, ColumnType } from '@switchboard/model/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { Difference, ResultSide } from '../requests.ts';
import { compareResults, shareSample } from './compare-results.ts';

const bench = useBench();

const LIMITS = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };
const column = (name: string, type: ColumnType): Column => ({ name, type, nullable: true });
const SITE = column('site', { kind: 'string' });
const CLICKS = column('clicks', { kind: 'integer' });
let stored = 0;

/** A result of this query; null for one without rows. */
async function side(query: string | null, columns: readonly Column[] = [SITE, CLICKS]): Promise<ResultSide> {
  if (query === null) return { resultKey: null, columns };
  stored += 1;
  const resultKey = `result/${stored}.parquet`;
  await storeTable(bench, resultKey, query);
  return { resultKey, columns };
}
const rowsOf = (...rows: readonly (readonly [string | null, number | null])[]): string =>
  `SELECT * FROM (VALUES ${rows.map(([site, clicks]) => `(${site === null ? 'NULL' : `'${site}'`}::VARCHAR, ${clicks}::BIGINT)`).join(', ')}) v(site, clicks)`;
const compare = async (before: ResultSide, after: ResultSide, keys: readonly string[] = []): Promise<Difference> =>
  compareResults(
    { upload: 'daily', reportDate: '2026-11-19', before, after, keys, limits: LIMITS },
    await bench.context(),
  );

describe('rows by their keys', () => {
  test('rows by their keys are added, removed and changed, with counts by column and samples', {
    tags: 'proof:compare-rows-by-key',
  }, async () => {
    const before = await side(rowsOf(['a', 1], ['b', 2], ['gone', 3], [null, 4]));
    const after = await side(rowsOf(['new', 9], ['a', 1], ['b', null], [null, 5]));
    expect(await compare(before, after, ['site'])).toEqual({
      rowsBefore: 4,
      rowsAfter: 4,
      keys: ['site'],
      columns: ['site', 'clicks'],
      added: { rows: 1, sample: [['new', '9']] },
      removed: { rows: 1, sample: [['gone', '3']] },
      changed: {
        rows: 2,
        sample: [
          { before: ['b', '2'], after: ['b', null], columns: ['clicks'] },
          { before: [null, '4'], after: [null, '5'], columns: ['clicks'] },
        ],
      },
      columnsChanged: [{ name: 'clicks', rows: 2 }],
      columnsAdded: [],
      columnsRemoved: [],
      columnsRetyped: [],
    });
  });

  test('rows by their keys are compared whole when a key stands twice, or is not in both', async () => {
    const before = await side(rowsOf(['a', 1], ['a', 2]));
    const after = await side(rowsOf(['a', 1], ['a', 3]));
    const expected = { keys: [], added: { rows: 1 }, removed: { rows: 1 }, changed: { rows: 0 } };
    expect(await compare(before, after, ['site'])).toMatchObject(expected);
    expect(await compare(before, after, ['site', 'other'])).toMatchObject(expected);
  });
});

describe('whole rows', () => {
  test('count as often as they stand', async () => {
    const before = await side(rowsOf(['a', 1], ['a', 1], ['a', 1], ['b', null]));
    const after = await side(rowsOf(['a', 1], ['b', null], ['b', null]));
    expect(await compare(before, after)).toMatchObject({
      added: { rows: 1, sample: [['b', null]] },
      removed: {
        rows: 2,
        sample: [
          ['a', '1'],
          ['a', '1'],
        ],
      },
      changed: { rows: 0, sample: [] },
    });
  });

  test('whole rows are all removed by a result without rows, and all added to one', async () => {
    const full = await side(rowsOf(['a', 1], ['b', 2]));
    const empty = await side(null);
    expect(await compare(full, empty, ['site'])).toMatchObject({
      rowsAfter: 0,
      removed: { rows: 2 },
      added: { rows: 0 },
    });
    expect(await compare(empty, full)).toMatchObject({ rowsBefore: 0, removed: { rows: 0 }, added: { rows: 2 } });
    expect(await compare(empty, empty)).toMatchObject({ rowsBefore: 0, added: { rows: 0, sample: [] } });
  });

  test('whole rows are counted exactly, and the first two hundred are shown, shortened', async () => {
    const before = await side(`SELECT repeat('x', 1000) || n AS site, n AS clicks FROM range(5000) t(n)`);
    const after = await side(`SELECT repeat('x', 1000) || n AS site, n AS clicks FROM range(4990, 9990) t(n)`);
    const difference = await compare(before, after);
    expect(difference).toMatchObject({ added: { rows: 4_990 }, removed: { rows: 4_990 } });
    expect([difference.added.sample.length, difference.removed.sample.length]).toEqual([100, 100]);
    expect(difference.added.sample[0]?.[0]).toHaveLength(200);
  });
});

describe('columns', () => {
  test('columns are added, removed and retyped; rows are compared in those of both', {
    tags: 'proof:compare-columns',
  }, async () => {
    const day = column('day', { kind: 'date' });
    const share = column('share', { kind: 'decimal', precision: 10, scale: 2 });
    const before = await side(`SELECT 'a' AS site, 1::BIGINT AS clicks, DATE '2026-11-19' AS day, 2::BIGINT AS share`, [
      SITE,
      CLICKS,
      day,
      column('share', { kind: 'integer' }),
    ]);
    const after = await side(`SELECT 'a' AS site, '1' AS clicks, 2.00::DECIMAL(10, 2) AS share, true AS fresh`, [
      SITE,
      column('clicks', { kind: 'string' }),
      share,
      column('fresh', { kind: 'boolean' }),
    ]);
    expect(await compare(before, after, ['site'])).toMatchObject({
      columns: ['site', 'clicks', 'share'],
      added: { rows: 0 },
      removed: { rows: 0 },
      changed: { rows: 0 },
      columnsAdded: [{ name: 'fresh', type: 'boolean' }],
      columnsRemoved: [{ name: 'day', type: 'date' }],
      columnsRetyped: [
        { name: 'clicks', before: 'integer', after: 'string' },
        { name: 'share', before: 'integer', after: 'decimal(10, 2)' },
      ],
    });
  });

  test('columns of records and lists are compared by their values', async () => {
    const nested = column('tags', { kind: 'list', element: { kind: 'string' } });
    const before = await side(`SELECT 'a' AS site, ['x', 'y'] AS tags`, [SITE, nested]);
    const after = await side(`SELECT 'a' AS site, ['x', 'z'] AS tags`, [SITE, nested]);
    expect(await compare(before, before, ['site'])).toMatchObject({ changed: { rows: 0 } });
    expect(await compare(before, after, ['site'])).toMatchObject({
      changed: { rows: 1, sample: [{ before: ['a', '[x, y]'], after: ['a', '[x, z]'], columns: ['tags'] }] },
    });
  });

  test('columns that have nothing in common leave every row added or removed', async () => {
    const before = await side(`SELECT 1::BIGINT AS x FROM range(3)`, [column('x', { kind: 'integer' })]);
    const after = await side(rowsOf(['a', 1]));
    expect(await compare(before, after)).toMatchObject({
      columns: [],
      added: { rows: 1, sample: [] },
      removed: { rows: 3, sample: [] },
    });
  });

  test('columns may have any name', async () => {
    const odd = column(`o'"d; c0`, { kind: 'integer' });
    const one = await side(`SELECT 1::BIGINT AS "o'""d; c0", 'a' AS present`, [
      odd,
      column('present', { kind: 'string' }),
    ]);
    expect(await compare(one, one, [odd.name])).toMatchObject({
      keys: [odd.name],
      changed: { rows: 0 },
      added: { rows: 0 },
    });
  });
});

test('reports a result that is gone', async () => {
  const gone: ResultSide = { resultKey: 'result/gone.parquet', columns: [SITE] };
  await expect(compare(gone, await side(null))).rejects.toMatchObject({ code: 'INPUT_MISSING' });
});

test('every row is accounted for, whatever the rows', async () => {
  const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', null), fc.constantFrom(1, 2, null)), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.boolean(), async (before, after, keyed) => {
      const difference = await compare(
        await side(rowsOf(...before)),
        await side(rowsOf(...after)),
        keyed ? ['site'] : [],
      );
      const { rowsBefore, rowsAfter, added, removed } = difference;
      expect([rowsBefore, rowsAfter]).toEqual([before.length, after.length]);
      expect(rowsBefore - removed.rows).toBe(rowsAfter - added.rows);
      const text = (of: readonly (readonly unknown[])[]): string[] => of.map((row) => JSON.stringify(row)).sort();
      if (difference.keys.length > 0) return;
      const left = text(before);
      const extra = text(after).filter((row) => {
        const at = left.indexOf(row);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
      expect([removed.rows, added.rows]).toEqual([left.length, extra.length]);
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('rows matched by key are those of a computation without a database, whatever the rows', {
  timeout: 60_000,
}, async () => {
  const site = fc.constantFrom('a', 'b', 'c', 'd', null);
  const clicks = fc.constantFrom(1, 2, null);
  const rows = fc.uniqueArray(fc.tuple(site, clicks), { maxLength: 5, minLength: 1, selector: ([key]) => key });
  const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));
  await fc.assert(
    fc.asyncProperty(rows, rows, async (before, after) => {
      const difference = await compare(await side(rowsOf(...before)), await side(rowsOf(...after)), ['site']);
      const former = new Map(before);
      const present = new Map(after);
      const kept = before.filter(([key]) => present.has(key));
      const changed = kept.filter(([key, value]) => present.get(key) !== value);
      const set = (of: readonly unknown[]) => new Set(of.map((row) => JSON.stringify(row)));
      expect([difference.added.rows, difference.removed.rows, difference.changed.rows]).toEqual([
        after.filter(([key]) => !former.has(key)).length,
        before.length - kept.length,
        changed.length,
      ]);
      expect(set(difference.added.sample)).toEqual(
        set(after.filter(([key]) => !former.has(key)).map((row) => row.map(textOf))),
      );
      expect(set(difference.removed.sample)).toEqual(
        set(before.filter(([key]) => !present.has(key)).map((row) => row.map(textOf))),
      );
      expect(set(difference.changed.sample)).toEqual(
        set(
          changed.map(([key, value]) => ({
            before: [key, textOf(value)],
            after: [key, textOf(present.get(key) ?? null)],
            columns: ['clicks'],
          })),
        ),
      );
    }),
    { numRuns: 12 },
  );
});

describe('the shown rows', () => {
  test('name the columns that differ, also where the shown texts are equal', async () => {
    const columns = [SITE, column('note', { kind: 'string' }), column('share', { kind: 'integer' })];
    const before = await side(`SELECT 'a' AS site, repeat('x', 300) AS note, 2::BIGINT AS share`, columns);
    const after = await side(`SELECT 'a' AS site, repeat('x', 299) || 'y' AS note, 2.00::DECIMAL(10, 2) AS share`, [
      SITE,
      column('note', { kind: 'string' }),
      column('share', { kind: 'decimal', precision: 10, scale: 2 }),
    ]);
    expect(await compare(before, after, ['site'])).toMatchObject({
      changed: {
        rows: 1,
        sample: [{ before: ['a', 'x'.repeat(200), '2'], after: ['a', 'x'.repeat(200), '2.00'], columns: ['note'] }],
      },
      columnsChanged: [{ name: 'note', rows: 1 }],
    });
  });

  test('the shown rows are divided evenly, and a kind leaves to the others what it does not need', () => {
    expect(shareSample([1000, 1000, 1000], 200)).toEqual([66, 67, 67]);
    expect(shareSample([5, 1000, 0], 200)).toEqual([5, 195, 0]);
    expect(shareSample([3, 4], 200)).toEqual([3, 4]);
    expect(shareSample([10, 10], 0)).toEqual([0, 0]);
  });

  test('the shown rows of wide results are fewer', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `v${index}`);
    const columns = names.map((name) => column(name, { kind: 'integer' }));
    const query = `SELECT ${names.map((name) => `n AS ${name}`).join(', ')} FROM range(300) t(n)`;
    const { added } = await compare(await side(null, columns), await side(query, columns));
    expect([added.rows, added.sample.length]).toEqual([300, 100]);
  });
});
