import type { Parameters, PlanKey, PlanUpload, PlanValue } from '@switchboard/model/plan';
import { expect, test } from 'vitest';
import { realPlaces, testTarget } from './test-target.ts';

const keyOf = (name: PlanValue | undefined): PlanKey | null => (typeof name === 'string' ? { id: name, name } : null);
const testKeyOf = ({ test: block }: Parameters): { testKey?: PlanKey } => {
  const testKey = keyOf((block as Parameters | undefined)?.['key']);
  return testKey ? { testKey } : {};
};
const upload = (connector: string, parameters: Parameters, key: string | null = null): PlanUpload => ({
  name: 'daily',
  project: 'ads',
  table: 'daily',
  connector,
  key: keyOf(key ?? undefined),
  ...testKeyOf(parameters),
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
const into = (parameters: Parameters): PlanUpload => upload('postgres', parameters, 'warehouse');
const fileAt = (path: string): PlanUpload => upload('file', { path });

test('a declaration without a target for tests keeps its result', { tags: 'proof:test-target-none' }, () => {
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
    upload: { key: { name: 'warehouse' }, mode: 'truncate', parameters: { schema: 'ads', table: 'daily_test' } },
  });
  expect(testTarget(postgres({ key: 'sandbox' }), null)).toMatchObject({
    kind: 'deliver',
    upload: { key: { name: 'sandbox' } },
  });
});

const named = (name: string, of: PlanUpload): PlanUpload => ({ ...of, name });
const FOLDER = '/srv/data/exports/0190c2f0-1111-7000-8000-0123456789ab';

test.each([
  ['an empty block', file({})],
  ['another format of the same file', file({ format: 'parquet' })],
  ['the same path written otherwise', file({ path: 'out/2026/daily.csv' })],
  ['the same table under the same key', postgres({ mode: 'truncate', key: 'warehouse' })],
])('%s is the real destination', { tags: 'proof:test-target-same-path' }, (_, declared) => {
  expect(testTarget(declared, '2026-11-19')).toMatchObject({ kind: 'real' });
});

test.each([
  [
    'the table of another upload',
    postgres({ table: 'spend' }),
    named('spend', into({ schema: 'ads', table: 'spend' })),
  ],
  ['the table that the draft has moved', postgres({ table: 'old' }), into({ schema: 'ads', table: 'old' })],
  [
    'the default schema by name',
    postgres({ schema: 'public', table: 'spend' }),
    named('spend', into({ table: 'spend' })),
  ],
  ['the default schema', postgres({ schema: null, table: 'spend' }), into({ schema: 'public', table: 'spend' })],
  ['the file of another upload', file({ path: 'spend/{YYYY}.csv' }), named('spend', fileAt('{name}/{YYYY}.csv'))],
  ['its file in the account’s folder', file({ path: `${FOLDER}/spend.csv` }), named('spend', fileAt('spend.csv'))],
  ['a file that is declared so', file({ path: 'spend.csv' }), named('spend', fileAt(`${FOLDER}/spend.csv`))],
  ['its file in this folder', file({ path: './spend.csv' }), named('spend', fileAt('spend.csv'))],
  ['its file behind two slashes', file({ path: 'a//spend.csv' }), named('spend', fileAt('a/./spend.csv'))],
  ['its file of another date', file({ path: 'a/2025-01-31.csv' }), named('spend', fileAt('a/{YYYY-MM-DD}.csv'))],
] as const)('%s is a real destination', (_, declared, published) => {
  expect(testTarget(declared, '2026-11-19', realPlaces([declared, published]))).toMatchObject({
    kind: 'real',
    of: published.name,
  });
});

test.each([
  [
    'the same table under another key',
    postgres({ table: 'spend', key: 'sandbox' }),
    into({ schema: 'ads', table: 'spend' }),
  ],
  ['a table whose name is written otherwise', postgres({ table: 'Spend' }), into({ schema: 'ads', table: 'spend' })],
  ['a table of that name in another schema', postgres({ table: 'spend' }), into({ table: 'spend' })],
  ['a file in another folder', file({ path: 'trial/spend.csv' }), fileAt('spend.csv')],
  ['a file whose name holds no date', file({ path: 'a/trial.csv' }), fileAt('a/{YYYY}.csv')],
  ['the same path of another connector', file({ path: 'spend.csv' }), upload('s3', { path: 's3://spend.csv' })],
] as const)('%s is not a real destination', (_, declared, published) => {
  expect(testTarget(declared, '2026-11-19', realPlaces([declared, published]))).toMatchObject({ kind: 'deliver' });
});
