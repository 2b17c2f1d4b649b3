import { createLocalStore } from '@switchboard/engine';
import type { Retention } from '@switchboard/model/kept/retention';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
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
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { removeExpiredObjects } from './expired-objects.ts';
import { countExpired, pruneAccount } from './prune-account.ts';
import { setRetention } from './retention.ts';
import { sweepAccount } from './sweep-store.ts';

const work = useWork();
const FOR_EVER: Retention = {
  raw_files: null,
  tables: null,
  results: null,
  samples: null,
  events: null,
  units: null,
  archive: null,
};
const MONTH: Retention = {
  raw_files: 30,
  tables: 30,
  results: 30,
  samples: 30,
  events: 30,
  units: null,
  archive: null,
};
const later = (days: number) => () => Date.now() + days * DAY_MS;

const keysOf = async ({ accountId }: BuiltAccount): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of createLocalStore(work.storeFolder).list(`acct/${accountId}/`)) keys.push(key);
  return keys.toSorted();
};
const options = (days: number, retention = MONTH) => ({
  database: work.database,
  store: createLocalStore(work.storeFolder),
  retention,
  now: later(days),
});

describe('an account whose runs are over', () => {
  let account: BuiltAccount;
  beforeAll(async () => {
    work.answers.set('/reports', csvAnswer('site,clicks', ['a,1', 'b,many']));
    account = await work.publish(`
      download ads from {
        type: "http"; url: "${work.source}/reports/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 2;
      } using { site: string; clicks: integer; };
      assert many_clicks on ads: clicks > 5 else warn;
      upload ads to { type: "file"; path: "{YYYY-MM-DD}.csv"; };`);
    await work.settled(account);
  }, 120_000);

  it('keeps everything without a limit, and within it', async () => {
    const before = await keysOf(account);
    expect(before.length).toBeGreaterThan(6);
    expect(await pruneAccount(options(400, FOR_EVER), account.accountId)).toEqual({});
    expect(await pruneAccount(options(29), account.accountId)).toEqual({
      raw_files: { count: 0, bytes: 0 },
      tables: { count: 0, bytes: 0 },
      results: { count: 0, bytes: 0 },
      samples: { count: 0, bytes: 0 },
      events: { count: 0, bytes: 0 },
    });
    await removeExpiredObjects(options(400), account.accountId);
    await sweepAccount({ ...options(400), isDryRun: false }, account.accountId);
    expect(await keysOf(account)).toEqual(before);
  });

  it('loses what a dry run counts, although each transaction may be the last one of a program', async () => {
    const counted = await countExpired(options(31), account.accountId);
    // Of samples both downloads, and both flows with rows that contradict the assertion.
    for (const [kind, count] of [
      ['raw_files', 2],
      ['tables', 2],
      ['results', 2],
      ['samples', 4],
    ] as const)
      expect(counted[kind]).toMatchObject({ count, bytes: expect.any(Number) as unknown });
    expect(counted.events?.count).toBeGreaterThan(3);
    const volumes = sql<{ rows: number }>`select sum(row_count)::int as rows from volume_month`;
    const days = sql`select * from journal_day`;
    const rolledUp = [await work.rows(account, volumes), await work.rows(account, days)];
    const removed: Record<string, number> = {};
    for (let steps = 1; ; steps += 1) {
      let left = steps;
      const onStep = async (): Promise<void> => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      const pruned = await pruneAccount({ ...options(31), onStep }, account.accountId).catch(() => null);
      expect(steps).toBeLessThan(20);
      if (pruned !== null) break;
    }
    const entries = await work.rows(
      account,
      sql<{ after: { kind: string; count: number; bytes: number } }>`
        select after from audit_entry where kind = 'data_pruned' and account_id = ${account.accountId}`,
    );
    for (const { after } of entries) removed[after.kind] = (removed[after.kind] ?? 0) + after.bytes;
    expect(removed).toMatchObject({
      'raw files of downloads': counted.raw_files?.bytes,
      'loaded rows of downloads': counted.tables?.bytes,
      'results of uploads': counted.results?.bytes,
      'samples and rejected rows': counted.samples?.bytes,
    });
    expect([await work.rows(account, volumes), await work.rows(account, days)]).toEqual(rolledUp);
    expect((await keysOf(account)).length).toBeGreaterThan(6);
    await removeExpiredObjects(options(31), account.accountId);
    expect(await keysOf(account)).toEqual([]);
    const gone = sql<{ whole: boolean }>`
      select raw_removed is not null and tables_removed is not null and samples_removed is not null as whole from download`;
    expect(await work.rows(account, gone)).toEqual([{ whole: true }, { whole: true }]);
  });

  it('fails a flow that reads a removed input with the day of its removal', async () => {
    const [flow] = await work.rows(account, sql<{ id: string }>`select id from flow order by id limit 1`);
    const id = flow?.id ?? '';
    await work.rows(account, sql`update upload set status = 'preparing', finished = null where flow_id = ${id}`);
    await work.rows(
      account,
      sql`update unit set state = 'held' where id in (select u.id from upload u where u.flow_id = ${id})`,
    );
    await work.rows(account, sql`update flow set status = 'PENDING', finished = null where id = ${id}`);
    await work.rows(account, sql`update unit set state = 'ready' where id = ${id}`);
    const unit = { accountId: account.accountId, unitId: id, kind: 'flow', purpose: 'production' } as const;
    await work.database.withSystem((tx) => work.roles.queue.wake(tx, unit));
    await work.settled(account);
    const events = sql<{ message: string }>`select message from event where flow_id = ${id} and code = 'INPUT_REMOVED'`;
    const [event] = await work.rows(account, events);
    expect(event?.message).toMatch(
      /^The flow needs ads for [\d-]+, whose rows were removed on [\d-]+, since .* Launch a backfill/,
    );
  });
});

