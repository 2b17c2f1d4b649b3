import { PipelineError } from '@switchboard/model/errors/errors';
import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { at, buildFileSource, MINUTE, useFileWorld } from '../../../testing/hooks/use-file-world.ts';
import { takeUnit } from '../../units/take-unit.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { claimProbe, recordProbe } from './probe.ts';
import { waitForFiles } from './wait-for-files.ts';

const world = useFileWorld();

/** These days of November 2026 as `world.shown` shows them, in one state and each with its file. */
const withFiles = (state: string, ...days: readonly string[]): string[] =>
  days.map((day) => `2026-11-${day} ${state} in/ads_202611${day}.csv`);

it('shows due dates as waiting, and starts them when their files arrive', {
  tags: 'proof:probe-due-dates',
}, async () => {
  const account = await world.declare('2026-11-19T00:00:00Z');
  await world.tick();
  expect(await world.shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued held']);
  const row = await world.sourceRow(account);
  expect(row?.last_probe?.getTime()).toBe(world.now);
  // Due six hours ago: longest wait is an hour.
  expect(row?.next_probe?.getTime()).toBe(world.now + 60 * MINUTE);
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.probe();
  expect(await world.shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued held']);
  world.now += 61 * MINUTE;
  await world.probe();
  expect(await world.shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued ready in/ads_20261119.csv']);
  await world.finishReady(account);
  world.put(account, 'in/ads_20261118.csv', 'b');
  world.now += 61 * MINUTE;
  await world.probe();
  await world.finishReady(account);
  expect((await world.sourceRow(account))?.next_probe).toBeNull();
  expect(await world.shown(account)).toEqual(withFiles('completed done', '18', '19'));
});

it('downloads files before they are due, and ignores due dates that have theirs', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.put(account, 'in/ads_20261120.csv', 'early');
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.tick();
  const rows = await world.downloads(account);
  expect(rows.map((row) => row.trigger)).toEqual([
    '2026-11-20T06:00:00.000Z',
    'file in/ads_20261120.csv 5 bytes of 2026-11-20T11:00:00.000Z',
  ]);
  await world.finishReady(account);
  world.now = at('2026-11-21T06:00:00Z');
  await world.tick();
  expect(await world.shown(account)).toHaveLength(2);
  expect((await world.sourceRow(account))?.last_probe?.getTime()).toBe(world.now);
});

it('creates a new version of a date when one of its files arrives late or changes, and none when all are unchanged', {
  tags: 'proof:probe-new-version',
}, async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.put(account, 'in/a_20261119.csv', 'a');
  await world.tick();
  await world.finishReady(account);
  world.put(account, 'in/b_20261119.csv', 'b');
  world.now = at('2026-11-21T06:00:00Z');
  await world.tick();
  await world.finishReady(account);
  world.put(account, 'in/a_20261119.csv', 'changed');
  world.drop(account, 'in/b_20261119.csv');
  world.now = at('2026-11-22T06:00:00Z');
  await world.tick();
  await world.finishReady(account);
  world.now = at('2026-11-23T06:00:00Z');
  await world.tick();
  expect((await world.shown(account)).filter((row) => row.startsWith('2026-11-19'))).toEqual([
    '2026-11-19 completed done in/a_20261119.csv',
    '2026-11-19 completed done in/a_20261119.csv in/b_20261119.csv',
    '2026-11-19 completed done in/a_20261119.csv',
  ]);
  expect(await world.events(account)).toContainEqual({
    code: 'FILES_REMOVED',
    message: 'ads: in/b_20261119.csv of the version before is no longer there and not part of this one.',
  });
});

it('downloads a file again that returns to an earlier version', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  const changed = at('2026-11-20T10:00:00Z');
  const write = (text: string, time: number): void =>
    world.put(account, 'in/a_20261119.csv', text, (world.now - time) / MINUTE);
  for (const [day, text, time] of [
    ['20', 'a', changed],
    ['21', 'bb', changed + 1],
    ['22', 'a', changed],
  ] as const) {
    world.now = at(`2026-11-${day}T12:00:00Z`);
    write(text, time);
    await world.tick();
    await world.finishReady(account);
  }
  const triggers = (await world.downloads(account))
    .filter((row) => row.date === '2026-11-19')
    .map((row) => row.trigger);
  expect(new Set(triggers).size).toBe(3);
});

