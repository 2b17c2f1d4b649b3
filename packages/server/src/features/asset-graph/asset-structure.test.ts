import type { PlanTable } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { assetsOf } from './asset-structure.ts';

const table = (name: string, inputs: readonly string[]): PlanTable => ({
  name,
  project: 'ads',
  position: { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  inputs,
  columns: [],
  closed: true,
  sql: { duckdb: '' },
});
const member = (name: string) => ({ name, schema: { columns: [], rest: false }, keepsLineNumbers: false });

const PLAN = buildPlan({
  sources: [buildSource('clicks'), buildSource('bundle', { tables: [member('orders'), member('items')] })],
  tables: [table('joined', ['clicks', 'orders', 'items']), table('totals', ['joined', 'clicks'])],
  uploads: [buildUpload('totals', { table: 'totals' }), buildUpload('raw', { table: 'clicks' })],
});
const names = (positions: readonly number[]): string[] => positions.map((at) => assetsOf(PLAN)[at]?.id ?? '');
const asset = (id: string) => assetsOf(PLAN).find((each) => each.id === id);

describe('the assets of a script', () => {
  it('lists downloads, tables and uploads, each after those that it reads', () => {
    expect(assetsOf(PLAN).map(({ id }) => id)).toEqual([
      'download:clicks',
      'download:bundle',
      'table:joined',
      'table:totals',
      'upload:totals',
      'upload:raw',
    ]);
    for (const [at, { inputs }] of assetsOf(PLAN).entries()) expect(Math.max(-1, ...inputs)).toBeLessThan(at);
  });

  it('reads the tables of a bundle from their one download', () => {
    expect(names(asset('table:joined')?.inputs ?? [])).toEqual(['download:clicks', 'download:bundle']);
  });

  it('keeps an upload apart from the table of its name, and leads back to its downloads', () => {
    expect(names(asset('upload:totals')?.inputs ?? [])).toEqual(['table:totals']);
    expect(names(asset('upload:totals')?.downloads ?? [])).toEqual(['download:clicks', 'download:bundle']);
    expect(names(asset('upload:raw')?.inputs ?? [])).toEqual(['download:clicks']);
  });

  it('determines the assets of a plan once', () => {
    expect(assetsOf(PLAN)).toBe(assetsOf(PLAN));
  });
});
