import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { expect, test } from 'vitest';
import { storeTable } from '../../../test/parquet.ts';
import { useBench } from '../../../test/use-bench.ts';
import type { FlowInput, FlowRequest } from '../../requests.ts';
import { buildResults } from '../build-results.ts';
import { locateValue } from './locate-value.ts';

const LARGEST = '9223372036854775807';

const bench = useBench(async (made) => {
  // Row 5,001 of the second file holds the largest integer.
  const rows = `SELECT 's' || i % 7 AS site, CASE WHEN i = 5000 THEN ${LARGEST} ELSE i END AS clicks, i % 3 AS kind`;
  await storeTable(made, 'in/small', `${rows} FROM range(10) t(i)`);
  await storeTable(made, 'in/large', `${rows} FROM range(20000) t(i)`);
  await storeTable(made, 'in/lines', `${rows}, i * 2 + 1 AS line_number FROM range(20000) t(i)`);
  await storeTable(made, 'in/kinds', 'SELECT k AS kind, CASE k WHEN 2 THEN -1 ELSE 1 END AS weight FROM range(3) t(k)');
});

const integer = (name: string): Column => ({ name, type: { kind: 'integer' }, nullable: true });
const ads: FlowInput = {
  table: 'ads',
  columns: [{ name: 'site', type: { kind: 'string' }, nullable: true }, integer('clicks'), integer('kind')],
  parts: [
    { tableKey: 'in/small', reportDate: '2026-11-18', filename: 'small.csv' },
    { tableKey: 'in/large', reportDate: '2026-11-19', filename: 'large.csv' },
  ],
};
const lines: FlowInput = {
  ...ads,
  table: 'lines',
  parts: [{ tableKey: 'in/lines', reportDate: null, filename: 'lines.csv' }],
};
const kinds: FlowInput = {
  table: 'kinds',
  columns: [integer('kind'), integer('weight')],
  parts: [{ tableKey: 'in/kinds', reportDate: null, filename: 'kinds.csv' }],
};

const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const table = (name: string, inputs: readonly string[], sql: string): PlanTable => ({
  name,
  project: 'a',
  inputs,
  columns: [],
  closed: false,
  sql: { duckdb: sql },
  position,
});

const requestOf = (tables: readonly PlanTable[]): FlowRequest => ({
  reportDate: null,
  tables,
  inputs: [ads, lines, kinds],
  outputs: [{ upload: 'out', table: tables.at(-1)?.name ?? '' }],
  prefix: 'flow/value',
  limits: { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 },
});

const SUM = `${LARGEST} + 1 is too large for its type. Convert one side with float(…) or to a larger decimal.`;
const ROW = 'row 5001 of ads from large.csv for 2026-11-19';

test.each<readonly [title: string, tables: readonly PlanTable[], place: string]>([
  [
    'a column of three',
    [table('t', ['ads'], 'SELECT site, clicks + 1 AS more, clicks - 1 AS less FROM ads')],
    `t could not be built: column more, ${ROW}`,
  ],
  [
    'a column of distinct rows in an order',
    [table('t', ['ads'], 'SELECT DISTINCT site, clicks + 1 AS more FROM ads\nORDER BY more')],
    `t could not be built: column more, ${ROW}`,
  ],
  [
    'a condition',
    [table('t', ['ads'], 'SELECT site, clicks FROM ads WHERE (clicks + 1) % 2 = 0')],
    `t could not be built: in where, ${ROW}`,
  ],
  [
    'one of several conditions',
    [
      table(
        't',
        ['ads'],
        'SELECT site, clicks + 1 AS more, count(*) AS n FROM ads WHERE (clicks + 1) % 2 = 0 GROUP BY ALL',
      ),
    ],
    `t could not be built: in where or group by, ${ROW}`,
  ],
  [
    'a key of a group',
    [table('t', ['ads'], 'SELECT site, count(*) AS n, clicks + 1 AS more FROM ads WHERE kind < 5 GROUP BY 1, 3')],
    `t could not be built: column more, ${ROW}`,
  ],
  [
    'an order',
    [table('t', ['ads'], 'SELECT site, clicks FROM ads\nORDER BY clicks + 1')],
    't could not be built: in order by',
  ],
  [
    'the argument of an aggregate',
    [table('t', ['ads'], 'SELECT site, count(*) AS n, max(clicks + 1) AS top FROM ads GROUP BY 1')],
    `t could not be built: column top, ${ROW}`,
  ],
  [
    'a row of each joined table',
    [
      table(
        't',
        ['ads', 'kinds'],
        'SELECT ads.site, ads.clicks - k.weight AS n FROM ads JOIN kinds AS k ON ads.kind = k.kind',
      ),
    ],
    `t could not be built: column n, ${ROW}, row 3 of kinds from kinds.csv: ${LARGEST} - -1`,
  ],
  [
    'a line of a file whose line numbers are kept',
    [table('t', ['lines'], 'SELECT clicks + 1 AS more, line_number FROM lines')],
    't could not be built: column more, line 10001 of lines.csv',
  ],
  [
    'the table that the failing one reads',
    [
      table('before', ['ads'], 'SELECT site, clicks + 1 AS more FROM ads'),
      table('t', ['before'], 'SELECT site, more FROM before'),
    ],
    `before could not be built: column more, ${ROW}`,
  ],
  [
    'a table over another one',
    [
      table('before', ['ads'], 'SELECT site, clicks AS c FROM ads WHERE kind < 5'),
      table('t', ['before'], 'SELECT site, c + 1 AS more FROM before'),
    ],
    `t could not be built: column more, ${ROW}`,
  ],
  [
    'a part of a query that is used twice',
    [
      table(
        't',
        ['ads'],
        'WITH "switchboard:with:1" AS (SELECT site, clicks + 1 AS more FROM ads)\nSELECT a.site, a.more FROM "switchboard:with:1" AS a JOIN (SELECT DISTINCT site FROM "switchboard:with:1") AS b ON a.site = b.site',
      ),
    ],
    `t could not be built: column more, ${ROW}`,
  ],
  [
    'no row when rows are numbered',
    [table('t', ['ads'], 'SELECT clicks + 1 AS more, row_number() OVER () AS n FROM ads')],
    't could not be built: column more',
  ],
])('names %s', async (_, tables, place) => {
  const running = buildResults(requestOf(tables), await bench.context());
  const message = place.includes(LARGEST) ? place : `${place}: ${SUM}`;
  await expect(running).rejects.toThrow(`The table ${message}`);
});

