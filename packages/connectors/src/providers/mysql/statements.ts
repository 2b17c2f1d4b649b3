import type { Column, ColumnType } from '@switchboard/model/schema';
import { type TypeNames, typeName } from '../../sql/column-type-name.ts';
import { LOCAL_NAME } from '../../sql/mysql-session.ts';
import type { TableDelivery, TableName } from '../../sql/sql-database.ts';
import { filledNames } from '../../sql/sql-tables.ts';
import type { TableParameters } from '../../sql/table-parameters.ts';
import { quoteName } from './quote-name.ts';

export const LEDGER = '_switchboard_loads';
const STAGE = '_switchboard_stage';

/** Database and name, quoted. */
export const qualified = ({ schema, table }: TableName): string => `${quoteName(schema)}.${quoteName(table)}`;

const ledgerIn = (schema: string): string => qualified({ schema, table: LEDGER });

export const stageOf = ({ schema }: TableName): string => qualified({ schema, table: STAGE });

type Delivery = Pick<TableDelivery, 'request' | 'target'>;

/** A column of the table. */
export type TableColumn = {
  readonly name: string;
  /** Such as `varchar`. */
  readonly type: string;
  /** Such as `varchar(20)`. */
  readonly fullType: string;
  /** Longest text; null for other types. */
  readonly characters: number | null;
};

/** A text that holds a date, or a word of ours: nothing to be escaped. */
const literal = (text: string): string => `'${text}'`;

const listed = (names: readonly string[], prefix = ''): string =>
  names.map((name) => prefix + quoteName(name)).join(', ');

/** InnoDB takes keys of 3,072 bytes, and a character takes up to four. The rest is for columns of other types. */
const KEY_CHARACTERS = 700;

const isText = ({ kind }: ColumnType): boolean => kind === 'string' || kind === 'unknown';

/** Records and lists become JSON. */
const TYPES: TypeNames = {
  integer: 'bigint',
  float: 'double',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime(6)',
  time: 'time(6)',
  document: 'json',
  text: 'longtext',
};

const mysqlType = (type: ColumnType, characters: number | null): string =>
  characters === null ? typeName(TYPES, type) : typeName({ ...TYPES, text: `varchar(${characters})` }, type);

/** Collations under which different texts differ, best first: the last one ignores spaces at the end. */
export const EXACT_COLLATIONS = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin', 'utf8mb4_bin'];

