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
const KEPT = 'switchboard:kept:latest';
const REPORT_DATE = "CAST(getvariable('flow_report_date') AS DATE)";
const AS_OF = "CAST(getvariable('flow_as_of') AS DATE)";
/** The newest row of each key. */
const latest: PlanTable = {
  name: 'latest',
  project: 'a',
  inputs: ['ads'],
  columns,
  closed: true,
  sql: {
    duckdb: `SELECT "k", "n" FROM "${KEPT}" WHERE "switchboard:date" IS NULL OR "switchboard:date" <= ${AS_OF} OR ${AS_OF} IS NULL
      QUALIFY row_number() OVER (PARTITION BY "k" ORDER BY "switchboard:date" DESC NULLS LAST) = 1 ORDER BY "k"`,
  },
  state: {
    keys: ['k'],
    table: STATE,
    kept: KEPT,
    merge: {
      duckdb: `SELECT "k", "n", ${REPORT_DATE} AS "switchboard:date", CAST(NULL AS DATE) AS "switchboard:until" FROM ads
        UNION ALL BY NAME SELECT * FROM "${STATE}" WHERE "switchboard:date" IS NULL OR "switchboard:date" <> ${REPORT_DATE}
        ORDER BY "k", "switchboard:date"`,
    },
    empty: { duckdb: 'SELECT "k", "n" FROM ads WHERE false' },
  },
  position,
};
const users: PlanTable = { ...table('users', 'SELECT count(*) AS n FROM latest'), inputs: ['latest'] };

function table(name: string, sql: string): PlanTable {
  const counted: readonly Column[] = [{ name: 'n', type: { kind: 'integer' }, nullable: false }];
  return { name, project: 'a', inputs: ['ads'], columns: counted, closed: true, sql: { duckdb: sql }, position };
}

let runs = 0;
type RunOptions = {
  readonly tables?: readonly PlanTable[];
  readonly date?: string;
  readonly outputs?: FlowRequest['outputs'];
};
async function run(
  rows: string | null,
  states: FlowRequest['states'],
  { tables = [latest], date = '2026-11-19', outputs }: RunOptions = {},
): Promise<FlowResult> {
  runs += 1;
  const tableKey = `in/${runs}`;
  if (rows !== null) await storeTable(bench, tableKey, rows);
  const parts = rows === null ? [] : [{ tableKey, reportDate: date, filename: 'a.csv' }];
  const input: FlowInput = { table: 'ads', columns, parts };
  const request: FlowRequest = {
    reportDate: date,
    tables,
    inputs: [input],
    ...(states ? { states } : {}),
    outputs: outputs ?? [{ upload: 'out', table: tables.at(-1)?.name ?? '' }],
    prefix: `flow/${runs}`,
    limits: { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 },
  };
  return buildResults(request, await bench.context());
}

const NONE = [{ table: 'latest', stateKey: null }];
const statesOf = ({ states }: FlowResult): FlowRequest['states'] => states;
const rowsOf = (answer: FlowResult, output = 0) => readTable(bench, answer.outputs[output]?.resultKey ?? '');
const TWO_DATES = `SELECT 'a' AS k, 1::BIGINT AS n UNION ALL SELECT 'b', 1`;

test('a run starts from the rows that the one before left', { tags: 'proof:table-state-carried-over' }, async () => {
  const first = await run(TWO_DATES, NONE, { date: '2026-11-18' });
  expect(first.states).toMatchObject([
    { table: 'latest', stateKey: expect.stringMatching(/^flow\/1\/state-000\.parquet;/) as unknown, rows: 2 },
  ]);
  const second = await run(`SELECT 'b' AS k, 2::BIGINT AS n UNION ALL SELECT 'c', 2`, statesOf(first));
  expect(await rowsOf(second)).toEqual([
    { k: 'a', n: 1 },
    { k: 'b', n: 2 },
    { k: 'c', n: 2 },
  ]);
  expect(second.states).toMatchObject([{ rows: 4 }]);
  // The version before is as it was.
  expect(await readTable(bench, first.states?.[0]?.stateKey ?? '')).toHaveLength(2);
});

