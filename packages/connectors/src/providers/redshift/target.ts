import type { SqlColumn, SqlTables, TableName } from '../../sql/sql-database.ts';
import type { PostgresSession } from '../postgres/session.ts';
import { REDSHIFT_TYPES } from './column-types.ts';
import { folded, type RedshiftTarget } from './parameters.ts';
import { addColumn, changeType, createLedger, createSchema, createTable, ledgerOf } from './statements.ts';

/** The kind of the object with this name: `BASE TABLE`, `VIEW` or the like; null when none exists. */
async function kindOf(session: PostgresSession, { schema, table }: TableName): Promise<string | null> {
  const { rows } = await session.ask('select table_type from svv_tables where table_schema = $1 and table_name = $2', [
    schema,
    table,
  ]);
  return rows[0]?.[0] ?? null;
}

/** The tables of Redshift. Each is created by a transaction of its own, before that of the rows. */
export const TABLES: SqlTables<PostgresSession, RedshiftTarget, SqlColumn> = {
  folded,
  ledgerOf,
  exists: async (session, table) => (await kindOf(session, table)) !== null,
  async ensureSchema(session, target) {
    const { rows } = await session.ask('select 1 from pg_namespace where nspname = $1', [target.schema]);
    if (rows.length === 0 && target.create) await session.ask(createSchema(target));
  },
  createTable: async (_, target, columns) => [createTable(target, columns)],
  createLedger,
  types: REDSHIFT_TYPES,
  addColumn,
  changeType,
  async create(session, statement, exists) {
    try {
      await session.ask(statement);
    } catch (error) {
      // Another delivery may have created it meanwhile.
      if (!(await exists())) throw error;
    }
  },
  async readColumns(session, target) {
    if ((await kindOf(session, target)) !== 'BASE TABLE') return null;
    const { rows } = await session.ask(
      'select column_name, data_type, numeric_precision, numeric_scale from svv_columns where table_schema = $1 and table_name = $2',
      [target.schema, target.table],
    );
    return new Map(rows.map((row) => [row[0] ?? '', columnOf(row)]));
  },
};

function columnOf([, given, precision, scale]: readonly (string | null)[]): SqlColumn {
  const type = (given ?? '').toLowerCase();
  return type === 'numeric' || type === 'decimal' ? { type, fullType: `${type}(${precision},${scale})` } : { type };
}