it('waits while a file grows', { tags: 'proof:probe-growing-file' }, async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.put(account, 'in/ads_20261119.csv', 'a', 0);
  await world.tick();
  expect(await world.shown(account)).toEqual(['2026-11-19 queued held']);
  expect((await world.sourceRow(account))?.next_probe?.getTime()).toBe(world.now + MINUTE);
  world.now += MINUTE;
  world.put(account, 'in/ads_20261119.csv', 'a grows', 0.5);
  await world.probe();
  expect(await world.shown(account)).toEqual(['2026-11-19 queued held']);
  world.now += MINUTE;
  await world.probe();
  expect(await world.shown(account)).toEqual(withFiles('queued ready', '19'));
});

it('cancels the running download of an earlier version', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.tick();
  const [first] = await world
    .inAccount(account, (tx) =>
      sql<{ id: string }>`select id from download where account_id = ${account.accountId}`.execute(tx),
    )
    .then((found) => found.rows);
  const ref = { accountId: account.accountId, unitId: first?.id ?? '' };
  expect(await world.inAccount(account, (tx) => takeUnit(tx, UNIT_KINDS, ref, 'w'))).not.toBeNull();
  world.put(account, 'in/ads_20261119.csv', 'changed');
  world.now = at('2026-11-21T06:00:00Z');
  await world.tick();
  expect((await world.shown(account)).slice(0, 2)).toEqual([
    '2026-11-19 cancelled done in/ads_20261119.csv',
    '2026-11-19 queued ready in/ads_20261119.csv',
  ]);
});

it('records all or nothing when it is stopped midway', async () => {
  const account = await world.declare('2026-11-18T00:00:00Z');
  for (const day of ['17', '18', '19']) world.put(account, `in/ads_202611${day}.csv`, day);
  await world.schedule();
  const before = await world.shown(account);
  let reached = 0;
  world.fault = async (point) => {
    if (point === 'mid-probe' && ++reached === 2) throw new PipelineError('STORAGE_FAILED', { reason: 'stopped' });
  };
  await world.probe();
  expect(reached).toBe(2);
  expect(await world.shown(account)).toEqual(before);
  expect(
    await world
      .inAccount(account, (tx) => sql`select from source_file where account_id = ${account.accountId}`.execute(tx))
      .then((found) => found.rows),
  ).toEqual([]);
  world.fault = noFault;
  world.now += 10 * MINUTE;
  await world.probe();
  await world.probe();
  expect(await world.shown(account)).toEqual(withFiles('queued ready', '17', '18', '19'));
});

it('creates each download once with concurrent programs', async () => {
  const account = await world.declare('2026-11-19T00:00:00Z');
  for (const day of ['18', '19']) world.put(account, `in/ads_202611${day}.csv`, day);
  await Promise.all([world.tick(), world.tick(), world.tick(), world.tick()]);
  await Promise.all([world.probe(), world.probe(), world.tick()]);
  expect(await world.shown(account)).toEqual(withFiles('queued ready', '18', '19'));
});

it('discards a probe once another one has begun', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.schedule();
  const { accountId } = account;
  const paused = await world.inAccount(account, (tx) => claimProbe(tx, accountId, 'ads', world.now));
  expect(paused?.number).toBe(1);
  expect(await world.probe()).toBe(0);
  world.now += LIMITS.probeLease;
  expect(await world.probe()).toBe(1);
  if (!paused) throw new Error('not claimed');
  await world.inAccount(account, (tx) =>
    recordProbe(tx, world.deps, paused, { dates: [], files: [], undated: [], leftOut: [] }),
  );
  expect(await world.shown(account)).toEqual(withFiles('queued ready', '19'));
});

