import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/db/database.ts';
import type { WorkerQueue } from '../../src/queue/queue.ts';
import { openUnitQueue } from '../../src/units/open-unit-queue.ts';
import { type BuiltAccount, readRows } from '../build-account.ts';
import { createDatabase, databaseName, databaseUrl, testServerUrl } from '../database.ts';
import { lendDatabase } from '../lent-database.ts';
import { useStarted } from './use-started.ts';

export type UsedDatabase = {
  readonly database: Database;
  readonly url: string;
  /** Rows that one account sees. */
  rows<T>(account: Pick<BuiltAccount, 'accountId'>, query: RawBuilder<T>): Promise<T[]>;
};

export type UseDatabaseOptions = Omit<DatabaseOptions, 'url'> & {
  /** A fresh copy of the template, for tests that change its schema, or that rely on the statistics of its tables. */
  readonly own?: boolean;
};

/** A migrated, empty database for the tests of the calling file. Its parts may be destructured at once. */
export function useDatabase({ own = false, ...options }: UseDatabaseOptions = {}): UsedDatabase {
  const lent = own ? ownDatabase() : lendDatabase();
  const { url } = lent;
  const database = openDatabase({ ...options, url });
  beforeAll(() => lent.prepare());
  afterAll(async () => {
    await database.close();
    await lent.giveBack();
  });
  return { database, url, rows: (account, query) => readRows(database, account, query) };
}

function ownDatabase() {
  const name = databaseName();
  let drop: (() => Promise<void>) | undefined;
  return {
    url: databaseUrl(testServerUrl(), name),
    async prepare() {
      ({ drop } = await createDatabase(name));
    },
    giveBack: async () => drop?.(),
  };
}

/** The queue on that database; its errors are dropped. A test without a worker takes `IDLE_QUEUE`. */
export function useQueue({ url }: Pick<UsedDatabase, 'url'>): WorkerQueue {
  return useStarted(() => Promise.resolve(openUnitQueue({ url, onError: () => {} })));
}
