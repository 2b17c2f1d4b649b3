import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { type BackfillState, type PreviewCell, previewBackfill } from './preview-backfill.ts';

const NOTHING: BackfillState = { active: [], delivered: [] };
const undated = (name: string): Source => buildSource(name, { parameters: { url: 'http://127.0.0.1/sites' } });
const uploadOf = (name: string, sources: readonly string[], more: Partial<PlanUpload> = {}): PlanUpload =>
  buildUpload(name, { sources, ...more });
const { schedule } = buildSource('x');
const plan = buildPlan({
  sources: [
    buildSource('ads'),
    buildSource('costs'),
    undated('sites'),
    buildSource('weekly', { schedule: { ...schedule, daysOfWeek: [1] } }),
  ],
  uploads: [
    uploadOf('daily', ['ads', 'sites']),
    uploadOf('spend', ['ads', 'costs']),
    uploadOf('alone', ['costs']),
    uploadOf('list', ['sites']),
    uploadOf('monday', ['weekly']),
    uploadOf('never', []),
  ],
});
const preview = (uploads: readonly string[], state: Partial<BackfillState> = {}, of = plan) =>
  previewBackfill({ plan: of, uploads, start: '2026-11-14', end: '2026-11-16', state: { ...NOTHING, ...state } });
/** Every cell as "date upload: reason or action". */
const cells = (shown: ReturnType<typeof preview>): string[] =>
  shown.dates.flatMap(({ reportDate, cells: row }) =>
    row.map((cell: PreviewCell) => `${reportDate} ${cell.upload}: ${cell.reason ?? cell.action}`),
  );

describe('the preview of a backfill', () => {
  it('makes each upload for each date, and each download once per date', {
    tags: 'proof:preview-each-date-once',
  }, () => {
    const shown = preview(['spend', 'alone']);
    expect(cells(shown)).toEqual(
      ['2026-11-14', '2026-11-15', '2026-11-16'].flatMap((date) => [`${date} spend: create`, `${date} alone: create`]),
    );
    expect(shown.dates[0]?.downloads).toEqual([
      { source: 'ads', reportDate: '2026-11-14' },
      { source: 'costs', reportDate: '2026-11-14' },
    ]);
    expect(shown.counts).toEqual({ create: 6, skip: 0, conflict: 0, delivered: 0, downloads: 6, pipelines: 3 });
  });

  it('downloads a source without dates once, and reports that it has no history', {
    tags: 'proof:preview-source-without-dates',
  }, () => {
    const shown = preview(['daily']);
    expect(shown.withoutHistory).toEqual(['sites']);
    expect(shown.dates[1]?.downloads).toContainEqual({ source: 'sites', reportDate: null });
    expect(shown.counts).toMatchObject({ create: 3, downloads: 4, pipelines: 3 });
  });

  it('makes an upload without any date once, and skips it for the dates', () => {
    const shown = preview(['list']);
    expect(cells(shown)).toEqual([
      'null list: create',
      '2026-11-14 list: no_history',
      '2026-11-15 list: no_history',
      '2026-11-16 list: no_history',
    ]);
    expect(shown.counts).toMatchObject({ create: 1, skip: 3, downloads: 1, pipelines: 1 });
  });

  it('skips dates for which a schedule has no report, and uploads that read nothing', {
    tags: 'proof:preview-skipped-dates',
  }, () => {
    // Runs on Mondays, for the day before.
    expect(cells(preview(['monday', 'never']))).toEqual([
      '2026-11-14 monday: not_scheduled',
      '2026-11-14 never: no_downloads',
      '2026-11-15 monday: create',
      '2026-11-15 never: no_downloads',
      '2026-11-16 monday: not_scheduled',
      '2026-11-16 never: no_downloads',
    ]);
  });

  it('names the backfill that has an upload and a date already', { tags: 'proof:preview-conflicts' }, () => {
    const active = [{ id: 'b', title: 'Other', uploads: ['alone', 'x'], start: '2026-11-16', end: '2026-11-30' }];
    const shown = preview(['alone', 'spend'], { active });
    expect(cells(shown).filter((cell) => cell.endsWith('conflict'))).toEqual(['2026-11-16 alone: conflict']);
    expect(shown.dates.at(-1)?.cells[1]?.conflict).toEqual({ id: 'b', title: 'Other' });
    expect(shown.conflicts).toEqual([{ id: 'b', title: 'Other' }]);
    expect(preview(['spend'], { active }).conflicts).toEqual([]);
  });

  it('shows which dates are delivered already, and makes them again', {
    tags: 'proof:preview-already-complete',
  }, () => {
    const delivered = [{ name: 'alone', reportDate: '2026-11-15', uploadId: 'u', finished: new Date(0) }];
    const shown = preview(['alone'], { delivered });
    expect(shown.counts).toMatchObject({ create: 3, delivered: 1 });
    expect(shown.dates[1]?.cells[0]).toMatchObject({ action: 'create', delivered: { uploadId: 'u' } });
  });

  it('warns when a range appends to a table or replaces its rows several times', () => {
    const of = {
      ...plan,
      uploads: [
        uploadOf('a', ['ads'], { connector: 'postgres', mode: 'append' }),
        uploadOf('t', ['ads'], { connector: 'postgres', mode: 'truncate', table: 'ads' }),
      ],
    };
    expect(preview(['a', 't'], {}, of).warnings).toEqual([
      'a appends its rows: rows of a date that was delivered before are duplicated.',
      't replaces all rows with those of one date: only the date that is delivered last remains, most likely the oldest, because newer dates are processed first.',
    ]);
    expect(
      previewBackfill({ plan: of, uploads: ['t'], start: '2026-11-14', end: '2026-11-14', state: NOTHING }).warnings,
    ).toEqual([]);
  });

  it('previews a thousand uploads over thirty days within three seconds', () => {
    const many: Plan = {
      ...plan,
      sources: Array.from({ length: 1_000 }, (_, index) => buildSource(`s${index}`)),
      uploads: Array.from({ length: 1_000 }, (_, index) => uploadOf(`u${index}`, [`s${index}`])),
    };
    const processorTime = startProcessorTime();
    const names = many.uploads.map(({ name }) => name);
    const shown = previewBackfill({
      plan: many,
      uploads: names,
      start: '2026-10-01',
      end: '2026-10-30',
      state: NOTHING,
    });
    expect(shown.counts).toMatchObject({ create: 30_000, downloads: 30_000, pipelines: 30_000 });
    expect(processorTime()).toBeLessThan(3_000);
  });
});
