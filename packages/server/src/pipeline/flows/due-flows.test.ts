import { isDated } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { uploadsReading } from '../state/plan-queries.ts';
import { type AvailablePart, dueFlows } from './due-flows.ts';

const plan = buildPlan({
  sources: [
    ...['ads', 'costs', 'clicks'].map((name) => buildSource(name)),
    buildSource('sites', { parameters: { url: 'http://x/sites' } }),
  ],
  uploads: [
    buildUpload('daily', { sources: ['ads', 'sites'] }),
    buildUpload('spend', { sources: ['costs'] }),
    buildUpload('both', { sources: ['ads', 'costs'] }),
  ],
});
const part = (table: string, partId = table): AvailablePart => ({ partId, downloadId: `d-${partId}`, table });
const due = (available: readonly AvailablePart[], uploads = plan.uploads) =>
  dueFlows({ plan, changelistId: 'c', purpose: 'production', reportDate: '2026-11-19', uploads, available });
const names = (flows: ReturnType<typeof due>): string[][] =>
  flows.map((flow) => flow.uploads.map((each) => each.name).sort());

describe('the due flows', () => {
  it('waits until every input of an upload is there', { tags: 'proof:flow-waits-for-inputs' }, () => {
    expect(due([part('ads')])).toEqual([]);
    expect(names(due([part('ads'), part('sites', 's')]))).toEqual([['daily']]);
  });

  it('groups uploads that share inputs, also transitively, into one flow', { tags: 'proof:flow-shared-inputs' }, () => {
    expect(names(due([part('ads'), part('costs'), part('sites')]))).toEqual([['both', 'daily', 'spend']]);
    expect(
      names(
        due(
          [part('costs'), part('clicks')],
          [buildUpload('a', { sources: ['costs'] }), buildUpload('b', { sources: ['clicks'] })],
        ),
      ),
    ).toEqual([['a'], ['b']]);
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
    expect(isDated({ parameters: { url } })).toBe(dated);
  });

  it('finds dates in nested parameters and in file names', () => {
    expect(isDated({ parameters: { query: { date: '{YYYY-MM-DD}' } } })).toBe(true);
    expect(isDated({ parameters: { pattern: '*.csv', datetime_pattern: 'YYYYMMDD' } })).toBe(true);
  });

  it('finds dates in the columns and queries of databases', () => {
    expect(isDated({ parameters: { table: 'orders', date_column: 'day' } })).toBe(true);
    expect(isDated({ parameters: { query: `select 1 where day = '{YYYY-MM-DD}'` } })).toBe(true);
    expect(isDated({ parameters: { table: 'orders' } })).toBe(false);
  });
});
