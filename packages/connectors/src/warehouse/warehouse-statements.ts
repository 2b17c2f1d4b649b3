import type { Column } from '@switchboard/model/schema';
import type { DeliveryRequest } from '../spec.ts';
import { holdsNoDates } from '../sql/table-parameters.ts';
import type { WarehouseDialect, WarehouseField, WarehouseTarget } from './warehouse.ts';
import { fieldFor } from './warehouse-table.ts';

/** Staged columns are named by their place, and hold every value as text. */
export const stagedName = (index: number): string => `c${index}`;

/** The names of a stage's columns. */
export const stagedNames = (columns: number): readonly string[] =>
  Array.from({ length: columns }, (_, index) => stagedName(index));

export const describeTable = <Target extends WarehouseTarget>(
  { tableIn }: WarehouseDialect<Target>,
  target: Target,
): string => `SELECT * FROM ${tableIn(target, target.table)} LIMIT 0`;

export function createTable<Target extends WarehouseTarget>(
  { quote, stored, tableIn, typeOf, tableOptions }: WarehouseDialect<Target>,
  target: Target,
  columns: readonly Column[],
): string {
  const { dateColumn, table } = target;
  const definitions = columns.map(({ name, type }) => `${quote(stored(name))} ${typeOf(type)}`);
  if (dateColumn !== null && !dateColumn.inRows) definitions.push(`${quote(stored(dateColumn.name))} DATE`);
  return `CREATE TABLE IF NOT EXISTS ${tableIn(target, table)} (${definitions.join(', ')}) ${tableOptions}`.trimEnd();
}

export const dropStage = <Target extends WarehouseTarget>(
  { tableIn }: WarehouseDialect<Target>,
  target: Target,
  stage: string,
): string => `DROP TABLE IF EXISTS ${tableIn(target, stage)}`;

/** Where values of any target go. */
type ValueDialect = Pick<WarehouseDialect, 'stored' | 'quote' | 'cast' | 'onDate'>;

type Staged = {
  /** Name of the stage, and of the table that takes its rows, as statements write them. */
  readonly stage: string;
  readonly into: string;
  readonly fields: readonly WarehouseField[];
};

export const countStage = ({ stage }: Pick<Staged, 'stage'>): string => `SELECT COUNT(*) FROM ${stage}`;

/** A date, quoted: nothing to be escaped. */
const dateLiteral = (date: string): string => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`${date} is not a date`);
  return `'${date}'`;
};

/** Maps the rows of a stage to the table: its columns in order, and the value of each. */
function stagedValues(dialect: ValueDialect, target: WarehouseTarget, request: DeliveryRequest, { fields }: Staged) {
  const { dateColumn } = target;
  const values = request.columns.map(({ name }, index) => ({ name, text: dialect.quote(stagedName(index)) }));
  if (dateColumn !== null && !dateColumn.inRows)
    values.push({ name: dateColumn.name, text: dateLiteral(request.reportDate ?? '') });
  return values.flatMap(({ name, text }) => {
    const field = fieldFor(dialect, fields, name);
    return field === undefined
      ? []
      : [{ name, field, column: dialect.quote(field.name), value: dialect.cast(text, field) ?? text }];
  });
}

/** The statements that put staged rows in place as the mode says, in their order. */
export function replaceStatements(
  dialect: ValueDialect,
  target: WarehouseTarget,
  request: DeliveryRequest,
  staged: Staged,
): readonly string[] {
  const { stage, into } = staged;
  const values = stagedValues(dialect, target, request, staged);
  const columns = values.map(({ column }) => column).join(', ');
  if (request.mode === 'upsert') {
    const keys = new Set(target.keyColumns);
    const isKey = ({ name }: { readonly name: string }): boolean => keys.has(name);
    const rows = values.map(({ column, value }) => `${value} AS ${column}`).join(', ');
    const same = values.filter(isKey).map(({ column }) => `held.${column} = staged.${column}`);
    const others = values.filter((value) => !isKey(value)).map(({ column }) => `${column} = staged.${column}`);
    return [
      [
        `MERGE INTO ${into} AS held USING (SELECT ${rows} FROM ${stage}) AS staged ON ${same.join(' AND ')}`,
        ...(others.length === 0 ? [] : [`WHEN MATCHED THEN UPDATE SET ${others.join(', ')}`]),
        `WHEN NOT MATCHED THEN INSERT (${columns}) VALUES (${values.map(({ column }) => `staged.${column}`).join(', ')})`,
      ].join(' '),
    ];
  }
  const insert = `INSERT INTO ${into} (${columns}) SELECT ${values.map(({ value }) => value).join(', ')} FROM ${stage}`;
  if (request.mode === 'truncate') return [`DELETE FROM ${into}`, insert];
  return request.mode === 'append'
    ? [insert]
    : [`DELETE FROM ${into} WHERE ${onReportDate(dialect, target, request, staged)}`, insert];
}

/** A condition that a row of the table is of the report date. Throws PARAMETER_INVALID. */
function onReportDate(
  dialect: ValueDialect,
  { dateColumn }: WarehouseTarget,
  request: DeliveryRequest,
  { fields }: Staged,
): string {
  const field = fieldFor(dialect, fields, dateColumn?.name ?? '');
  const condition = field && dialect.onDate(dialect.quote(field.name), field, request.reportDate ?? '');
  return condition ?? refuseDates(request, dateColumn?.name ?? '', field?.type ?? '');
}

function refuseDates(request: DeliveryRequest, column: string, type: string): never {
  throw holdsNoDates(request, column, type);
}

/** How many staged rows are of another date than is replaced; null where that need not be asked. */
export function countOtherDates(
  dialect: ValueDialect,
  target: WarehouseTarget,
  request: DeliveryRequest,
  staged: Staged,
): string | null {
  const { dateColumn } = target;
  if (request.mode !== 'replace_date' || dateColumn?.inRows !== true) return null;
  const own = stagedValues(dialect, target, request, staged).find(({ name }) => name === dateColumn.name);
  const condition = own && dialect.onDate(own.value, own.field, request.reportDate ?? '');
  if (own === undefined || condition === undefined || condition === null)
    return refuseDates(request, dateColumn.name, own?.field.type ?? '');
  return `SELECT COUNT(*) FROM ${staged.stage} WHERE NOT COALESCE(${condition}, FALSE)`;
}

/** One key that is null or occurs twice among the staged rows: its values, then how often; null where that need not be asked. */
export function findBadKey(
  dialect: ValueDialect,
  target: WarehouseTarget,
  request: DeliveryRequest,
  staged: Staged,
): string | null {
  if (request.mode !== 'upsert') return null;
  const keys = stagedValues(dialect, target, request, staged).filter(({ name }) => target.keyColumns.includes(name));
  const listed = keys.map(({ value }) => value);
  const isNull = listed.map((value) => `${value} IS NULL`).join(' OR ');
  return `SELECT ${listed.join(', ')}, COUNT(*) FROM ${staged.stage} GROUP BY ${listed.join(', ')} HAVING COUNT(*) > 1 OR ${isNull} LIMIT 1`;
}
