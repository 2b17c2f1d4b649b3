import type { Column, ColumnType } from '@switchboard/model/schema';
import { type HeldVersion, LEDGER_CHANGED, STAGE_CHANGED } from '../../warehouse/deliver-warehouse.ts';
import { stagedName } from '../../warehouse/warehouse-statements.ts';
import type { WarehouseDialect, WarehouseTarget } from '../../warehouse/warehouse-table.ts';
import { quoteName } from './names.ts';

export type DatabricksTarget = WarehouseTarget & {
  readonly catalog: string;
  /** Path of the volume, such as /Volumes/main/default/loads. */
  readonly volume: string;
};

export const tableIn = ({ catalog, schema }: DatabricksTarget, table: string): string =>
  `${quoteName(catalog)}.${quoteName(schema)}.${quoteName(table)}`;

/** The table feature that allows transactions over several tables. */
export const CATALOG_COMMITS = 'delta.feature.catalogManaged';
const PROPERTIES = `TBLPROPERTIES ('${CATALOG_COMMITS}' = 'supported')`;

/** The type of a column that the upload makes. Times are UTC. What has no type of its own becomes a text. */
function databricksType(type: ColumnType): string {
  switch (type.kind) {
    case 'integer':
      return 'BIGINT';
    case 'float':
      return 'DOUBLE';
    case 'decimal':
      return `DECIMAL(${type.precision}, ${type.scale})`;
    case 'boolean':
      return 'BOOLEAN';
    case 'date':
      return 'DATE';
    case 'datetime':
      return 'TIMESTAMP';
    case 'time':
    case 'json':
    case 'record':
    case 'list':
    case 'string':
    case 'unknown':
      return 'STRING';
  }
}

/** Types that are cast to as they are named. */
const SCALARS: ReadonlySet<string> = new Set([
  ...['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'boolean', 'date', 'timestamp_ntz'],
]);

export const DATABRICKS: WarehouseDialect = {
  stored: (name) => name,
  quote: quoteName,
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
};

export const describeTable = (target: DatabricksTarget, table: string): string =>
  `SELECT * FROM ${tableIn(target, table)} LIMIT 0`;

export const showProperties = (target: DatabricksTarget, table: string): string =>
  `SHOW TBLPROPERTIES ${tableIn(target, table)}`;

export function createTable(target: DatabricksTarget, columns: readonly Column[]): string {
  const { dateColumn, table } = target;
  const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${databricksType(type)}`);
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quoteName(dateColumn.name)} DATE`);
  return `CREATE TABLE IF NOT EXISTS ${tableIn(target, table)} (${definitions.join(', ')}) ${PROPERTIES}`;
}

/** The ledger: one row for each upload, report date and purpose. */
export const createLedger = (target: DatabricksTarget): string =>
  `CREATE TABLE IF NOT EXISTS ${tableIn(target, target.ledger)} (id STRING, version STRING, fence BIGINT, epoch BIGINT, ` +
  `sha256 STRING, upload STRING, delivered_at TIMESTAMP) ${PROPERTIES}`;

/** Parameter: id. The newest row, should there be more than one. */
export const readLedger = (target: DatabricksTarget): string =>
  `SELECT version, fence, epoch, sha256 FROM ${tableIn(target, target.ledger)} WHERE id = :id ORDER BY version DESC LIMIT 1`;

/** Parameters: id, upload. An empty row, so that every delivery changes a row that is there: only such changes conflict. */
export const beginLedger = (target: DatabricksTarget): string =>
  `INSERT INTO ${tableIn(target, target.ledger)} (id, version, upload) SELECT :id, '', :upload ` +
  `FROM (SELECT 1 AS one) AS x WHERE NOT EXISTS (SELECT 1 FROM ${tableIn(target, target.ledger)} WHERE id = :id)`;

const stagedColumns = (columns: number): readonly string[] =>
  Array.from({ length: columns }, (_, index) => stagedName(index));

/** A table of texts with the rows of the files in a folder. Does nothing when it is there: a request that arrives twice makes it once. */
export function createStage(target: DatabricksTarget, stage: string, columns: number, folder: string): string {
  const names = stagedColumns(columns);
  return (
    `CREATE TABLE IF NOT EXISTS ${tableIn(target, stage)} ${PROPERTIES} AS SELECT ${names.map(quoteName).join(', ')} ` +
    `FROM read_files('${folder}', format => 'json', schema => '${names.map((name) => `${name} STRING`).join(', ')}', mode => 'FAILFAST')`
  );
}

export const countStage = (target: DatabricksTarget, stage: string): string =>
  `SELECT COUNT(*) FROM ${tableIn(target, stage)}`;

export const dropStage = (target: DatabricksTarget, stage: string): string =>
  `DROP TABLE IF EXISTS ${tableIn(target, stage)}`;

/** Parameters: schema, the beginning of the names. */
export const findStages = ({ catalog }: DatabricksTarget): string =>
  `SELECT table_name FROM ${quoteName(catalog)}.information_schema.tables WHERE table_schema = :schema AND startswith(table_name, :prefix)`;

/**
 * The commit as one script. It fails with LEDGER_CHANGED when the ledger holds another version than `held`, and with STAGE_CHANGED when
 * the stage does not hold `rows` rows. All values in it are hexadecimal digits, numbers and colons.
 */
export function commitScript(
  target: DatabricksTarget,
  stage: string,
  replace: readonly string[],
  { held, entry, rows }: { readonly held: string; readonly entry: HeldVersion; readonly rows: number },
): string {
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