const WIDE = `${'9'.repeat(32)}.99`;
test.each<readonly [title: string, sql: string, value: string]>([
  [
    'a product',
    "SELECT site, CASE WHEN clicks = 3 THEN d * d END AS square, d * 1.5 AS more FROM (SELECT site, clicks, 'D'::DECIMAL(38, 2) AS d FROM ads) AS ads",
    `column square, row 4 of ads from small.csv for 2026-11-18: ${WIDE} * ${WIDE} is`,
  ],
  [
    'a product of different places',
    "SELECT d * (CASE WHEN clicks > 30000 THEN clicks END)::DECIMAL(38, 5) AS product FROM (SELECT clicks, 'D'::DECIMAL(38, 2) AS d FROM ads) AS ads",
    `column product, ${ROW}: ${WIDE} * ${LARGEST}.00000 is`,
  ],
  [
    'a sum of rows',
    "SELECT sum(d) AS total FROM (SELECT clicks, 'D'::DECIMAL(38, 2) AS d FROM ads) AS ads",
    'column total: 1638399999999999999999999999999999836.16 + 204799999999999999999999999999999979.52 is',
  ],
  [
    'products of different places in one column, which are counted in the last digit',
    "SELECT CASE WHEN clicks = 3 THEN d * d WHEN clicks = 5 THEN d * 1.5::DECIMAL(38, 9) END AS n FROM (SELECT clicks, 'D'::DECIMAL(38, 2) AS d FROM ads) AS ads",
    `column n, row 4 of ads from small.csv for 2026-11-18: ${WIDE.replace('.', '')} * ${WIDE.replace('.', '')}, counted in their last digit, is`,
  ],
])('reports the decimals of %s', async (_, sql, value) => {
  const tables = [table('t', ['ads'], sql.replace("'D'", `'${WIDE}'`))];
  await expect(buildResults(requestOf(tables), await bench.context())).rejects.toThrow(
    `The table t could not be built: ${value}`,
  );
});

test('names no row when only many rows together are too large', async () => {
  const sql =
    "SELECT sum((clicks::VARCHAR || '9999999999999999999')::DECIMAL(38, 0) * 0 + 99999999999999999999999999999999999999) AS n FROM ads";
  await expect(buildResults(requestOf([table('t', ['ads'], sql)]), await bench.context())).rejects.toThrow(
    /^The table t could not be built: column n: 9+ /,
  );
});

test('other errors, and those of a cancelled flow or a closed session, stay as they are', async () => {
  const { executor, scratch } = await bench.context();
  const abort = new AbortController();
  const job = { reads: [], writes: [scratch], memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };
  const session = await executor.open(job, abort.signal);
  const tables = [table('t', ['ads'], 'SELECT clicks + 1 AS more FROM ads')];
  const flow = { request: requestOf(tables), paths: new Map(), session, signal: abort.signal };
  const found = new PipelineError(
    'QUERY_FAILED',
    { table: 't', reason: SUM },
    { cause: `Overflow in addition of INT64 (${LARGEST} + 1)!` },
  );
  const other = new PipelineError('QUERY_FAILED', { table: 't', reason: 'refused' });
  expect(await locateValue(other, flow)).toBe(other);
  // The session has no such table, so that nothing can be calculated.
  expect(await locateValue(found, flow)).toBe(found);
  expect(await locateValue(found, flow, 0)).toBe(found);
  await session.close();
  expect(await locateValue(found, flow)).toBe(found);
  abort.abort(new Error('cancelled'));
  expect(await locateValue(found, flow)).toBe(found);
});

test('the error of a failed query names its table and column as data', async () => {
  const tables = [table('t', ['ads'], 'SELECT site, clicks + 1 AS more FROM ads')];
  await expect(buildResults(requestOf(tables), await bench.context())).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    parameters: { table: 't', column: 'more' },
  });
});
