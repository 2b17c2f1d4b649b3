import { readFile } from 'node:fs/promises';
import type { FaultPoint } from '@switchboard/model/faults';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { describe, expect, test } from 'vitest';
import { readTable, storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { FlowInput, FlowRequest } from '../requests.ts';
import { buildResults } from './build-results.ts';

const bench = useBench(async (made) => {
  await storeTable(
    made,
    'in/ads-1',
    `SELECT 'eu' AS site, 3::BIGINT AS clicks, 1.25::DECIMAL(18,6) AS revenue, 2::BIGINT AS line_number
     UNION ALL SELECT 'us', 5, 2.5, 3 UNION ALL SELECT 'eu', 4, NULL, 4`,
  );
  await storeTable(made, 'in/ads-2', `SELECT 10::BIGINT AS clicks, 'asia' AS site, 7::DECIMAL(18,6) AS revenue`);
});

const column = (
  name: string,
  kind: 'string' | 'integer' | 'float' | 'date' | 'datetime' | 'json' | 'unknown',
): Column => ({
  name,
  type: { kind },
  nullable: true,
});
const money: ColumnType = { kind: 'decimal', precision: 18, scale: 6 };
const adsColumns: readonly Column[] = [
  column('site', 'string'),
  column('clicks', 'integer'),
  { name: 'revenue', type: money, nullable: true },
];

const ads: FlowInput = {
  table: 'ads',
  columns: adsColumns,
  parts: [
    { tableKey: 'in/ads-1', reportDate: '2026-11-19', filename: "eu's.csv" },
    { tableKey: 'in/ads-2', reportDate: '2026-11-18', filename: 'asia.csv' },
  ],
};

function table(name: string, inputs: readonly string[], sql: string, columns: readonly Column[] | null): PlanTable {
  const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
  return {
    name,
    project: 'a',
    inputs,
    columns: columns ?? [],
    closed: columns !== null,
    sql: { duckdb: sql },
    position,
  };
}

let prefixes = 0;
function request(
  tables: readonly PlanTable[],
  outputs: readonly string[],
  more: Partial<FlowRequest> = {},
): FlowRequest {
  prefixes += 1;
  return {
    reportDate: '2026-11-19',
    tables,
    inputs: [ads],
    outputs: outputs.map((name) => ({ upload: `${name}_out`, table: name })),
    prefix: `flow/${prefixes}`,
    limits: { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 },
    ...more,
  };
}

const build = async (flow: FlowRequest) => (await buildResults(flow, await bench.context())).outputs;
const keyOf = (outputs: Awaited<ReturnType<typeof build>>, index = 0): string => outputs[index]?.resultKey ?? 'none';

describe('totals', () => {
  const columns = [column('site', 'string'), column('clicks', 'integer')];
  const flow = (sql: string, hasTotals: boolean) => {
    const asked = request([table('t', ['ads'], sql, columns)], ['t']);
    return { ...asked, outputs: asked.outputs.map((output) => ({ ...output, hasTotals })) };
  };

  test('numeric columns of a result are added up where that is asked for', async () => {
    const sql = 'SELECT site, clicks FROM ads';
    expect((await build(flow(sql, true)))[0]?.totals).toEqual({ clicks: '22' });
    expect((await build(flow(sql, false)))[0]).not.toHaveProperty('totals');
  });

  test('a column without a value has no total', async () => {
    const [output] = await build(flow('SELECT site, CAST(NULL AS BIGINT) AS clicks FROM ads', true));
    expect(output?.totals).toEqual({});
  });
});

describe('inputs', () => {
  test('parts are matched by name, and each knows its date, file and lines', async () => {
    const sql = 'SELECT site, clicks, report_date, filename, line_number FROM ads';
    const columns = [
      column('site', 'string'),
      column('clicks', 'integer'),
      column('report_date', 'date'),
      column('filename', 'string'),
      column('line_number', 'integer'),
    ];
    const outputs = await build(request([table('t', ['ads'], sql, columns)], ['t']));
    expect(
      await readTable(
        bench,
        keyOf(outputs),
        'site, clicks, report_date::VARCHAR AS report_date, filename, line_number',
      ),
    ).toEqual([
      { site: 'asia', clicks: 10, report_date: '2026-11-18', filename: 'asia.csv', line_number: null },
      { site: 'eu', clicks: 3, report_date: '2026-11-19', filename: "eu's.csv", line_number: 2 },
      { site: 'eu', clicks: 4, report_date: '2026-11-19', filename: "eu's.csv", line_number: 4 },
      { site: 'us', clicks: 5, report_date: '2026-11-19', filename: "eu's.csv", line_number: 3 },
    ]);
  });

  test("a table's own column of a pseudo-column's name wins", async () => {
    await storeTable(bench, 'in/own', "SELECT 'theirs' AS filename, 1::BIGINT AS n");
    const own: FlowInput = {
      table: 'own',
      columns: [column('filename', 'string'), column('n', 'integer')],
      parts: [{ tableKey: 'in/own', reportDate: null, filename: 'ours.csv' }],
    };
    const outputs = await build(request([], ['own'], { inputs: [own] }));
    expect(await readTable(bench, keyOf(outputs))).toEqual([{ filename: 'theirs', n: 1 }]);
  });

  test('a source without any file is an empty table, not a failure', async () => {
    const sql = 'SELECT site, sum(clicks) AS clicks FROM ads GROUP BY ALL';
    const columns = [column('site', 'string'), column('clicks', 'integer')];
    const outputs = await build(
      request([table('t', ['ads'], sql, columns)], ['t'], { inputs: [{ ...ads, parts: [] }] }),
    );
    expect(outputs).toEqual([
      {
        upload: 't_out',
        resultKey: null,
        rows: 0,
        bytes: 0,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        columns,
      },
    ]);
  });

  test('a part that is gone from the store is named', async () => {
    const gone = { ...ads, parts: [...ads.parts, { tableKey: 'in/gone', reportDate: '2026-11-17', filename: 'x' }] };
    await expect(build(request([], ['ads'], { inputs: [gone] }))).rejects.toMatchObject({
      code: 'INPUT_MISSING',
      message: 'The flow needs ads for 2026-11-17, whose file is gone. Download it again.',
    });
  });

  test('a source sent as it is keeps its own columns and the order of its files', async () => {
    const outputs = await build(request([], ['ads']));
    expect(outputs[0]).toMatchObject({ rows: 4, columns: adsColumns });
    expect(await readTable(bench, keyOf(outputs), '*, revenue::VARCHAR AS revenue_text')).toMatchObject([
      { site: 'eu', clicks: 3, revenue_text: '1.250000' },
      { site: 'us', clicks: 5 },
      { site: 'eu', clicks: 4, revenue_text: null },
      { site: 'asia', clicks: 10 },
    ]);
  });
});

describe('tables', () => {
  test('build on each other, and one result serves every upload of its table', async () => {
    const tables = [
      table('by_site', ['ads'], 'SELECT site, sum(clicks) AS clicks FROM ads GROUP BY ALL', [
        column('site', 'string'),
        column('clicks', 'integer'),
      ]),
      table('best', ['by_site'], 'SELECT site FROM by_site WHERE clicks >= 7', [column('site', 'string')]),
    ];
    const flow = request(tables, ['by_site', 'best']);
    const outputs = await build({ ...flow, outputs: [...flow.outputs, { upload: 'again', table: 'best' }] });
    expect(outputs.map(({ upload, rows }) => ({ upload, rows }))).toEqual([
      { upload: 'by_site_out', rows: 3 },
      { upload: 'best_out', rows: 2 },
      { upload: 'again', rows: 2 },
    ]);
    expect(outputs[2]?.resultKey).toBe(outputs[1]?.resultKey);
    expect(await readTable(bench, keyOf(outputs))).toEqual([
      { site: 'asia', clicks: 10 },
      { site: 'eu', clicks: 7 },
      { site: 'us', clicks: 5 },
    ]);
    expect(await readTable(bench, keyOf(outputs, 1))).toEqual([{ site: 'asia' }, { site: 'eu' }]);
  });

  test("a query's own order stays, an unordered one gets a total order", async () => {
    const columns = [column('site', 'string'), column('clicks', 'integer')];
    const tables = [
      table('down', ['ads'], 'SELECT site, clicks FROM ads ORDER BY clicks DESC', columns),
      table('any', ['ads'], 'SELECT site, clicks FROM (SELECT * FROM ads ORDER BY clicks DESC)', columns),
    ];
    const outputs = await build(request(tables, ['down', 'any']));
    expect((await readTable(bench, keyOf(outputs))).map((row) => row['clicks'])).toEqual([10, 5, 4, 3]);
    expect((await readTable(bench, keyOf(outputs, 1))).map((row) => row['clicks'])).toEqual([10, 3, 4, 5]);
  });

  test('writes planned types to the file and reports inferred ones', async () => {
    const tables = [
      table('closed', ['ads'], 'SELECT sum(clicks) AS clicks, avg(clicks) AS mean FROM ads', [
        column('clicks', 'integer'),
        column('mean', 'float'),
      ]),
      table(
        'open',
        ['ads'],
        "SELECT sum(clicks) AS total, revenue, {'a b': 1, 'c': ['x']} AS r, MAP {'k': 1} AS m FROM ads GROUP BY ALL",
        null,
      ),
    ];
    const outputs = await build(request(tables, ['closed', 'open']));
    expect(await readTable(bench, keyOf(outputs), 'DISTINCT typeof(clicks) AS clicks, typeof(mean) AS mean')).toEqual([
      { clicks: 'BIGINT', mean: 'DOUBLE' },
    ]);
    expect(outputs[1]?.columns).toEqual([
      { name: 'total', type: { kind: 'decimal', precision: 38, scale: 0 }, nullable: true },
      { name: 'revenue', type: money, nullable: true },
      {
        name: 'r',
        type: {
          kind: 'record',
          fields: [
            column('a b', 'integer'),
            { name: 'c', type: { kind: 'list', element: { kind: 'string' } }, nullable: true },
          ],
        },
        nullable: true,
      },
      column('m', 'json'),
    ]);
  });

  test('today and now stand still, and now lies in today', async () => {
    const sql =
      "SELECT CAST(getvariable('flow_date') AS VARCHAR) AS d, CAST(getvariable('flow_now') AS VARCHAR) AS n FROM ads LIMIT 1";
    const clock = table('clock', ['ads'], sql, [column('d', 'string'), column('n', 'string')]);
    expect(await readTable(bench, keyOf(await build(request([clock], ['clock']))))).toEqual([
      { d: '2026-11-19', n: '2026-11-19 23:59:59.999999' },
    ]);
    const undated = request([clock], ['clock'], { reportDate: null });
    expect(await readTable(bench, keyOf(await build(undated)))).toEqual([
      { d: '2026-11-20', n: '2026-11-20 06:00:00' },
    ]);
  });

  test.each([
    ['SQL_NOT_ALLOWED', "SELECT * FROM read_csv('/etc/passwd')"],
    ['SQL_NOT_ALLOWED', 'DROP VIEW ads'],
    ['SQL_NOT_ALLOWED', 'SELECT * FROM other'],
    ['QUERY_UNFIT', 'SELECT nothing FROM ads'],
    ['QUERY_FAILED', 'SELECT CAST(site AS BIGINT) AS clicks FROM ads'],
  ])('fails with %s and the name of the table: %s', async (code, sql) => {
    const failing = build(request([table('culprit', ['ads'], sql, [column('clicks', 'integer')])], ['culprit']));
    await expect(failing).rejects.toMatchObject({ code, message: expect.stringContaining('culprit') as unknown });
  });

  test('a query beyond its memory fails alone', { tags: 'proof:flow-memory-limit' }, async () => {
    const greedy = table('greedy', ['ads'], 'SELECT list(range) AS l FROM range(200000000)', null);
    const limits = { memoryBytes: 128 * 1024 ** 2, timeoutMs: 60_000 };
    await expect(build(request([greedy], ['greedy'], { limits }))).rejects.toMatchObject({ code: 'QUERY_MEMORY' });
    expect(await build(request([], ['ads']))).toMatchObject([{ rows: 4 }]);
  });

  test('a query beyond its time is ended', { tags: 'proof:flow-time-limit' }, async () => {
    const endless = table(
      'endless',
      ['ads'],
      'SELECT sum(a.range * b.range) AS n FROM range(10000000) a, range(10000000) b',
      null,
    );
    const limits = { memoryBytes: 256 * 1024 ** 2, timeoutMs: 700 };
    await expect(build(request([endless], ['endless'], { limits }))).rejects.toMatchObject({ code: 'QUERY_TIME' });
  });

  test('an abort ends it with the reason, and stores nothing', async () => {
    const abort = new AbortController();
    const flow = request([table('t', ['ads'], 'SELECT site FROM ads', [column('site', 'string')])], ['t']);
    const fault = (point: FaultPoint): Promise<void> => {
      expect(point).toBe('mid-process');
      abort.abort(new Error('the lease was lost'));
      return Promise.resolve();
    };
    await expect(buildResults(flow, await bench.context({ signal: abort.signal, fault }))).rejects.toThrow(
      'the lease was lost',
    );
    for await (const object of bench.store.list(flow.prefix)) expect(object).toBeNull();
  });
});

test('equal inputs give equal bytes, run after run', { tags: 'proof:flow-deterministic-bytes' }, async () => {
  // Floats whose sum depends on the order of adding, in enough rows for several threads and row groups.
  await storeTable(
    bench,
    'in/many',
    "SELECT (i * 7919) % 1000 AS k, CAST(((i * 104729) % 1000003) AS DOUBLE) / 7 AS x, 'n' || (i % 77) AS name FROM range(600000) t(i)",
  );
  const many: FlowInput = {
    table: 'many',
    columns: [column('k', 'integer'), column('x', 'float'), column('name', 'string')],
    parts: [{ tableKey: 'in/many', reportDate: '2026-11-19', filename: 'many.csv' }],
  };
  const tables = [
    table(
      'sums',
      ['many'],
      'SELECT k, sum(x) AS total, avg(x) AS mean, first(name) AS name FROM many GROUP BY ALL',
      null,
    ),
    table('rows', ['many'], 'SELECT name, x FROM many WHERE k < 500', null),
    table('few', ['many'], 'SELECT name, k FROM many ORDER BY name LIMIT 1000', null),
  ];
  const runs: Awaited<ReturnType<typeof build>>[] = [];
  for (let run = 0; run < 3; run += 1)
    runs.push(await build(request(tables, ['sums', 'rows', 'few'], { inputs: [many] })));
  const [first] = runs;
  expect(first?.map(({ rows }) => rows)).toEqual([1000, 300_000, 1000]);
  for (const run of runs) {
    expect(run.map(({ sha256 }) => sha256)).toEqual(first?.map(({ sha256 }) => sha256));
    const bytes = await readFile(await bench.store.localPath(keyOf(run), bench.folder));
    expect(bytes.length).toBe(run[0]?.bytes);
  }
  expect(bench.progress.at(-1)).toEqual({ rows: 302_000 });
});
