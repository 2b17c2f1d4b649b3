import type { Column, ColumnType } from '@switchboard/model/schema';
import { copyColumn } from '../../column-types/copy-column.ts';
import type { TableField } from './api.ts';
import type { Target } from './target.ts';

/** Names in backticks. They hold none, as `readTarget` has checked. */
const quote = (name: string): string => `\`${name}\``;
const table = ({ project, dataset }: Target, name: string): string => quote(`${project}.${dataset}.${name}`);

/** Codes by which the assertions of the script say what is wrong. */
export const LEDGER_CHANGED = 'SWITCHBOARD_LEDGER_CHANGED';
export const OTHER_DATES = 'SWITCHBOARD_OTHER_DATES';
export const KEY_HELD_TWICE = 'SWITCHBOARD_KEY_HELD_TWICE';

/** The type of a column that the upload makes. Times are UTC. */
function bigQueryType(type: ColumnType): {
  readonly type: string;
  readonly precision?: string;
  readonly scale?: string;
} {
  switch (type.kind) {
    case 'integer':
      return { type: 'INT64' };
    case 'float':
      return { type: 'FLOAT64' };
    case 'decimal': {
      const isShort = type.scale <= 9 && type.precision - type.scale <= 29;
      return { type: isShort ? 'NUMERIC' : 'BIGNUMERIC', precision: String(type.precision), scale: String(type.scale) };
    }
    case 'boolean':
      return { type: 'BOOL' };
    case 'date':
      return { type: 'DATE' };
    case 'datetime':
      return { type: 'TIMESTAMP' };
    case 'time':
      return { type: 'TIME' };
    case 'json':
    case 'record':
    case 'list':
      return { type: 'JSON' };
    case 'string':
    case 'unknown':
      return { type: 'STRING' };
  }
}

/** The resource of the table as the upload's columns want it, with a partition for each day of the date column. */
export function tableResource({ dateColumn }: Target, columns: readonly Column[]) {
  const fields = columns.map(({ name, type }) => ({ name, ...bigQueryType(type) }));
  if (dateColumn !== null && !dateColumn.inRows) fields.push({ name: dateColumn.name, type: 'DATE' });
  const dated = fields.find(({ name, type }) => name === dateColumn?.name && (type === 'DATE' || type === 'TIMESTAMP'));
  return {
    schema: { fields },
    ...(dated === undefined ? {} : { timePartitioning: { type: 'DAY', field: dated.name } }),
  };
}

/** The type as DDL names it. */
function typeInDdl(type: ColumnType): string {
  const { type: name, precision, scale } = bigQueryType(type);
  return precision === undefined ? name : `${name}(${precision}, ${scale})`;
}

/** Nothing happens where the column is there. */
export const addColumn = (target: Target, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  `ALTER TABLE ${table(target, target.table)} ADD COLUMN IF NOT EXISTS ${quote(name)} ${typeInDdl(type)}`;

export const changeType = (target: Target, { name, type }: Pick<Column, 'name' | 'type'>): string =>
  copyColumn({ table: table(target, target.table), own: quote(name), copy: quote(`${name}_changed`) }, typeInDdl(type));

/** The resource of the ledger: one row for each upload, report date and purpose. */
export const LEDGER_RESOURCE = {
  schema: {
    fields: [
      { name: 'id', type: 'STRING' },
      { name: 'version', type: 'STRING' },
      { name: 'fence', type: 'INT64' },
      { name: 'epoch', type: 'INT64' },
      { name: 'sha256', type: 'STRING' },
      { name: 'upload', type: 'STRING' },
      { name: 'delivered_at', type: 'TIMESTAMP' },
    ],
  },
} as const;

/** Staged columns are named by their place, and hold every value as text. */
export const stagedName = (index: number): string => `c${index}`;

/** Parameter: id. The newest row, should there be more than one. */
export const readLedger = (target: Target): string =>
  `SELECT version, fence, epoch, sha256 FROM ${table(target, target.ledger)} WHERE id = @id ORDER BY version DESC LIMIT 1`;

/** Parameters: id, upload. An empty row, so that every delivery changes a row that is there: only such changes conflict. */
export const beginLedger = (target: Target): string =>
  `INSERT INTO ${table(target, target.ledger)} (id, version, upload) SELECT @id, '', @upload FROM (SELECT 1 AS one) AS x ` +
  `WHERE NOT EXISTS (SELECT 1 FROM ${table(target, target.ledger)} WHERE id = @id)`;

/** The value of a staged text in a column of the table; null for a type that takes no single value. */
function cast(text: string, { type, mode }: TableField): string | null {
  if (mode === 'REPEATED') return null;
  const name = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }[type] ?? type;
  if (name === 'JSON') return `PARSE_JSON(${text}, wide_number_mode=>'exact')`;
  if (name === 'STRING') return text;
  const isScalar = /^(?:INT64|FLOAT64|NUMERIC|BIGNUMERIC|BOOL|DATE|DATETIME|TIME|TIMESTAMP)$/.test(name);
  return isScalar ? `CAST(${text} AS ${name})` : null;
}

/** The column of the table that takes a column of the rows; BigQuery does not distinguish case. */
export const fieldNamed = (fields: readonly TableField[], name: string): TableField | undefined =>
  fields.find((field) => field.name.toLowerCase() === name.toLowerCase());

/** Columns that are missing from the table, or cannot take a value. */
export const unfitColumns = (fields: readonly TableField[], names: readonly string[]): readonly string[] =>
  names.filter((name) => {
    const field = fieldNamed(fields, name);
    return field === undefined || cast('x', field) === null;
  });

/** A condition that a text or a column holds the report date. */
const onDate = (value: string, { type }: TableField): string =>
  type === 'STRING' ? `${value} = @date` : `CAST(${value} AS DATE) = CAST(@date AS DATE)`;

