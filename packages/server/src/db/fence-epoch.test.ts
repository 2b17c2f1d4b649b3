import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { copyDatabase, queryAsSuperuser } from '../../testing/database.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { type Database, openDatabase } from './database.ts';

const { database, url } = useDatabase({ own: true });

const epochOf = async (of: Database, known = 0): Promise<number> =>
  of.withSystem(async (tx) => {
    const found = await sql<{ epoch: number }>`select current_fence_epoch(${known}) as epoch`.execute(tx);
    return found.rows[0]?.epoch ?? -1;
  });
const nextFence = async (of: Database): Promise<number> =>
  of.withSystem(async (tx) => {
    const found = await sql<{ fence: number }>`select nextval('upload_fence') as fence`.execute(tx);
    return found.rows[0]?.fence ?? -1;
  });

/** Whether a query of the test's database waits for a lock. */
async function hasLockWaiter(): Promise<boolean> {
  const waiting = await queryAsSuperuser(
    url,
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}

test('a restored copy of the database begins a later epoch, once', async () => {
  const before = await epochOf(database);
  expect(await epochOf(database)).toBe(before);
  const copy = await copyDatabase(url);
  const restored = openDatabase({ url: copy.url });
  const epochs = await Promise.all(Array.from({ length: 8 }, () => epochOf(restored)));
  expect(new Set(epochs).size).toBe(1);
  expect(epochs[0]).toBeGreaterThan(before);
  expect(await epochOf(restored)).toBe(epochs[0]);
  expect(await epochOf(database)).toBe(before);
  await restored.close();
  await copy.drop();
});

test('a destination that holds a fence of the future shows an unnoticed restore', async () => {
  const before = await epochOf(database);
  const given = await nextFence(database);
  expect(await epochOf(database, given)).toBe(before);
  const epochs = await Promise.all(Array.from({ length: 8 }, () => epochOf(database, given + 1_000)));
  expect(new Set(epochs).size).toBe(1);
  expect(epochs[0]).toBeGreaterThan(before);
  expect(await nextFence(database)).toBe(given + 1_001);
});

test('a caller waits while a new epoch begins', async () => {
  const given = await nextFence(database);
  const future = given + 1_000;
  let asked: Promise<number> | undefined;
  const begun = await database.withSystem(async (tx) => {
    const { rows } = await sql<{ epoch: number }>`select current_fence_epoch(${future}) as epoch`.execute(tx);
    let isAnswered = false;
    asked = epochOf(database, future).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await hasLockWaiter())).toBe(true);
    return rows[0]?.epoch;
  });
  expect(await asked).toBe(begun);
});

test('an account’s role may ask for the epoch and change nothing of it', async () => {
  const account = '00000000-0000-7000-8000-000000000000';
  const ask = (text: string): Promise<unknown> => database.withAccount(account, (tx) => sql.raw(text).execute(tx));
  await expect(ask('select current_fence_epoch()')).resolves.toBeDefined();
  for (const text of ['select database_history()', 'update fence_epoch set epoch = 0', 'select * from fence_epoch'])
    await expect(ask(text)).rejects.toThrow('permission denied');
});
