import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { type SummarySettings, setSummary, summaryDays, summaryMails } from '../../../testing/summaries.ts';
import { openDatabase } from '../../db/database.ts';
import { queueSummaries } from './queue-summaries.ts';

const { database, rows } = useDatabase();
const at = (text: string): number => Date.parse(text);
const START = at('2026-11-18T12:00:00Z');

/** An account whose next summary is planned at `now`. */
async function planned(settings: SummarySettings = {}, now = START) {
  const account = await buildAccount(database);
  await setSummary(database, account, settings);
  await queueSummaries(database, now);
  const next = async (): Promise<string | undefined> => {
    const [row] = await rows(account, sql<{ next: Date | null }>`select daily_summary_next as next from account`);
    return row?.next?.toISOString();
  };
  return { ...account, next };
}

describe('the daily summary of an account', () => {
  test('the daily summary of an account is written once at its time, with a mail to each recipient', {
    tags: 'proof:summary-once',
  }, async () => {
    const account = await planned({ recipients: ['b@test.test', 'a@test.test', 'A@test.test'] });
    expect(await account.next()).toBe('2026-11-19T08:00:00.000Z');
    await queueSummaries(database, at('2026-11-19T07:59:59Z'));
    expect(await summaryDays(database, account)).toEqual([]);
    for (let round = 0; round < 2; round += 1) await queueSummaries(database, at('2026-11-19T08:00:00Z'));
    expect(await summaryDays(database, account)).toEqual(['2026-11-19']);
    expect(await summaryMails(database, account)).toEqual(['2026-11-19 a@test.test', '2026-11-19 b@test.test']);
    expect(await account.next()).toBe('2026-11-20T08:00:00.000Z');
  });

  test('the daily summary of an account is written once by several programs at the same time', async () => {
    const account = await planned();
    const others = [1, 2, 3].map(() => openDatabase({ url: database.url, connections: 2 }));
    await Promise.all([database, ...others].map((one) => queueSummaries(one, at('2026-11-19T08:00:01Z'))));
    await Promise.all(others.map((one) => one.close()));
    expect(await summaryMails(database, account)).toEqual(['2026-11-19 ops@test.test']);
  });

  test('the daily summary of an account is written once when a program ends before it commits', {
    tags: 'proof:summary-crash',
  }, async () => {
    const account = await planned();
    const due = at('2026-11-19T08:00:00Z');
    const crash = () => Promise.reject(new Error('Crashed.'));
    await expect(queueSummaries(database, due, crash)).rejects.toThrow('Crashed.');
    expect(await summaryMails(database, account)).toEqual([]);
    await queueSummaries(database, due);
    expect(await summaryMails(database, account)).toEqual(['2026-11-19 ops@test.test']);
  });

  test('the daily summary of an account that was missed for days is written once, late, for the last of them', {
    tags: 'proof:summary-missed',
  }, async () => {
    const account = await planned();
    await queueSummaries(database, at('2026-11-19T08:00:00Z'));
    for (const time of ['2026-11-23T17:00:00Z', '2026-11-23T17:00:15Z', '2026-11-24T08:00:00Z'])
      await queueSummaries(database, at(time));
    expect(await summaryDays(database, account)).toEqual(['2026-11-19', '2026-11-23', '2026-11-24']);
    expect(await rows(account, sql`select since, through from daily_summary where day = '2026-11-23'`)).toEqual([
      { since: new Date('2026-11-19T08:00:00Z'), through: new Date('2026-11-23T17:00:00Z') },
    ]);
  });

  test('covers a week at most, and a day the first time', async () => {
    const account = await planned();
    await queueSummaries(database, at('2026-11-19T08:00:10Z'));
    await queueSummaries(database, at('2026-12-24T09:00:00Z'));
    expect(await rows(account, sql`select since from daily_summary order by day`)).toEqual([
      { since: new Date('2026-11-18T08:00:00Z') },
      { since: new Date('2026-12-17T09:00:00Z') },
    ]);
  });

  test.each([
    ['without recipients', { recipients: [] }],
    ['without a time', { time: null, timezone: null }],
  ])('the daily summary of an account is not written %s', { tags: 'proof:summary-none' }, async (_how, settings) => {
    const account = await planned(settings);
    await queueSummaries(database, at('2026-11-19T09:00:00Z'));
    expect(await summaryDays(database, account)).toEqual([]);
  });

  test('the daily summary of an account is not written for an account that is deactivated', async () => {
    const account = await planned();
    await queryAsSuperuser(database.url, `update account set status = 'deactivated' where id = $1`, [
      account.accountId,
    ]);
    await queueSummaries(database, at('2026-11-19T09:00:00Z'));
    expect(await summaryDays(database, account)).toEqual([]);
  });

  test('the daily summary of an account is planned again when its time or timezone changes, and stays one of a day', async () => {
    const account = await planned();
    await queueSummaries(database, at('2026-11-19T08:00:00Z'));
    await setSummary(database, account, { time: '10:00' });
    expect(await account.next()).toBe(undefined);
    await queueSummaries(database, at('2026-11-19T09:00:00Z'));
    expect(await account.next()).toBe('2026-11-19T10:00:00.000Z');
    await queueSummaries(database, at('2026-11-19T10:00:00Z'));
    await setSummary(database, account, { time: '10:00', timezone: 'America/New_York' });
    await queueSummaries(database, at('2026-11-19T10:00:01Z'));
    expect(await account.next()).toBe('2026-11-19T15:00:00.000Z');
    expect(await summaryDays(database, account)).toEqual(['2026-11-19']);
  });

  test('follows a clock that was ahead by a month and is corrected', { tags: 'proof:summary-clock' }, async () => {
    const account = await planned();
    await queueSummaries(database, at('2026-12-19T08:00:00Z'));
    for (const time of ['2026-11-19T07:00:00Z', '2026-11-19T08:00:00Z', '2026-11-19T08:00:15Z', '2026-11-20T08:00:00Z'])
      await queueSummaries(database, at(time));
    expect(await summaryDays(database, account)).toEqual(['2026-11-19', '2026-11-20', '2026-12-19']);
  });

  test('the daily summary of an account is not written again by a clock that is put back', async () => {
    const account = await planned();
    for (const time of ['08:00:00', '07:30:00', '08:00:00', '08:00:15'])
      await queueSummaries(database, at(`2026-11-19T${time}Z`));
    expect(await summaryMails(database, account)).toEqual(['2026-11-19 ops@test.test']);
  });

  test.each([
    [
      'that a clock change leaves out, an hour later',
      '02:30',
      'Europe/Paris',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'that a clock change repeats, the first time',
      '02:30',
      'Europe/Paris',
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
  ])(
    'the daily summary of an account is due at a time %s',
    { tags: 'proof:summary-clock-change' },
    async (_what, time, timezone, now, due) => {
      const account = await planned({ time, timezone }, at(now));
      expect(await account.next()).toBe(due);
      for (let minutes = 0; minutes <= 180; minutes += 30) await queueSummaries(database, at(due) + minutes * 60_000);
      expect(await summaryDays(database, account)).toEqual([due.slice(0, 10)]);
    },
  );
});

test('a failure of one account does not keep others from their summaries', async () => {
  const broken = await planned({ timezone: 'Nowhere/Nothing' }).catch(() => null);
  const account = await buildAccount(database);
  await setSummary(database, account);
  await expect(queueSummaries(database, START)).rejects.toThrow('Nowhere/Nothing');
  await expect(queueSummaries(database, at('2026-11-19T08:00:00Z'))).rejects.toThrow('Nowhere/Nothing');
  expect(await summaryDays(database, account)).toEqual(['2026-11-19']);
  expect(broken).toBe(null);
  await queryAsSuperuser(
    database.url,
    `update account set status = 'deactivated' where daily_summary_timezone = 'Nowhere/Nothing'`,
  );
});

test('an account cannot add mails of another one, nor read any', async () => {
  const mine = await planned();
  const theirs = await planned();
  await queueSummaries(database, at('2026-11-19T08:00:00Z'));
  const add = sql`insert into mail (kind, summary_account_id, day, address) values ('daily_summary', ${theirs.accountId}, '2026-11-19', 'x@test.test')`;
  await expect(rows(mine, add)).rejects.toThrow('row-level security');
  await expect(rows(mine, sql`select from mail`)).rejects.toThrow('permission denied');
  expect(await rows(mine, sql`select distinct account_id from daily_summary`)).toEqual([
    { account_id: mine.accountId },
  ]);
});
