import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BuiltAccount } from '../testing/build-account.ts';
import { csvAnswer } from '../testing/source-server.ts';
import { type RunningWork, startWork } from '../testing/start-work.ts';

/** Kept rows carry the report date that they came from, through the whole pipeline. */

let work: RunningWork;
let clock = 0;
beforeEach(async () => {
  work = await startWork({ now: () => clock, concurrency: 8 });
});
afterEach(() => work.stop());

const script = (): string => `
  download ads from {
    type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC";
    hour_of_day: [5, 7, 9]; lookback_days: 0; repull_days: [1];
  } using { site: string; v: integer; at: datetime; status: string; };
  table latest is upsert ads by site order by at desc delete where status == 'gone';
  table history is snapshot ads by site;
  upload latest to { type: "file"; path: "latest-{YYYY-MM-DD}.csv"; };
  upload latest as newest to { type: "file"; path: "newest.csv"; mode: "truncate"; };
  upload history to { type: "file"; path: "history-{YYYY-MM-DD}.csv"; };
`;
const HEADER = 'site,v,at,status\n';

/** The source answers each date with its rows, or with an error. */
function answer(rows: Readonly<Record<string, readonly string[]>>): void {
  work.answers.set('/ads', (request, response) => {
    const found = rows[(request.url ?? '').split('/').at(-1) ?? ''];
    if (found) csvAnswer('site,v,at,status', found)(request, response);
    else response.writeHead(404).end('no such report');
  });
}

function delivered(account: BuiltAccount, path: string): string {
  const file = work.delivered(account, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

it('a date that is loaded again takes back its rows, and shows none of later dates', {
  tags: 'proof:kept-rows-dates',
  timeout: 180_000,
}, async () => {
  const at = (hour: string): string => `2026-11-10 ${hour}:00:00`;
  const shown = (path: string) => expect.poll(() => delivered(account, path), { interval: 50 });
  clock = Date.parse('2026-11-11T04:30:00Z');
  answer({ '2026-11-10': [`k1,1,${at('10')},`, `k2,2,${at('10')},`] });
  const account = await work.publish(script());

  clock = Date.parse('2026-11-11T05:30:00Z');
  await shown('latest-2026-11-10.csv').toBe(`${HEADER}k1,1,${at('10')},\nk2,2,${at('10')},\n`);
  await work.settled(account);

  // Restated by an earlier time, and withdrawn.
  answer({ '2026-11-10': [`k1,100,${at('09')},`] });
  clock = Date.parse('2026-11-11T07:30:00Z');
  await shown('latest-2026-11-10.csv').toBe(`${HEADER}k1,100,${at('09')},\n`);
  await work.settled(account);

  const next = ['k1,7,2026-11-11 01:00:00,gone', 'k3,3,2026-11-11 01:00:00,'];
  answer({ '2026-11-10': [`k1,100,${at('09')},`], '2026-11-11': next });
  clock = Date.parse('2026-11-12T05:30:00Z');
  await shown('latest-2026-11-11.csv').toBe(`${HEADER}k3,3,2026-11-11 01:00:00,\n`);
  await work.settled(account);

  answer({ '2026-11-10': [`k4,4,${at('08')},`], '2026-11-11': next });
  clock = Date.parse('2026-11-12T07:30:00Z');
  await shown('latest-2026-11-10.csv').toBe(`${HEADER}k4,4,${at('08')},\n`);
  await shown('newest.csv').toBe(`${HEADER}k3,3,2026-11-11 01:00:00,\nk4,4,${at('08')},\n`);
  await work.settled(account);
  const stale = await work.rows(
    account,
    sql`select f.report_date::text as date, e.severity, e.message, f.message = e.message as is_shown
      from event e join flow f on f.id = e.flow_id where e.code = 'KEPT_ROWS_CHANGED' order by e.message`,
  );
  expect(stale).toEqual(
    ['history', 'latest'].map((table) => ({
      date: '2026-11-10',
      severity: 'warn',
      message: `${table}: the rows kept of 2026-11-10 changed. Results of 1 later report date, to 2026-11-11, were uploaded before and were made from the earlier rows. Run it again to update it.`,
      is_shown: table === 'history',
    })),
  );
  expect(delivered(account, 'history-2026-11-10.csv')).toBe(
    `site,v,at,status,valid_from,valid_to\nk4,4,${at('08')},,2026-11-10,\n`,
  );
  expect(work.problems).toEqual([]);
});

it('a script and rows of a version without report dates go on as rows older than every date', {
  tags: 'proof:kept-rows-migrated',
  timeout: 180_000,
}, async () => {
  clock = Date.parse('2026-11-11T04:30:00Z');
  const account = await work.publish(script());
  // The plan as the version before stored it: statements that merge without dates.
  await work.rows(
    account,
    sql`
      update changelist set plan = jsonb_set(plan, '{tables}', (
        select jsonb_agg(case when t ? 'state' then t #- '{state,merge}' #- '{state,kept}' || '{"sql": {"duckdb": "SELECT 1"}}' else t end)
        from jsonb_array_elements(plan -> 'tables') t
      )) where plan is not null returning id
    `,
  );
  answer({ '2026-11-10': ['k1,1,2026-11-10 10:00:00,'] });
  clock = Date.parse('2026-11-11T05:30:00Z');
  await expect
    .poll(() => delivered(account, 'latest-2026-11-10.csv'), { interval: 50 })
    .toBe(`${HEADER}k1,1,2026-11-10 10:00:00,\n`);
  await work.settled(account);
  expect(work.problems).toEqual([]);
});
