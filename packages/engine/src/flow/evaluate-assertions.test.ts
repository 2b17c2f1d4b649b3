import { text } from 'node:stream/consumers';
import type { PlanAssertion, PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { expect, test } from 'vitest';
import { storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { AssertionResult, FlowRequest } from '../requests.ts';
import { buildResults } from './build-results.ts';
import { allowedRows } from './evaluate-assertions.ts';

const bench = useBench(async (made) => {
  await storeTable(made, 'in/ads', `SELECT 'site ' || (i % 20) AS site, i::BIGINT AS clicks FROM range(100) t(i)`);
});

const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const columns: readonly Column[] = [
  { name: 'site', type: { kind: 'string' }, nullable: true },
  { name: 'clicks', type: { kind: 'integer' }, nullable: true },
];
const daily: PlanTable = {
  name: 'daily',
  project: 'a',
  position,
  inputs: ['ads'],
  columns,
  closed: true,
  sql: { duckdb: 'SELECT site, sum(clicks)::BIGINT AS clicks FROM ads GROUP BY ALL' },
};

const assertion = (
  name: string,
  claim: PlanAssertion['claim'] | string,
  more: Partial<PlanAssertion> = {},
): PlanAssertion => ({
  name,
  project: 'a',
  position,
  table: 'daily',
  severity: 'stop',
  inputs: ['daily'],
  claim: typeof claim === 'string' ? { kind: 'condition', sql: { duckdb: claim } } : claim,
  ...more,
});

let prefixes = 0;
async function evaluate(
  assertions: readonly PlanAssertion[],
  more: Partial<FlowRequest> = {},
): Promise<readonly AssertionResult[]> {
  prefixes += 1;
  const request: FlowRequest = {
    reportDate: '2026-11-19',
    tables: [daily],
    inputs: [{ table: 'ads', columns, parts: [{ tableKey: 'in/ads', reportDate: '2026-11-19', filename: 'ads.csv' }] }],
    outputs: [{ upload: 'out', table: 'daily' }],
    assertions,
    prefix: `asserted/${prefixes}`,
    limits: { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 },
    ...more,
  };
  const { assertions: results = [], outputs } = await buildResults(request, await bench.context());
  expect(outputs).toMatchObject([{ upload: 'out', rows: 20 }]);
  return results;
}

test('the rows that contradict a claim are counted, and the first ten kept as a file', async () => {
  const results = await evaluate([
    assertion('few', 'SELECT site, clicks FROM daily WHERE NOT (clicks < 280)'),
    assertion('many', 'SELECT site, clicks FROM daily WHERE clicks > 0', { severity: 'warn' }),
    assertion('none', 'SELECT site FROM daily WHERE clicks IS NULL'),
    assertion('of the source', "SELECT * FROM ads WHERE site = 'site 1'", { table: 'ads', inputs: ['ads'] }),
  ]);
  expect(results.map(({ assertion: name, severity, outcome, rows }) => [name, severity, outcome, rows])).toEqual([
    ['few', 'stop', 'failed', 4],
    ['many', 'warn', 'failed', 20],
    ['none', 'stop', 'passed', 0],
    ['of the source', 'stop', 'failed', 5],
  ]);
  const contents = await Promise.all(
    results.map(async ({ rowsKey }) => (rowsKey === null ? null : text(await bench.store.open(rowsKey)))),
  );
  expect(contents[0]?.split('\n').toSorted()).toEqual([
    '',
    'site 16,280',
    'site 17,285',
    'site 18,290',
    'site 19,295',
    'site,clicks',
  ]);
  expect(contents[1]?.trim().split('\n')).toHaveLength(11);
  expect(contents[2]).toBeNull();
});

test.each([
  ['within', { low: 50, high: 200, dates: 7 }, [20, 20, 20], 'passed', { low: 10, high: 40 }],
  ['too few', { low: 50, high: 200, dates: 7 }, [41, 40], 'failed', { low: 20.25, high: 81 }],
  ['too many', { low: 50, high: 200, dates: 2 }, [9, 10, 1000], 'failed', { low: 4.75, high: 19 }],
  ['nothing to compare with', { low: 50, high: 200, dates: 7 }, [], 'skipped', null],
  ['plain numbers', { low: 20, high: 20, dates: null }, [], 'passed', { low: 20, high: 20 }],
  ['plain numbers, too many', { low: 0, high: 19, dates: null }, [19], 'failed', { low: 0, high: 19 }],
] as const)('a row count that is %s', async (_name, numbers, counts, outcome, allowed) => {
  const results = await evaluate([assertion('size', { kind: 'row_count', ...numbers })], {
    rowCounts: [{ table: 'daily', counts }],
  });
  expect(results).toEqual([
    { assertion: 'size', table: 'daily', severity: 'stop', outcome, rows: 20, allowed, rowsKey: null },
  ]);
});

test('percent of an average is exact to a hundredth of a row', () => {
  const claim = { kind: 'row_count', low: 110, high: 110, dates: 3 } as const;
  expect(allowedRows(claim, [10, 10, 10])).toEqual({ low: 11, high: 11 });
});

test.each([
  ['SQL_NOT_ALLOWED', "SELECT * FROM read_csv('/etc/passwd')"],
  ['SQL_NOT_ALLOWED', 'SELECT * FROM ads'],
  ['QUERY_FAILED', 'SELECT CAST(site AS BIGINT) FROM daily'],
])('fails with %s and the name of the assertion: %s', async (code, sql) => {
  await expect(evaluate([assertion('culprit', sql)])).rejects.toMatchObject({
    code,
    message: expect.stringContaining('daily (assertion culprit)') as unknown,
  });
});
