import type { CheckedUpsert } from '../../typed/typed.ts';
import { expression } from './expressions.ts';
import { AGE, AS_OF, DATE, firstOf, isOpen, mergedRows, own, REPORT_DATE, rankedBy, UNTIL } from './kept-rows.ts';
import { name } from './literals.ts';
import { select } from './select.ts';

/** The order by keys, nulls last. */
const byKeys = (query: CheckedUpsert): readonly string[] => query.keys.map((key) => `${own(query, key)} NULLS LAST`);

/**
 * The rows to keep: the first of each key and report date. Those of the loaded date take the place of all that were kept of it;
 * where there are none, only if the table says so. Rows without a date are one for each key, and the loaded ones win among equals.
 */
export function upsertMerge(query: CheckedUpsert): string {
  const { input, columns, keys, whenEmpty } = query;
  const table = name(input.from.table);
  const date = `${table}.${DATE}`;
  // A row with an end alone is a mark of a snapshot that stood under this name.
  const isRow = `(${DATE} IS NOT NULL OR ${UNTIL} IS NULL)`;
  const isEmpty = whenEmpty === 'replace' ? '' : ` OR NOT EXISTS (SELECT 1 FROM (${select(input)}))`;
  const isOther = `(${DATE} IS NULL OR ${REPORT_DATE} IS NULL OR ${DATE} <> ${REPORT_DATE}${isEmpty})`;
  const items = isOpen(query)
    ? `${table}.* EXCLUDE (${AGE})`
    : [...columns.map((column) => own(query, column.name)), date, `${table}.${UNTIL}`].join(', ');
  return `SELECT ${items}
FROM (${mergedRows(query, `${isRow} AND ${isOther}`)}) AS ${table}
QUALIFY ${firstOf([...keys.map((key) => own(query, key)), date], rankedBy(query, [`${table}.${AGE}`]))}
ORDER BY ${[...byKeys(query), `${date} NULLS FIRST`].join(', ')}`;
}

/** The first kept row of each key up to a report date, unless it removes the key. */
export function upsert(query: CheckedUpsert): string {
  const { input, columns, keys, kept, removed } = query;
  const table = name(input.from.table);
  const date = `${table}.${DATE}`;
  const items = isOpen(query)
    ? `${table}.* EXCLUDE (${DATE}, ${UNTIL})`
    : columns.map((column) => `${own(query, column.name)} AS ${name(column.name)}`).join(', ');
  const first = firstOf(
    keys.map((key) => own(query, key)),
    rankedBy(query, [`${date} DESC NULLS LAST`]),
  );
  return `SELECT ${items}
FROM (SELECT ${table}.* FROM ${name(kept)} AS ${table}
WHERE ${date} IS NULL OR ${AS_OF} IS NULL OR ${date} <= ${AS_OF}
QUALIFY ${first}) AS ${table}
${removed ? `WHERE NOT coalesce(${expression(removed)}, false)\n` : ''}ORDER BY ${byKeys(query).join(', ')}`;
}
