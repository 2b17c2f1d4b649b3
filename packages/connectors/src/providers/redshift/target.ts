import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import type { Client } from 'pg';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { folded } from './parameters.ts';
import { type ColumnTypes, createLedger, createSchema, createTable, ledgerOf } from './statements.ts';

type Target = Pick<TableParameters, 'schema' | 'table'>;

/** The kind of the object with this name: `BASE TABLE`, `VIEW` or the like; null when none exists. */
async function kindOf(client: Client, { schema, table }: Target): Promise<string | null> {
  const { rows } = await client.query<{ table_type: string }>(
    'select table_type from svv_tables where table_schema = $1 and table_name = $2',
    [schema, table],
  );
  return rows[0]?.table_type ?? null;
}

/** Whether the table has a ledger. */
export const hasLedger = async (client: Client, target: Target): Promise<boolean> =>
  (await kindOf(client, ledgerOf(target))) !== null;

/**
 * Sees to it that the ledger and the table are there. Each is created by a transaction of its own, before that of the rows.
 * Throws DESTINATION_SCHEMA when there is no table and none may be made.
 */
export async function ensureTables(client: Client, target: TableParameters, columns: readonly Column[]): Promise<void> {
  const hasTable = (await kindOf(client, target)) !== null;
  if (!hasTable && !target.create)
    throw new PipelineError('DESTINATION_SCHEMA', {
      table: `${target.schema}.${target.table}`,
      reason: 'it does not exist',
    });
  if (hasTable && (await hasLedger(client, target))) return;
  const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [target.schema]);
  if (rows.length === 0 && target.create) await create(client, createSchema(target), async () => false);
  if (!hasTable)
    await create(client, createTable(target, columns), async () => (await kindOf(client, target)) !== null);
  await create(client, createLedger(target), () => hasLedger(client, target));
}

/** Runs a statement that creates something, unless another delivery has created it meanwhile. */
async function create(client: Client, statement: string, exists: () => Promise<boolean>): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!(await exists())) throw error;
  }
}

/** The table's columns with their types. Throws DESTINATION_SCHEMA when some are missing, naming them. */
export async function columnTypes(
  client: Client,
  target: TableParameters,
  names: readonly string[],
): Promise<ColumnTypes> {
  const fail = (reason: string): never => {
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${target.schema}.${target.table}`, reason });
  };
  if ((await kindOf(client, target)) !== 'BASE TABLE') fail('it is not a table');
  const { rows } = await client.query<{ column_name: string; data_type: string }>(
    'select column_name, data_type from svv_columns where table_schema = $1 and table_name = $2',
    [target.schema, target.table],
  );
  const types = new Map(rows.map((row) => [row.column_name, row.data_type.toLowerCase()]));
  const missing = names.filter((name) => !types.has(folded(name)));
  return missing.length === 0 ? types : fail(`it has no column ${missing.join(', ')}`);
}
