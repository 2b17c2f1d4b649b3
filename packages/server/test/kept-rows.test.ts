import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { BuiltAccount } from '../testing/build-account.ts';
import { csvAnswer } from '../testing/source-server.ts';
import { type RunningWork, startWork } from '../testing/start-work.ts';

/** Late flows and uploads of upserted tables never replace newer ones. */

let work: RunningWork;
let clock = 0;
/** Continues the attempt that a test has paused. */
let release = (): void => undefined;
afterEach(async () => {
  release();
  await work.stop();
});

/** Starts workers whose first attempt at this point pauses. Returns whether it has. */
async function startHeldUp(point: string): Promise<() => boolean> {
  let arrived = 0;
  const gate = Promise.withResolvers<void>();
  release = gate.resolve;
  work = await startWork({
    now: () => clock,
    concurrency: 8,
    fault: async (reached) => {
      if (reached !== point) return;
      arrived += 1;
      if (arrived === 1) await gate.promise;
    },
  });
  return () => arrived > 0;
}

const script = (schedule: string): string => `
  download ads from {
    type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; ${schedule}
  } using { day: date; site: string; clicks: integer; };
  table latest is upsert ads by site order by day desc;
  upload latest to { type: "file"; path: "latest.csv"; mode: "truncate"; };
`;
const SOON = { interval: 50 };
const delivered = (account: BuiltAccount): string => readFileSync(work.delivered(account, 'latest.csv'), 'utf8');
const statuses = async (account: BuiltAccount): Promise<readonly string[]> =>
  (await work.rows(account, sql<{ status: string }>`select status from upload order by status`)).map(
    (row) => row.status,
  );

it('a late flow never replaces newer rows of its report date by older ones', {
  tags: 'proof:upsert-rows-late-flow',
  timeout: 120_000,
}, async () => {
  const isHeld = await startHeldUp('after-process');
  clock = Date.parse('2026-11-11T04:30:00Z');
  work.answers.set('/ads', csvAnswer('day,site,clicks', ['2026-11-10,a,1']));
  const account = await work.publish(script('hour_of_day: [5, 7]; lookback_days: 0;'));
  clock = Date.parse('2026-11-11T05:30:00Z');
  await expect.poll(isHeld, SOON).toBe(true);
  work.answers.set('/ads', csvAnswer('day,site,clicks', ['2026-11-10,a,999']));
  clock = Date.parse('2026-11-11T07:30:00Z');
  await expect.poll(() => statuses(account), SOON).toContain('completed');
  release();
  await work.settled(account);
  expect(await statuses(account)).toEqual(['cancelled', 'completed']);
  work.answers.set('/ads', csvAnswer('day,site,clicks', ['2026-11-11,b,5']));
  clock = Date.parse('2026-11-12T05:30:00Z');
  await expect.poll(() => statuses(account), SOON).toHaveLength(3);
  await work.settled(account);
  expect(delivered(account)).toBe('day,site,clicks\n2026-11-10,a,999\n2026-11-11,b,5\n');
  expect(work.problems).toEqual([]);
});

it('a late upload never replaces the upserted table by an earlier state', {
  tags: 'proof:upsert-rows-late-upload',
  timeout: 120_000,
}, async () => {
  const isHeld = await startHeldUp('before-commit');
  clock = Date.parse('2026-11-13T08:30:00Z');
  work.answers.set('/ads', (request, response) => {
    const date = (request.url ?? '').split('/').at(-1) ?? '';
    csvAnswer('day,site,clicks', [`${date},of ${date},1`])(request, response);
  });
  const account = await work.publish(script('hour_of_day: [5]; lookback_days: 3;'));
  await expect.poll(isHeld, SOON).toBe(true);
  const others = async () => (await statuses(account)).filter((status) => status !== 'uploading');
  await expect.poll(others, SOON).toHaveLength(2);
  await expect
    .poll(async () => (await others()).every((status) => /completed|cancelled/.test(status)), SOON)
    .toBe(true);
  release();
  await work.settled(account);
  const [state] = await work.rows(account, sql<{ row_count: number }>`select row_count from table_state`);
  expect(state).toEqual({ row_count: 3 });
  expect(delivered(account).split('\n')).toHaveLength(5);
  expect(work.problems).toEqual([]);
});
