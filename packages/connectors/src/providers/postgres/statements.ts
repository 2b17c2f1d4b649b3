import type { Column, ColumnType } from '@switchboard/model/schema';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { type TypeNames, typeName } from '../../sql/column-type-name.ts';
import type { TableDelivery, TableName } from '../../sql/sql-database.ts';
import { filledNames } from '../../sql/sql-tables.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';

export const LEDGER = '_switchboard_loads';
export const STAGE = 'pg_temp."_switchboard_stage"';

/** Schema and name, quoted. */
export const qualified = ({ schema, table }: TableName): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;

const ledgerIn = (schema: string): string => qualified({ schema, table: LEDGER });

const listed = (names: readonly string[], prefix = ''): string =>
  names.map((name) => prefix + escapeIdentifier(name)).join(', ');

/** Records and lists become jsonb. */
const TYPES: TypeNames = {
  integer: 'bigint',
  float: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  document: 'jsonb',
  text: 'text',
};

const postgresType = (type: ColumnType): string => typeName(TYPES, type);

/** Statements that make the table as the upload's columns want it. */
export function createTable(target: TableParameters, columns: readonly Column[]): readonly string[] {
  const { dateColumn, keyColumns } = target;
  const name = qualified(target);
  const definitions = columns.map((column) => `${escapeIdentifier(column.name)} ${postgresType(column.type)}`);
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${escapeIdentifier(dateColumn.name)} date`);
  return [
    `create table ${name} (${definitions.join(', ')})`,
    ...(keyColumns.length > 0 ? [`create unique index on ${name} (${listed(keyColumns)})`] : []),
    ...(dateColumn !== null ? [`create index on ${name} (${escapeIdentifier(dateColumn.name)})`] : []),
  ];
}

/** Nothing happens where the column is there. */
export const addColumn = (target: TableName, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  `alter table ${qualified(target)} add column if not exists ${escapeIdentifier(name)} ${postgresType(type)}`;

export const changeType = (target: TableName, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  `alter table ${qualified(target)} alter column ${escapeIdentifier(name)} type ${postgresType(type)}`;

/** The ledger beside the tables of a schema: one row for each account, upload, report date, purpose and target. */
export const createLedger = (schema: string): string => `create table ${ledgerIn(schema)} (
  account text not null, upload text not null, report_date text not null, purpose text not null, target text not null,
  fence bigint not null, epoch bigint not null default 0, sha256 text not null, rows bigint not null, loaded_at timestamptz not null default now(),
  primary key (account, upload, report_date, purpose, target))`;

/** Parameters: account, upload, report date or '', purpose, target. */
export const readLedger = (schema: string): string => `select * from ${ledgerIn(schema)}
  where account = $1 and upload = $2 and report_date = $3 and purpose = $4 and target = $5`;

/** Ledgers of earlier versions have no column for it. They get one with the first epoch besides 0. */
export const addEpoch = (schema: string): string =>
  `alter table ${ledgerIn(schema)} add column if not exists epoch bigint not null default 0`;

/** Parameters as for reading, then fence, sha256, rows and, for an epoch besides 0, that. Touches no row when a newer or equal result is there. */
export const writeLedger = (schema: string, hasEpoch: boolean): string => `insert into ${ledgerIn(schema)} as held
  (account, upload, report_date, purpose, target, fence, sha256, rows${hasEpoch ? ', epoch' : ''})
  values ($1, $2, $3, $4, $5, $6, $7, $8${hasEpoch ? ', $9' : ''})
  on conflict (account, upload, report_date, purpose, target) do update
  set fence = excluded.fence, ${hasEpoch ? 'epoch = excluded.epoch, ' : ''}sha256 = excluded.sha256, rows = excluded.rows, loaded_at = now()
  where held.fence < excluded.fence or (held.fence = excluded.fence and held.sha256 <> excluded.sha256)
    ${hasEpoch ? 'or held.epoch < excluded.epoch' : ''}`;

/** An empty table of this session with the target's own types, so that the server reads each value as the target will. */
export const createStage = (target: TableParameters, names: readonly string[]): string =>
  `create temp table "_switchboard_stage" on commit drop as select ${listed(names)} from ${qualified(target)} with no data`;

/** `into` is a quoted name; `matchHeader`: the server can check that the file's header names these columns in this order. */
export const copyInto = (into: string, names: readonly string[], matchHeader: boolean): string =>
  `copy ${into} (${listed(names)}) from stdin with (format csv, header ${matchHeader ? 'match' : 'true'}, encoding 'UTF8')`;

/** Moves the staged rows. */
export function insertStaged({ request, target }: Pick<TableDelivery, 'request' | 'target'>): string {
  const { dateColumn } = target;
  const names = request.columns.map(({ name }) => name);
  const filled = dateColumn !== null && !dateColumn.inRows;
  const into = filled ? [...names, dateColumn.name] : names;
  const date = filled ? `, ${dateLiteral(request.reportDate ?? '')}` : '';
  return `insert into ${qualified(target)} (${listed(into)}) select ${listed(names)}${date} from ${STAGE}`;
}

const dateLiteral = (date: string): string => `${escapeLiteral(date)}::date`;

/** A condition "this value holds the date", for a column of this PostgreSQL type; null where it can hold none. */
export function onDate(value: string, type: string, date: string): string | null {
  const day = dateLiteral(date);
  if (type === 'date') return `${value} = ${day}`;
  if (type.startsWith('timestamp')) return `${value} >= ${day} and ${value} < ${day} + 1`;
  return type === 'text' || type.startsWith('character') ? `${value} = ${escapeLiteral(date)}::text` : null;
}

/** Rows whose key is among the staged ones. */
export function deleteKeys(target: TableParameters): string {
  const match = target.keyColumns.map((key) => `held.${escapeIdentifier(key)} = staged.${escapeIdentifier(key)}`);
  return `delete from ${qualified(target)} as held using ${STAGE} as staged where ${match.join(' and ')}`;
}

/** Whether a unique index makes exactly these columns a key; $1 the table, $2 the columns, sorted. No row when none does. */
export const findUniqueIndex = `select from pg_catalog.pg_index i
  where i.indrelid = to_regclass($1) and i.indisunique and i.indimmediate and i.indisvalid
    and i.indpred is null and i.indexprs is null
    and $2::text[] = (select array_agg(a.attname::text order by a.attname::text collate "C") from pg_catalog.pg_attribute a
      where a.attrelid = i.indrelid and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])) limit 1`;

/** Moves the staged rows and overwrites those of the same key, whose other columns stay as they are. Needs a unique index. */
export function mergeStaged(delivery: Pick<TableDelivery, 'request' | 'target'>): string {
  const { target } = delivery;
  const others = filledNames(delivery).filter((name) => !target.keyColumns.includes(name));
  // Setting the key to itself counts a row that has nothing else to be set.
  const set = (others.length > 0 ? others : target.keyColumns).map(
    (name) => `${escapeIdentifier(name)} = excluded.${escapeIdentifier(name)}`,
  );
  return `${insertStaged(delivery)} on conflict (${listed(target.keyColumns)}) do update set ${set.join(', ')}`;
}

/** A row, when some staged key is empty. */
export function findEmptyKey(keyColumns: readonly string[]): string {
  const isNull = keyColumns.map((key) => `${escapeIdentifier(key)} is null`).join(' or ');
  return `select from ${STAGE} where ${isNull} limit 1`;
}

/** How many staged rows do not fit a condition. */
export const countOtherDates = (condition: string): string =>
  `select count(*) from ${STAGE} where (${condition}) is not true`;

/** How often one key that is null or occurs twice stands in the stage, then its values as text. */
export function findBadKey(keyColumns: readonly string[]): string {
  const keys = listed(keyColumns);
  const isNull = keyColumns.map((key) => `${escapeIdentifier(key)} is null`).join(' or ');
  return `select count(*), ${keyColumns.map((key) => `${escapeIdentifier(key)}::text`).join(', ')}
    from ${STAGE} group by ${keys} having count(*) > 1 or bool_or(${isNull}) limit 1`;
}
