import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { expect, test } from 'vitest';
import { readTable, storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { FlowInput, FlowRequest, FlowResult } from '../requests.ts';
import { buildResults } from './build-results.ts';

const bench = useBench();

const columns: readonly Column[] = [
  { name: 'k', type: { kind: 'string' }, nullable: true },
  { name: 'n', type: { kind: 'integer' }, nullable: true },
];
const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const STATE = 'switchboard:state:latest';
const latest: PlanTable = {
  name: 'latest',
  project: 'a',
  inputs: ['ads'],
  columns,
  closed: true,
  sql: {
    duckdb: `SELECT "k", "n" FROM (SELECT *, 0 AS age FROM ads UNION ALL BY NAME SELECT *, 1 AS age FROM "${STATE}")
      QUALIFY row_number() OVER (PARTITION BY "k" ORDER BY age, "n") = 1 ORDER BY "k"`,
  },
  state: { keys: ['k'], table: STATE, empty: { duckdb: 'SELECT "k", "n" FROM ads WHERE false' } },
  position,
};
const users: PlanTable = { ...table('users', 'SELECT count(*) AS n FROM latest'), inputs: ['latest'] };

function table(name: string, sql: string): PlanTable {
  const counted: readonly Column[] = [{ name: 'n', type: { kind: 'integer' }, nullable: false }];
  return { name, project: 'a', inputs: ['ads'], columns: counted, closed: true, sql: { duckdb: sql }, position };
}

let runs = 0;
async function run(rows: string | null, states: FlowRequest['states'], tables = [latest]): Promise<FlowResult> {
  runs += 1;
  const tableKey = `in/${runs}`;
  if (rows !== null) await storeTable(bench, tableKey, rows);
  const parts = rows === null ? [] : [{ tableKey, reportDate: '2026-11-19', filename: 'a.csv' }];
  const input: FlowInput = { table: 'ads', columns, parts };
  const request: FlowRequest = {
    reportDate: '2026-11-19',
    tables,
    inputs: [input],
    ...(states ? { states } : {}),
    outputs: [{ upload: 'out', table: tables.at(-1)?.name ?? '' }],
    prefix: `flow/${runs}`,
    limits: { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 },
  };
  return buildResults(request, await bench.context());
}

const stateOf = (answer: FlowResult): string | null => answer.states?.[0]?.stateKey ?? null;

test('a run starts from the rows that the one before left', { tags: 'proof:table-state-carried-over' }, async () => {
  const first = await run(`SELECT 'a' AS k, 1::BIGINT AS n UNION ALL SELECT 'b', 1`, [
    { table: 'latest', stateKey: null },
  ]);
  expect(first.states).toMatchObject([
    { table: 'latest', stateKey: expect.stringMatching(/^flow\/1\/state-000\.parquet;/) as unknown, rows: 2 },
  ]);
  const second = await run(`SELECT 'b' AS k, 2::BIGINT AS n UNION ALL SELECT 'c', 2`, [
    { table: 'latest', stateKey: stateOf(first) },
  ]);
  const rows = [
    { k: 'a', n: 1 },
    { k: 'b', n: 2 },
    { k: 'c', n: 2 },
  ];
  expect(await readTable(bench, stateOf(second) ?? '')).toEqual(rows);
  expect(await readTable(bench, second.outputs[0]?.resultKey ?? '')).toEqual(rows);
  // The version before is as it was.
  expect(await readTable(bench, stateOf(first) ?? '')).toHaveLength(2);
});

test('a run without new rows keeps the old ones, and other tables read them', async () => {
  const first = await run(`SELECT 'a' AS k, 1::BIGINT AS n`, [{ table: 'latest', stateKey: null }]);
  const second = await run(null, [{ table: 'latest', stateKey: stateOf(first) }], [latest, users]);
  expect(second.states).toMatchObject([{ table: 'latest', rows: 1, sha256: first.states?.[0]?.sha256 }]);
  expect(await readTable(bench, second.outputs[0]?.resultKey ?? '')).toEqual([{ n: 1 }]);
});

test('a table without any row has no state yet', async () => {
  const answer = await run(null, [{ table: 'latest', stateKey: null }]);
  expect(answer.states).toMatchObject([{ table: 'latest', stateKey: null, rows: 0 }]);
});

test('nothing is built without the rows of earlier runs', async () => {
  const failure = { code: 'QUERY_FAILED', class: 'permanent' };
  await expect(run(null, undefined)).rejects.toMatchObject(failure);
  await expect(run(null, [{ table: 'other', stateKey: null }])).rejects.toMatchObject(failure);
  await expect(run(null, [{ table: 'latest', stateKey: 'flow/gone.parquet' }])).rejects.toThrow(/gone from the store/);
});

test('what gives the first state is a query over the inputs, and nothing else', async () => {
  const sly: PlanTable = {
    ...latest,
    state: { keys: ['k'], table: STATE, empty: { duckdb: "SELECT * FROM read_csv('/etc/passwd')" } },
  };
  await expect(run(null, [{ table: 'latest', stateKey: null }], [sly])).rejects.toMatchObject({
    code: 'SQL_NOT_ALLOWED',
  });
});
