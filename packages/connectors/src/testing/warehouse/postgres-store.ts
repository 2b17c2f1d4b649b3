import { Pool, type PoolClient } from 'pg';

export type StoreField = { readonly name: string; readonly oid: number; readonly modifier: number };
export type StoreResult = {
  readonly fields: readonly StoreField[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly changed: number;
};

/** Another session has created the table, or its type, meanwhile: unique_violation, duplicate_object, duplicate_table. */
const OVERTAKEN = new Set(['23505', '42710', '42P07']);

/** The PostgreSQL database in which a stand-in keeps its rows. Values are texts. */
export function createStore(url: string) {
  const pool = new Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' });
  // The database may be dropped while a statement of a cancelled delivery still runs.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);

  async function run(client: Pool | PoolClient, text: string, values: readonly string[] = []): Promise<StoreResult> {
    try {
      return await runOnce(client, text, values);
    } catch (error) {
      // Sessions of PostgreSQL that create the same table if it is missing may disturb each other.
      if (!/^create table if not exists/i.test(text) || !OVERTAKEN.has(sqlStateOf(error))) throw error;
      return runOnce(client, text, values);
    }
  }

  async function runOnce(client: Pool | PoolClient, text: string, values: readonly string[]): Promise<StoreResult> {
    const { fields, rows, rowCount } = await client.query<(string | null)[]>({
      text,
      values: [...values],
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    });
    return {
      fields: fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
        name,
        oid: dataTypeID,
        modifier: dataTypeModifier,
      })),
      rows,
      changed: rowCount ?? 0,
    };
  }

  return {
    pool,
    run,
    /** Rows of a query of PostgreSQL. */
    rows: async (text: string): Promise<StoreResult['rows']> => (await run(pool, text)).rows,
    close: () => pool.end(),
  };
}

export type Store = ReturnType<typeof createStore>;

/** The code that PostgreSQL gives an error; empty for an error of anything else. */
export const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
