import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import type { DeliveryRequest } from '../../spec.ts';
import type { MysqlSession } from '../../sql/mysql-session.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { createLedger, createTable, EXACT_COLLATIONS, LEDGER } from './statements.ts';

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

const lockName = (...name: readonly string[]): string =>
  `switchboard ${createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 40)}`;

/** Takes a lock by name until the session ends. Throws DESTINATION_BUSY when another session keeps it. */
export async function lock(session: MysqlSession, request: DeliveryRequest, ...name: readonly string[]): Promise<void> {
  const { rows } = await session.ask(`select get_lock(?, ${LOCK_SECONDS})`, [lockName(...name)]);
  if (rows[0]?.[0] === '1') return;
  const reason = 'another delivery to the same place has not ended';
  throw new PipelineError('DESTINATION_BUSY', { name: request.name, reason });
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

/** Whether there is a table of that name that the user may use. */
export async function exists(session: MysqlSession, schema: string, table: string): Promise<boolean> {
  const { rows } = await session.ask(
    'select 1 from information_schema.tables where table_schema = ? and table_name = ?',
    [schema, table],
  );
  return rows.length > 0;
}

const misfit = ({ schema, table }: TableParameters, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });

/**
 * Sees to it that the ledger and the table are there. Statements that create something commit, so that this comes before the
 * transaction. Throws DESTINATION_SCHEMA when there is no table and none may be made.
 */
export async function ensureTables(
  session: MysqlSession,
  target: TableParameters,
  columns: readonly Column[],
): Promise<void> {
  const { schema, table } = target;
  const { rows } = await session.ask('select 1 from information_schema.schemata where schema_name = ?', [schema]);
  if (rows.length === 0) throw misfit(target, `the database ${schema} does not exist`);
  if (!(await exists(session, schema, table))) {
    if (!target.create) throw misfit(target, 'it does not exist');
    await session.ask(createTable(target, columns, await exactCollation(session)));
  }
  if (!(await exists(session, schema, LEDGER))) await session.ask(createLedger(schema));
}

async function exactCollation(session: MysqlSession): Promise<string> {
  const { rows } = await session.ask(
    `select collation_name from information_schema.collations where collation_name in (${EXACT_COLLATIONS.map(() => '?').join(', ')})`,
    EXACT_COLLATIONS,
  );
  const known = rows.map(([name]) => name);
  return EXACT_COLLATIONS.find((name) => known.includes(name)) ?? 'utf8mb4_bin';
}

/** A column of the table. */
export type TableColumn = {
  /** Such as `varchar`. */
  readonly type: string;
  /** Longest text; null for other types. */
  readonly characters: number | null;
};

/**
 * The table's columns by their names in lower case.
 * Throws DESTINATION_SCHEMA when some are missing, naming them, and for a table without transactions.
 */
export async function readColumns(
  session: MysqlSession,
  target: TableParameters,
  names: readonly string[],
): Promise<ReadonlyMap<string, TableColumn>> {
  const { schema, table } = target;
  const { rows: kinds } = await session.ask(
    `select t.table_type, t.engine, e.transactions from information_schema.tables t
     left join information_schema.engines e on e.engine = t.engine where t.table_schema = ? and t.table_name = ?`,
    [schema, table],
  );
  const [[kind, engine, transactions] = []] = kinds;
  if (kind !== 'BASE TABLE') throw misfit(target, 'it is not a table');
  if (transactions !== 'YES')
    throw misfit(target, `its engine ${engine} has no transactions, without which readers would see parts of a result`);
  const { rows } = await session.ask(
    `select column_name, data_type, character_maximum_length from information_schema.columns
     where table_schema = ? and table_name = ?`,
    [schema, table],
  );
  const columns = new Map(
    rows.map(([name, type, characters]) => [
      String(name).toLowerCase(),
      { type: String(type).toLowerCase(), characters: characters == null ? null : Number(characters) },
    ]),
  );
  const missing = names.filter((name) => !columns.has(name.toLowerCase()));
  if (missing.length > 0) throw misfit(target, `it has no column ${missing.join(', ')}`);
  return columns;
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
