import type { Parameters, PlanUpload } from '@switchboard/model';
import { expect, test } from 'vitest';
import { testTarget } from './test-target.ts';

const upload = (connector: string, parameters: Parameters, key: string | null = null): PlanUpload => ({
  name: 'daily',
  project: 'ads',
  table: 'daily',
  connector,
  key,
  parameters,
  mode: 'replace_date',
  columns: [],
  tables: [],
  sourceTables: ['ads'],
  sources: ['ads'],
  destination: connector,
  position: { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
});
const file = (test_?: Parameters): PlanUpload =>
  upload('file', { path: 'out/{YYYY}/{name}.csv', format: 'csv', ...(test_ ? { test: test_ } : {}) });
const postgres = (test_: Parameters): PlanUpload =>
  upload('postgres', { schema: 'ads', table: 'daily', test: test_ }, 'warehouse');

test('a declaration without a target for tests keeps its result', () => {
  expect(testTarget(file(), '2026-11-19')).toEqual({ kind: 'keep', destination: 'test result · daily' });
});

test('the parameters of the test block stand in for the others', () => {
  const target = testTarget(file({ path: 'try/{name}.parquet', format: 'parquet' }), '2026-11-19');
  expect(target).toMatchObject({
    kind: 'deliver',
    destination: 'file · try/daily.parquet',
    upload: { parameters: { path: 'try/{name}.parquet', format: 'parquet' }, mode: 'replace_date' },
  });
  expect(testTarget(postgres({ table: 'daily_test', mode: 'truncate' }), null)).toMatchObject({
    kind: 'deliver',
    upload: { key: 'warehouse', mode: 'truncate', parameters: { schema: 'ads', table: 'daily_test' } },
  });
  expect(testTarget(postgres({ key: 'sandbox' }), null)).toMatchObject({ kind: 'deliver', upload: { key: 'sandbox' } });
});

test.each([
  ['an empty block', file({})],
  ['another format of the same file', file({ format: 'parquet' })],
  ['the same path written otherwise', file({ path: 'out/2026/daily.csv' })],
  ['the same table under the same key', postgres({ mode: 'truncate', key: 'warehouse' })],
])('%s is the real destination', (_, declared) => {
  expect(testTarget(declared, '2026-11-19')).toMatchObject({ kind: 'real' });
});
