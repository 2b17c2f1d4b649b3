import type { CheckedUpsert } from '../../typed/typed.ts';
import { direction, expression } from './expressions.ts';
import { name, sqlType } from './literals.ts';
import { select } from './select.ts';

/** Separates new rows from kept ones during the merge. The name is reserved. */
const AGE = name('switchboard:age');

/** The rows of both sides, each column in its current type. */
function merged(query: CheckedUpsert): string {
  const { input, columns, state } = query;
  const open = input.items.some((item) => item.kind === 'rest');
  const casts = columns.flatMap((column) => {
    const type = sqlType(column.type);
    const own = `"both".${name(column.name)}`;
    if (type === null) return open ? [] : [`${own} AS ${name(column.name)}`];
    return [`CAST(${own} AS ${type}) AS ${name(column.name)}`];
  });
  const items = open
    ? `"both".*${casts.length > 0 ? ` REPLACE (${casts.join(', ')})` : ''}`
    : `${casts.join(', ')}, "both".${AGE}`;
  return `SELECT ${items}
FROM (SELECT *, CAST(0 AS BIGINT) AS ${AGE} FROM (${select(input)})
UNION ALL BY NAME
SELECT *, CAST(1 AS BIGINT) AS ${AGE} FROM ${name(state)}) AS "both"`;
}

/**
 * The newest rows and the kept ones, of which the first of each key stays. Rows that are equal in the order are compared
 * column by column, so that the choice does not depend on the order in which they were read.
 */
export function upsert(query: CheckedUpsert): string {
  const { input, columns, keys, order } = query;
  const table = name(input.from.table);
  const open = input.items.some((item) => item.kind === 'rest');
  const own = (column: string): string => `${table}.${name(column)}`;
  const others = columns.filter((column) => !keys.includes(column.name)).map((column) => own(column.name));
  const first = [
    ...order.map((each) => `${expression(each.by)}${direction(each)}`),
    `${table}.${AGE}`,
    ...(open ? [table] : others),
  ];
  const items = open
    ? `${table}.* EXCLUDE (${AGE})`
    : columns.map((column) => `${own(column.name)} AS ${name(column.name)}`).join(', ');
  return `SELECT ${items}
FROM (${merged(query)}) AS ${table}
QUALIFY row_number() OVER (PARTITION BY ${keys.map(own).join(', ')} ORDER BY ${first.join(', ')}) = 1
ORDER BY ${keys.map((key) => `${own(key)} NULLS LAST`).join(', ')}`;
}
