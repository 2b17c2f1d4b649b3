import { KEPT_DATE, KEPT_UNTIL } from '@switchboard/model/plan';
import type { CheckedSnapshot, CheckedUpsert } from '../../typed/typed.ts';
import { direction, expression } from './expressions.ts';
import { name, sqlType } from './literals.ts';
import { select } from './select.ts';

type CheckedKept = CheckedUpsert | CheckedSnapshot;

export const DATE = name(KEPT_DATE);
export const UNTIL = name(KEPT_UNTIL);
/** The report date that is loaded; null for sources without dates. */
export const REPORT_DATE = `CAST(getvariable('flow_report_date') AS DATE)`;
/** The last report date whose rows are read; null for all. */
export const AS_OF = `CAST(getvariable('flow_as_of') AS DATE)`;
export const NO_DATE = 'CAST(NULL AS DATE)';

/** Separates loaded rows from kept ones during the merge. The name is reserved. */
export const AGE = name('switchboard:age');

/** Whether the input has columns that only the data knows. */
export const isOpen = ({ input }: CheckedKept): boolean => input.items.some((item) => item.kind === 'rest');

/** A column of the input, under its name. */
export const own = ({ input }: CheckedKept, column: string): string => `${name(input.from.table)}.${name(column)}`;

/** The declared columns that are no keys. */
export const otherColumns = ({ columns, keys }: CheckedKept): readonly string[] =>
  columns.map((column) => column.name).filter((column) => !keys.includes(column));

/** The declared columns of a table of this alias, each in its current type. */
export function castColumns({ columns }: CheckedKept, alias: string): readonly string[] {
  return columns.map((column) => {
    const type = sqlType(column.type);
    const value = `${name(alias)}.${name(column.name)}`;
    return type === null ? `${value} AS ${name(column.name)}` : `CAST(${value} AS ${type}) AS ${name(column.name)}`;
  });
}

/** The loaded rows and those of earlier runs that a condition keeps, each column in its current type. */
export function mergedRows(query: CheckedKept, condition: string): string {
  const { columns, input, state } = query;
  const typed = columns.filter((column) => sqlType(column.type) !== null);
  const casts = castColumns({ ...query, columns: isOpen(query) ? typed : columns }, 'both');
  const items = isOpen(query)
    ? `"both".*${casts.length > 0 ? ` REPLACE (${casts.join(', ')})` : ''}`
    : [...casts, ...[DATE, UNTIL, AGE].map((column) => `"both".${column}`)].join(', ');
  return `SELECT ${items}
FROM (SELECT *, ${REPORT_DATE} AS ${DATE}, ${NO_DATE} AS ${UNTIL}, CAST(0 AS BIGINT) AS ${AGE} FROM (${select(input)})
UNION ALL BY NAME
SELECT *, CAST(1 AS BIGINT) AS ${AGE} FROM ${name(state)} WHERE ${condition}) AS "both"`;
}

/**
 * The terms by which rows of one key are ordered: the declared order, then `next`, then column by column, so that the choice
 * does not depend on the order in which the rows were read.
 */
export function rankedBy(query: CheckedKept, next: readonly string[]): string {
  const declared = query.order.map((each) => `${expression(each.by)}${direction(each)}`);
  const rest = isOpen(query) ? [name(query.input.from.table)] : otherColumns(query).map((column) => own(query, column));
  return [...declared, ...next, ...rest].join(', ');
}

/** The first row of each group in an order. Without an order of its own any row is the first: all are equal. */
export function firstOf(group: readonly string[], order: string): string {
  const ordered = order === '' ? '' : ` ORDER BY ${order}`;
  return `row_number() OVER (PARTITION BY ${group.join(', ')}${ordered}) = 1`;
}
