import type { CheckedSnapshot } from '../../typed/typed.ts';
import {
  AS_OF,
  castColumns,
  DATE,
  firstOf,
  NO_DATE,
  otherColumns,
  own,
  REPORT_DATE,
  rankedBy,
  UNTIL,
} from './kept-rows.ts';
import { name } from './literals.ts';
import { select } from './select.ts';

const LOADED = name('switchboard:loaded');
const DAY = name('switchboard:day');
const KEPT = name('switchboard:periods');
const DATES = name('switchboard:dates');
const AT = name('switchboard:at');
const PARTS = name('switchboard:parts');
const NUMBER = name('switchboard:number');
const BEFORE = name('switchboard:before');
const AFTER = name('switchboard:after');
const BEGINS = name('switchboard:begins');
const PERIOD = name('switchboard:period');
const FIRST = name('switchboard:first');
const LAST = name('switchboard:last');
const ENDED = name('switchboard:ended');

/** The loaded date; a source without dates has the day on which the flow runs. */
const TODAY = `coalesce(${REPORT_DATE}, CAST(getvariable('flow_date') AS DATE))`;

/** The loaded date; without rows a date counts as loaded only if the table says so. */
function today({ whenEmpty }: CheckedSnapshot): string {
  const hasRows = whenEmpty === 'replace' ? '' : ` WHERE EXISTS (SELECT 1 FROM ${LOADED})`;
  return `SELECT ${TODAY} AS ${DAY}${hasRows}`;
}

/** All dates that were loaded, numbered, with the one being loaded. */
function loadedDates(query: CheckedSnapshot): string {
  const table = name(query.state);
  return `SELECT ${DAY}, row_number() OVER (ORDER BY ${DAY}) AS ${NUMBER} FROM (SELECT DISTINCT ${DAY} FROM (SELECT ${DATE} AS ${DAY} FROM ${table} WHERE ${DATE} IS NOT NULL
UNION ALL
SELECT ${UNTIL} AS ${DAY} FROM ${table} WHERE ${UNTIL} IS NOT NULL
UNION ALL
${today(query)}))`;
}

/** The loaded date, null where none is loaded, with the loaded dates beside it. */
function datesBeside(query: CheckedSnapshot): string {
  const day = `(${today(query)})`;
  const side = (aggregate: string, sign: string): string =>
    `(SELECT ${aggregate}(${DATES}.${DAY}) FROM ${DATES} WHERE ${DATES}.${DAY} ${sign} ${day})`;
  return `SELECT ${day} AS ${DAY}, ${side('max', '<')} AS ${BEFORE}, ${side('min', '>')} AS ${AFTER}`;
}

/**
 * The rows to keep: a period for each key and run of loaded dates with equal values, and a mark for each loaded date. The loaded
 * date is cut out of the periods kept before, its rows are put in as periods of one date, and neighbours with equal values are
 * joined.
 */
