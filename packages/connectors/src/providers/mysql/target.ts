import { ledgerId } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import type { MysqlSession } from '../../sql/mysql-session.ts';
import type { SqlTables } from '../../sql/sql-database.ts';
import { placeIsBusy } from '../../sql/sql-ledger.ts';
import { type TableParameters, unfit } from '../../sql/table-parameters.ts';
import { MYSQL_TYPES } from './column-types.ts';
import {
  addColumn,
  changeType,
  createLedger,
  createTable,
  EXACT_COLLATIONS,
  LEDGER,
  type TableColumn,
} from './statements.ts';

const LOCK_SECONDS = 60;

/** Settings of a session that delivers: nothing is cut or converted silently, and the server ends it when its client is gone. */
const SETTINGS = [
  `set names utf8mb4`,
  `set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    time_zone = '+00:00', sql_notes = 0, sql_safe_updates = 0, completion_type = 'NO_CHAIN', wait_timeout = 900,
    net_read_timeout = 900, net_write_timeout = 900, lock_wait_timeout = ${LOCK_SECONDS}, innodb_lock_wait_timeout = ${LOCK_SECONDS}`,
  // Rows that do not fit a condition are not kept locked.
  'set session transaction isolation level read committed',
];

export async function applySettings(session: MysqlSession): Promise<void> {
  for (const statement of SETTINGS) await session.ask(statement);
}

const lockName = (...name: readonly string[]): string => `switchboard ${ledgerId(name).slice(0, 40)}`;

/** Takes a lock by name until the session ends. Throws DESTINATION_BUSY when another session keeps it. */
export async function lock(session: MysqlSession, request: DeliveryRequest, ...name: readonly string[]): Promise<void> {
  const { rows } = await session.ask(`select get_lock(?, ${LOCK_SECONDS})`, [lockName(...name)]);
  if (rows[0]?.[0] === '1') return;
  throw placeIsBusy(request);
}

/** How many earlier attempts of a unit are searched for. */
const EARLIER_ATTEMPTS = 20;

/**
 * Ends the sessions of earlier attempts, which are known by locks that they hold: one whose worker is frozen keeps its
 * locks for as long as its process lives, and what it did before counts for nothing. Users may end sessions of their own.
 */
export async function endEarlierSessions(session: MysqlSession, request: DeliveryRequest): Promise<void> {
  const { unitId, attempt } = request;
  const nameOf = (one: number): string => lockName('attempt', unitId, String(one));
  await session.ask('select get_lock(?, 0)', [nameOf(attempt)]);
  const earlier = Array.from({ length: Math.min(attempt - 1, EARLIER_ATTEMPTS) }, (_, index) => attempt - 1 - index);
  if (earlier.length === 0) return;
  const { rows } = await session.ask(
    `select ${earlier.map(() => 'is_used_lock(?)').join(', ')}`,
    earlier.map((one) => nameOf(one)),
  );
  for (const id of rows[0] ?? []) {
    if (id !== null) await session.ask(`kill ${Number(id)}`).catch(() => undefined);
  }
}

/** The tables of MySQL. Statements that create something commit, so that they come before the transaction. */
export const TABLES: SqlTables<MysqlSession, TableParameters, TableColumn> = {
  folded: (name) => name.toLowerCase(),
  ledgerOf: ({ schema }) => ({ schema, table: LEDGER }),
  // Those that the user may use.
  async exists(session, { schema, table }) {
    const { rows } = await session.ask(
      'select 1 from information_schema.tables where table_schema = ? and table_name = ?',
      [schema, table],
    );
    return rows.length > 0;
  },
  async ensureSchema(session, target) {
    const { rows } = await session.ask('select 1 from information_schema.schemata where schema_name = ?', [
      target.schema,
    ]);
    if (rows.length === 0) throw unfit(target, `the database ${target.schema} does not exist`);
  },
  createTable: async (session, target, columns) => [createTable(target, columns, await exactCollation(session))],
  createLedger: ({ schema }) => createLedger(schema),
  types: MYSQL_TYPES,
  addColumn,
  changeType,
  readColumns,
};

async function exactCollation(session: MysqlSession): Promise<string> {
  const { rows } = await session.ask(
    `select collation_name from information_schema.collations where collation_name in (${EXACT_COLLATIONS.map(() => '?').join(', ')})`,
    EXACT_COLLATIONS,
  );
  const known = rows.map(([name]) => name);
  return EXACT_COLLATIONS.find((name) => known.includes(name)) ?? 'utf8mb4_bin';
}

/** The table's columns by their names in lower case; null for a view. Throws DESTINATION_SCHEMA for a table without transactions. */
async function readColumns(
  session: MysqlSession,
  target: TableParameters,
): Promise<ReadonlyMap<string, TableColumn> | null> {
  const { schema, table } = target;
  const { rows: kinds } = await session.ask(
    `select t.table_type, t.engine, e.transactions from information_schema.tables t
     left join information_schema.engines e on e.engine = t.engine where t.table_schema = ? and t.table_name = ?`,
    [schema, table],
  );
  const [[kind, engine, transactions] = []] = kinds;
  if (kind !== 'BASE TABLE') return null;
  if (transactions !== 'YES')
    throw unfit(target, `its engine ${engine} has no transactions, without which readers would see parts of a result`);
  const { rows } = await session.ask(
    `select column_name, data_type, character_maximum_length, column_type from information_schema.columns
     where table_schema = ? and table_name = ?`,
    [schema, table],
  );
  return new Map(
    rows.map(([name, type, characters, fullType]) => [
      String(name).toLowerCase(),
      {
        name: String(name),
        type: String(type).toLowerCase(),
        fullType: String(fullType).toLowerCase(),
        characters: characters == null ? null : Number(characters),
      },
    ]),
  );
}

/** Whether a unique index makes exactly these columns a key, in their full length. */
export async function isUniqueKey(session: MysqlSession, target: TableParameters): Promise<boolean> {
  const { rows } = await session.ask(
    `select index_name, lower(column_name), sub_part from information_schema.statistics
     where table_schema = ? and table_name = ? and non_unique = 0`,
    [target.schema, target.table],
  );
  const keys = target.keyColumns.map((name) => name.toLowerCase()).sort();
  return [...Map.groupBy(rows, ([index]) => index).values()].some(
    (parts) =>
      parts.every(([, , prefix]) => prefix == null) &&
      JSON.stringify(parts.map(([, column]) => column).sort()) === JSON.stringify(keys),
  );
}

/** Whether an index begins with the column: then other dates stay free while one is replaced. */
export async function isIndexed(session: MysqlSession, target: TableParameters, column: string): Promise<boolean> {
  const { rows } = await session.ask(
    `select 1 from information_schema.statistics
     where table_schema = ? and table_name = ? and seq_in_index = 1 and lower(column_name) = ? limit 1`,
    [target.schema, target.table, column.toLowerCase()],
  );
  return rows.length > 0;
}