describe('what is still needed', () => {
  let account: BuiltAccount;
  const OLD = new Date(Date.now() - 100 * DAY_MS).toISOString();
  const reference = (key: string) => `${key};bytes=10;sha256=${'a'.repeat(64)}`;
  const DATE = OLD.slice(0, 10);
  beforeAll(async () => {
    account = await buildAccount(work.database);
  });

  /** A completed download with files, whose unit is over. */
  const download = async (values: Record<string, string | null> = {}): Promise<{ id: string; part: string }> => {
    const id = await addDownload(work.database, account, {
      source: `source ${Math.random()}`,
      status: 'completed',
      finished: OLD,
      report_date: DATE,
      ...values,
    });
    await addUnitOf(work.database, account, id, { kind: 'download' });
    const key = reference(`acct/${account.accountId}/raw/${id}/1/000`);
    await work.rows(account, sql`update download set raw = ${JSON.stringify([{ key }])}::jsonb where id = ${id}`);
    const tableKey = reference(`acct/${account.accountId}/table/${id}/1/000`);
    return { id, part: await addPart(work.database, account, id, { tables: JSON.stringify([{ tableKey }]) }) };
  };
  /** A flow that reads a download, with an upload of this status. */
  const reading = async (
    input: { readonly id: string; readonly part: string },
    status: string,
    state = 'done',
    name = `upload ${Math.random()}`,
  ): Promise<string> => {
    const flow = await addFlow(work.database, account, { status: 'STOPPED', finished: OLD, report_date: DATE });
    await addUnitOf(work.database, account, flow, { kind: 'flow', state });
    await addInput(work.database, account, 'flow', flow, input.part, input.id);
    const values = { status, name, finished: OLD, report_date: DATE };
    const upload = await addUpload(work.database, account, flow, values);
    await addUnitOf(work.database, account, upload, { kind: 'upload' });
    const key = reference(`acct/${account.accountId}/result/${flow}/1/000`);
    await work.rows(account, sql`update upload set result_key = ${key} where id = ${upload}`);
    return upload;
  };
  const removedOf = async (table: 'download' | 'upload', column: string, id: string): Promise<boolean | undefined> =>
    (
      await work.rows(
        account,
        sql<{ gone: boolean }>`select ${sql.ref(column)} is not null as gone from ${sql.table(table)} where id = ${id}`,
      )
    )[0]?.gone;

  it('stays, and goes once nothing needs it', async () => {
    const delivered = await download();
    const deliveredUpload = await reading(delivered, 'completed');
    const failed = await download();
    const failedUpload = await reading(failed, 'failed');
    const waiting = await download();
    await reading(waiting, 'completed', 'held');
    const replaced = await download();
    const replacedUpload = await reading(replaced, 'failed', 'done', 'again');
    await reading(await download(), 'completed', 'done', 'again');
    const former = await download({ source: 'undated', report_date: null });
    const newest = await download({ source: 'undated', report_date: null });
    const restated = await download({ report_date: new Date().toISOString().slice(0, 10) });
    const pending = await download({ report_date: '2020-01-01' });
    const open = await addDownload(work.database, account, { status: 'queued', report_date: '2020-01-01' });
    await addUnitOf(work.database, account, open, { kind: 'download', state: 'held' });
    const missing = await download({ report_date: '2020-01-02' });
    const failedInput = await addDownload(work.database, account, {
      source: 'away',
      status: 'failed',
      finished: OLD,
      report_date: '2020-01-02',
    });
    await addUnitOf(work.database, account, failedInput, { kind: 'download' });
    const launched = await download();
    const flow = await addFlow(work.database, account, { status: 'FATAL', finished: OLD, purpose: 'backfill' });
    await addUnitOf(work.database, account, flow, { kind: 'flow', state: 'done' });
    await work.rows(
      account,
      sql`insert into flow_source (account_id, flow_id, download_id) values (${account.accountId}, ${flow}, ${launched.id})`,
    );
    const undelivered = await addUpload(work.database, account, flow, { status: 'failed', name: 'launched' });
    await addUnitOf(work.database, account, undelivered, { kind: 'upload' });
    const running = await download();
    await work.rows(account, sql`update unit set state = 'ready' where id = ${running.id}`);

    await pruneAccount(options(0), account.accountId);
    const tables = async (...downloads: readonly { readonly id: string }[]) =>
      Promise.all(downloads.map(({ id }) => removedOf('download', 'tables_removed', id)));
    expect(await tables(delivered, replaced, former)).toEqual([true, true, true]);
    expect(await tables(failed, waiting, newest, restated, pending, running, missing, launched)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(await removedOf('upload', 'result_removed', deliveredUpload)).toBe(true);
    expect(await removedOf('upload', 'result_removed', replacedUpload)).toBe(true);
    expect(await removedOf('upload', 'result_removed', failedUpload)).toBe(false);
    expect(await removedOf('download', 'raw_removed', newest.id)).toBe(false);
    expect(await removedOf('download', 'raw_removed', running.id)).toBe(false);

    await work.rows(account, sql`update upload set status = 'abandoned' where id in (${failedUpload}, ${undelivered})`);
    await work.rows(account, sql`update unit set state = 'done'`);
    await work.rows(
      account,
      sql`update download set status = 'abandoned', finished = ${OLD} where id in (${open}, ${failedInput})`,
    );
    await pruneAccount(options(0), account.accountId);
    expect(await tables(failed, waiting, pending, running, missing, launched)).toEqual(
      Array.from({ length: 6 }, () => true),
    );
    expect(await tables(newest, restated)).toEqual([false, false]);
    expect(await removedOf('upload', 'result_removed', failedUpload)).toBe(true);
  });

  it('events of runs under way, with a comment, or with the name of a person stay', async () => {
    const { id } = await download();
    await work.rows(account, sql`update unit set state = 'held' where id = ${id}`);
    const kept = [
      await addEvent(work.database, account, { created: OLD, download_id: id }),
      await addEvent(work.database, account, { created: OLD, comment: 'Remember.' }),
      await addEvent(work.database, account, { created: OLD, people: { person: account.accountId } }),
      await addEvent(work.database, account),
    ];
    await addEvent(work.database, account, { created: OLD });
    await pruneAccount(options(0), account.accountId);
    const left = await work.rows(account, sql<{ id: string }>`select id from event order by id`);
    expect(left.map((event) => event.id)).toEqual(kept.toSorted());
  });

  it('raw files that an unfinished test run loads stay', async () => {
    const { id } = await download();
    await pruneAccount(options(0), account.accountId);
    const key = `acct/${account.accountId}/raw/${id}/1/000`;
    const waiting = await addDownload(work.database, account, { purpose: 'proof', report_date: DATE });
    await work.rows(
      account,
      sql`update download set raw = ${JSON.stringify([{ key: reference(key) }])}::jsonb where id = ${waiting}`,
    );
    const isListed = async () => {
      const { rows } = await work.database.withSystem((tx) =>
        sql`select from expired_object where key = ${key}`.execute(tx),
      );
      return rows.length === 1;
    };
    await removeExpiredObjects(options(2), account.accountId);
    expect(await isListed()).toBe(true);
    await work.rows(account, sql`update download set status = 'completed' where id = ${waiting}`);
    await removeExpiredObjects(options(0), account.accountId);
    expect(await isListed()).toBe(true);
    await removeExpiredObjects(options(2), account.accountId);
    expect(await isListed()).toBe(false);
  });
});

describe('the limits of an account', () => {
  it('count instead of those of the installation, and each change is recorded', async () => {
    const account = await buildAccount(work.database);
    const { accountId } = account;
    const finished = new Date(Date.now() - 50 * DAY_MS).toISOString();
    for (const each of [1, 2]) {
      const id = await addDownload(work.database, account, { status: 'failed', finished, source: `ads ${each}` });
      await addUnitOf(work.database, account, id, { kind: 'download' });
      await work.rows(account, sql`update download set raw = '[{"key": "acct/x"}]' where id = ${id}`);
    }
    const set = (days: number | null | undefined) =>
      work.database.withSystem((tx) => setRetention(tx, accountId, { raw_files: days }));
    const count = async () => (await countExpired(options(0), accountId)).raw_files?.count;
    expect(await count()).toBe(2);
    await set(60);
    await set(60);
    expect(await count()).toBe(0);
    await set(null);
    expect(await count()).toBeUndefined();
    await set(undefined);
    expect(await count()).toBe(2);
    const entries = await work.rows(
      account,
      sql`select before, after from audit_entry where kind = 'data_retention_changed' order by sequence`,
    );
    const of = (raw: string | number) => ({ raw_files: raw });
    expect(entries).toEqual([
      { before: of('installation'), after: of(60) },
      { before: of(60), after: of('for ever') },
      { before: of('for ever'), after: of('installation') },
    ]);
  });
});
