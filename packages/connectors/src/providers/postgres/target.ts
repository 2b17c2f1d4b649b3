import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { SqlColumn, SqlTables, TableName } from '../../sql/sql-database.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { POSTGRES_TYPES } from './column-types.ts';
import type { PostgresSession } from './session.ts';
import { addColumn, addEpoch, changeType, createLedger, createTable, LEDGER, qualified } from './statements.ts';

/** Takes a lock by name until the transaction ends. Waits no longer than the session's lock timeout. */
export async function lock(session: PostgresSession, ...name: readonly string[]): Promise<void> {
  const key = createHash('sha256')
    .update(JSON.stringify(['switchboard', ...name]))
    .digest()
    .readBigInt64BE(0);
  await session.ask('select pg_advisory_xact_lock($1::bigint)', [key.toString()]);
}

const ledgerOf = ({ schema }: Pick<TableName, 'schema'>): TableName => ({ schema, table: LEDGER });

/** The tables of PostgreSQL. */
export const TABLES: SqlTables<PostgresSession, TableParameters, SqlColumn> = {
  folded: (name) => name,
  ledgerOf,
  async exists(session, table) {
    const { rows } = await session.ask('select to_regclass($1) is not null', [qualified(table)]);
    return rows[0]?.[0] === 't';
  },
  async creating(session, { target }, work) {
    await lock(session, 'create', target.schema);
    await work();
  },
  async ensureSchema(session, { schema, create }) {
    const { rows } = await session.ask('select from pg_catalog.pg_namespace where nspname = $1', [schema]);
    if (rows.length === 0 && create) await session.ask(`create schema ${escapeIdentifier(schema)}`);
  },
  createTable: async (_, target, columns) => createTable(target, columns),
  createLedger: ({ schema }) => createLedger(schema),
  types: POSTGRES_TYPES,
  addColumn,
  changeType,
  readColumns,
};

/** Sees to it that the ledger, which is there, has a column for the epoch. */
export async function ensureEpoch(session: PostgresSession, schema: string): Promise<void> {
  const { rows } = await session.ask(
    `select from pg_catalog.pg_attribute where attrelid = to_regclass($1) and attname = 'epoch' and not attisdropped`,
    [qualified(ledgerOf({ schema }))],
  );
  if (rows.length === 0) await session.ask(addEpoch(schema));
}

/** The table's columns with their types as PostgreSQL names them; of a domain the type that it narrows. */
async function readColumns(
  session: PostgresSession,
  target: TableParameters,
): Promise<ReadonlyMap<string, SqlColumn> | null> {
  const { rows } = await session.ask(
    `with recursive columns (name, type, digits, kind) as (
       select a.attname, a.atttypid, a.atttypmod, c.relkind
       from pg_catalog.pg_class c left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.oid = to_regclass($1)
       union all
       select name, t.typbasetype, t.typtypmod, kind from columns join pg_catalog.pg_type t on t.oid = type and t.typtype = 'd'
     )
     select name, format_type(type, digits), kind from columns left join pg_catalog.pg_type t on t.oid = type
     where t.typtype is distinct from 'd'`,
    [qualified(target)],
  );
  if (!['r', 'p'].includes(rows[0]?.[2] ?? '')) return null;
  return new Map(rows.map(([name, type]) => [name ?? '', { type: type ?? '' }]));
}

/** Whether a copied row ends like an inserted one: rules would be passed by, and row security refuses copies. */
export async function takesCopies(session: PostgresSession, target: TableParameters): Promise<boolean> {
  const { rows } = await session.ask(
    `select not (c.relhasrules or row_security_active(c.oid)) from pg_catalog.pg_class c where c.oid = to_regclass($1)`,
    [qualified(target)],
  );
  return rows[0]?.[0] === 't';
}
