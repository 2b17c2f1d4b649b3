import { CONNECTORS } from '@switchboard/connectors';
import { compile } from '@switchboard/language';
import type { Parameters, PlanUpload, UploadMode } from '@switchboard/model/plan';
import { expect, test } from 'vitest';
import { buildKey, buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { scopeOf } from '../../pipeline/backfills/plan-backfill.ts';
import { warningsOf } from './backfill-warnings.ts';

const upload = (connector: string, mode: UploadMode, more: Partial<PlanUpload> = {}): PlanUpload =>
  buildUpload('daily', { table: 'ads', connector, mode, destination: connector, ...more });
const file = (path: string, mode: UploadMode = 'replace_date', more: Partial<PlanUpload> = {}): PlanUpload =>
  upload('file', mode, { parameters: { path }, ...more });
const object = (path: string): PlanUpload => upload('s3', 'replace_date', { parameters: { path } });
/** An upload of a table that is made from other tables. */
const of = (table_: string, ...before: readonly string[]): Partial<PlanUpload> => ({
  table: table_,
  tables: [...before, table_],
});
const table = (mode: UploadMode, more: Partial<PlanUpload> = {}): PlanUpload => {
  const parameters: Parameters = { table: 'daily' };
  return upload('postgres', mode, { key: WAREHOUSE, parameters, ...more });
};

/** Tables that keep a row for each site, and some that read them. */
const { plan: compiled } = compile(
  [
    {
      path: 'a.sbs',
      text: `
        download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; }
          using { day: date; site: string; clicks: integer; };
        table latest is upsert ads by site order by day desc;
        table unordered is upsert ads by site;
        table keyed is upsert ads by site order by site;
        table counted is select site, sum(clicks) as clicks from ads where clicks > 0;
        table sums is upsert counted by site;
        table most is upsert counted by site order by clicks desc;
        table sites is select site, day from latest;
        download owners from { type: "http"; url: "http://127.0.0.1/owners"; format: "csv"; timezone: "UTC"; }
          using { site: string; owner: string; };
        table owned is upsert owners by site;
        table both is select latest.site, owner from latest join owned on owned.site = latest.site;
        upload both to { type: "file"; path: "both.csv"; };
        table joined is select ads.site, clicks, sites.day from ads join sites on ads.site = sites.site;
        upload joined to { type: "file"; path: "joined.csv"; };
        upload latest to { type: "file"; path: "latest.csv"; };
        upload unordered to { type: "file"; path: "unordered.csv"; };
        upload keyed to { type: "file"; path: "keyed.csv"; };
        upload sums to { type: "file"; path: "sums.csv"; };
        upload most to { type: "file"; path: "most.csv"; };`,
    },
  ],
  { connectors: CONNECTORS.map(({ spec }) => spec), keys: [] },
);
if (!compiled) throw new Error('The script has mistakes.');
const { schedule } = buildSource('x');
const plan = buildPlan({
  sources: [
    buildSource('ads'),
    buildSource('owners', { parameters: { url: 'http://127.0.0.1/owners' } }),
    buildSource('weekly', { schedule: { ...schedule, daysOfWeek: [1] } }),
  ],
  tables: compiled.tables,
});
/** The warnings for three dates at the end of a month, or for the given ones. */
function warnings(one: PlanUpload, start = '2026-11-28', end = '2026-11-30'): string[] {
  const range = { start, end };
  const whole = { ...plan, uploads: [one] };
  return warningsOf(whole, scopeOf(whole, [one.name]), range);
}

const WAREHOUSE = buildKey('warehouse');
const ONE_DATE =
  'daily replaces all rows with those of one date: only the date that is delivered last remains, most likely the oldest, because newer dates are processed first.';
const sameFile = (places: string): string =>
  `daily writes several dates to ${places}: only the one that is delivered last remains there, most likely the oldest, because newer dates are processed first.`;
const SAME_KEY =
  'daily overwrites rows of the same key: a row of several dates keeps the values that were delivered last, most likely those of the oldest date, because newer dates are processed first.';

test.each([
  [
    'rows that are appended',
    table('append'),
    'daily appends its rows: rows of a date that was delivered before are duplicated.',
  ],
  ['a table that is emptied for each date', table('truncate'), ONE_DATE],
  ['rows of a date, joined with kept ones', table('truncate', of('joined', 'latest', 'sites')), ONE_DATE],
  ['a file for all dates', file('out.csv'), sameFile('file · out.csv')],
  ['a file for all dates in mode truncate', file('out.csv', 'truncate'), sameFile('file · out.csv')],
  ['an object for all dates', object('s3://bucket/{name}.csv'), sameFile('s3 · bucket/daily.csv')],
  ['a file for the dates of a month', file('{YYYY-MM}.csv'), sameFile('file · 2026-11.csv')],
  ['rows that are overwritten', table('upsert'), SAME_KEY],
] as const)('%s: a warning', (_, one, warning) => {
  expect(warnings(one)).toEqual([warning]);
});

test('files of two months: a warning that names both', () => {
  expect(warnings(file('{MM}.csv'), '2026-11-29', '2026-12-02')).toEqual([sameFile('file · 11.csv and file · 12.csv')]);
});

test('upserted rows: a warning that does not name the oldest date', () => {
  expect(warnings(table('upsert', of('latest')))).toEqual([
    'daily overwrites rows of the same key: a row of several dates keeps the values that were delivered last.',
  ]);
});

test.each([
  ['a file for each date', file('{YYYY-MM-DD}.csv')],
  ['a file for each date in mode truncate', file('{YYYY-MM-DD}.csv', 'truncate')],
  ['the rows of a date in a table', table('replace_date')],
  ['kept rows of all dates in one table', table('truncate', of('sites', 'latest'))],
  ['kept rows of all dates in one file', file('out.csv', 'truncate', of('most', 'counted'))],
  // The order decides between dates, or the later date; never the order of loading.
  ['rows kept without an order', file('out.csv', 'truncate', of('unordered', 'counted'))],
  ['rows kept by an order that reads only keys', file('out.csv', 'truncate', of('keyed', 'counted'))],
  ['sums kept without an order', file('out.csv', 'truncate', of('sums', 'counted'))],
  ['kept rows of which some have no dates', table('truncate', of('both', 'latest', 'owned'))],
  ['rows without dates in a table', table('truncate', { table: 'owners', sources: ['owners'] })],
  ['rows without dates that are overwritten', table('upsert', { table: 'owners', sources: ['owners'] })],
  ['rows without dates in a file', file('out.csv', 'truncate', { table: 'owners', sources: ['owners'] })],
  // Mondays bring only one of these dates, a Sunday.
  ['the only date that a schedule has', table('truncate', { table: 'weekly', sources: ['weekly'] })],
  ['a connector that is not there any more', upload('gone', 'replace_date')],
])('%s: no warning', (_, one) => {
  expect(warnings(one)).toEqual([]);
});

test('a single date: no warning', () => {
  for (const one of [table('truncate'), file('out.csv'), table('upsert')])
    expect(warnings(one, '2026-11-30')).toEqual([]);
});
