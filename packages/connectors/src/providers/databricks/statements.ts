import type { ColumnType } from '@switchboard/model/schema';
import { copyColumn } from '../../column-types/copy-column.ts';
import { type TypeNames, typeName } from '../../sql/column-type-name.ts';
import {
  LEDGER_CHANGED,
  STAGE_CHANGED,
  type WarehouseCommit,
  type WarehouseDialect,
  type WarehouseTarget,
} from '../../warehouse/warehouse.ts';
import { stagedNames } from '../../warehouse/warehouse-statements.ts';
import { DATABRICKS_TYPES } from './column-types.ts';
import { quoteName } from './names.ts';

export type DatabricksTarget = WarehouseTarget & {
  readonly catalog: string;
  /** Path of the volume, such as /Volumes/main/default/loads. */
  readonly volume: string;
  /** Id of the SQL warehouse that runs the statements. */
  readonly warehouse: string;
};

export const tableIn = ({ catalog, schema }: DatabricksTarget, table: string): string =>
  `${quoteName(catalog)}.${quoteName(schema)}.${quoteName(table)}`;

/** The table feature that allows transactions over several tables. */
export const CATALOG_COMMITS = 'delta.feature.catalogManaged';
const PROPERTIES = `TBLPROPERTIES ('${CATALOG_COMMITS}' = 'supported')`;

/** Times, records and lists become texts. */
const TYPES: TypeNames = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  decimal: 'DECIMAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  time: 'STRING',
  document: 'STRING',
  text: 'STRING',
};

const databricksType = (type: ColumnType): string => typeName(TYPES, type);

/** Types that are cast to as they are named. */
const SCALARS: ReadonlySet<string> = new Set([
  ...['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'boolean', 'date', 'timestamp_ntz'],
]);

export const DATABRICKS: WarehouseDialect<DatabricksTarget> = {
  stored: (name) => name,
  quote: quoteName,
  tableIn,
  typeOf: databricksType,
  types: DATABRICKS_TYPES,
  addColumn: (target, name, type) =>
    `ALTER TABLE ${tableIn(target, target.table)} ADD COLUMNS (${quoteName(name)} ${databricksType(type)})`,
  // Columns are dropped and renamed where they are mapped by name.
  changeType: (target, name, type) =>
    `ALTER TABLE ${tableIn(target, target.table)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name'); ${copyColumn(
      { table: tableIn(target, target.table), own: quoteName(name), copy: quoteName(`${name}_changed`) },
      databricksType(type),
    )}`,
  tableOptions: PROPERTIES,
  cast(text, { type, precision, scale }) {
    if (type === 'string') return text;
    if (type === 'decimal') return `CAST(${text} AS DECIMAL(${precision ?? 10}, ${scale ?? 0}))`;
    if (type === 'variant') return `PARSE_JSON(${text})`;
    // Without a timezone, a text would be read in that of the session.
    if (type === 'timestamp')
      return `CAST(${text} || CASE WHEN LENGTH(${text}) > 10 THEN 'Z' ELSE 'T00:00:00Z' END AS TIMESTAMP)`;
    return SCALARS.has(type) ? `CAST(${text} AS ${type.toUpperCase()})` : null;
  },
  onDate(value, { type }, date) {
    if (type === 'string') return `${value} = '${date}'`;
    if (type === 'date') return `${value} = DATE'${date}'`;
    if (type === 'timestamp_ntz') return `CAST(${value} AS DATE) = DATE'${date}'`;
    if (type !== 'timestamp') return null;
    return `(${value} >= TIMESTAMP'${date}T00:00:00Z' AND ${value} < TIMESTAMP'${date}T00:00:00Z' + INTERVAL '1' DAY)`;
  },
  createLedger: (target) =>
    `CREATE TABLE IF NOT EXISTS ${tableIn(target, target.ledger)} (id STRING, version STRING, fence BIGINT, epoch BIGINT, ` +
    `sha256 STRING, upload STRING, delivered_at TIMESTAMP) ${PROPERTIES}`,
  readLedger: (target) => ({
    text: `SELECT version, fence, epoch, sha256 FROM ${tableIn(target, target.ledger)} WHERE id = :id ORDER BY version DESC LIMIT 1`,
    values: { id: target.ledgerId },
  }),
  // Changes of a row that is there conflict.
  beginLedger: (target, upload) => ({
    text:
      `INSERT INTO ${tableIn(target, target.ledger)} (id, version, upload) SELECT :id, '', :upload ` +
      `FROM (SELECT 1 AS one) AS x WHERE NOT EXISTS (SELECT 1 FROM ${tableIn(target, target.ledger)} WHERE id = :id)`,
    values: { id: target.ledgerId, upload },
  }),
  findStages: ({ catalog, schema }, prefix) => ({
    text: `SELECT table_name FROM ${quoteName(catalog)}.information_schema.tables WHERE table_schema = :schema AND startswith(table_name, :prefix)`,
    values: { schema, prefix },
  }),
};

export const showProperties = (target: DatabricksTarget, table: string): string =>
  `SHOW TBLPROPERTIES ${tableIn(target, table)}`;

/** A table of texts with the rows of the files in a folder. Does nothing when it is there: a request that arrives twice makes it once. */
export function createStage(target: DatabricksTarget, stage: string, columns: number, folder: string): string {
  const names = stagedNames(columns);
  return (
    `CREATE TABLE IF NOT EXISTS ${tableIn(target, stage)} ${PROPERTIES} AS SELECT ${names.map(quoteName).join(', ')} ` +
    `FROM read_files('${folder}', format => 'json', schema => '${names.map((name) => `${name} STRING`).join(', ')}', mode => 'FAILFAST')`
  );
}

/**
 * The commit as one script. It fails with LEDGER_CHANGED when the ledger holds another version than `held`, and with STAGE_CHANGED when
 * the stage does not hold `rows` rows. All values in it are hexadecimal digits, numbers and colons.
 */
export function commitScript(target: DatabricksTarget, { stage, replace, held, entry, rows }: WarehouseCommit): string {
  const ledger = tableIn(target, target.ledger);
  const { version, fence, epoch, sha256 } = entry;
  const own = `id = '${target.ledgerId}'`;
  const unless = (condition: string, code: string): string =>
    `IF NOT (${condition}) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${code}'; END IF`;
  return [
    'BEGIN ATOMIC',
    `${unless(`COALESCE((SELECT MAX(version) FROM ${ledger} WHERE ${own}), 'none') = '${held}'`, LEDGER_CHANGED)};`,
    `${unless(`(SELECT COUNT(*) FROM ${tableIn(target, stage)}) = ${rows}`, STAGE_CHANGED)};`,
    `UPDATE ${ledger} SET version = '${version}', fence = ${fence}, epoch = ${epoch}, sha256 = '${sha256}', delivered_at = CURRENT_TIMESTAMP() WHERE ${own};`,
    ...replace.map((statement) => `${statement};`),
    'END',
  ].join('\n');
}
