import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Runs a statement in the database of a running product, as its owner. The server's own `findRunningDatabase` would load all of the
 * server's modules in every worker.
 */
export async function queryProduct<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: readonly string[],
): Promise<readonly Row[]> {
  const read = (name: string): string => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(read('port')),
    user: 'postgres',
    password: read('password'),
    database: 'switchboard',
  });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
