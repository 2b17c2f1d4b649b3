import { addDays } from '@switchboard/model/schedule/schedule';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { escapeIdentifier } from 'pg';
import { copyColumn } from '../../column-types/copy-column.ts';
import { type TypeNames, typeName } from '../../sql/column-type-name.ts';
import type { TableDelivery, TableName } from '../../sql/sql-database.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { folded, type Staging } from './parameters.ts';

export const STAGE = '"_switchboard_stage"';

export const quoted = (name: string): string => escapeIdentifier(folded(name));

/** Schema and name, quoted. */
export const qualified = ({ schema, table }: TableName): string => `${quoted(schema)}.${quoted(table)}`;

const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

const LEDGER = '_switchboard_loads_';
const LONGEST_NAME = 127;

/**
 * Name of the ledger beside a table. Each table has one of its own: transactions that read and change the same table violate the
 * serializable isolation of each other.
 */
export const ledgerOf = ({ schema, table }: TableName): TableName => ({ schema, table: cut(LEDGER + table) });

const cut = (name: string): string => {
  let short = name;
  while (Buffer.byteLength(short) > LONGEST_NAME) short = short.slice(0, -1);
  return short;
};

/** The longest text that Redshift keeps, in bytes. */
const TEXT = 'varchar(65535)';

/** Records and lists become SUPER. */
const TYPES: TypeNames = {
  integer: 'bigint',
  float: 'double precision',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  time: 'time',
  document: 'super',
  text: TEXT,
};

const redshiftType = (type: ColumnType): string => typeName(TYPES, type);

/** The type of a staged column: what COPY reads in exactly one way. Times and records stay texts, which the INSERT casts. */
function stagedType(type: ColumnType): string {
  if (type.kind === 'datetime' || type.kind === 'time') return 'varchar(64)';
  const own = redshiftType(type);
  return own === 'super' ? TEXT : own;
}

export const addColumn = (target: TableName, { name, type }: Column): string =>
  `alter table ${qualified(target)} add column ${quoted(name)} ${redshiftType(type)}`;

/** Redshift changes no types but the lengths of texts. */
export const changeType = (target: TableName, { name, type }: Column): string =>
  copyColumn({ table: qualified(target), own: quoted(name), copy: quoted(`${name}_changed`) }, redshiftType(type));

export const createSchema = ({ schema }: TableName): string => `create schema if not exists ${quoted(schema)}`;

