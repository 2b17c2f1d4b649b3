import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { KeyProperties } from '../spec.ts';

export type TestDatabase = {
  /** Rows of a query as arrays, values as text. */
  rows(sql: string): Promise<unknown[][]>;
  readonly key: KeyProperties;
  /** The url of the same database, as a superuser. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
};

const PASSWORD = 'p@ss word/1';

/** A database of its own with a user who owns it, on the server that the test run started. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL is not set');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${name} login password '${PASSWORD}'`);
  await admin.query(`create database ${name} owner ${name}`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const owner = new Client({ connectionString: target.href });
  await owner.connect();
  await owner.query(`set role ${name}`);
  return {
    url: target.href,
    host: admin.host,
    port: admin.port,
    key: {
      name: 'warehouse',
      type: 'sql',
      properties: {
        dialect: 'postgresql',
        host: '127.0.0.1',
        port: admin.port,
        user: name,
        password: PASSWORD,
        db_name: name,
      },
    },
    rows: async (sql) => {
      const result = await owner.query<unknown[]>({
        text: sql,
        rowMode: 'array',
        types: { getTypeParser: () => (value: string) => value },
      });
      return result.rows;
    },
    close: async () => {
      await owner.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
    },
  };
}
