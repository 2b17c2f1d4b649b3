import { describe, expect, it } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { type NextAffected, nextAffected } from './next-affected.ts';

// Due at 06:00 UTC for the day before.
const ads = buildSource('ads');
const monthly = buildSource('monthly', { schedule: { ...ads.schedule, daysOfMonth: [3] } });
const undated = buildSource('snapshot', { parameters: { url: 'http://127.0.0.1/all' } });
const plan = { version: 1 as const, sources: [ads, monthly, undated], tables: [], uploads: [] };
const NOW = Date.parse('2026-11-26T12:00:00Z');

const upload = (name: string, source: string, time: string | null = null, timezone = 'Europe/Paris') => ({
  upload: buildUpload(name, { sources: [source] }),
  deadline: { name, time, timezone: time === null ? null : timezone },
});
const shown = (next: NextAffected | null) =>
  next && `${next.upload} ${next.isDeadline ? 'by' : 'at'} ${next.at.toISOString()} of ${next.reportDate}`;
const next = (...uploads: ReturnType<typeof upload>[]) => shown(nextAffected({ plan, uploads }, NOW));

describe('what is due next', () => {
  it('what is due next is the earliest deadline, with the report date that is due before it', () => {
    expect(next(upload('late', 'ads', '18:00'), upload('early', 'ads', '14:00'))).toBe(
      'early by 2026-11-26T13:00:00.000Z of 2026-11-25',
    );
    expect(next(upload('morning', 'ads', '09:00'))).toBe('morning by 2026-11-27T08:00:00.000Z of 2026-11-26');
  });

  it('what is due next is a deadline before uploads without one, whose data is due at the time of the schedule', () => {
    expect(next(upload('loose', 'ads'))).toBe('loose at 2026-11-27T06:00:00.000Z of 2026-11-26');
    expect(next(upload('loose', 'ads'), upload('strict', 'ads', '23:00'))).toContain('strict by');
  });

  it('skips deadlines for which nothing is due', () => {
    expect(next(upload('report', 'monthly', '09:00'))).toBe('report by 2026-12-03T08:00:00.000Z of 2026-12-02');
  });

  it('what is due next has no report date where the source has none', () => {
    expect(next(upload('all', 'snapshot', '09:00'))).toBe('all by 2026-11-27T08:00:00.000Z of null');
  });

  it('what is due next is nothing without uploads', () => {
    expect(next()).toBeNull();
    expect(next(upload('lost', 'removed', '09:00'))).toBeNull();
  });
});
