import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExecutor } from '@switchboard/engine';
import { createTestS3, type TestS3 } from '@switchboard/engine/testing';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { examine } from '../src/features/installation/examine.ts';
import { type BuiltAccount, readRows } from '../testing/build-account.ts';
import { createDatabase } from '../testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../testing/database-proxy.ts';
import { findingOf } from '../testing/hooks/use-installation.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { csvAnswer } from '../testing/source-server.ts';
import { type RunningWork, startWork } from '../testing/start-work.ts';

type Unit = { readonly state: string; readonly retry_count: number };
const unitsOf = (work: RunningWork, account: BuiltAccount): Promise<readonly Unit[]> =>
  work.rows(account, sql<Unit>`select state, retry_count from unit order by created`);

/** Publishes a script whose report date goes from the source to a file. */
const publish = (work: RunningWork, name: string): ReturnType<RunningWork['publish']> => {
  work.answers.set(`/${name}`, csvAnswer('id', ['1']));
  return work.publish(`
    download ads from { type: "http"; url: "${work.source}/${name}"; format: "csv"; } using { id: integer; };
    upload ads as daily to { type: "file"; path: "ads.csv"; mode: "truncate"; };`);
};

/** Waits until a part fails, and expects that nothing was spent. */
async function failsWithoutCost(work: RunningWork, account: BuiltAccount, expected: string): Promise<void> {
  const failing = (): readonly string[] => work.roles.failures().map(({ part, failure }) => `${part} ${failure.code}`);
  await expect.poll(failing, { timeout: 60_000 }).toContain(expected);
  await expect
    .poll(() => unitsOf(work, account), { timeout: 60_000 })
    .toMatchObject([{ state: 'ready', retry_count: 0 }]);
}

/** Expects that the work goes on by itself to its end, and that no attempt counted as a retry. */
async function goesOn(work: RunningWork, account: BuiltAccount): Promise<void> {
  await work.settled(account);
  expect(existsSync(work.delivered(account, 'ads.csv'))).toBe(true);
  expect((await unitsOf(work, account)).map(({ retry_count: retries }) => retries)).toEqual([0, 0, 0]);
  await expect.poll(() => work.roles.failures(), { timeout: 60_000 }).toEqual([]);
}

const disk = mountSmallDisk(24 * 1024 ** 2);
afterAll(() => disk?.remove());

describe.skipIf(disk === null)('a working disk (needs the right to mount one)', () => {
  const work = useStarted(() => startWork({ dataFolder: disk?.folder ?? '' }));

  test('a host whose disk is full spends no attempt, takes no work, and goes on by itself once there is room', async () => {
    disk?.fill();
    const account = await publish(work, 'full');
    await failsWithoutCost(work, account, 'disk STORAGE_FULL');
    disk?.free();
    await goesOn(work, account);
  });

  test('a host whose disk is read-only spends no attempt, and goes on by itself once it can write', async () => {
    disk?.protect(true);
    const account = await publish(work, 'read-only');
    await failsWithoutCost(work, account, 'disk HOST_FAILED');
    expect(work.roles.failures()[0]?.failure.message).toContain('(EROFS)');
    disk?.protect(false);
    await goesOn(work, account);
  });
});

describe('a file store that is away', () => {
  let s3: TestS3;
  const work = useStarted(async () => {
    s3 = await createTestS3();
    return startWork({ store: s3.store });
  });

  test('an outage of the store spends no attempt, and work goes on by itself afterwards', async () => {
    const kind = { answer: { status: 503, code: 'ServiceUnavailable' } };
    await s3.plant(
      ...['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].map((method) => ({ method, url: '.', times: 1e6, kind })),
    );
    const account = await publish(work, 'away');
    await failsWithoutCost(work, account, 'store STORAGE_FAILED');
    const [event] = await work.rows(account, sql`select code, will_retry, retry_count from event`);
    expect(event).toEqual({ code: 'STORAGE_FAILED', will_retry: true, retry_count: 0 });
    const report = () => {
      const { url } = work.database;
      return examine({ url, dataFolder: work.folder, now: Date.now, store: s3.store });
    };
    const partsNow = async () => findingOf(await report(), 'parts');
    const why = expect.stringContaining('503') as unknown;
    expect(findingOf(await report(), 'store')).toMatchObject({ level: 'problem', items: [{ why }] });
    const what = expect.stringMatching(/^store of worker, scheduler on ./) as unknown;
    await expect.poll(partsNow, { timeout: 60_000 }).toMatchObject({ level: 'problem', items: [{ what, why }] });
    await s3.plant();
    await goesOn(work, account);
    expect(findingOf(await report(), 'store').level).toBe('fine');
    await expect.poll(async () => (await partsNow()).level, { timeout: 60_000 }).toBe('fine');
  });
});

describe('a database that is away', () => {
  let proxy: DatabaseProxy;
  const fetched = Promise.withResolvers<void>();
  let isLost = false;
  /** The same database, past the proxy. */
  let direct: Database;
  const work = useStarted(async () => {
    const made = await createDatabase();
    proxy = await openDatabaseProxy(made.url);
    direct = openDatabase({ url: made.url });
    // The first attempt loses the database once it has fetched the report.
    const fault = async (point: string): Promise<void> => {
      if (point !== 'after-fetch' || isLost) return;
      isLost = true;
      proxy.refuse();
      fetched.resolve();
    };
    const drop = async (): Promise<void> => {
      await direct.close();
      await proxy.close();
      await made.drop();
    };
    return startWork({ fault, makeDatabase: async () => ({ ...made, url: proxy.url, drop }) });
  });

  test('an attempt that loses the database is given back once it answers, without counting', async () => {
    const account = await publish(work, 'database');
    await fetched.promise;
    proxy.admit();
    const units = () => readRows(direct, account, sql`select state, retry_count from unit`);
    const done = { state: 'done', retry_count: 0 };
    await expect.poll(units, { timeout: 60_000 }).toEqual([done, done, done]);
  });
});

describe('a sandbox that cannot be started', () => {
  const folder = useFolder('sandbox');
  const work = useStarted(async () => {
    const prefix = [join(folder, 'jail')];
    const sandbox = {
      kind: 'prefix',
      prefix,
      parts: new Set<never>(),
      reason: '',
      ownUser: false,
      limits: false,
    } as const;
    return startWork({ executor: createExecutor({ sandbox, poolSize: 0, threads: 1 }) });
  });

  test('a missing sandbox spends no attempt, and work goes on by itself once it is there', async () => {
    const account = await publish(work, 'jail');
    await failsWithoutCost(work, account, 'processes HOST_FAILED');
    writeFileSync(join(folder, 'jail'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
    await goesOn(work, account);
  });
});
