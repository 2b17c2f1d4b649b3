import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { createLocalStore } from '@switchboard/engine';
import type { Retention } from '@switchboard/model/kept/retention';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import {
  addDownload,
  addEvent,
  addFlow,
  addInput,
  addPart,
  addUnitOf,
  addUpload,
} from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { dropExpiredMonths } from './archive-months.ts';
import { countExpired, pruneAccount } from './prune-account.ts';

const { database, rows } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'switchboard-archive-'));
const store = createLocalStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));
const DAY = '2020-03-10';
const ENDED = '2020-03-11T04:00:00Z';
const KEPT: Retention = {
  raw_files: null,
  tables: null,
  results: null,
  samples: null,
  events: null,
  units: 90,
  archive: 36_500,
};
const options = (retention: Partial<Retention> = {}) => ({
  database,
  store,
  retention: { ...KEPT, ...retention },
  now: Date.now,
});

let account: BuiltAccount;
beforeEach(async () => {
  account = await buildAccount(database);
});

type Run = { readonly download: string; readonly flow: string; readonly upload: string };

/** A version of the report date: a download, the flow that reads it, its upload, an event of each; without files in the store. */
async function version(
  values: { readonly purpose?: string; readonly date?: string | null; readonly status?: string } = {},
): Promise<Run> {
  const { purpose = 'production', date = DAY, status = 'completed' } = values;
  const common = { purpose, report_date: date, finished: ENDED };
  const removed = { raw_removed: ENDED, tables_removed: ENDED, samples_removed: ENDED };
  const download = await addDownload(database, account, {
    ...common,
    ...removed,
    status: 'completed',
    row_count: 10,
    bytes: 100,
  });
  await addUnitOf(database, account, download, { kind: 'download', purpose });
  const part = await addPart(database, account, download);
  const flow = await addFlow(database, account, { ...common, status: 'STOPPED' });
  await addUnitOf(database, account, flow, { kind: 'flow', purpose });
  await addInput(database, account, 'flow', flow, part, download);
  const upload = await addUpload(database, account, flow, { ...common, status });
  await addUnitOf(database, account, upload, { kind: 'upload', purpose });
  await addInput(database, account, 'upload', upload, part, download);
  await addEvent(database, account, { download_id: download });
  await addEvent(database, account, { flow_id: flow });
  await addEvent(database, account, { upload_id: upload, flow_id: flow });
  return { download, flow, upload };
}

const idsOf = (...runs: readonly Run[]): string[] => runs.flatMap((run) => Object.values(run)).toSorted();
const live = async (): Promise<string[]> =>
  (
    await rows(account, sql<{ id: string }>`select id from unit where account_id = ${account.accountId} order by id`)
  ).map(({ id }) => id);
const archived = async (): Promise<string[]> =>
  (
    await database.withSystem((tx) =>
      sql<{ id: string }>`select id from unit_archive where account_id = ${account.accountId} order by id`.execute(tx),
    )
  ).rows.map(({ id }) => id);

