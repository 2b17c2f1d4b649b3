import { findRunningDatabase } from '@switchboard/server';
import pg from 'pg';

/** An account without scripts, keys and runs, as support finds it right after it was made. */
export const EMPTY_ACCOUNT = { urlName: 'initech', name: 'Initech' };

/** Makes the empty account in the database of the running product. */
export async function createEmptyAccount(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningDatabase({ databaseUrl: null, dataDir }) });
  await client.connect();
  try {
    await client.query('insert into account (url_name, name) values ($1, $2) on conflict (url_name) do nothing', [
      EMPTY_ACCOUNT.urlName,
      EMPTY_ACCOUNT.name,
    ]);
  } finally {
    await client.end();
  }
}
