import { expect, it } from 'vitest';
import { buildSource } from '../../../testing/build-plan.ts';
import { createDueDays, dueDaysOfUpload } from './seven-day-health.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const first = '2026-11-14';
const schedule = { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 0 };
const ads = buildSource('ads', { schedule });
const daysFrom = (days: ReadonlyMap<string, number> | undefined) =>
  [...(days ?? [])].filter(([day]) => day >= first && day <= '2026-11-20').map(([day]) => day.slice(-2));

it('shares the due days of sources that run at the same hours, and not those of one that was declared later', () => {
  const daysOf = createDueDays({ first, now });
  const early = daysOf(ads, 0);
  expect(daysFrom(early)).toEqual(['14', '15', '16', '17', '18', '19', '20']);
  expect(daysOf(buildSource('sites', { schedule }), 1)).toBe(early);
  const late = daysOf(ads, Date.parse('2026-11-18T06:00:00Z'));
  expect(daysFrom(late)).toEqual(['18', '19', '20']);
  const undated = buildSource('undated', { schedule, parameters: { url: 'http://127.0.0.1/all' } });
  expect(early.get('2026-11-14')).toBe(Date.parse('2026-11-15T06:00:00Z'));
  expect(daysOf(undated, 0).get('2026-11-14')).toBe(Date.parse('2026-11-14T06:00:00Z'));
  const noon = buildSource('noon', { schedule: { ...schedule, hours: [12] } });
  expect([...daysOf(noon, 0).values()].at(0)).toBe((early.get('2026-11-11') ?? Number.NaN) + 6 * 3_600_000);
});

it('takes the days common to the sources of an upload, each due with the last of them', () => {
  const daysOf = createDueDays({ first, now });
  const sites = buildSource('sites', { schedule: { ...schedule, hours: [9] } });
  const days = new Map([
    ['ads', daysOf(ads, 0)],
    ['again', daysOf(ads, 0)],
    ['sites', daysOf(sites, Date.parse('2026-11-18T06:00:00Z'))],
  ]);
  expect(dueDaysOfUpload([ads, buildSource('again', { schedule })], days)).toBe(days.get('ads'));
  const common = dueDaysOfUpload([ads, sites], days);
  expect(daysFrom(common)).toEqual(['17', '18', '19', '20']);
  expect(common.get('2026-11-18')).toBe(Date.parse('2026-11-19T09:00:00Z'));
});
