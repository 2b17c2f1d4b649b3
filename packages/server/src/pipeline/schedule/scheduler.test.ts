import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { useDatabase, useQueue } from '../../../testing/hooks/use-database.ts';
import { recoverSchedules } from './recover-schedules.ts';
import { runsToMake } from './runs-to-make.ts';
import { type SchedulerDeps, schedule } from './scheduler.ts';

const used = useDatabase();
const { database, rows } = used;
const queue = useQueue(used);

const at = (text: string): number => Date.parse(text);
const deps = (now: string, more: Partial<SchedulerDeps> = {}): SchedulerDeps => ({
  database,
  queue,
  fault: noFault,
  now: () => at(now),
  onError: () => {},
  ...more,
});

async function declare(since: string, source = buildSource('ads')): Promise<BuiltAccount> {
  const account = await buildAccount(database, { sources: [source] });
  await rows(
    account,
    sql`
      insert into download_declaration (account_id, name, project, connector, scheduled_through, next_due)
      values (${account.accountId}, ${source.name}, 'ads', 'http', ${new Date(at(since))}, ${new Date(at(since))})
    `,
  );
  return account;
}

async function dates(account: BuiltAccount): Promise<(string | null)[]> {
  const found = await database.withAccount(account.accountId, (tx) =>
    sql<{ report_date: string | null }>`
      select d.report_date from download d join unit u on u.account_id = d.account_id and u.id = d.id and u.state = 'ready'
      order by report_date
    `.execute(tx),
  );
  return found.rows.map((row) => row.report_date);
}

const NONE: ReadonlySet<string> = new Set();

describe('the scheduler', () => {
  it('creates every missed run once, with any number of schedulers', {
    tags: 'proof:schedule-missed-once',
  }, async () => {
    const account = await declare('2026-11-15T00:00:00Z');
    const now = '2026-11-20T12:00:00Z';
    const made = await Promise.all([schedule(deps(now)), schedule(deps(now)), schedule(deps(now))]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(await schedule(deps(now))).toBe(0);
    expect(await dates(account)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
    ]);
    expect(await schedule(deps('2026-11-21T06:00:00Z'))).toBe(1);
  });

  it('creates all runs of a source or none when it is stopped midway', async () => {
    const account = await declare('2026-11-15T00:00:00Z');
    const crash = async (): Promise<void> => {
      throw new Error('crash');
    };
    await expect(schedule(deps('2026-11-20T12:00:00Z', { fault: crash }))).rejects.toThrow('crash');
    expect(await dates(account)).toEqual([]);
    await schedule(deps('2026-11-20T12:00:00Z'));
    expect(await dates(account)).toHaveLength(6);
  });

  it('does not schedule suspended sources', { tags: 'proof:schedule-suspended' }, async () => {
    const account = await declare('2026-11-15T00:00:00Z');
    await database.withAccount(account.accountId, (tx) =>
      sql`update download_declaration set status = 'suspended'`.execute(tx),
    );
    expect(await schedule(deps('2026-11-20T12:00:00Z'))).toBe(0);
    expect(await dates(account)).toEqual([]);
  });

  it('runs a source without dates once, however many of its runs were missed', {
    tags: 'proof:schedule-source-without-dates',
  }, async () => {
    const source = buildSource('sites', { parameters: { url: 'http://127.0.0.1/sites' } });
    const account = await declare('2026-11-15T00:00:00Z', source);
    await schedule(deps('2026-11-20T12:00:00Z'));
    expect(await dates(account)).toEqual([null]);
  });

  it('reaches back no further than the lookback', { tags: 'proof:schedule-lookback' }, () => {
    const runs = runsToMake(
      buildSource('ads'),
      { since: at('2025-01-01T00:00:00Z'), skipped: NONE },
      at('2026-11-20T12:00:00Z'),
    );
    expect(runs[0]?.reportDate).toBe('2026-11-12');
    expect(runs).toHaveLength(8);
  });

  it('creates the run of midnight UTC without any lookback', () => {
    const { schedule: usual } = buildSource('ads');
    const source = buildSource('ads', { schedule: { ...usual, hours: [0], lookbackDays: 0 } });
    const runs = runsToMake(
      source,
      { since: at('2026-11-19T00:00:00.400Z'), skipped: NONE },
      at('2026-11-20T00:00:00.300Z'),
    );
    expect(runs.map((run) => run.dueAt)).toEqual([at('2026-11-20T00:00:00Z')]);
    expect(
      runsToMake(source, { since: at('2026-11-20T00:00:00.300Z'), skipped: NONE }, at('2026-11-20T12:00:00Z')),
    ).toEqual([]);
  });
});

describe('a schedule that a wrong clock has moved ahead', () => {
  const real = '2026-11-20T12:00:00Z';
  const wrong = '2026-11-22T12:00:00Z';
  const all = async (account: BuiltAccount): Promise<unknown[]> =>
    (await dates(account)).filter((date) => date !== null && date >= '2026-11-19');

  it('a schedule that a wrong clock has moved ahead is set back, and each report date is downloaded once more when it is due', async () => {
    const account = await declare('2026-11-19T12:00:00Z');
    const [early, first, last] = ['2026-11-19', '2026-11-20', '2026-11-21'];
    await schedule(deps(wrong));
    expect(await recoverSchedules(deps(wrong))).toBe(0);
    expect(await all(account)).toEqual([early, first, last]);
    expect(await recoverSchedules(deps(real))).toBeGreaterThan(0);
    expect(await recoverSchedules(deps(real))).toBe(0);
    await schedule(deps(real));
    expect(await all(account)).toEqual([early, first, last]);
    await schedule(deps('2026-11-21T12:00:00Z'));
    expect(await all(account)).toEqual([early, first, first, last]);
    await schedule(deps(wrong));
    await schedule(deps(wrong));
    expect(await all(account)).toEqual([early, first, first, last, last]);
  });

  it('leaves clocks that differ by seconds alone', async () => {
    const account = await declare('2026-11-19T12:00:00Z');
    await schedule(deps('2026-11-20T12:00:30Z'));
    await recoverSchedules(deps(real));
    expect(await rows(account, sql`select scheduled_through from download_declaration`)).toEqual([
      { scheduled_through: new Date('2026-11-20T12:00:30Z') },
    ]);
  });

  it('finds its deadlines again', async () => {
    const account = await buildAccount(database);
    await rows(
      account,
      sql`
        insert into upload_declaration (account_id, name, project, connector, destination, deadline_time, deadline_timezone,
          deadline_through, next_deadline)
        values (${account.accountId}, 'daily', 'ads', 'file', 'x', '09:00', 'UTC', ${new Date(wrong)}, '2026-11-23T09:00:00Z')
      `,
    );
    await recoverSchedules(deps(real));
    const found = await rows(account, sql`select deadline_through, next_deadline from upload_declaration`);
    expect(found).toEqual([{ deadline_through: new Date(real), next_deadline: new Date('2026-11-21T09:00:00Z') }]);
  });
});
