import { addDays } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDownload } from '../../../testing/build-account.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { countChangedDays } from './count-changed-days.ts';
import { type JournalRequest, listJournals } from './queries-journal.ts';

const { database, url } = useDatabase();
const account = useAccount({ database });
const neighbour = useAccount({ database });

const TODAY = '2026-11-20';
const ago = (days: number): string => addDays(TODAY, -days);
const instantAgo = (days: number): string => `${ago(days)}T23:59:59.999Z`;

const count = async (query: RawBuilder<{ n: number }>): Promise<number> => (await account.rows(query))[0]?.n ?? -1;
const changes = () => count(sql<{ n: number }>`select count(*)::int as n from journal_change`);

async function declare(kind: 'download' | 'upload', name: string): Promise<void> {
  await account.rows(
    kind === 'download'
      ? sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
          values (${account.accountId}, ${name}, 'p', 'http', now())`
      : sql`insert into upload_declaration (account_id, name, project, connector, destination)
          values (${account.accountId}, ${name}, 'p', 'file', 'file')`,
  );
}

async function journal(kind: JournalRequest['kind'], groupBy: JournalRequest['groupBy'], name: string) {
  const request: JournalRequest = { kind, groupBy, lookbackDays: 30, name, project: null, today: TODAY };
  const page = { size: 10, backward: false, from: null, order: 'x' };
  const found = await account.inAccount((tx) => listJournals(tx, account.accountId, request, page));
  if (found[0] === undefined) throw new Error(`${name} is not declared.`);
  return found[0].row.journal;
}

async function run(name: string, reportDate: string | null, set: RawBuilder<unknown>): Promise<string> {
  const id = await buildDownload(database, account, { source: name, reportDate });
  await change(id, set);
  return id;
}

const change = (id: string, set: RawBuilder<unknown>) => account.rows(sql`update download set ${set} where id = ${id}`);

/** The journal of a download by its runs alone. */
async function countedFromRuns(name: string, groupBy: JournalRequest['groupBy']) {
  const day =
    groupBy === 'report'
      ? sql`report_date`
      : sql`case when status in ('queued', 'downloading') then ${TODAY}::date else (finished at time zone 'UTC')::date end`;
  const done = sql`filter (where status in ('completed', 'STOPPED'))`;
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}) ${done}, 0)::float8`;
  return account.rows(sql`
    select day::text as date, (count(*) filter (where status in ('queued', 'downloading')))::int as running,
      (count(*) ${done})::int as completed, (count(*) filter (where status = 'failed'))::int as failed,
      ${sum('row_count')} as total_rows, (min(row_count) ${done})::float8 as min_rows, (max(row_count) ${done})::float8 as max_rows,
      ${sum('bytes')} as total_bytes, (min(bytes) ${done})::float8 as min_bytes, (max(bytes) ${done})::float8 as max_bytes,
      ${sum('dirty_row_count')} as dirty_rows
    from (select ${day} as day, * from download where source = ${name} and purpose = 'production'
      and status in ('completed', 'STOPPED', 'failed', 'queued', 'downloading')) d
    where day between ${ago(30)}::date and ${TODAY}::date
      or day is null and (status in ('queued', 'downloading') or finished >= ${`${ago(30)}T00:00:00Z`}::timestamptz)
    group by day order by coalesce(day, '-infinity')`);
}

beforeAll(async () => {
  await declare('download', 'random');
  await declare('download', 'retried');
  await declare('upload', 'sent');
});

describe('the journal of a declaration', () => {
  test('the journal of a declaration is that of its runs, whether or not their changes were counted', async () => {
    // A linear congruential generator: the same history each time.
    let seed = 20_261_120;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;
    const state = () => {
      const status = pick([
        'completed',
        'completed',
        'STOPPED',
        'failed',
        'skipped',
        'abandoned',
        'downloading',
        'queued',
      ]);
      const finished = ['downloading', 'queued'].includes(status) ? null : instantAgo(random(34));
      return sql`status = ${status}, finished = ${finished}, row_count = ${random(3) === 0 ? null : random(1_000)},
        bytes = ${random(3) === 0 ? null : random(1_000)}, dirty_row_count = ${random(5)},
        purpose = ${pick(['production', 'production', 'production', 'backfill'])}`;
    };
    const ids: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      for (let n = 0; n < 8; n += 1) ids.push(await run('random', random(5) === 0 ? null : ago(random(34)), state()));
      for (let n = 0; n < 8; n += 1) await change(pick(ids), state());
      await account.rows(sql`delete from download where id = ${pick(ids)}`);
      for (const groupBy of ['report', 'transfer'] as const)
        expect(await journal('import', groupBy, 'random')).toEqual(await countedFromRuns('random', groupBy));
      if (round % 3 === 2) continue;
      await countChangedDays(database);
      expect(await changes()).toBe(0);
      for (const groupBy of ['report', 'transfer'] as const)
        expect(await journal('import', groupBy, 'random')).toEqual(await countedFromRuns('random', groupBy));
    }
  });

  test('loses a failure that a retry fixes, and the day that has none left', async () => {
    const id = await run('retried', ago(3), sql`status = 'failed', finished = ${instantAgo(2)}`);
    await countChangedDays(database);
    expect(await journal('import', 'report', 'retried')).toMatchObject([{ date: ago(3), failed: 1, running: 0 }]);
    await change(id, sql`status = 'downloading', finished = null`);
    expect(await journal('import', 'report', 'retried')).toMatchObject([{ date: ago(3), failed: 0, running: 1 }]);
    await countChangedDays(database);
    expect(await journal('import', 'report', 'retried')).toMatchObject([{ date: ago(3), failed: 0, running: 1 }]);
    expect(await journal('import', 'transfer', 'retried')).toMatchObject([{ date: TODAY, failed: 0, running: 1 }]);
    await change(id, sql`status = 'abandoned', finished = ${instantAgo(1)}`);
    await countChangedDays(database);
    expect(await journal('import', 'report', 'retried')).toEqual([]);
  });

  test('counts uploads', async () => {
    const flow = await addFlow(database, account, { identity: 'sent' });
    const sent = {
      name: 'sent',
      status: 'completed',
      report_date: ago(1),
      finished: instantAgo(1),
      row_count: 5,
      bytes: 50,
    };
    await addUpload(database, account, flow, sent);
    const day = { date: ago(1), completed: 1, total_rows: 5, total_bytes: 50, dirty_rows: 0 };
    expect(await journal('export', 'report', 'sent')).toMatchObject([day]);
    await countChangedDays(database);
    expect(await journal('export', 'report', 'sent')).toMatchObject([day]);
    expect(await journal('export', 'transfer', 'sent')).toMatchObject([day]);
  });
});

