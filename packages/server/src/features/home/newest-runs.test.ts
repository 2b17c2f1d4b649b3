import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import type { Tx } from '../../db/database.ts';

const { database, rows } = useDatabase({ connections: 8 });
const account = useAccount({ database });
const random = useAccount({ database });
const own = (change: (tx: Tx) => Promise<unknown>) => database.withAccount(account.accountId, change);

type Newest = { readonly day: string; readonly run_id: string | null; readonly status: string | null };
const newestOf = (name: string) =>
  rows(account, sql<Newest>`select day::text as day, run_id, status from newest_run where name = ${name} order by day`);
const setStatus = (id: string, status: string) =>
  own((tx) => sql`update download set status = ${status} where id = ${id}`.execute(tx));

describe('the newest run of a day', () => {
  it('the newest run of a day is the newest that has ended, and a skipped one only if no other has', async () => {
    const day = '2026-11-20';
    const add = (status: string) => addDownload(database, account, { source: 'statuses', report_date: day, status });
    const skipped = await add('skipped');
    expect(await newestOf('statuses')).toEqual([{ day, run_id: skipped, status: 'skipped' }]);
    const first = await add('downloading');
    expect(await newestOf('statuses')).toEqual([{ day, run_id: skipped, status: 'skipped' }]);
    await setStatus(first, 'completed');
    await add('skipped');
    expect(await newestOf('statuses')).toEqual([{ day, run_id: first, status: 'completed' }]);
    const second = await add('failed');
    expect(await newestOf('statuses')).toEqual([{ day, run_id: second, status: 'failed' }]);
    await setStatus(second, 'cancelled');
    expect(await newestOf('statuses')).toEqual([{ day, run_id: first, status: 'completed' }]);
  });

  it('the newest run of a day is none once its runs are gone', async () => {
    const flow = await addFlow(database, account);
    const id = await addUpload(database, account, flow, { name: 'gone', status: 'completed' });
    await own((tx) => sql`delete from upload where id = ${id}`.execute(tx));
    expect(await newestOf('gone')).toEqual([{ day: '2026-11-20', run_id: null, status: null }]);
  });

  it('changes with the day of its run', async () => {
    const id = await addDownload(database, account, {
      source: 'moved',
      report_date: '2026-11-20',
      status: 'completed',
    });
    await own((tx) => sql`update download set report_date = '2026-11-21' where id = ${id}`.execute(tx));
    expect(await newestOf('moved')).toEqual([
      { day: '2026-11-20', run_id: null, status: null },
      { day: '2026-11-21', run_id: id, status: 'completed' },
    ]);
  });

  it('the newest run of a day has the changes of both transactions that change runs of the day at the same time', async () => {
    const of = { source: 'shared', report_date: '2026-11-20' } as const;
    const older = await addDownload(database, account, { ...of, status: 'failed' });
    const newer = await addDownload(database, account, { ...of, status: 'failed' });
    let other: Promise<unknown> = Promise.resolve();
    await own(async (tx) => {
      await sql`update download set status = 'completed' where id = ${newer}`.execute(tx);
      other = setStatus(older, 'completed');
      await expect
        .poll(() =>
          rows(
            account,
            sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
              where not l.granted and a.datname = current_database()`,
          ),
        )
        .toHaveLength(1);
    });
    await other;
    expect(await newestOf('shared')).toEqual([{ day: '2026-11-20', run_id: newer, status: 'completed' }]);
  });
});

/** A generator of the same numbers in each run, from 0 to below `below`. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const STATUSES = {
  download: ['completed', 'failed', 'retrying', 'skipped', 'queued', 'cancelled'],
  upload: ['completed', 'failed', 'retrying', 'queued', 'cancelled'],
} as const;
const PURPOSES = ['production', 'production', 'production', 'backfill'];
const CHANGERS = 6;
const CHANGES = 120;

/** Changes runs of few names and days at random; each change is a transaction, of which some are rolled back. */
async function changeRuns(seed: number): Promise<void> {
  const any = createRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[any(values.length)] as Value;
  const flow = await addFlow(database, random);
  const day = sql`(case when ${any(4)} > 0 then '2026-11-20'::date + ${any(3)}::int end)`;
  for (let change = 0; change < CHANGES; change += 1) {
    const kind = pick(['download', 'upload'] as const);
    const table = sql.table(kind);
    const [name, status, purpose] = [`name_${any(3)}`, pick<string>(STATUSES[kind]), pick(PURPOSES)];
    const one = sql`(select id from ${table} order by md5(id::text || ${change}) limit 1)`;
    const inserted =
      kind === 'download'
        ? sql`insert into download (account_id, source, project, report_date, trigger, changelist_id, status, purpose, due)
          values (${random.accountId}, ${name}, 'p', ${day}, ${`${seed} ${change}`}, ${random.changelistId}, ${status}, ${purpose}, now())`
        : sql`insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type)
          values (${random.accountId}, ${flow}, ${name}, 'p', ${purpose}, ${day}, ${status}, 'x', 'file') on conflict do nothing`;
    const updated = sql`update ${table} set status = ${status} where id = ${one}`;
    const deleted = sql`delete from ${table} where id = ${one}`;
    const isRolledBack = any(5) === 0;
    await database
      .withAccount(random.accountId, async (tx) => {
        await pick([inserted, inserted, updated, updated, deleted]).execute(tx);
        if (isRolledBack) throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
  }
}

class RolledBack extends Error {}

it('the newest run matches a reading of all runs, after changes of many transactions at the same time', async () => {
  await Promise.all(Array.from({ length: CHANGERS }, (_, index) => changeRuns(index + 1)));
  const kept = await rows(
    random,
    sql<{ run: string }>`select concat_ws(' ', transfer, name, day, run_id, flow_id, status, dirty_row_status) as run
      from newest_run where run_id is not null order by 1`,
  );
  const recomputed = await rows(
    random,
    sql<{ run: string }>`
      select concat_ws(' ', transfer, name, day, id, flow_id, status, dirty) as run from (
        select distinct on (transfer, name, day) * from (
          select 'download' as transfer, source as name, coalesce(report_date, (due at time zone 'UTC')::date) as day, id,
            null::uuid as flow_id, status, dirty_row_status as dirty, created from download where purpose = 'production'
          union all
          select 'upload', name, coalesce(report_date, (created at time zone 'UTC')::date), id, flow_id, status, null, created
          from upload where purpose = 'production'
        ) run
        where status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
        order by transfer, name, day, (status = 'skipped'), created desc, id desc
      ) newest order by 1`,
  );
  expect(kept.length).toBeGreaterThan(10);
  expect(kept).toEqual(recomputed);
});