describe('runs that are older than they are listed', () => {
  it('move to the archive when a newer version replaced them, with all their rows', async () => {
    const former = await version();
    const failed = await version({ status: 'failed' });
    const newest = await version();
    const other = await version({ date: '2020-03-11' });
    const test = await version({ purpose: 'proof' });
    const before = await live();
    expect((await countExpired(options(), account.accountId)).units).toEqual({ count: 9, bytes: 0 });
    expect((await pruneAccount(options(), account.accountId)).units).toEqual({ count: 9, bytes: 0 });
    expect(await live()).toEqual(idsOf(newest, other));
    expect(await archived()).toEqual(idsOf(former, failed, test));
    expect(before).toEqual(idsOf(former, failed, newest, other, test));
    const [row] = (
      await database.withSystem((tx) =>
        sql<{ name: string; parts: number; events: number; source: string; expires: string }>`
          select name, jsonb_array_length(document -> 'parts') as parts, jsonb_array_length(document -> 'events') as events,
            document -> 'run' ->> 'source' as source, expires::text as expires
          from unit_archive where id = ${former.download}`.execute(tx),
      )
    ).rows;
    expect(row).toEqual({ name: 'ads', parts: 1, events: 1, source: 'ads', expires: '2120-03-01' });
    expect(await rows(account, sql`select from event where download_id = ${former.download}`)).toEqual([]);
  });

  it('leaves volumes, days and the newest runs as they were counted', async () => {
    await version();
    await version();
    const counted = async () => [
      await rows(account, sql`select * from volume_month order by month, project`),
      await rows(account, sql`select * from volume_day order by day, project`),
      await rows(account, sql`select * from newest_run order by transfer, day, name`),
      await rows(account, sql`select transfer, day_of, name, day::text as day from journal_change order by 1, 2, 3, 4`),
    ];
    const before = await counted();
    expect(before[2]).toHaveLength(2);
    expect((await pruneAccount(options(), account.accountId)).units?.count).toBe(3);
    expect(await counted()).toEqual(before);
  });

  it('stay while their files are there, their rows are kept, people wrote about them, or somebody works with them', async () => {
    const withFile = await version();
    await rows(account, sql`update upload set result_key = 'acct/x' where id = ${withFile.upload}`);
    const commented = await version();
    await addEvent(database, account, { upload_id: commented.upload, comment: 'Late.' });
    const kept = await version();
    await rows(
      account,
      sql`insert into table_state (account_id, table_name, version, state_key, columns, row_count, flow_id)
        values (${account.accountId}, 'kept', 1, 'acct/y', '[]', 1, ${kept.flow})`,
    );
    const retried = await version();
    await rows(account, sql`update unit set state = 'held' where id = ${retried.upload}`);
    const newest = await version();
    expect((await pruneAccount(options(), account.accountId)).units?.count).toBe(0);
    expect(await live()).toEqual(idsOf(withFile, commented, kept, retried, newest));
    await rows(account, sql`update unit set state = 'done' where id = ${retried.upload}`);
    await database.withSystem(async (tx) => {
      await sql`select from unit where id = ${retried.upload} for update`.execute(tx);
      expect((await pruneAccount(options(), account.accountId)).units?.count).toBe(0);
    });
    await rows(account, sql`update upload set result_removed = now() where id = ${withFile.upload}`);
    expect((await pruneAccount(options(), account.accountId)).units?.count).toBe(6);
    expect(await archived()).toEqual(idsOf(withFile, retried));
  });

  it('stay listed without a limit, and within it', async () => {
    await version();
    await version();
    expect((await pruneAccount(options({ units: null }), account.accountId)).units).toBeUndefined();
    expect((await pruneAccount(options({ units: 36_500 }), account.accountId)).units?.count).toBe(0);
    expect(await live()).toHaveLength(6);
  });
});

describe('archived runs', () => {
  it('move to other months when the account keeps them for another time', async () => {
    await version();
    await version();
    const months = async () =>
      (
        await database.withSystem((tx) =>
          sql<{ month: string }>`
            select distinct expires::text as month from unit_archive where account_id = ${account.accountId}`.execute(
            tx,
          ),
        )
      ).rows.map(({ month }) => month);
    await pruneAccount(options(), account.accountId);
    expect(await months()).toEqual(['2120-03-01']);
    await pruneAccount(options({ archive: 36_000 }), account.accountId);
    expect(await months()).toEqual(['2118-11-01']);
    await pruneAccount(options({ archive: null }), account.accountId);
    expect(await months()).toEqual(['infinity']);
  });

  it('leave as files of the store when their month is dropped', async () => {
    const former = await version();
    await version();
    await pruneAccount(options(), account.accountId);
    await database.withSystem(async (tx) => {
      await sql`select add_archive_month('2020-05-01')`.execute(tx);
      await sql`update unit_archive set expires = '2020-05-01' where account_id = ${account.accountId}`.execute(tx);
    });
    expect((await countExpired(options(), account.accountId)).archive).toEqual({ count: 3, bytes: 0 });
    // Somebody reads the month: the drop waits, and fails no reader.
    const dropping = database.withSystem(async (tx) => {
      await sql`select from unit_archive where expires = '2020-05-01'`.execute(tx);
      await expect(
        database.withSystem((other) => sql`select drop_archive_month('2020-05-01')`.execute(other)),
      ).rejects.toThrow('lock timeout');
    });
    await dropping;
    expect(await dropExpiredMonths(options())).toEqual([{ month: '2020-05-01', accounts: 1, runs: 3 }]);
    expect(await archived()).toEqual([]);
    expect(await dropExpiredMonths(options())).toEqual([]);
    const key = `acct/${account.accountId}/archive/2020-05.jsonl.gz`;
    const lines = await text((await store.open(key)).pipe(createGunzip()));
    const runs = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; kind: string; document: { run: { status: string } } });
    expect(runs.map(({ id }) => id).toSorted()).toEqual(idsOf(former));
    expect(runs.find(({ kind }) => kind === 'upload')?.document.run.status).toBe('completed');
    const [entry] = await rows(
      account,
      sql`select after from audit_entry where kind = 'data_pruned' and after ->> 'month' is not null`,
    );
    expect(entry).toEqual({ after: { kind: 'archived runs', month: '2020-05', count: 3, export: key } });
  });

  it('stay when their month has not come', async () => {
    await expect(database.withSystem((tx) => sql`select drop_archive_month('2120-03-01')`.execute(tx))).rejects.toThrow(
      'has not expired',
    );
  });
});