/**
 * Replaces rows of the table and records that in the ledger, in one transaction. Parameters: id, held, version, fence, epoch,
 * sha256, and date where there is a date column. Fails with LEDGER_CHANGED when the ledger holds another version than `held`.
 */
export function commitScript(
  target: Target,
  request: { readonly mode: string; readonly columns: readonly Column[] },
  fields: readonly TableField[],
  stage: string,
): string {
  const into = table(target, target.table);
  const from = table(target, stage);
  const ledger = table(target, target.ledger);
  const { dateColumn } = target;
  const names = request.columns.map(({ name }) => name);
  const values = names.map((name, index) => castFor(fields, name, quote(stagedName(index))));
  const dateField = dateColumn === null ? undefined : fieldNamed(fields, dateColumn.name);
  if (dateColumn !== null && !dateColumn.inRows) {
    names.push(dateColumn.name);
    values.push(castFor(fields, dateColumn.name, '@date'));
  }
  const place = names.findIndex((name) => name.toLowerCase() === dateColumn?.name.toLowerCase());
  const isChecked = request.mode === 'replace_date' && dateColumn?.inRows === true && dateField !== undefined;
  const otherDates = isChecked ? onDate(values[place] ?? '', dateField) : '';
  const clears =
    request.mode === 'truncate'
      ? [`DELETE FROM ${into} WHERE TRUE`]
      : request.mode === 'replace_date' && dateField !== undefined
        ? [`DELETE FROM ${into} WHERE ${onDate(quote(dateField.name), dateField)}`]
        : [];
  const insertAll = `INSERT INTO ${into} (${names.map((name) => heldName(fields, name)).join(', ')}) SELECT ${values.join(', ')} FROM ${from}`;
  return [
    'BEGIN TRANSACTION',
    `ASSERT IFNULL((SELECT MAX(version) FROM ${ledger} WHERE id = @id), '') = @held AS '${LEDGER_CHANGED}'`,
    ...(isChecked
      ? [`ASSERT NOT EXISTS (SELECT 1 FROM ${from} WHERE NOT IFNULL(${otherDates}, FALSE)) AS '${OTHER_DATES}'`]
      : []),
    `UPDATE ${ledger} SET version = @version, fence = @fence, epoch = @epoch, sha256 = @sha256, delivered_at = CURRENT_TIMESTAMP() WHERE id = @id`,
    ...clears,
    ...(request.mode === 'upsert' ? mergeRows(target, fields, { from, names, values }) : [insertAll]),
    'COMMIT TRANSACTION',
  ]
    .map((statement) => `${statement};\n`)
    .join('');
}

/** A staged text as the type of the column that takes it. */
function castFor(fields: readonly TableField[], name: string, text: string): string {
  const field = fieldNamed(fields, name);
  return (field && cast(text, field)) ?? text;
}

/** A column as the table names it, quoted. */
const heldName = (fields: readonly TableField[], name: string): string => quote(fieldNamed(fields, name)?.name ?? name);

type Staged = { readonly from: string; readonly names: readonly string[]; readonly values: readonly string[] };

/** Overwrites the rows of the same keys, and adds the others. A key that the table has twice fails by KEY_HELD_TWICE. */
function mergeRows(target: Target, fields: readonly TableField[], { from, names, values }: Staged): readonly string[] {
  const into = table(target, target.table);
  const columns = names.map((name) => heldName(fields, name));
  const keys = target.keyColumns.map((name) => heldName(fields, name));
  const staged = `(SELECT ${values.map((value, index) => `${value} AS ${columns[index] ?? ''}`).join(', ')} FROM ${from}) AS staged`;
  const sameKey = keys.map((key) => `held.${key} = staged.${key}`).join(' AND ');
  const set = columns.filter((column) => !keys.includes(column)).map((column) => `${column} = staged.${column}`);
  const heldKeys = keys.map((key) => `held.${key}`).join(', ');
  return [
    `ASSERT NOT EXISTS (SELECT 1 FROM ${into} AS held INNER JOIN ${staged} ON ${sameKey} GROUP BY ${heldKeys} HAVING COUNT(*) > 1) AS '${KEY_HELD_TWICE}'`,
    [
      `MERGE INTO ${into} AS held USING ${staged} ON ${sameKey}`,
      ...(set.length === 0 ? [] : [`WHEN MATCHED THEN UPDATE SET ${set.join(', ')}`]),
      `WHEN NOT MATCHED THEN INSERT (${columns.join(', ')}) VALUES (${columns.map((column) => `staged.${column}`).join(', ')})`,
    ].join(' '),
  ];
}

/** One key that is null or occurs twice among the staged rows, as text, and how often. Keys are compared as the table holds them. */
export function findBadKey(
  target: Target,
  columns: readonly Column[],
  fields: readonly TableField[],
  stage: string,
): string {
  const keys = target.keyColumns.map((name, at) => {
    const text = quote(stagedName(columns.findIndex((column) => column.name === name)));
    return { text: `t${at}`, key: `k${at}`, select: `${text} AS t${at}, ${castFor(fields, name, text)} AS k${at}` };
  });
  const shown = keys.map(({ text }) => `IFNULL(MAX(${text}), 'null')`).join(", ', ', ");
  const isNull = keys.map(({ key }) => `${key} IS NULL`).join(' OR ');
  return `SELECT CONCAT(${shown}), COUNT(*) FROM (SELECT ${keys.map(({ select }) => select).join(', ')} FROM ${table(target, stage)}) AS staged GROUP BY ${keys.map(({ key }) => key).join(', ')} HAVING COUNT(*) > 1 OR ${isNull} LIMIT 1`;
}
