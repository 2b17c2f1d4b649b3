import { randomUUID } from 'node:crypto';
import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { schedule } from '../schedule/scheduler.ts';
import { runDate } from './run-date.ts';

const used = useDatabase();
const { database, rows } = used;
const at = (text: string): number => Date.parse(text);
/** Sources run at 6:00 UTC for the day before. */
const MORNING = at('2026-11-20T05:00:00Z');
const NOON = at('2026-11-20T12:00:00Z');

let account: BuiltAccount;
beforeEach(async () => {
  account = await buildAccount(database, { sources: [buildSource('ads')] });
  await rows(
    account,
    sql`insert into download_declaration (account_id, name, project, connector, scheduled_through, next_due)
      values (${account.accountId}, 'ads', 'ads', 'http', ${new Date(MORNING)}, ${new Date('2026-11-20T06:00:00Z')})`,
  );
});

const run = (reportDate: string | null, now: number, requestId: string = randomUUID()) =>
  database.withAccount(account.accountId, (tx) =>
    runDate(
      tx,
      IDLE_QUEUE,
      { accountId: account.accountId, name: 'ads', reportDate },
      { by: 'Olivia', requestId, now },
    ),
  );
const complete = () =>
  rows(
    account,
    sql`update download set status = 'completed', finished = now() where account_id = ${account.accountId}`,
  );
const scheduleAt = (now: number) =>
  schedule({
    database,
    queue: { wakeAdded: () => Promise.resolve() },
    fault: noFault,
    now: () => now,
    onError: (error) => {
      throw error;
    },
  });
const dates = () =>
  rows(
    account,
    sql`select report_date::text as date, status from download where account_id = ${account.accountId} order by created`,
  );

describe('a report date that a person runs', () => {
  it('comes before its schedule, which then does not run it again', async () => {
    expect(await run('2026-11-19', MORNING)).toMatchObject({ kind: 'ok' });
    await complete();
    await scheduleAt(NOON);
    expect(await dates()).toEqual([{ date: '2026-11-19', status: 'completed' }]);
  });

  it('makes a new version of a completed date, once for each request', async () => {
    await scheduleAt(NOON);
    await complete();
    const first = await run('2026-11-19', NOON, 'one');
    expect(first).toMatchObject({ kind: 'ok' });
    await complete();
    expect(await run('2026-11-19', NOON, 'one')).toEqual(first);
    expect(await dates()).toEqual([
      { date: '2026-11-19', status: 'completed' },
      { date: '2026-11-19', status: 'completed' },
    ]);
    expect(await rows(account, sql`select state, interactive from unit order by created desc limit 1`)).toEqual([
      { state: 'ready', interactive: true },
    ]);
  });

  it('answers a repeated request with the run that it made, while that runs and when it has ended', async () => {
    const [first, repeated] = await Promise.all([1, 2].map(() => run('2026-11-19', MORNING, 'one')));
    expect(first).toMatchObject({ kind: 'ok' });
    expect(repeated).toEqual(first);
    await complete();
    expect(await run('2026-11-19', MORNING, 'one')).toEqual(first);
    expect(await dates()).toEqual([{ date: '2026-11-19', status: 'completed' }]);
  });

  it('takes back a date that was left out', async () => {
    await rows(
      account,
      sql`update download_declaration set skipped_dates = '{2026-11-19}' where account_id = ${account.accountId}`,
    );
    await scheduleAt(NOON);
    expect(await dates()).toEqual([]);
    await run('2026-11-19', NOON);
    expect(
      await rows(account, sql`select skipped_dates from download_declaration where account_id = ${account.accountId}`),
    ).toEqual([{ skipped_dates: [] }]);
  });

  it.each([
    [null, 'needs_date'],
    ['2026-11-21', 'too_early'],
    ['2026-10-20', 'too_old'],
  ])('refuses the date %s: %s', async (date, kind) => {
    expect(await run(date, NOON)).toEqual({ kind });
    expect(await dates()).toEqual([]);
  });

  it('launches one run for two clicks, and for two windows', async () => {
    const outcomes = await Promise.all(['one', 'two'].map((request) => run('2026-11-19', NOON, request)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['ok', 'running']);
    expect(await dates()).toHaveLength(1);
    expect(
      await rows(account, sql`select code, parameters from event where account_id = ${account.accountId}`),
    ).toEqual([{ code: 'RUN_ORDERED', parameters: { person: 'Olivia' } }]);
  });

  it('makes one run beside the schedule that comes due at the same time', async () => {
    await Promise.all([run('2026-11-19', NOON), scheduleAt(NOON)]);
    await scheduleAt(NOON);
    expect(await dates()).toHaveLength(1);
  });

  it('leaves nothing of an order whose wake-up fails', async () => {
    const queue = { ...IDLE_QUEUE, wake: () => Promise.reject(new Error('full')) };
    const date = { accountId: account.accountId, name: 'ads', reportDate: '2026-11-19' };
    const ordered = database.withAccount(account.accountId, (tx) =>
      runDate(tx, queue, date, { by: 'Olivia', requestId: 'one', now: NOON }),
    );
    await expect(ordered).rejects.toThrow('full');
    for (const table of ['download', 'unit', 'event'])
      expect(await rows(account, sql`select from ${sql.table(table)} where account_id = ${account.accountId}`)).toEqual(
        [],
      );
  });

  it.each(['paused', 'suspended'] as const)('runs nothing of a %s download', async (status) => {
    await rows(
      account,
      sql`update download_declaration set status = ${status}, paused_on = case when ${status} = 'paused' then now() end where account_id = ${account.accountId}`,
    );
    expect(await run('2026-11-19', NOON)).toEqual({ kind: status });
    expect(await dates()).toEqual([]);
  });

  it('runs nothing of an account that is not active', async () => {
    await database.withSystem((tx) =>
      sql`update account set status = 'deactivated' where id = ${account.accountId}`.execute(tx),
    );
    expect(await run('2026-11-19', NOON)).toEqual({ kind: 'not_found' });
    expect(await dates()).toEqual([]);
  });
});

describe('a download with a schedule of some weekdays', () => {
  it('runs no report date that the schedule leaves out', async () => {
    const schedule = { ...buildSource('ads').schedule, daysOfWeek: [5] };
    account = await buildAccount(database, { sources: [buildSource('ads', { schedule })] });
    await rows(
      account,
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
        values (${account.accountId}, 'ads', 'ads', 'http', ${new Date(MORNING)})`,
    );
    expect(await run('2026-11-18', NOON)).toEqual({ kind: 'no_report' });
    expect(await run('2026-11-19', NOON)).toMatchObject({ kind: 'ok' });
  });
});
