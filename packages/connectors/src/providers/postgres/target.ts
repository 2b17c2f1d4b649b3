import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import { type Client, escapeIdentifier } from 'pg';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { addEpoch, createLedger, createTable, LEDGER, qualified } from './statements.ts';

/** Takes a lock by name until the transaction ends. Waits no longer than the session's lock timeout. */
export async function lock(client: Client, ...name: readonly string[]): Promise<void> {
  const key = createHash('sha256')
    .update(JSON.stringify(['switchboard', ...name]))
    .digest()
    .readBigInt64BE(0);
  await client.query('select pg_advisory_xact_lock($1::bigint)', [key.toString()]);
}

/** Whether there is a table of that name. */
export async function exists(client: Client, schema: string, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    qualified(schema, table),
  ]);
  return rows[0]?.found === true;
}

/**
 * Sees to it that the ledger and the table are there. One maker at a time, so that two first uploads do not collide;
 * what is there already is neither locked nor changed. Throws DESTINATION_SCHEMA when there is no table and none may be made.
 */
export async function ensureTables(client: Client, target: TableParameters, columns: readonly Column[]): Promise<void> {
  const { schema, table } = target;
  if ((await exists(client, schema, LEDGER)) && (await exists(client, schema, table))) return;
  await lock(client, 'create', schema);
  const { rows } = await client.query('select from pg_catalog.pg_namespace where nspname = $1', [schema]);
  if (rows.length === 0 && target.create) await client.query(`create schema ${escapeIdentifier(schema)}`);
  if (!(await exists(client, schema, table))) {
    if (!target.create)
      throw new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason: 'it does not exist' });
    for (const statement of createTable(target, columns)) await client.query(statement);
  }
  if (!(await exists(client, schema, LEDGER))) await client.query(createLedger(schema));
}

/** Sees to it that the ledger, which is there, has a column for the epoch. */
export async function ensureEpoch(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_catalog.pg_attribute where attrelid = to_regclass($1) and attname = 'epoch' and not attisdropped`,
    [qualified(schema, LEDGER)],
  );
  if (rows.length === 0) await client.query(addEpoch(schema));
}

/** The table's columns and their types as PostgreSQL names them. Throws DESTINATION_SCHEMA when some are missing, naming them. */
export async function columnTypes(
  client: Client,
  target: TableParameters,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; type: string; kind: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, c.relkind as kind
     from pg_catalog.pg_class c left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.oid = to_regclass($1)`,
    [qualified(target.schema, target.table)],
  );
  const fail = (reason: string): never => {
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${target.schema}.${target.table}`, reason });
  };
  if (!['r', 'p'].includes(rows[0]?.kind ?? '')) fail('it is not a table');
  const types = new Map(rows.map((row) => [row.name, row.type]));
  const missing = names.filter((name) => !types.has(name));
  return missing.length === 0 ? types : fail(`it has no column ${missing.join(', ')}`);
}

/** Whether a copied row ends like an inserted one: rules would be passed by, and row security refuses copies. */
export async function takesCopies(client: Client, { schema, table }: TableParameters): Promise<boolean> {
  const { rows } = await client.query<{ takes: boolean }>(
    `select not (c.relhasrules or row_security_active(c.oid)) as takes from pg_catalog.pg_class c where c.oid = to_regclass($1)`,
    [qualified(schema, table)],
  );
  return rows[0]?.takes === true;
}
