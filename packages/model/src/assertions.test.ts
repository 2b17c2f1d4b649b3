import { expect, test } from 'vitest';
import { stoppedUploads } from './assertions.ts';
import type { PlanTable, PlanUpload } from './plan.ts';

const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const upload = (name: string, tables: readonly string[]): PlanUpload => ({
  name,
  project: 'a',
  position,
  connector: 'disk',
  key: null,
  parameters: {},
  table: name,
  mode: 'replace_date',
  columns: [],
  tables,
  sourceTables: ['ads'],
  sources: ['ads'],
  destination: 'disk',
});
const table = (name: string, keeps = false): PlanTable => ({
  name,
  project: 'a',
  position,
  inputs: [],
  columns: [],
  closed: true,
  sql: { duckdb: '' },
  ...(keeps ? { state: { keys: ['id'], table: `switchboard:${name}`, empty: { duckdb: '' } } } : {}),
});

const uploads = [upload('a', ['a']), upload('b', ['kept', 'b']), upload('c', ['kept', 'c']), upload('d', ['c', 'd'])];

test('a failed assertion stops the uploads that are made from its table', () => {
  const plan = { tables: ['a', 'b', 'c', 'd', 'kept'].map((name) => table(name)) };
  expect([...stoppedUploads(plan, uploads, ['a'])]).toEqual(['a']);
  expect([...stoppedUploads(plan, uploads, ['c'])]).toEqual(['c', 'd']);
  expect(stoppedUploads(plan, uploads, ['ads']).size).toBe(4);
  expect(stoppedUploads(plan, uploads, []).size).toBe(0);
});

test('uploads that share a table which keeps its rows are stopped together', () => {
  const plan = { tables: ['a', 'b', 'c', 'd'].map((name) => table(name)).concat(table('kept', true)) };
  expect([...stoppedUploads(plan, uploads, ['b'])].toSorted()).toEqual(['b', 'c']);
});