it('creates one download for a source without dates, and another when its files change', async () => {
  const source = buildFileSource({ parameters: { path: 'sites.csv' } });
  const account = await world.declare('2026-11-20T00:00:00Z', source);
  await world.tick();
  expect(await world.shown(account)).toEqual(['null queued held']);
  world.put(account, 'sites.csv', 'a');
  world.now += 61 * MINUTE;
  await world.probe();
  await world.finishReady(account);
  world.now = at('2026-11-21T06:00:00Z');
  await world.tick();
  expect(await world.shown(account)).toEqual(['null completed done sites.csv']);
  world.put(account, 'sites.csv', 'other');
  world.now = at('2026-11-22T06:00:00Z');
  await world.tick();
  expect(await world.shown(account)).toEqual(['null completed done sites.csv', 'null queued ready sites.csv']);
});

it('fails dates whose file has not arrived within the lookback, and downloads it on a retry', {
  tags: 'proof:probe-lookback',
}, async () => {
  const account = await givenUp();
  expect((await world.sourceRow(account))?.status).toBe('active');
  expect(await world.events(account)).toContainEqual({
    code: 'SOURCE_FILE_NOT_RECEIVED',
    message:
      'ads: no file for 2026-11-19 was received within 1 days. Have it delivered, or raise lookback_days, then retry.',
  });
  world.now = at('2026-11-29T09:00:00Z');
  world.put(account, 'in/ads_20261119.csv', 'late', 0);
  await retry(account, '19');
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 queued held']);
  expect((await world.sourceRow(account))?.next_probe?.getTime()).toBe(world.now + MINUTE);
  world.now += MINUTE;
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(withFiles('queued ready', '19'));
  await world.finishReady(account);
  world.now += 61 * MINUTE;
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(withFiles('completed done', '19'));
  expect(await timesGivenUp(account, '19')).toBe(1);
});

it('fails a retried date again while its file is missing, once each time', async () => {
  const account = await givenUp();
  world.now += MINUTE;
  await retry(account, '20');
  await world.probe();
  expect(await shownOf(account, '20')).toEqual(['2026-11-20 failed done']);
  world.now += 61 * MINUTE;
  await world.probe();
  expect(await timesGivenUp(account, '20')).toBe(2);
  expect(await timesGivenUp(account, '19')).toBe(1);
  expect(await world.rows(account, sql`select message from download where report_date = '2026-11-20'`)).toEqual([
    { message: neverCame('20') },
  ]);
});

it('fails a retried date when its file is deleted before it was complete', async () => {
  const account = await givenUp();
  world.put(account, 'in/ads_20261119.csv', 'late', 0);
  await retry(account, '19');
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 queued held']);
  world.drop(account, 'in/ads_20261119.csv');
  world.now += MINUTE;
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 failed done']);
  expect(await world.rows(account, sql`select path from source_file`)).toEqual([]);
});

it('does not fail a date that was retried during a probe', async () => {
  const account = await givenUp();
  world.now += 61 * MINUTE;
  const { accountId } = account;
  const paused = await world.inAccount(account, (tx) => claimProbe(tx, accountId, 'ads', world.now));
  if (!paused) throw new Error('not claimed');
  await retry(account, '19');
  const nothing = { dates: ['2026-11-21', '2026-11-22', '2026-11-23'], files: [], undated: [], leftOut: [] };
  await world.inAccount(account, (tx) => recordProbe(tx, world.deps, paused, nothing));
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 queued held']);
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 failed done']);
});

it('gives files to a retried download whose attempt is about to find none', async () => {
  const account = await givenUp();
  const unit = await takeRetried(account, '19');
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.rows(account, sql`update download_declaration set next_probe = ${new Date(world.now)}`);
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
  await expect(world.inAccount(account, (tx) => waitForFiles(tx, unit, 'ads'))).rejects.toMatchObject({
    code: 'STALE_ATTEMPT',
  });
});