test('a change that is committed while others are counted is counted later', async () => {
  const id = await run('retried', ago(5), sql`status = 'completed', finished = ${instantAgo(4)}, row_count = 1`);
  await account.inAccount(async (tx) => {
    await sql`update download set row_count = 2 where id = ${id}`.execute(tx);
    // The change is not committed yet, so that the day is counted without it.
    await countChangedDays(database);
  });
  expect(await journal('import', 'report', 'retried')).toMatchObject([{ date: ago(5), total_rows: 2 }]);
  await countChangedDays(database);
  expect(await journal('import', 'report', 'retried')).toMatchObject([{ date: ago(5), total_rows: 2 }]);
});

test('programs that count at the same time leave nothing uncounted', async () => {
  for (let n = 0; n < 20; n += 1)
    await run('retried', ago(7), sql`status = 'completed', finished = ${instantAgo(6)}, row_count = 1`);
  await Promise.all(Array.from({ length: 4 }, () => countChangedDays(database)));
  await countChangedDays(database);
  expect(await changes()).toBe(0);
  const days = await journal('import', 'report', 'retried');
  expect(days.find(({ date }) => date === ago(7))).toMatchObject({ completed: 20, total_rows: 20 });
});

test('a change that does not concern the journal is not noted', async () => {
  const id = await run('retried', ago(9), sql`status = 'completed', finished = ${instantAgo(8)}`);
  await countChangedDays(database);
  await change(id, sql`message = 'Checked.', progress = '{"rows": 1}'`);
  await change(await buildDownload(database, account, { source: 'retried' }), sql`status = 'downloading'`);
  expect(await changes()).toBe(0);
});

test('a batch at a time, so that a program that stops need not wait for a long history', async () => {
  await countChangedDays(database);
  await account.rows(sql`insert into journal_change (account_id, transfer, day_of, name, day)
    select ${account.accountId}, 'download', 'report', 'retried', ${TODAY}::date from generate_series(1, 2001)`);
  expect(await countChangedDays(database)).toBe(true);
  expect(await changes()).toBe(1);
  expect(await countChangedDays(database)).toBe(false);
  expect(await changes()).toBe(0);
});

test('days of another account are hidden', async () => {
  await countChangedDays(database);
  const seen = await neighbour.rows(sql<{ n: number }>`
    select (select count(*) from journal_day)::int + (select count(*) from journal_change)::int as n`);
  expect(seen).toEqual([{ n: 0 }]);
});

test('runs of days that are counted are not read', async () => {
  await countChangedDays(database);
  const before = await journal('import', 'report', 'retried');
  expect(before.length).toBeGreaterThan(0);
  // Without triggers, so that nothing is noted.
  await queryAsSuperuser(url, `set session_replication_role = replica; delete from download where source = 'retried'`);
  const still = await journal('import', 'report', 'retried');
  expect(still).toEqual(before.flatMap((day) => (day.completed + day.failed > 0 ? [{ ...day, running: 0 }] : [])));
});
