import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/database.ts';
import { startQueue, type WorkerQueue } from '../../src/queue/queue.ts';
import { type BuiltAccount, readRows } from '../build-account.ts';
import { createDatabase, databaseName, databaseUrl, testServerUrl } from '../database.ts';
import { useStarted } from './use-started.ts';

export type UsedDatabase = {
  readonly database: Database;
  readonly url: string;
  /** Rows that one account sees. */
  rows<T>(account: Pick<BuiltAccount, 'accountId'>, query: RawBuilder<T>): Promise<T[]>;
};

/** A migrated database for the tests of the calling file. Its parts may be destructured at once. */
export function useDatabase(options: Omit<DatabaseOptions, 'url'> = {}): UsedDatabase {
  const name = databaseName();
  const url = databaseUrl(testServerUrl(), name);
  const database = openDatabase({ ...options, url });
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ drop } = await createDatabase(name));
  });
  afterAll(async () => {
    await database.close();
    await drop?.();
  });
  return { database, url, rows: (account, query) => readRows(database, account, query) };
}

/** The queue on that database; its errors are dropped. A test without a worker takes `IDLE_QUEUE`. */
export function useQueue({ url }: Pick<UsedDatabase, 'url'>): WorkerQueue {
  return useStarted(() => startQueue({ url, onError: () => {} }));
}