export function snapshotMerge(query: CheckedSnapshot): string {
  const { input, columns, keys, state } = query;
  const table = name(input.from.table);
  const names = columns.map((column) => name(column.name));
  const part = (column: string): string => `${PARTS}.${name(column)}`;
  const period = (first: string, last: string): string =>
    `SELECT ${[...names.map((column) => `${KEPT}.${column}`), `${first} AS ${DATE}`, `${last} AS ${UNTIL}`].join(', ')} FROM ${KEPT} CROSS JOIN ${AT}`;
  const key = keys.map(part).join(', ');
  const inOrder = `OVER (PARTITION BY ${key} ORDER BY ${PARTS}.${DATE})`;
  const isSame = otherColumns(query).map(
    (column) => `lag(${part(column)}) ${inOrder} IS NOT DISTINCT FROM ${part(column)}`,
  );
  const continues = [`lag(${LAST}.${NUMBER}) ${inOrder} + 1 = ${FIRST}.${NUMBER}`, ...isSame].join(' AND ');
  const grouped = keys.map(name).join(', ');
  const values = otherColumns(query).map((column) => `first(${name(column)} ORDER BY ${DATE}) AS ${name(column)}`);
  return `WITH ${LOADED} AS (SELECT ${table}.* FROM (SELECT ${castColumns(query, 'input').join(', ')} FROM (${select(input)}) AS "input") AS ${table}
QUALIFY ${firstOf(
    keys.map((column) => own(query, column)),
    rankedBy(query, []),
  )}),
${KEPT} AS (SELECT ${castColumns(query, 'both').join(', ')}, "both".${DATE}, "both".${UNTIL} FROM (SELECT * FROM ${LOADED} WHERE false
UNION ALL BY NAME
SELECT * REPLACE (coalesce(${UNTIL}, ${DATE}) AS ${UNTIL}) FROM ${name(state)} WHERE ${DATE} IS NOT NULL) AS "both"),
${DATES} AS (${loadedDates(query)}),
${AT} AS (${datesBeside(query)}),
${PARTS} AS (${period(`${KEPT}.${DATE}`, `least(${KEPT}.${UNTIL}, ${AT}.${BEFORE})`)} WHERE ${AT}.${DAY} IS NULL OR ${KEPT}.${DATE} < ${AT}.${DAY}
UNION ALL
${period(`greatest(${KEPT}.${DATE}, ${AT}.${AFTER})`, `${KEPT}.${UNTIL}`)} WHERE ${KEPT}.${UNTIL} > ${AT}.${DAY}
UNION ALL
SELECT ${names.map((column) => `${LOADED}.${column}`).join(', ')}, ${AT}.${DAY} AS ${DATE}, ${AT}.${DAY} AS ${UNTIL} FROM ${LOADED} CROSS JOIN ${AT})
SELECT ${names.join(', ')}, ${DATE}, ${UNTIL} FROM (SELECT ${[...keys.map(name), ...values].join(', ')}, min(${DATE}) AS ${DATE}, max(${UNTIL}) AS ${UNTIL}
FROM (SELECT *, sum(${BEGINS}) OVER (PARTITION BY ${grouped} ORDER BY ${DATE}) AS ${PERIOD}
FROM (SELECT ${PARTS}.*, CASE WHEN ${continues} THEN 0 ELSE 1 END AS ${BEGINS}
FROM ${PARTS} JOIN ${DATES} AS ${FIRST} ON ${FIRST}.${DAY} = ${PARTS}.${DATE} JOIN ${DATES} AS ${LAST} ON ${LAST}.${DAY} = ${PARTS}.${UNTIL}))
GROUP BY ${grouped}, ${PERIOD}
UNION ALL BY NAME
SELECT ${NO_DATE} AS ${DATE}, ${DAY} AS ${UNTIL} FROM ${DATES})
ORDER BY ${keys.map((column) => `${name(column)} NULLS LAST`).join(', ')}, ${DATE} NULLS FIRST, ${UNTIL}`;
}

/** The periods up to a report date. One that reaches the last loaded date is still valid. */
export function snapshot(query: CheckedSnapshot): string {
  const { input, columns, keys, kept, validFrom, validTo } = query;
  const table = name(input.from.table);
  const items = columns.map((column) => `${own(query, column.name)} AS ${name(column.name)}`);
  return `SELECT ${[...items, `${table}.${DATE} AS ${name(validFrom)}`, `${ENDED}.${DAY} AS ${name(validTo)}`].join(', ')}
FROM ${name(kept)} AS ${table}
LEFT JOIN (SELECT ${UNTIL}, lead(${UNTIL}) OVER (ORDER BY ${UNTIL}) AS ${DAY} FROM ${name(kept)}
WHERE ${DATE} IS NULL AND ${UNTIL} IS NOT NULL AND (${AS_OF} IS NULL OR ${UNTIL} <= ${AS_OF})) AS ${ENDED} ON ${ENDED}.${UNTIL} = ${table}.${UNTIL}
WHERE ${table}.${DATE} IS NOT NULL AND (${AS_OF} IS NULL OR ${table}.${DATE} <= ${AS_OF})
ORDER BY ${[...keys.map((key) => `${own(query, key)} NULLS LAST`), `${table}.${DATE}`].join(', ')}`;
}
