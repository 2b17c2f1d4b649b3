import { findRunningDatabase } from '@switchboard/server';
import pg from 'pg';

/** An account without scripts, keys and runs, as support finds it right after it was made. */
export const EMPTY_ACCOUNT = { urlName: 'initech', name: 'Initech' };

/** Makes the empty account in the database of the running product. */
export const createEmptyAccount = (dataDir: string): Promise<void> => createAccount(dataDir, EMPTY_ACCOUNT);

/** Makes an account without anything, for tests that publish scripts of their own. */
export async function createAccount(
  dataDir: string,
  { urlName, name }: { readonly urlName: string; readonly name: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningDatabase({ databaseUrl: null, dataDir }) });
  await client.connect();
  try {
    await client.query('insert into account (url_name, name) values ($1, $2) on conflict (url_name) do nothing', [
      urlName,
      name,
    ]);
  } finally {
    await client.end();
  }
}