/** The statement that makes the table as the upload's columns want it. Texts of a key are limited, since they are indexed. */
export function createTable(target: TableParameters, columns: readonly Column[], collation: string): string {
  const { dateColumn, keyColumns } = target;
  const keys = columns.filter(({ name }) => keyColumns.includes(name));
  const indexed = [...keys, ...columns.filter(({ name }) => name === dateColumn?.name && !keyColumns.includes(name))];
  const texts = indexed.filter(({ type }) => isText(type));
  const characters = Math.floor(KEY_CHARACTERS / Math.max(texts.length, 1));
  const definitions = columns.map(
    (column) =>
      `${quoteName(column.name)} ${mysqlType(column.type, texts.includes(column) ? characters : null)}${keys.includes(column) ? ' not null' : ''}`,
  );
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quoteName(dateColumn.name)} date`);
  const canBeIndexed = indexed.every(({ type }) => !['json', 'record', 'list'].includes(type.kind));
  if (keyColumns.length > 0 && canBeIndexed) definitions.push(`primary key (${listed(keyColumns)})`);
  if (dateColumn !== null && canBeIndexed) definitions.push(`index (${quoteName(dateColumn.name)})`);
  return `create table if not exists ${qualified(target)} (${definitions.join(', ')})
    engine = InnoDB row_format = dynamic default character set utf8mb4 collate ${collation}`;
}

export const addColumn = (target: TableName, { name, type }: Column): string =>
  `alter table ${qualified(target)} add column ${quoteName(name)} ${mysqlType(type, null)}`;

export const changeType = (target: TableName, { name, type }: Column): string =>
  `alter table ${qualified(target)} modify column ${quoteName(name)} ${mysqlType(type, null)}`;

/** The ledger beside the tables of a database: one row for each account, upload, report date, purpose and target, by their hash. */
export const createLedger = (schema: string): string => `create table if not exists ${ledgerIn(schema)} (
  id char(64) character set ascii not null primary key,
  account text not null, upload text not null, report_date text not null, purpose text not null, target text not null,
  fence bigint not null, epoch bigint not null, sha256 text not null, row_count bigint not null, loaded_at datetime(6) not null
) engine = InnoDB row_format = dynamic default character set utf8mb4`;

/** Parameter: the id. */
export const readLedger = (schema: string): string =>
  `select fence, epoch, sha256, row_count from ${ledgerIn(schema)} where id = ?`;

/** Parameters: id, account, upload, report date or '', purpose, target, fence, epoch, sha256, rows. */
export const insertLedger = (schema: string): string => `insert into ${ledgerIn(schema)}
  (id, account, upload, report_date, purpose, target, fence, epoch, sha256, row_count, loaded_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, utc_timestamp(6))`;

/** Parameters: fence, epoch, sha256, rows, id. */
export const updateLedger = (schema: string): string => `update ${ledgerIn(schema)}
  set fence = ?, epoch = ?, sha256 = ?, row_count = ?, loaded_at = utc_timestamp(6) where id = ?`;

/**
 * An empty table of this session with the target's own types, so that the server reads each value as the target will.
 * @param key columns of its index, with the number of indexed characters where not all are; null for no index
 */
export const createStage = (
  target: TableName,
  names: readonly string[],
  key: readonly { readonly name: string; readonly characters: number | null }[] | null,
): string => {
  const parts = key?.map(({ name, characters }) => quoteName(name) + (characters === null ? '' : `(${characters})`));
  return `create temporary table ${stageOf(target)} ${parts === undefined ? '' : `(index (${parts.join(', ')}))`} engine = InnoDB
    select ${listed(names)} from ${qualified(target)} limit 0`;
};

/** Reads the rows that the client sends. */
export const loadInto = (into: string, names: readonly string[]): string =>
  `load data local infile '${LOCAL_NAME}' into table ${into} character set utf8mb4
  fields terminated by ',' optionally enclosed by '"' escaped by '' lines terminated by '\\n' (${listed(names)})`;

/** Up to where the rows stand. */
export const insertInto = (into: string, names: readonly string[]): string =>
  `insert into ${into} (${listed(names)}) values `;

/** Moves the staged rows. */
export function insertStaged(delivery: Delivery): string {
  const { target } = delivery;
  const names = listed(filledNames(delivery));
  return `insert into ${qualified(target)} (${names}) select ${names} from ${stageOf(target)}`;
}

/** A condition "this value holds the date", for a column of this MySQL type; null where it can hold none. */
export function onDate(value: string, type: string, date: string): string | null {
  if (type === 'date') return `${value} = ${literal(date)}`;
  if (type === 'datetime' || type === 'timestamp')
    return `${value} >= ${literal(date)} and ${value} < ${literal(date)} + interval 1 day`;
  return /^(?:var)?char$|text$/.test(type) ? `${value} = ${literal(date)}` : null;
}

export const countWhere = (target: TableName, condition: string): string =>
  `select count(*) from ${qualified(target)} where ${condition}`;

const sameKey = (keyColumns: readonly string[]): string =>
  keyColumns.map((key) => `held.${quoteName(key)} = staged.${quoteName(key)}`).join(' and ');

/** Rows whose key is among the staged ones. */
export const deleteKeys = (target: TableParameters): string =>
  `delete held from ${stageOf(target)} as staged join ${qualified(target)} as held on ${sameKey(target.keyColumns)}`;

/** Overwrites the rows whose key is among the staged ones; other columns stay as they are. */
export function updateKeys(delivery: Delivery): string {
  const { target } = delivery;
  const others = filledNames(delivery).filter((name) => !target.keyColumns.includes(name));
  // Setting the key to itself counts a row that has nothing else to be set.
  const set = (others.length > 0 ? others : target.keyColumns).map(
    (name) => `held.${quoteName(name)} = staged.${quoteName(name)}`,
  );
  return `update ${stageOf(target)} as staged join ${qualified(target)} as held on ${sameKey(target.keyColumns)} set ${set.join(', ')}`;
}

/** Moves the staged rows whose key is not there. */
export function insertOthers(delivery: Delivery): string {
  const { target } = delivery;
  const names = filledNames(delivery);
  const [first = ''] = target.keyColumns;
  return `insert into ${qualified(target)} (${listed(names)}) select ${listed(names, 'staged.')}
    from ${stageOf(target)} as staged left join ${qualified(target)} as held on ${sameKey(target.keyColumns)}
    where held.${quoteName(first)} is null`;
}

/** How often one key that is null or occurs twice stands in the stage, then its values. */
export function findBadKey(target: TableParameters): string {
  const { keyColumns } = target;
  const isNull = keyColumns.map((key) => `${quoteName(key)} is null`).join(' or ');
  return `select count(*), ${listed(keyColumns)} from ${stageOf(target)}
    group by ${listed(keyColumns)} having count(*) > 1 or max(${isNull}) limit 1`;
}
