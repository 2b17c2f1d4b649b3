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
import { SNOWFLAKE_TYPES } from './column-types.ts';
import { quoteStored, storedName } from './names.ts';

/** The database is that of the session. */
const tableIn = ({ schema }: Pick<WarehouseTarget, 'schema'>, table: string): string =>
  `${quoteStored(schema)}.${quoteStored(table)}`;

/** Records and lists become VARIANT. */
const TYPES: TypeNames = {
  integer: 'NUMBER(38, 0)',
  float: 'FLOAT',
  decimal: 'NUMBER',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP_NTZ(6)',
  time: 'TIME(6)',
  document: 'VARIANT',
  text: 'VARCHAR',
};

const snowflakeType = (type: ColumnType): string => typeName(TYPES, type);

/** Types of a result that are cast to as they are named. */
const SCALARS: ReadonlySet<string> = new Set([
  'boolean',
  'date',
  'time',
  'timestamp_ntz',
  'timestamp_ltz',
  'timestamp_tz',
]);

export const SNOWFLAKE: WarehouseDialect = {
  stored: storedName,
  quote: quoteStored,
  tableIn,
  typeOf: snowflakeType,
  types: SNOWFLAKE_TYPES,
  addColumn: (target, name, type) =>
    `ALTER TABLE ${tableIn(target, target.table)} ADD COLUMN IF NOT EXISTS ${quoteStored(name)} ${snowflakeType(type)}`,
  changeType: (target, name, type) =>
    copyColumn(
      { table: tableIn(target, target.table), own: quoteStored(name), copy: quoteStored(`${name}_CHANGED`) },
      snowflakeType(type),
    ),
  tableOptions: '',
  cast(text, { type, precision, scale }) {
    if (type === 'text') return text;
    if (type === 'fixed') return `CAST(${text} AS NUMBER(${precision ?? 38}, ${scale ?? 0}))`;
    if (type === 'real') return `CAST(${text} AS FLOAT)`;
    if (type === 'variant') return `PARSE_JSON(${text})`;
    return SCALARS.has(type) ? `CAST(${text} AS ${type.toUpperCase()})` : null;
  },
  onDate(value, { type }, date) {
    if (type === 'text') return `${value} = '${date}'`;
    if (type === 'date') return `${value} = CAST('${date}' AS DATE)`;
    if (type === 'timestamp_ntz') return `CAST(${value} AS DATE) = CAST('${date}' AS DATE)`;
    const isMoment = type === 'timestamp_tz' || type === 'timestamp_ltz';
    return isMoment ? `CAST(CONVERT_TIMEZONE('UTC', ${value}) AS DATE) = CAST('${date}' AS DATE)` : null;
  },
  createLedger: (target) =>
    `CREATE TABLE IF NOT EXISTS ${tableIn(target, target.ledger)} ("ID" VARCHAR, "VERSION" VARCHAR, "FENCE" NUMBER(38, 0), ` +
    `"EPOCH" NUMBER(38, 0), "SHA256" VARCHAR, "UPLOAD" VARCHAR, "DELIVERED_AT" TIMESTAMP_LTZ)`,
  readLedger: (target) => ({
    text: `SELECT "VERSION", "FENCE", "EPOCH", "SHA256" FROM ${tableIn(target, target.ledger)} WHERE "ID" = ? ORDER BY "VERSION" DESC LIMIT 1`,
    values: { 1: target.ledgerId },
  }),
  // Changes of a row that is there wait for each other.
  beginLedger: (target, upload) => ({
    text:
      `INSERT INTO ${tableIn(target, target.ledger)} ("ID", "VERSION", "UPLOAD") SELECT ?, '', ? FROM (SELECT 1 AS "ONE") AS x ` +
      `WHERE NOT EXISTS (SELECT 1 FROM ${tableIn(target, target.ledger)} WHERE "ID" = ?)`,
    values: { 1: target.ledgerId, 2: upload, 3: target.ledgerId },
  }),
  findStages: ({ schema }, prefix) => ({
    text: 'SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND STARTSWITH(TABLE_NAME, ?)',
    values: { 1: schema, 2: prefix },
  }),
};

/** A transient table of texts. It is not kept for Time Travel. */
export function createStage(target: WarehouseTarget, stage: string, columns: number): string {
  const texts = stagedNames(columns)
    .map((name) => `, ${quoteStored(name)} VARCHAR`)
    .join('');
  return `CREATE TRANSIENT TABLE ${tableIn(target, stage)} ("chunk" NUMBER(38, 0)${texts}) DATA_RETENTION_TIME_IN_DAYS = 0`;
}

/** Binding: a JSON array with an object for each row. A chunk that is there already is not inserted again. */
export function insertChunk(target: WarehouseTarget, stage: string, columns: number, chunk: number): string {
  const names = stagedNames(columns).map(quoteStored);
  const into = tableIn(target, stage);
  return (
    `INSERT INTO ${into} ("chunk", ${names.join(', ')}) SELECT ${chunk}, ${names.map((name) => `f.value:${name}::VARCHAR`).join(', ')} ` +
    `FROM TABLE(FLATTEN(INPUT => PARSE_JSON(?))) AS f WHERE NOT EXISTS (SELECT 1 FROM ${into} WHERE "chunk" = ${chunk})`
  );
}

/**
 * The statements of the commit. It fails with LEDGER_CHANGED when the ledger holds another version than `held`, and with STAGE_CHANGED
 * when the stage does not hold `rows` rows. All values in it are hexadecimal digits, numbers and colons.
 */
export function commitStatements(
  target: WarehouseTarget,
  { stage, replace, held, entry, rows }: WarehouseCommit,
): readonly string[] {
  const ledger = tableIn(target, target.ledger);
  const own = `"ID" = '${target.ledgerId}'`;
  const { version, fence, epoch, sha256 } = entry;
  return [
    // The first error ends the transaction and releases its locks.
    'ALTER SESSION SET TRANSACTION_ABORT_ON_ERROR = TRUE',
    'ALTER SESSION SET LOCK_TIMEOUT = 600',
    'BEGIN TRANSACTION',
    // Waits for a commit that is under way: what is read next is what it has left.
    `UPDATE ${ledger} SET "UPLOAD" = "UPLOAD" WHERE ${own}`,
    `SELECT TO_NUMBER(IFF(COUNT(*) > 0 AND MAX("VERSION") = '${held}', '1', '${LEDGER_CHANGED}')) FROM ${ledger} WHERE ${own}`,
    `SELECT TO_NUMBER(IFF(COUNT(*) = ${rows}, '1', '${STAGE_CHANGED}')) FROM ${tableIn(target, stage)}`,
    `UPDATE ${ledger} SET "VERSION" = '${version}', "FENCE" = ${fence}, "EPOCH" = ${epoch}, "SHA256" = '${sha256}', "DELIVERED_AT" = CURRENT_TIMESTAMP() WHERE ${own}`,
    ...replace,
    'COMMIT',
  ];
}
