import { addDays } from '@switchboard/model/schedule/schedule';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { type TypeNames, typeName } from '../../sql/column-type-name.ts';
import { literal, quoteName } from '../../sql/mssql-session.ts';
import type { TableDelivery, TableName } from '../../sql/sql-database.ts';
import type { LedgerRow } from '../../sql/sql-ledger.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';

export const LEDGER = '_switchboard_loads';
/** A table of the session. */
export const STAGE = quoteName('#switchboard_stage');

/** Schema and name, quoted. */
export const qualified = ({ schema, table }: TableName): string => `${quoteName(schema)}.${quoteName(table)}`;

const ledgerOf = ({ schema }: Pick<TableName, 'schema'>): string => qualified({ schema, table: LEDGER });

const listed = (names: readonly string[]): string => names.map(quoteName).join(', ');

/** An index takes 1,700 bytes, and a character takes two of them. The rest is for columns of other types. */
const KEY_CHARACTERS = 400;
/** A collation under which different texts differ. */
const EXACT = 'collate Latin1_General_100_BIN2';

const isText = ({ kind }: ColumnType): boolean => kind === 'string' || kind === 'unknown';
const isDocument = ({ kind }: ColumnType): boolean => kind === 'json' || kind === 'record' || kind === 'list';

/** Records and lists become texts. */
const TYPES: Omit<TypeNames, 'text'> = {
  integer: 'bigint',
  float: 'float(53)',
  decimal: 'decimal',
  boolean: 'bit',
  date: 'date',
  datetime: 'datetime2(6)',
  time: 'time(6)',
  document: 'nvarchar(max)',
};

const mssqlType = (type: ColumnType, characters: number | null): string =>
  typeName({ ...TYPES, text: `nvarchar(${characters ?? 'max'}) ${EXACT}` }, type);

export const createSchema = ({ schema }: TableName): string => `create schema ${quoteName(schema)}`;

export const addColumn = (target: TableName, { name, type }: Column): string =>
  `alter table ${qualified(target)} add ${quoteName(name)} ${mssqlType(type, null)} null`;

export const changeType = (target: TableName, { name, type }: Column): string =>
  `alter table ${qualified(target)} alter column ${quoteName(name)} ${mssqlType(type, null)} null`;

