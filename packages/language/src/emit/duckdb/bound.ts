/** Tables of queries inside others go by such names; the number is that of the queries around. */
const LEVELS = /"switchboard:\d+:/g;

/** Whether SQL is of several queries: DuckDB takes such values as arguments of a lambda from a query only. */
export function isMixed(sql: string): boolean {
  if (!sql.includes('"switchboard:')) return false;
  return sql.includes('(SELECT ') || new Set(sql.match(LEVELS)).size > 1;
}

/** Whether SQL names tables of queries inside others: the body of a lambda names them only where its argument does. */
export function isNested(sql: string): boolean {
  return sql.includes('"switchboard:');
}

/** A list of one value. */
function bindingOf(sql: string): string {
  return isMixed(sql) ? `(SELECT [${sql}])` : `[${sql}]`;
}

/** Binds a value to a name, so that it is written and computed once. TRY would accept no aggregates. */
export function bound(value: string, name: string, result: string): string {
  return `list_extract(list_transform(${bindingOf(value)}, lambda ${name}: ${result}), 1)`;
}

/** The same of several values; `body` is given their names and contains nothing else. */
export function boundTogether(values: readonly string[], body: (...names: string[]) => string): string {
  const names = values.map((_, index) => `struct_extract(i, ${index + 1})`);
  return bound(`row(${values.join(', ')})`, 'i', body(...names));
}