it('downloads the newest version of a late file that changes before it was read', async () => {
  const account = await givenUp();
  world.put(account, 'in/ads_20261119.csv', 'late');
  await retry(account, '19');
  await world.probe();
  world.put(account, 'in/ads_20261119.csv', 'late and longer', 30);
  world.now += 61 * MINUTE;
  await world.probe();
  expect(await shownOf(account, '19')).toEqual(withFiles('queued ready', '19'));
  expect(
    await world.rows(account, sql`select files->0->'size' as size from download where report_date = '2026-11-19'`),
  ).toEqual([{ size: 15 }]);
});

it('downloads the files of a retried date, though they are known from a later download', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z');
  world.failing = new PipelineError('PARAMETER_INVALID', { name: 'ads', parameter: 'path', reason: 'is wrong' });
  await world.tick();
  expect(await world.shown(account)).toEqual(['2026-11-19 failed done']);
  world.failing = null;
  world.put(account, 'in/ads_20261119.csv', 'a');
  world.now = at('2026-11-20T18:00:00Z');
  await world.probe();
  await world.finishReady(account);
  await world.rows(account, sql`update download set status = 'failed' where files is not null returning id`);
  await retry(account, '19');
  await world.probe();
  expect(await world.shown(account)).toEqual([
    '2026-11-19 queued ready in/ads_20261119.csv',
    '2026-11-19 failed done in/ads_20261119.csv',
  ]);
});

/** An account that looks back one day, on a day on which the files of the 19th and the 20th have not come. */
async function givenUp(): Promise<BuiltAccount> {
  const source = buildFileSource({ schedule: { ...buildFileSource().schedule, lookbackDays: 1 } });
  const account = await world.declare('2026-11-20T00:00:00Z', source);
  for (const day of ['20', '21', '22', '23', '24']) {
    world.now = at(`2026-11-${day}T06:00:00Z`);
    await world.tick();
  }
  expect((await world.shown(account)).map((row) => row.slice(0, 17))).toEqual([
    '2026-11-19 failed',
    '2026-11-20 failed',
    '2026-11-21 queued',
    '2026-11-22 queued',
    '2026-11-23 queued',
  ]);
  return account;
}

const neverCame = (day: string): string =>
  `ads: no file for 2026-11-${day} was received within 1 days. Have it delivered, or raise lookback_days, then retry.`;

async function timesGivenUp(account: BuiltAccount, day: string): Promise<number> {
  return (await world.events(account)).filter(({ message }) => message === neverCame(day)).length;
}

async function shownOf(account: BuiltAccount, day: string): Promise<string[]> {
  return (await world.shown(account)).filter((row) => row.startsWith(`2026-11-${day}`));
}

/** Has a failed download started again, whose worker is then about to find that it has no files. */
async function takeRetried(account: BuiltAccount, day: string): Promise<ClaimedUnit> {
  const found = await world.rows(
    account,
    sql<{ id: string }>`
      select id from download where report_date = ${`2026-11-${day}`}::date and status = 'failed' order by id`,
  );
  const ref = { accountId: account.accountId, unitId: found[0]?.id ?? '' };
  const transfer = { ...ref, kind: 'download' } as const;
  expect(await world.inAccount(account, (tx) => retryTransfer(tx, world.deps.queue, transfer, 'Ann'))).toBe('ok');
  const unit = await world.inAccount(account, (tx) => takeUnit(tx, UNIT_KINDS, ref, 'w'));
  if (!unit) throw new Error('not taken');
  return unit;
}

/** The same, and it finds none. */
async function retry(account: BuiltAccount, day: string): Promise<void> {
  const unit = await takeRetried(account, day);
  await world.inAccount(account, async (tx) => {
    await waitForFiles(tx, unit, 'ads');
    // It has requested a probe by the database's clock, which is not that of these tests.
    await sql`update download_declaration set next_probe = ${new Date(world.now)}`.execute(tx);
  });
}