/** Statements that make the table as the upload's columns want it. Texts of a key are limited, since they are indexed. */
export function createTable(target: TableParameters, columns: readonly Column[]): readonly string[] {
  const { dateColumn, keyColumns } = target;
  const indexed = columns.filter(({ name }) => keyColumns.includes(name) || name === dateColumn?.name);
  const texts = indexed.filter(({ type }) => isText(type));
  const characters = Math.floor(KEY_CHARACTERS / Math.max(texts.length, 1));
  const definitions = columns.map(
    (column) => `${quoteName(column.name)} ${mssqlType(column.type, texts.includes(column) ? characters : null)} null`,
  );
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quoteName(dateColumn.name)} date null`);
  const canBeIndexed = indexed.every(({ type }) => !isDocument(type));
  const table = qualified(target);
  return [
    `create table ${table} (${definitions.join(', ')})`,
    ...(keyColumns.length > 0 && canBeIndexed
      ? [`create unique index ${quoteName('switchboard_key')} on ${table} (${listed(keyColumns)})`]
      : []),
    ...(dateColumn !== null && canBeIndexed
      ? [`create index ${quoteName('switchboard_date')} on ${table} (${quoteName(dateColumn.name)})`]
      : []),
  ];
}

/** The ledger beside the tables of a schema: one row for each account, upload, report date, purpose and target, by their hash. */
export const createLedger = (target: Pick<TableName, 'schema'>): string => `create table ${ledgerOf(target)} (
  [id] nvarchar(64) not null primary key, [account] nvarchar(max) not null, [upload] nvarchar(max) not null, [report_date] nvarchar(32) not null,
  [purpose] nvarchar(32) not null, [target] nvarchar(128) not null, [fence] bigint not null, [epoch] bigint not null,
  [sha256] nvarchar(64) not null, [row_count] bigint not null, [loaded_at] datetime2(6) not null)`;

/** Reads the kind of the object with this name: `BASE TABLE`, `VIEW` or the like. */
export const kindOf = ({ schema, table }: TableName): string =>
  `select TABLE_TYPE from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA = ${literal(schema)} and TABLE_NAME = ${literal(table)}`;

export const findSchema = ({ schema }: TableName): string =>
  `select SCHEMA_NAME from INFORMATION_SCHEMA.SCHEMATA where SCHEMA_NAME = ${literal(schema)}`;

/** Columns with what their types need to be named. */
export const readColumns = ({ schema, table }: TableName): string =>
  `select COLUMN_NAME, DATA_TYPE, convert(nvarchar(64), [NUMERIC_PRECISION]), convert(nvarchar(64), [NUMERIC_SCALE]),
  convert(nvarchar(64), [DATETIME_PRECISION]), COLLATION_NAME from INFORMATION_SCHEMA.COLUMNS
  where TABLE_SCHEMA = ${literal(schema)} and TABLE_NAME = ${literal(table)}`;

/**
 * Takes a lock by name, until the session or the transaction ends. Its answer is negative when another session keeps it.
 * @param name of hexadecimal digits
 */
export const lock = (name: string, owner: 'Session' | 'Transaction', milliseconds: number): string =>
  `declare @got int; exec @got = sp_getapplock @Resource = N'switchboard ${name}', @LockMode = 'Exclusive', @LockOwner = '${owner}',
  @LockTimeout = ${milliseconds}; select convert(nvarchar(64), @got)`;

/** Locks the row until the transaction ends, where `isLocked`. */
export const readLedger = (target: TableName, id: string, isLocked: boolean): string =>
  `select convert(nvarchar(64), [fence]), convert(nvarchar(64), [epoch]), [sha256], convert(nvarchar(64), [row_count]) from ${ledgerOf(target)}${isLocked ? ' with (updlock, holdlock)' : ''} where [id] = ${literal(id)}`;

export const insertLedger = (target: TableName, row: LedgerRow): string =>
  `insert into ${ledgerOf(target)} ([id], [account], [upload], [report_date], [purpose], [target], [fence], [epoch], [sha256], [row_count], [loaded_at])
  values (${[row.id, ...row.identity].map(literal).join(', ')}, ${row.fence}, ${row.epoch}, ${literal(row.sha256)}, ${row.rows}, sysutcdatetime())`;

export const updateLedger = (target: TableName, row: LedgerRow): string =>
  `update ${ledgerOf(target)} set [fence] = ${row.fence}, [epoch] = ${row.epoch}, [sha256] = ${literal(row.sha256)},
  [row_count] = ${row.rows}, [loaded_at] = sysutcdatetime() where [id] = ${literal(row.id)}`;

/** A column of the table. */
export type TableColumn = {
  readonly name: string;
  /** Such as `nvarchar`. */
  readonly type: string;
  /** With its digits; without the length of texts. */
  readonly fullType: string;
  /** As a conversion names it, such as `decimal(18, 6)`; null for texts, which the table itself limits. */
  readonly converted: string | null;
  /** The collation of a text column; null for other types. */
  readonly collation: string | null;
  /** Its column in the stage, which are named by their places; null for one that the rows do not bring. */
  readonly staged: string | null;
};
type TableColumns = ReadonlyMap<string, TableColumn>;
type Delivery = TableDelivery<TableParameters, TableColumn>;

const namesOf = ({ request }: Delivery): readonly string[] => request.columns.map(({ name }) => name);

const columnOf = (name: string, columns: TableColumns): TableColumn | undefined => columns.get(name.toLowerCase());

/** The columns of the stage. */
export const stagedNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `c${index + 1}`);

/** An empty table of this session, of texts: the server converts each to the type that the column of the table has. */
export const createStage = (names: readonly string[]): string =>
  `create table ${STAGE} (${names.map((name) => `${quoteName(name)} nvarchar(max) ${EXACT} null`).join(', ')})`;

const stagedText = (name: string, columns: TableColumns): string =>
  `${STAGE}.${quoteName(columnOf(name, columns)?.staged ?? name)}`;

/**
 * A staged column as the table has it. Styles of texts: 23 for a date, 121 for a date with a time. Older types of times take no more
 * than three digits of a second from a text.
 */
function stagedValue(name: string, columns: TableColumns): string {
  const value = stagedText(name, columns);
  const column = columnOf(name, columns);
  if (column === undefined || column.converted === null)
    return column?.collation == null ? value : `${value} collate ${column.collation}`;
  if (column.type === 'datetime' || column.type === 'smalldatetime')
    return `convert(${column.converted}, convert(datetime2(7), ${value}, 121))`;
  const style = column.type === 'date' ? ', 23' : column.type.includes('date') ? ', 121' : '';
  return `convert(${column.converted}, ${value}${style})`;
}

/** Moves the staged rows. */
export function insertStaged(delivery: Delivery): string {
  const { target, columns } = delivery;
  const { dateColumn } = target;
  const { reportDate: date } = delivery.request;
  const names = namesOf(delivery);
  const isFilled = dateColumn !== null && !dateColumn.inRows && date !== null;
  const into = isFilled ? [...names, dateColumn.name] : names;
  const values = [
    ...names.map((name) => stagedValue(name, columns)),
    ...(isFilled ? [`convert(date, '${date}', 23)`] : []),
  ];
  return `insert into ${qualified(target)} (${listed(into)}) select ${values.join(', ')} from ${STAGE}`;
}

/** A condition "this value holds the date", for a column of this type; null where it can hold none. */
export function onDate(value: string, type: string, date: string): string | null {
  const day = (one: string): string => `convert(date, '${one}', 23)`;
  if (type === 'date') return `${value} = ${day(date)}`;
  if (/^(?:small)?datetime2?$/.test(type)) return `${value} >= ${day(date)} and ${value} < ${day(addDays(date, 1))}`;
  if (type === 'datetimeoffset') {
    const moment = (one: string): string => `convert(datetimeoffset, '${one}T00:00:00Z', 127)`;
    return `${value} >= ${moment(date)} and ${value} < ${moment(addDays(date, 1))}`;
  }
  return /^n?(?:var)?char$/.test(type) ? `${value} = '${date}'` : null;
}

/** How many staged rows do not hold the date. */
export function countOtherDates({ target, columns }: Delivery, date: string): string {
  const name = target.dateColumn?.name ?? '';
  const condition = onDate(stagedValue(name, columns), columnOf(name, columns)?.type ?? '', date);
  return `select convert(nvarchar(64), count_big(*)) from ${STAGE} where case when ${condition} then 1 else 0 end = 0`;
}

const sameKey = ({ target, columns }: Delivery): string =>
  target.keyColumns.map((key) => `[held].${quoteName(key)} = ${stagedValue(key, columns)}`).join(' and ');

/** Overwrites the rows whose key is among the staged ones; other columns stay as they are. */
export function updateKeys(delivery: Delivery): string {
  const { target, columns } = delivery;
  const { dateColumn, keyColumns } = target;
  const { reportDate: date } = delivery.request;
  const others = namesOf(delivery).filter((name) => !keyColumns.includes(name));
  // Setting the key to itself counts a row that has nothing else to be set.
  const set = (others.length > 0 ? others : keyColumns).map(
    (name) => `${quoteName(name)} = ${stagedValue(name, columns)}`,
  );
  if (dateColumn !== null && !dateColumn.inRows && date !== null)
    set.push(`${quoteName(dateColumn.name)} = convert(date, '${date}', 23)`);
  return `update [held] set ${set.join(', ')} from ${qualified(target)} [held] inner join ${STAGE} on ${sameKey(delivery)}`;
}

/** Moves the staged rows whose key is not there. */
export const insertOthers = (delivery: Delivery): string =>
  `${insertStaged(delivery)} where not exists (select 1 from ${qualified(delivery.target)} [held] where ${sameKey(delivery)})`;

/** Rows of one key that occurs more than once in the table: then nothing identifies the row to overwrite. */
export const findTwice = (target: TableParameters): string =>
  `select top (1) convert(nvarchar(64), count_big(*)) from ${qualified(target)} group by ${listed(target.keyColumns)} having count_big(*) > 1`;

/** How many staged rows hold a text that the code page of its column would change; null for a table of Unicode only. */
export function countChangedTexts(delivery: Delivery): string | null {
  const { columns } = delivery;
  const changed = namesOf(delivery).flatMap((name) => {
    if (!/^(?:var)?char$|^text$/.test(columnOf(name, columns)?.type ?? '')) return [];
    const kept = `cast(cast(${stagedValue(name, columns)} as varchar(max)) as nvarchar(max)) ${EXACT}`;
    return [`${kept} <> ${stagedText(name, columns)}`];
  });
  return changed.length === 0
    ? null
    : `select convert(nvarchar(64), count_big(*)) from ${STAGE} where ${changed.join(' or ')}`;
}

/** A statement and the number of rows that it changed, without those that triggers change. */
export const counted = (statement: string): string => `${statement};\nselect convert(nvarchar(64), rowcount_big())`;

/** Rows whose key is among the staged ones. */
export const deleteKeys = (delivery: Delivery): string =>
  `delete from [held] from ${qualified(delivery.target)} [held] inner join ${STAGE} on ${sameKey(delivery)}`;

/** One key that is null or occurs twice among the staged rows, as the table compares them: how often, and texts. */
export function findBadKey({ target: { keyColumns }, columns }: Delivery): string {
  const isNull = keyColumns.map((key) => `${stagedText(key, columns)} is null`).join(' or ');
  const shown = keyColumns.map((key) => `min(${stagedText(key, columns)})`).join(', ');
  return `select top (1) convert(nvarchar(64), count_big(*)), ${shown} from ${STAGE}
  group by ${keyColumns.map((key) => stagedValue(key, columns)).join(', ')}
  having count_big(*) > 1 or max(case when ${isNull} then 1 else 0 end) > 0`;
}
