import type { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migrations.ts';
import { databaseName, databaseUrl, testServerUrl } from '../database.ts';
import { START_TIMEOUT } from './use-started.ts';

export type EarlierDatabase = {
  readonly client: Client;
  /** Ids of the inserted rows by their names. */
  readonly ids: Map<string, string>;
  /** Inserts one row and stores its id under the name. @param sql an insert without its returning clause */
  insert(name: string, sql: string, values?: readonly unknown[]): Promise<string>;
};

/**
 * A database as it was before a migration, filled, then migrated to the end.
 * @param name end of the file name of the first migration that comes after the rows
 */
export function useEarlierDatabase(name: string, fill: (database: EarlierDatabase) => Promise<void>): EarlierDatabase {
  const database = databaseName();
  const ids = new Map<string, string>();
  const earlier = {
    ids,
    insert: async (row: string, sql: string, values: readonly unknown[] = []) => {
      const { rows } = await earlier.client.query<{ id: string }>(`${sql} returning id`, [...values]);
      const id = rows[0]?.id ?? '';
      ids.set(row, id);
      return id;
    },
  } as EarlierDatabase & { client: Client };
  const administer = async (statement: string): Promise<void> => {
    const admin = await connect(testServerUrl());
    await admin.query(statement);
    await admin.end();
  };
  beforeAll(async () => {
    await administer(`create database ${database}`);
    const url = databaseUrl(testServerUrl(), database);
    const migrations = readMigrations();
    await migrate({
      url,
      migrations: migrations.slice(
        0,
        migrations.findIndex((one) => one.name.endsWith(name)),
      ),
    });
    earlier.client = await connect(url);
    await fill(earlier);
    await migrate({ url });
  }, START_TIMEOUT);
  afterAll(async () => {
    await earlier.client.end();
    await administer(`drop database ${database} with (force)`);
  });
  return earlier;
}
