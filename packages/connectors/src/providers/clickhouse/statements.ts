import type { Column } from '@switchboard/model/schema';
import { readType } from './column-type.ts';
import { columnType, convert } from './conversions.ts';
import { literal, quoteName } from './quote.ts';
import { type Target, tableName, unfit } from './target.ts';

/** The hidden column of every row that says which delivery it belongs to. `SELECT *` leaves it out. */
export const LOAD_COLUMN = '_switchboard_load';
const LOAD_DEFINITION = `${quoteName(LOAD_COLUMN)} LowCardinality(String) MATERIALIZED ''`;

/** The statement that creates the table of an upload, with a partition for each day of the date column. */
export function createTable(target: Target, mode: string, columns: readonly Column[]): string {
  const { dateColumn } = target;
  const definitions = columns.map(({ name, type, nullable }) => {
    // Partitions are not made of nulls.
    const isKey = mode === 'replace_date' && name === dateColumn?.name;
    return `${quoteName(name)} ${columnType(type, nullable !== false && !isKey)}`;
  });
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quoteName(dateColumn.name)} Date32`);
  const isDated = mode === 'replace_date' && dateColumn !== null;
  const partition = isDated ? ` PARTITION BY ${dayOf(dateColumn.name, columns)}` : '';
  const all = [...definitions, LOAD_DEFINITION].join(', ');
  return `CREATE TABLE IF NOT EXISTS ${tableName(target, target.table)} (${all}) ENGINE = MergeTree${partition} ORDER BY tuple()`;
}

const dayOf = (name: string, columns: readonly Column[]): string =>
  columns.find((column) => column.name === name)?.type.kind === 'datetime'
    ? `toYYYYMMDD(${quoteName(name)})`
    : quoteName(name);

/** The statement that adds a column to a table without it. */
export const addColumn = (target: Target, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  `ALTER TABLE ${tableName(target, target.table)} ADD COLUMN IF NOT EXISTS ${quoteName(name)} ${columnType(type, true)}`;

export const changeType = (target: Target, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  `ALTER TABLE ${tableName(target, target.table)} MODIFY COLUMN ${quoteName(name)} ${columnType(type, true)}`;

export const addLoadColumn = (target: Target): string =>
  `ALTER TABLE ${tableName(target, target.table)} ADD COLUMN IF NOT EXISTS ${LOAD_DEFINITION}`;

/** A table of the same structure, beside it. */
export const createStage = (target: Target, stage: string): string =>
  `CREATE TABLE IF NOT EXISTS ${tableName(target, stage)} AS ${tableName(target, target.table)}`;

/** Drops a stage. With SYNC the server answers once no statement uses the table: no statement is moving its rows any more. */
export const dropStage = (target: Target, stage: string): string =>
  `DROP TABLE IF EXISTS ${tableName(target, stage)} SYNC`;

/** Types of the columns of a table by their names, as the server spells them. */
export type TableColumns = ReadonlyMap<string, string>;

/** Whether a partition of the table holds exactly one day of the date column. */
export function isPartitionedByDay(partitionKey: string, column: string, type: string): boolean {
  const key = partitionKey.trim().replace(/^(?:tuple)?\(([^(),]*|\w+\([^(),]*\))\)$/, '$1');
  const names = [column, quoteName(column)];
  const isDay = /^(?:Date|Date32|String)$/.test(readType(type).base);
  if (isDay && names.includes(key)) return true;
  return names.some((name) =>
    ['toDate', 'toDate32', 'toYYYYMMDD', 'toStartOfDay'].some((day) => key === `${day}(${name})`),
  );
}

/** A condition that a column holds the report date; null for a type that holds no dates. */
export function onDate(column: string, type: string, date: string): string | null {
  const name = quoteName(column);
  switch (readType(type).base) {
    case 'Date':
      return `${name} = toDate(${literal(date)})`;
    case 'Date32':
      return `${name} = toDate32(${literal(date)})`;
    case 'DateTime':
    case 'DateTime64':
      return `toDate32(${name}) = toDate32(${literal(date)})`;
    case 'String':
      return `${name} = ${literal(date)}`;
    default:
      return null;
  }
}

export type Load = {
  readonly stage: string;
  /** The value of the hidden column. */
  readonly tag: string;
  readonly reportDate: string | null;
};

/**
 * Reads rows of CSV into the stage. A value that the table cannot hold exactly fails the statement, and names its column.
 * Throws DESTINATION_SCHEMA for columns that cannot take those of the rows.
 */
export function insertRows(target: Target, columns: readonly Column[], known: TableColumns, load: Load): string {
  const { dateColumn } = target;
  const conversions = columns.map(({ name, type }, index) => {
    const into = known.get(name) ?? '';
    const conversion = convert(type, `c${index}`, into);
    if (conversion === null)
      throw unfit(target, `its column ${name} of type ${into} does not take ${type.kind} values`);
    return conversion;
  });
  const names = columns.map(({ name }) => name);
  const values = conversions.map(({ value }) => value);
  if (dateColumn !== null && !dateColumn.inRows) {
    names.push(dateColumn.name);
    values.push(`CAST(toDate32(${literal(load.reportDate ?? '')}), ${literal(known.get(dateColumn.name) ?? '')})`);
  }
  names.push(LOAD_COLUMN);
  values.push(literal(load.tag));
  const checks = conversions.flatMap(({ differs }, index) => {
    const message = `column ${columns[index]?.name ?? ''} cannot hold a value exactly`;
    return differs === null ? [] : [`NOT throwIf(ifNull(${differs}, 0), ${literal(message)})`];
  });
  const read = conversions.map((conversion, index) => `c${index} ${conversion.read}`).join(', ');
  return [
    `INSERT INTO ${tableName(target, load.stage)} (${names.map(quoteName).join(', ')})`,
    `SELECT ${values.join(', ')} FROM input(${literal(read)})`,
    ...(checks.length === 0 ? [] : [`WHERE ${checks.join(' AND ')}`]),
    'FORMAT CSV',
  ].join(' ');
}

/** Settings of INSERT: CSV as results have it, nothing replaced, rounded, left out or put off. */
export const INSERT_SETTINGS: Readonly<Record<string, string>> = {
  async_insert: '0',
  insert_deduplicate: '0',
  insert_null_as_default: '0',
  insert_allow_materialized_columns: '1',
  max_partitions_per_insert_block: '0',
  precise_float_parsing: '1',
  date_time_input_format: 'basic',
  input_format_null_as_default: '0',
  input_format_allow_errors_num: '0',
  input_format_allow_errors_ratio: '0',
  input_format_csv_empty_as_default: '1',
  input_format_csv_trim_whitespaces: '0',
  input_format_csv_detect_header: '0',
  format_csv_delimiter: ',',
  format_csv_null_representation: '',
  format_csv_allow_single_quotes: '0',
  format_csv_allow_double_quotes: '1',
};

/** Settings of statements that drop what may be larger than the server lets people drop by mistake. */
export const DROP_SETTINGS: Readonly<Record<string, string>> = {
  max_table_size_to_drop: '0',
  max_partition_size_to_drop: '0',
};

/** For servers that replace a partition by none only when they are asked to. Earlier ones do not know the setting. */
export const EMPTY_SOURCE_SETTINGS: Readonly<Record<string, string>> = {
  allow_replace_partition_from_empty_source: '1',
};

/** Columns: rows, rows that do not fit the condition, partitions, and the id of one of them. */
export const checkStage = (target: Target, stage: string, condition: string | null): string =>
  `SELECT toString(count()), toString(countIf(${condition === null ? '0' : `NOT ifNull(${condition}, 0)`})), toString(uniqExact(_partition_id)), toString(any(_partition_id)) FROM ${tableName(target, stage)}`;

/** Reads the loads that the rows of the target's ledger entry record. */
export const readLoads = (target: Target, condition: string | null): string =>
  `SELECT DISTINCT toString(${quoteName(LOAD_COLUMN)}) FROM ${tableName(target, target.table)} WHERE startsWith(${quoteName(LOAD_COLUMN)}, ${literal(`${target.ledgerId}:`)})${condition === null ? '' : ` AND ${condition}`}`;

/** The one statement that makes the stage visible. @param partition id of the only partition of the stage */
export function showStage(target: Target, mode: string, stage: string, partition: string): string {
  const [table, from] = [tableName(target, target.table), tableName(target, stage)];
  if (mode === 'truncate') return `EXCHANGE TABLES ${table} AND ${from}`;
  const verb = mode === 'append' ? 'ATTACH' : 'REPLACE';
  return `ALTER TABLE ${table} ${verb} PARTITION ID ${literal(partition)} FROM ${from}`;
}
