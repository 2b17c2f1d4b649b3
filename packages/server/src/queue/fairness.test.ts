import { CompiledQuery, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildAccount } from '../../testing/build-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import type { Tx } from '../db/database.ts';
import type { Lane } from './lanes.ts';
import type { QueueJob } from './queue.ts';
import { FIRST, TAKE } from './take-jobs.ts';

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);

beforeEach(() => database.withSystem((tx) => sql`delete from queue.job`.execute(tx)));

/** Adds jobs of one account to a lane, as many transactions would have. */
async function addJobs(accountId: string, jobs: number, lane: Lane = 'production'): Promise<void> {
  await database.withSystem((tx) =>
    sql`insert into queue.job (unit_id, account_id, lane, priority)
        select uuidv7(), ${accountId}, ${lane}, 0 from generate_series(1, ${jobs}::integer)`.execute(tx),
  );
}

/** Adds an account with jobs; its id. */
async function account(jobs: number, weight = 1): Promise<string> {
  const { accountId } = await buildAccount(database);
  await database.withSystem((tx) =>
    sql`update account set queue_weight = ${weight} where id = ${accountId}`.execute(tx),
  );
  await addJobs(accountId, jobs);
  return accountId;
}

/** Takes so many jobs one by one, each of which is over before the next is taken. */
async function takeEach(jobs: number): Promise<readonly QueueJob[]> {
  const taken: QueueJob[] = [];
  for (let job = await queue.take(); job !== null; job = taken.length < jobs ? await queue.take() : null)
    taken.push(job);
  return taken;
}

function countBy<Key>(values: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('accounts that wait for the same workers', () => {
  it('get turns one after the other, however many jobs each has', {
    tags: 'proof:queue-account-limit',
  }, async () => {
    const [one, other] = [await account(2_000), await account(2_000)];
    const last = await account(1);
    const taken = await takeEach(9);
    expect(taken.findIndex(({ accountId }) => accountId === last)).toBeLessThan(3);
    expect(countBy(taken.map(({ accountId }) => accountId))).toEqual(
      new Map([
        [one, 4],
        [other, 4],
        [last, 1],
      ]),
    );
  });

  it('get turns by their weight', async () => {
    const [heavy, light] = [await account(50, 3), await account(50)];
    const taken = await takeEach(16);
    expect(countBy(taken.map(({ accountId }) => accountId))).toEqual(
      new Map([
        [heavy, 12],
        [light, 4],
      ]),
    );
  });

  it('keep the turns of their weight beside accounts that come before them', async () => {
    const [light, heavy] = [await account(50), await account(50, 3)];
    const taken = await takeEach(16);
    expect(countBy(taken.map(({ accountId }) => accountId))).toEqual(
      new Map([
        [light, 4],
        [heavy, 12],
      ]),
    );
  });

  it('get places by how many units each runs for its weight', async () => {
    const [one, other, heavy] = [await account(50), await account(50), await account(50, 2)];
    const running = new Map([
      [one, 3],
      [heavy, 1],
    ]);
    const taken = await queue.takeSome(5, running);
    expect(countBy(taken.map(({ accountId }) => accountId))).toEqual(
      new Map([
        [other, 2],
        [heavy, 3],
      ]),
    );
  });

  it('keep their jobs when they are left out', async () => {
    const [drained, other] = [await account(5, 3), await account(5)];
    expect((await queue.takeSome(20, new Map(), undefined, [drained])).map(({ accountId }) => accountId)).toEqual(
      Array.from({ length: 5 }, () => other),
    );
    expect(await queue.takeSome(20, new Map(), undefined, [drained])).toEqual([]);
    expect(await queue.takeSome(20)).toHaveLength(5);
  });

  it('leave all places to one that waits alone, also beside what it runs', async () => {
    const only = await account(10);
    expect(await queue.takeSome(4)).toHaveLength(4);
    expect(await queue.takeSome(4, new Map([[only, 4]]))).toHaveLength(4);
    expect(await queue.takeSome(4, new Map([[only, 8]]))).toHaveLength(2);
  });

  it('lose no job to many workers at once, and each job goes to one of them', async () => {
    await account(400);
    for (let count = 0; count < 20; count += 1) await account(1);
    const rounds: QueueJob[] = [];
    const worker = async (): Promise<void> => {
      for (let jobs = await queue.takeSome(3); jobs.length > 0; jobs = await queue.takeSome(3)) rounds.push(...jobs);
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(new Set(rounds.map(({ unitId }) => unitId)).size).toBe(420);
  });
});

describe('lanes of the queue', () => {
  it('each get turns while others wait', { tags: 'proof:queue-lanes' }, async () => {
    const only = await account(100);
    for (const lane of ['backfill', 'proof', 'interactive'] as const) await addJobs(only, 100, lane);
    expect(countBy((await takeEach(32)).map(({ lane }) => lane))).toEqual(
      new Map([
        ['production', 24],
        ['interactive', 4],
        ['backfill', 2],
        ['proof', 2],
      ]),
    );
  });

  it('give interactive jobs the places that are kept for them, and nothing else', {}, async () => {
    const only = await account(10);
    expect(await queue.takeSome(2, new Map(), ['interactive'])).toEqual([]);
    await addJobs(only, 1, 'interactive');
    expect((await queue.takeSome(2, new Map([[only, 9]]), ['interactive'])).map(({ lane }) => lane)).toEqual([
      'interactive',
    ]);
  });
});

describe('taking a job', () => {
  it('reads no more than a few jobs among ten thousand of an account and three hundred accounts', {
    tags: 'proof:queue-cost',
  }, async () => {
    const values = [
      ['interactive', 'production', 'backfill', 'proof'],
      Array.from({ length: 4 }, () => FIRST),
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [],
      [],
      1,
      [],
    ];
    // Entries of the indexes that this connection has read, some of earlier transactions.
    const entriesRead = async (tx: Tx): Promise<number> => {
      const { rows } = await sql<{ entries: number }>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as entries
        from pg_index where indrelid = 'queue.job'::regclass`.execute(tx);
      return rows[0]?.entries ?? never();
    };
    const read = (): Promise<number> =>
      database.withSystem(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_bitmapscan = off`.execute(tx);
        await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
        const before = await entriesRead(tx);
        await tx.executeQuery(CompiledQuery.raw(TAKE, values));
        return (await entriesRead(tx)) - before;
      });
    await account(3);
    await account(3);
    // The first call passes the entries of jobs that earlier tests removed.
    await read();
    const few = await read();
    expect(few).toBeGreaterThan(0);
    await account(10_000);
    await database.withSystem((tx) =>
      sql`insert into queue.job (unit_id, account_id, priority)
          select uuidv7(), gen_random_uuid(), 0 from generate_series(1, 300)`.execute(tx),
    );
    await read();
    expect(await read()).toBeLessThan(few + 100);
  });
});

function never(): never {
  throw new Error('There is no plan.');
}