test('a date that is run again shows no rows of later dates, unless its result is asked for as of them', async () => {
  const later = await run(`SELECT 'b' AS k, 2::BIGINT AS n`, NONE, { date: '2026-11-20' });
  const outputs = [
    { upload: 'own', table: 'users' },
    { upload: 'newest', table: 'latest', asOf: null },
    { upload: 'counted', table: 'users', asOf: '2026-11-30' },
    { upload: 'latest', table: 'latest' },
  ];
  const tables = [latest, users];
  const again = await run(TWO_DATES, statesOf(later), { tables, outputs, date: '2026-11-18' });
  expect(again.outputs.map(({ upload, rows }) => [upload, rows])).toEqual([
    ['own', 1],
    ['newest', 2],
    ['counted', 1],
    ['latest', 2],
  ]);
  expect(await rowsOf(again, 1)).toEqual([
    { k: 'a', n: 1 },
    { k: 'b', n: 2 },
  ]);
  expect(await rowsOf(again, 3)).toEqual([
    { k: 'a', n: 1 },
    { k: 'b', n: 1 },
  ]);
});

test('results as of the newest date share the file of their own date where no later rows are kept', async () => {
  const outputs = [
    { upload: 'own', table: 'latest' },
    { upload: 'newest', table: 'latest', asOf: null },
  ];
  const { outputs: made } = await run(TWO_DATES, NONE, { outputs });
  expect(made[0]?.resultKey).toBe(made[1]?.resultKey);
});

test('rows that a version without report dates kept are older than every date', async () => {
  await storeTable(bench, 'state/old', `SELECT 'b' AS k, 9::BIGINT AS n UNION ALL SELECT 'z', 9`);
  const first = await run(TWO_DATES, [{ table: 'latest', stateKey: 'state/old' }]);
  expect(await rowsOf(first)).toEqual([
    { k: 'a', n: 1 },
    { k: 'b', n: 1 },
    { k: 'z', n: 9 },
  ]);
  // Its own row taken back, the older one shows again.
  const second = await run(`SELECT 'a' AS k, 1::BIGINT AS n`, statesOf(first));
  expect(await rowsOf(second)).toEqual([
    { k: 'a', n: 1 },
    { k: 'b', n: 9 },
    { k: 'z', n: 9 },
  ]);
});

test('a run without new rows keeps the old ones, and other tables read them', async () => {
  const first = await run(`SELECT 'a' AS k, 1::BIGINT AS n`, NONE, { date: '2026-11-18' });
  const second = await run(null, statesOf(first), { tables: [latest, users] });
  expect(second.states).toMatchObject([{ table: 'latest', rows: 1, sha256: first.states?.[0]?.sha256 }]);
  expect(await rowsOf(second)).toEqual([{ n: 1 }]);
});

test('a table without any row keeps no rows, which is a version like others', async () => {
  const answer = await run(null, NONE);
  expect(answer.states).toMatchObject([{ table: 'latest', rows: 0 }]);
  const next = await run(`SELECT 'a' AS k, 1::BIGINT AS n`, statesOf(answer));
  expect(await rowsOf(next)).toEqual([{ k: 'a', n: 1 }]);
});

test('nothing is built without the rows of earlier runs', async () => {
  const failure = { code: 'QUERY_FAILED', class: 'permanent' };
  await expect(run(null, undefined)).rejects.toMatchObject(failure);
  await expect(run(null, [{ table: 'other', stateKey: null }])).rejects.toMatchObject(failure);
  await expect(run(null, [{ table: 'latest', stateKey: 'flow/gone.parquet' }])).rejects.toThrow(/gone from the store/);
});

test('a plan of a version without report dates runs only after it was compiled again', async () => {
  const { keys, table: name, empty } = latest.state ?? { keys: [], table: '', empty: { duckdb: '' } };
  const old: PlanTable = { ...latest, state: { keys, table: name, empty } };
  await expect(run(null, NONE, { tables: [old] })).rejects.toThrow(/Publish it again/);
});

test('what gives the first state and the next one are queries over the inputs, and nothing else', async () => {
  const file = { duckdb: "SELECT * FROM read_csv('/etc/passwd')" };
  const { state } = latest;
  if (!state) throw new Error('The table keeps no rows.');
  for (const sly of [
    { ...state, empty: file },
    { ...state, merge: file },
  ]) {
    await expect(run(null, NONE, { tables: [{ ...latest, state: sly }] })).rejects.toMatchObject({
      code: 'SQL_NOT_ALLOWED',
    });
  }
});
