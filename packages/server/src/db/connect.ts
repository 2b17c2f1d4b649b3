import pg from 'pg';

/** A database that cannot be used as it is. The message is for the person who starts the program. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

/** Where a database is, without its password. */
export function describeDatabase(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'the local socket'}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    return 'the address in DATABASE_URL';
  }
}

/**
 * One connection of its own, as the user that the URL names; the caller ends it.
 * @param setting the setting that has the URL
 * @throws DatabaseSetupError when there is no answer within 10 s, or a refusal
 */
export async function connect(url: string, setting = 'DATABASE_URL'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'switchboard',
  });
  // The query that meets a broken connection fails; between queries nothing is lost by it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw new DatabaseSetupError(
      `Could not connect to the database at ${describeDatabase(url)}: ${reasonOf(error)}. Check ${setting} and that it runs.`,
      { cause: error },
    );
  }
  return client;
}

/** A failed connection to a name with several addresses has its reasons inside. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
