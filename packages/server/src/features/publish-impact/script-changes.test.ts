import { CONNECTORS } from '@switchboard/connectors';
import { compile } from '@switchboard/language';
import type { Plan } from '@switchboard/model/plan';
import { expect, it } from 'vitest';
import { scriptChanges } from './script-changes.ts';

const catalog = { connectors: CONNECTORS.map(({ spec }) => spec), keys: [] };

function plan(text: string): Plan {
  const compiled = compile([{ path: 'a.sbs', text }], catalog);
  if (!compiled.plan) throw new Error(JSON.stringify(compiled.messages));
  return compiled.plan;
}

const download = (name: string, columns = 'site: string; clicks: integer;', more = ''): string =>
  `download ${name} from { type: "http"; url: "http://127.0.0.1/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; ${more} } using { ${columns} };`;
const upload = (table: string, more = '', path = `${table}/{YYYY-MM-DD}.csv`): string =>
  `upload ${table} to { type: "file"; path: "${path}"; format: "csv"; ${more} };`;
const SCRIPT = [
  download('ads'),
  download('costs'),
  'table daily is select site, sum(clicks) as clicks from ads;',
  'table spent is select site from costs;',
  upload('daily'),
  upload('spent'),
].join('\n');

it('finds nothing in the same script that is formatted differently', () => {
  const moved = `// A comment.\n\n${SCRIPT.replace('select site, sum', 'select\n  site, sum')}`;
  expect(scriptChanges(plan(SCRIPT), plan(moved))).toEqual({ uploads: [], unchanged: 2, schedules: [] });
});

it('lists uploads that are added, changed and removed, with their columns', () => {
  const draft = [
    download('ads'),
    'table daily is select site, sum(clicks) * 1.5 as clicks, max(clicks) as most from ads;',
    'table sites is select site from ads;',
    upload('daily'),
    upload('sites'),
  ].join('\n');
  const { uploads, unchanged } = scriptChanges(plan(SCRIPT), plan(draft));
  expect(unchanged).toBe(0);
  expect(uploads.map(({ name, change, aspects, mayChangeRows }) => ({ name, change, aspects, mayChangeRows }))).toEqual(
    [
      { name: 'daily', change: 'changed', aspects: ['query'], mayChangeRows: true },
      { name: 'sites', change: 'added', aspects: [], mayChangeRows: false },
      { name: 'spent', change: 'removed', aspects: [], mayChangeRows: false },
    ],
  );
  const [daily, sites, spent] = uploads;
  expect(daily).toMatchObject({
    columnsAdded: [{ name: 'most', type: 'integer' }],
    columnsRemoved: [],
    columnsRetyped: [{ name: 'clicks', before: 'integer' }],
  });
  expect(sites?.columnsAdded).toEqual([{ name: 'site', type: 'string' }]);
  expect(spent?.columnsRemoved).toEqual([{ name: 'site', type: 'string' }]);
});

it('names what differs in the delivery, which changes no rows', () => {
  const draft = SCRIPT.replace(upload('daily'), upload('daily', 'header: false;')).replace(
    upload('spent'),
    upload('spent', '', 'elsewhere/{YYYY-MM-DD}.csv'),
  );
  expect(
    scriptChanges(plan(SCRIPT), plan(draft)).uploads.map(({ name, aspects, mayChangeRows }) => [
      name,
      aspects,
      mayChangeRows,
    ]),
  ).toEqual([
    ['daily', ['parameters'], false],
    ['spent', ['destination'], false],
  ]);
});

it('follows a change of a download to the uploads that read it', () => {
  const draft = SCRIPT.replace(download('ads'), download('ads', 'site: string; clicks: decimal(10, 2);'));
  expect(scriptChanges(plan(SCRIPT), plan(draft))).toMatchObject({
    uploads: [{ name: 'daily', aspects: ['query', 'download ads'], mayChangeRows: true }],
    unchanged: 1,
  });
});

it('lists schedules that change, and downloads that come and go', () => {
  const later = SCRIPT.replace(
    download('ads'),
    download('ads', undefined, 'hour_of_day: [6, 18]; day_of_week: ["monday", "friday"]; repull_days: 3;'),
  )
    .replace(download('costs'), download('spend'))
    .replaceAll('from costs', 'from spend');
  const changes = scriptChanges(plan(SCRIPT), plan(later));
  // Another schedule changes no rows.
  expect(changes.uploads.map(({ name, aspects }) => [name, aspects])).toEqual([
    ['spent', ['query', 'download costs', 'download spend']],
  ]);
  expect(changes.schedules).toEqual([
    {
      name: 'ads',
      change: 'changed',
      before: 'daily at 06:00 UTC; report date: 1 day before; catches up 7 days',
      after: 'on Mon, Fri at 06:00, 18:00 UTC; report date: 1 day before; again for 3 earlier dates; catches up 7 days',
    },
    { name: 'costs', change: 'removed', before: expect.stringMatching(/^daily at/) as unknown, after: null },
    { name: 'spend', change: 'added', before: null, after: expect.stringMatching(/^daily at/) as unknown },
  ]);
});

it('takes everything as added when nothing is published', () => {
  expect(scriptChanges(null, plan(SCRIPT)).uploads.map(({ name, change }) => [name, change])).toEqual([
    ['daily', 'added'],
    ['spent', 'added'],
  ]);
});