/** The table as the upload's columns want it. Redshift chooses its distribution and order. */
export function createTable(target: TableParameters, columns: readonly Column[]): string {
  const { dateColumn } = target;
  const definitions = columns.map(({ name, type }) => `${quoted(name)} ${redshiftType(type)}`);
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quoted(dateColumn.name)} date`);
  return `create table if not exists ${qualified(target)} (${definitions.join(', ')})`;
}

/** The ledger beside a table: one row for each account, upload, report date and purpose, by their hash. */
export const createLedger = (target: TableName): string => `create table if not exists ${qualified(ledgerOf(target))} (
  id varchar(64) not null, account varchar(1024) not null, upload varchar(1024) not null, report_date varchar(32) not null,
  purpose varchar(32) not null, fence bigint not null, epoch bigint not null, sha256 varchar(64) not null, row_count bigint not null,
  loaded_at timestamptz not null)`;

/** Waits for every other delivery to the table. The first statement of the transaction, which sees what they committed. */
export const lockLedger = (target: TableName): string => `lock table ${qualified(ledgerOf(target))}`;

/** Parameter: the id. */
export const readLedger = (target: TableName): string =>
  `select fence, epoch, sha256, row_count from ${qualified(ledgerOf(target))} where id = $1`;

/** Parameter: the id. */
export const deleteLedger = (target: TableName): string => `delete from ${qualified(ledgerOf(target))} where id = $1`;

/** Parameters: id, account, upload, report date or '', purpose, fence, epoch, sha256, rows, time. */
export const insertLedger = (target: TableName): string => `insert into ${qualified(ledgerOf(target))}
  (id, account, upload, report_date, purpose, fence, epoch, sha256, row_count, loaded_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** An empty table of this session. */
export const createStage = (columns: readonly Column[]): string =>
  `create temporary table ${STAGE} (${columns.map(({ name, type }) => `${quoted(name)} ${stagedType(type)}`).join(', ')})`;

/** Loads the parts that a manifest lists. `nullText` stands for nothing, so that an empty text stays one. */
export function copyStage(
  columns: readonly Column[],
  { bucket, access, role }: Staging,
  manifest: string,
  nullText: string,
): string {
  const authorization =
    role === null
      ? `access_key_id '${access.accessKeyId}' secret_access_key '${access.secretAccessKey}'`
      : `iam_role ${role === 'default' ? role : `'${role}'`}`;
  return `copy ${STAGE} (${listed(columns.map(({ name }) => name))}) from 's3://${bucket}/${manifest}'
  ${authorization} region '${access.region}' manifest gzip format as csv null as '${nullText}' dateformat 'YYYY-MM-DD'
  compupdate off statupdate off`;
}

export const countStaged = `select count(*) from ${STAGE}`;

/** A staged column as a value of the table's own type. */
function stagedValue({ name, type }: Column, columns: TableDelivery['columns']): string {
  const column = `${STAGE}.${quoted(name)}`;
  const wanted = columns.get(folded(name))?.type ?? '';
  if (isText(wanted)) return column;
  if (wanted === 'super') return stagedType(type) === TEXT ? `json_parse(${column})` : column;
  return stagedType(type).startsWith('varchar') ? `cast(${column} as ${wanted})` : column;
}

const isText = (type: string): boolean => type.startsWith('character');

/** Moves the staged rows. */
export function insertStaged({ request, target, columns }: TableDelivery): string {
  const { dateColumn } = target;
  const { reportDate: date } = request;
  const isFilled = dateColumn !== null && !dateColumn.inRows && date !== null;
  const names = [...request.columns.map(({ name }) => name), ...(isFilled ? [dateColumn.name] : [])];
  const values = [...request.columns.map((column) => stagedValue(column, columns)), ...(isFilled ? [`'${date}'`] : [])];
  return `insert into ${qualified(target)} (${listed(names)}) select ${values.join(', ')} from ${STAGE}`;
}

/** A condition "this value holds the date", for a column of this Redshift type; null where it can hold none. */
export function onDate(value: string, type: string, date: string): string | null {
  if (type === 'date' || isText(type)) return `${value} = '${date}'`;
  return type.startsWith('timestamp') ? `${value} >= '${date}' and ${value} < '${addDays(date, 1)}'` : null;
}

/** How many staged rows do not hold the date. */
export function countOtherDates({ request, target, columns }: TableDelivery, date: string): string {
  const column = request.columns.find(({ name }) => folded(name) === target.dateColumn?.name);
  const type = columns.get(target.dateColumn?.name ?? '')?.type ?? '';
  const condition = column === undefined ? null : onDate(stagedValue(column, columns), type, date);
  return `${countStaged} where not coalesce(${condition}, false)`;
}

/** Rows whose key is among the staged ones. */
export function deleteKeys({ request, target, columns }: TableDelivery): string {
  const match = target.keyColumns.map((key) => {
    const column = request.columns.find(({ name }) => folded(name) === key);
    return `${quoted(target.table)}.${quoted(key)} = ${column === undefined ? 'null' : stagedValue(column, columns)}`;
  });
  return `delete from ${qualified(target)} using ${STAGE} where ${match.join(' and ')}`;
}

/** One key that is null or occurs twice among the staged rows, as columns of texts and how often. */
export function findBadKey(keyColumns: readonly string[]): string {
  const isNull = keyColumns.map((key) => `${quoted(key)} is null`).join(' or ');
  const shown = keyColumns.map((key) => `cast(${quoted(key)} as varchar)`).join(', ');
  return `select count(*), ${shown} from ${STAGE} group by ${listed(keyColumns)}
  having count(*) > 1 or sum(case when ${isNull} then 1 else 0 end) > 0 limit 1`;
}
