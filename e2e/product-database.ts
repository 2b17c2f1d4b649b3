import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Where the database of a running product listens, and its owner's password. */
export function readProductDatabase(dataDir: string) {
  const read = (name: string): string => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  return { host: '127.0.0.1', port: Number(read('port')), password: read('password') };
}

/**
 * Runs a statement in the database of a running product, as its owner. The server's own `findRunningDatabase` would load all of the
 * server's modules in every worker.
 */
export async function queryProduct<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: readonly string[],
  database = 'switchboard',
): Promise<readonly Row[]> {
  const client = new pg.Client({ ...readProductDatabase(dataDir), user: 'postgres', database });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
