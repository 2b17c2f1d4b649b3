import { describe, expect, it } from 'vitest';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { estimateBackfill, type RunFigures, type RunHistory } from './estimate-backfill.ts';

const plan = buildPlan({
  sources: [
    buildSource('ads'),
    buildSource('costs'),
    buildSource('sites', { parameters: { url: 'http://127.0.0.1/sites' } }),
  ],
  uploads: [
    buildUpload('daily', { sources: ['ads', 'sites'] }),
    buildUpload('spend', { sources: ['costs'] }),
    buildUpload('list', { sources: ['sites'] }),
  ],
});
const took = (seconds: number, rows: number | null = null): RunFigures => ({ seconds, rows });
const HISTORY: RunHistory = {
  downloads: new Map([
    ['ads', took(60)],
    ['costs', took(30)],
    ['sites', took(100)],
  ]),
  uploads: new Map([
    ['daily', took(20, 1_000)],
    ['spend', took(10, 50)],
    ['list', took(5, 7)],
  ]),
};
const DAYS = { start: '2026-11-14', end: '2026-11-16' };
const estimate = (uploads: readonly string[], history: RunHistory = HISTORY) =>
  estimateBackfill({ plan, uploads, ...DAYS }, history);

describe('the estimate of a backfill', () => {
  it('adds the slowest download and the slowest upload of each run, and the rows of all uploads', () => {
    const { dates, total, unknown } = estimate(['daily', 'spend']);
    // The download without dates is fetched with the first date that needs it.
    expect(dates.get('2026-11-14')).toEqual({ rows: 1_050, seconds: 100 + 20 + 30 + 10, unknown: 0 });
    expect(dates.get('2026-11-15')).toEqual({ rows: 1_050, seconds: 60 + 20 + 30 + 10, unknown: 0 });
    expect(total).toEqual({ rows: 3_150, seconds: 160 + 120 + 120, unknown: 0 });
    expect(unknown).toEqual([]);
  });

  it('counts uploads without report dates once', () => {
    const { dates, total } = estimate(['list']);
    expect(dates.get(null)).toEqual({ rows: 7, seconds: 105, unknown: 0 });
    expect(dates.get('2026-11-14')).toEqual({ rows: null, seconds: 0, unknown: 0 });
    expect(total).toEqual({ rows: 7, seconds: 105, unknown: 0 });
  });

  it('the estimate of a backfill is unknown without earlier runs, of the time already when one of them is missing', () => {
    const spendOnly = { ...HISTORY, uploads: new Map([['spend', took(10, 50)]]) };
    expect(estimate(['daily', 'spend'], spendOnly)).toMatchObject({
      total: { rows: 150, seconds: null, unknown: 3 },
      unknown: ['daily'],
    });
    const none = { downloads: new Map(), uploads: new Map() };
    expect(estimate(['daily'], none).total).toEqual({ rows: null, seconds: null, unknown: 3 });
    const noDownloads = { ...HISTORY, downloads: new Map() };
    expect(estimate(['spend'], noDownloads).total).toEqual({ rows: 150, seconds: null, unknown: 0 });
  });
});
