import type { Plan, PlanUpload, Source } from '@switchboard/model';
import { describe, expect, it } from 'vitest';
import { isDated, uploadsReading } from '../attempts/plan-queries.ts';
import { type AvailablePart, dueFlows } from './due-flows.ts';

const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const schedule = { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 7 };

const source = (name: string, url = 'http://x/{YYYY-MM-DD}'): Source => ({
  name,
  project: 'ads',
  connector: 'http',
  key: null,
  parameters: { url },
  schedule,
  tables: [{ name, schema: { columns: [], rest: false }, keepsLineNumbers: false }],
  position,
});
const upload = (name: string, sourceTables: readonly string[]): PlanUpload => ({
  name,
  project: 'ads',
  table: name,
  connector: 'file',
  key: null,
  parameters: {},
  mode: 'replace_date',
  columns: [],
  tables: [],
  sourceTables,
  sources: sourceTables,
  destination: 'file',
  position,
});
const plan: Plan = {
  version: 1,
  sources: [source('ads'), source('costs'), source('clicks'), source('sites', 'http://x/sites')],
  tables: [],
  uploads: [upload('daily', ['ads', 'sites']), upload('spend', ['costs']), upload('both', ['ads', 'costs'])],
};
const part = (table: string, partId = table, reportDate: string | null = '2026-11-19'): AvailablePart => ({
  partId,
  downloadId: `d-${partId}`,
  table,
  reportDate,
});
const due = (available: readonly AvailablePart[], uploads = plan.uploads) =>
  dueFlows({ plan, changelistId: 'c', purpose: 'production', reportDate: '2026-11-19', uploads, available });
const names = (flows: ReturnType<typeof due>): string[][] =>
  flows.map((flow) => flow.uploads.map((each) => each.name).sort());

describe('which flows are due', () => {
  it('waits until every input of an upload is there', { tags: 'proof:flow-waits-for-inputs' }, () => {
    expect(due([part('ads')])).toEqual([]);
    expect(names(due([part('ads'), part('sites', 's', null)]))).toEqual([['daily']]);
  });

  it('groups uploads that share inputs, also transitively, into one flow', { tags: 'proof:flow-shared-inputs' }, () => {
    expect(names(due([part('ads'), part('costs'), part('sites')]))).toEqual([['both', 'daily', 'spend']]);
    expect(names(due([part('costs'), part('clicks')], [upload('a', ['costs']), upload('b', ['clicks'])]))).toEqual([
      ['a'],
      ['b'],
    ]);
  });

  it('gives the same inputs the same identity, and newer inputs another one', {
    tags: 'proof:flow-input-identity',
  }, () => {
    const [first] = due([part('ads'), part('sites')]);
    const [again] = due([part('sites'), part('ads')]);
    const [repulled] = due([part('ads', 'ads-2'), part('sites')]);
    expect(again?.identity).toBe(first?.identity);
    expect(repulled?.identity).not.toBe(first?.identity);
  });

  it('finds the uploads that read a source table', () => {
    expect(uploadsReading(plan, ['sites']).map((each) => each.name)).toEqual(['daily']);
  });
});

describe('sources without dates', () => {
  it.each([
    ['http://x/{YYYY-MM-DD}', true],
    ['http://x/{YYYY}/{MM}/{DD}.csv', true],
    ['http://x/sites?name={name}', false],
    ['http://x/sites', false],
  ])('%s has dates: %s', (url, dated) => {
    expect(isDated(source('x', url))).toBe(dated);
  });

  it('finds dates in nested parameters and in file names', () => {
    expect(isDated({ parameters: { query: { date: '{YYYY-MM-DD}' } } })).toBe(true);
    expect(isDated({ parameters: { pattern: '*.csv', datetime_pattern: 'YYYYMMDD' } })).toBe(true);
  });
});
