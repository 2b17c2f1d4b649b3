import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalStore, type FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { databaseName, databaseUrl, queryAsSuperuser, testServerUrl } from '../../../testing/database.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { type RunningWork, startWork } from '../../../testing/start-work.ts';
import { verifyChains } from '../../audit/verify-chains.ts';
import { openDatabase } from '../../db/database.ts';
import { sweepAccount } from '../../pipeline/retention/sweep-store.ts';
import { verifyStore } from '../../pipeline/verification/verify-store.ts';
import { backUp } from './back-up.ts';
import { type BackupManifest, MANIFEST, OBJECT_LIST, readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';

// Later than the time of the database, by which schedules that are ahead are set back.
const START = Date.parse('2041-11-11T05:30:00Z');
const DAY = 86_400_000;
let clock = START - 3_600_000;
let work: RunningWork;
let account: BuiltAccount;
let backup: string;
let target: { readonly url: string; readonly store: FileStore; readonly folder: string };

const delivered = (path: string): string => readFileSync(work.delivered(account, path), 'utf8');
const uploads = sql<{ name: string; date: string; status: string; rows: number }>`
  select name, report_date::text as date, status, row_count::int as rows from upload order by name, report_date, id`;

beforeAll(async () => {
  work = await startWork({ now: () => clock });
  backup = mkdtempSync(join(tmpdir(), 'switchboard-backup-'));
  work.answers.set('/ads/2041-11-10', csvAnswer('day,site,clicks', ['2041-11-10,a,1', '2041-11-10,b,2']));
  work.answers.set('/ads/2041-11-11', csvAnswer('day,site,clicks', ['2041-11-11,a,5', '2041-11-11,c,7']));
  account = await work.publish(`
    download ads from {
      type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 5; lookback_days: 0;
    } using { day: date; site: string; clicks: integer; };
    table latest is upsert ads by site order by day desc;
    upload latest to { type: "file"; path: "latest.csv"; mode: "truncate"; };
    upload ads to { type: "file"; path: "{YYYY-MM-DD}.csv"; };`);
  clock = START;
  await work.settled(account);
}, 120_000);
afterAll(async () => {
  await work.stop();
  rmSync(backup, { recursive: true, force: true });
});

beforeEach(async () => {
  const name = databaseName();
  await queryAsSuperuser(testServerUrl(), `create database ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-restored-'));
  target = { url: databaseUrl(testServerUrl(), name), store: createLocalStore(folder), folder };
});
afterEach(async () => {
  await queryAsSuperuser(
    testServerUrl(),
    `drop database if exists ${new URL(target.url).pathname.slice(1)} with (force)`,
  );
  rmSync(target.folder, { recursive: true, force: true });
});

/** Rows of every table but those that a restore changes: as `copy` writes them, in their order. */
const rowsOf = ({ tables }: BackupManifest) => tables.filter(({ name }) => name !== 'public.fence_epoch');
const shapeOf = (url: string) =>
  queryAsSuperuser(
    url,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
      where connamespace in ('public'::regnamespace, 'queue'::regnamespace)
     union all select tgrelid::regclass::text, tgname, tgenabled::text, null from pg_trigger where not tgisinternal
     union all select oid::regclass::text, relrowsecurity::text, relforcerowsecurity::text, null from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'queue'::regnamespace) order by 1, 2, 3`,
  );

describe('a backup of an installation that works', () => {
  it('restores every row and object, and work goes on from it exactly', async () => {
    const { url } = work.database;
    const store = createLocalStore(work.storeFolder);
    const before = delivered('latest.csv');
    const folder = join(backup, 'whole');
    await work.database.withSystem(async (tx) => {
      await sql`select add_archive_month('2120-01-01')`.execute(tx);
      await sql`
        insert into unit_archive (account_id, id, kind, purpose, status, finished, kept_days, expires, document)
        values (${account.accountId}, uuidv7(), 'flow', 'production', 'STOPPED', '2030-01-01', 36000, '2120-01-01', '{}')`.execute(
        tx,
      );
    });
    const { manifest, missing } = await backUp({ url, store, folder, withObjects: true, now: () => clock });
    expect(missing).toEqual([]);
    expect(manifest).toMatchObject({ objects: { copied: true } });
    expect(manifest.tables.find(({ name }) => name === 'archive.unit_2120_01')?.rows).toBe(1);
    expect(manifest.objects.count).toBeGreaterThan(5);
    expect(manifest.notIncluded.join(' ')).toContain('MASTER_KEY');

    // More work, which the restored installation does not know.
    clock = START + DAY;
    await expect
      .poll(() => work.rows(account, uploads).then((rows) => rows.length), { timeout: 60_000, interval: 50 })
      .toBe(4);
    await work.settled(account);
    const after = { latest: delivered('latest.csv'), day: delivered('2041-11-11.csv') };
    expect(after.latest).not.toBe(before);
    const done = await work.rows(account, uploads);
    await work.halt();

    const restored = await restoreBackup({ ...target, folder });
    expect(restored.missing).toEqual([]);
    expect(restored.epoch).toBeGreaterThan(manifest.epoch);
    const copied = await backUp({ ...target, folder: join(backup, 'again'), withObjects: true, now: () => clock });
    expect(rowsOf(copied.manifest)).toEqual(rowsOf(manifest));
    expect(copied.manifest.objects).toEqual(manifest.objects);
    expect(copied.manifest.sequences).toEqual(manifest.sequences);
    expect(copied.manifest.epoch).toBe(restored.epoch);
    expect(await shapeOf(target.url)).toEqual(await shapeOf(url));
    const again = openDatabase({ url: target.url });
    for await (const page of verifyStore({
      database: again,
      store: target.store,
      account: null,
      from: null,
      content: true,
    }))
      expect(page.problems).toEqual([]);
    for await (const { problem } of verifyChains(again, new Map())) expect(problem).toBeNull();
    // A backup holds what rows name, and the sweep finds none of it left over.
    const sweep = { database: again, store: target.store, now: () => Date.now() + 400 * DAY, isDryRun: true };
    expect(await sweepAccount(sweep, account.accountId)).toEqual({ count: 0, bytes: 0 });
    await again.close();

    // The store of before is gone.
    rmSync(work.storeFolder, { recursive: true });
    renameSync(target.folder, work.storeFolder);
    const resumed = await work.restore(target.url);
    const there = () => resumed.rows(account, uploads);
    await expect
      .poll(async () => (await there()).map(({ status }) => status), { timeout: 60_000, interval: 50 })
      .toEqual(done.map(() => 'completed'));
    expect(await there()).toEqual(done);
    expect({ latest: delivered('latest.csv'), day: delivered('2041-11-11.csv') }).toEqual(after);
    expect(resumed.problems).toEqual([]);
    await resumed.stop();
  }, 240_000);

  it('restores nothing over what is there, and nothing that is not whole', async () => {
    const { url } = work.database;
    const store = createLocalStore(work.storeFolder);
    const folder = join(backup, 'listed');
    const { manifest } = await backUp({ url, store, folder, withObjects: false, now: () => clock });
    const error = (attempt: Promise<unknown>): Promise<string> => attempt.then(() => '', String);
    expect(await error(backUp({ url, store, folder, withObjects: false, now: () => clock }))).toContain(
      'is not empty.',
    );
    expect(await error(restoreBackup({ url, store, folder }))).toContain('The database is not empty.');
    expect(await error(restoreBackup({ ...target, folder: backup }))).toContain('is not a whole backup');

    // A backup that lists its objects needs the store that has them.
    expect((await restoreBackup({ ...target, folder })).missing).toHaveLength(manifest.objects.count);
    const full = join(backup, 'whole');
    await queryAsSuperuser(target.url, 'drop schema public, queue cascade; create schema public');
    expect(await error(restoreBackup({ ...target, store, folder: full }))).toContain('The store is not empty');
    appendFileSync(join(full, OBJECT_LIST), 'acct/more\n');
    expect(await error(restoreBackup({ ...target, folder: full }))).toContain('The list of objects is not the one');
    expect(readManifest(full).migration).toBe(manifest.migration);
    rmSync(join(full, MANIFEST));
    expect(await error(restoreBackup({ ...target, folder: full }))).toContain(`${MANIFEST} cannot be read`);
  }, 120_000);

  it('needs a login that sees all rows', async () => {
    const login = databaseName();
    const { url } = work.database;
    await queryAsSuperuser(url, `create role ${login} login password 'a' nosuperuser`);
    const bound = new URL(url);
    bound.username = login;
    bound.password = 'a';
    const folder = join(backup, 'bound');
    const store = createLocalStore(work.storeFolder);
    const refused = backUp({ url: bound.href, store, folder, withObjects: false, now: () => clock });
    await expect(refused).rejects.toThrow(`The login ${login} does not see the rows of accounts.`);
    await queryAsSuperuser(url, `drop role ${login}`);
  });

  it('needs no right besides reading: such a login makes the backup that a superuser makes', async () => {
    const login = databaseName();
    const { url } = work.database;
    await queryAsSuperuser(url, `create role ${login} login bypassrls password 'a' nosuperuser`);
    await queryAsSuperuser(url, `grant pg_read_all_data to ${login}`);
    const reader = new URL(url);
    reader.username = login;
    reader.password = 'a';
    const store = createLocalStore(work.storeFolder);
    const options = { store, withObjects: false, now: () => clock };
    const read = await backUp({ ...options, url: reader.href, folder: join(backup, 'read') });
    const owned = await backUp({ ...options, url, folder: join(backup, 'owned') });
    expect(read.manifest).toEqual(owned.manifest);
    expect(read.manifest.objects.count).toBeGreaterThan(0);
    await queryAsSuperuser(url, `drop role ${login}`);
  });
});
