import { type Column, type Lineage, type Origin, originsAt, type Trace } from '@switchboard/model';
import type { CheckedQuery, CheckedSelect } from '../check/checked-query.ts';
import { type Matching, partsOf, type Typed } from '../check/typed.ts';

/** A table whose columns other tables can come from. */
export type LineageTable = {
  /** Positions of its declared columns, by name. */
  readonly columns: ReadonlyMap<string, number>;
  /** Null for a source table: its columns come from nowhere else. */
  readonly lineage: Lineage | null;
};

/** Columns of other tables, each once. */
class Origins {
  readonly #columns = new Map<string, Origin>();

  add(table: string, column: string | null): void {
    this.#columns.set(column === null ? table : `${table}\u0000${column}`, [table, column]);
  }

  addAll(others: Iterable<Origin>): void {
    for (const [table, column] of others) this.add(table, column);
  }

  [Symbol.iterator](): Iterator<Origin> {
    return this.#columns.values();
  }

  get keys(): Iterable<string> {
    return this.#columns.keys();
  }

  get entries(): Iterable<[string, Origin]> {
    return this.#columns.entries();
  }
}

/** The columns that a query reads, before they are numbered. */
type Reads = {
  /** By the output column's name in lower case. */
  readonly columns: Map<string, Origins>;
  readonly rest: Origins;
  readonly conditions: Origins;
};

function readsOf(node: Typed, tables: ReadonlyMap<string, string>, into: Origins): void {
  if (node.kind === 'column') into.add(tables.get(node.table) ?? node.table, node.name);
  if (node.kind === 'columns')
    readMatching(node.matching, tables.get(node.matching.table) ?? node.matching.table, into);
  for (const part of partsOf(node)) readsOf(part, tables, into);
}

function readMatching({ declared }: Matching, table: string, into: Origins): void {
  into.add(table, null);
  for (const name of declared) into.add(table, name);
}

function columnOf(reads: Reads, name: string): Origins {
  const key = name.toLowerCase();
  const origins = reads.columns.get(key) ?? new Origins();
  reads.columns.set(key, origins);
  return origins;
}

/** Each matching declared column comes from the column of its name and the other columns of the expression. */
function readDeclared(value: Typed, alias: string, tables: ReadonlyMap<string, string>, reads: Reads): void {
  const own = tables.get(alias) ?? alias;
  const all = new Origins();
  readsOf(value, tables, all);
  const declared = new Set(matchingIn(value)?.declared);
  for (const name of declared)
    for (const [table, column] of all)
      if (table !== own || column === name || (column !== null && !declared.has(column)))
        columnOf(reads, name).add(table, column);
}

function matchingIn(node: Typed): Matching | undefined {
  if (node.kind === 'columns') return node.matching;
  for (const part of partsOf(node)) {
    const found = matchingIn(part);
    if (found) return found;
  }
  return undefined;
}

function readSelect(query: CheckedSelect, inputs: ReadonlyMap<string, LineageTable>, reads: Reads): void {
  const tables = new Map(
    [query.from, ...query.joins.map((join) => join.table)].map((each) => [each.alias, each.table]),
  );
  const condition = (node: Typed | null): void => {
    if (node) readsOf(node, tables, reads.conditions);
  };
  for (const item of query.items) {
    if (item.kind === 'value') {
      readsOf(item.value, tables, columnOf(reads, item.name));
      continue;
    }
    if (item.kind === 'matching') {
      readsOf(item.value, tables, reads.rest);
      readDeclared(item.value, item.table, tables, reads);
      continue;
    }
    const table = tables.get(item.table) ?? item.table;
    reads.rest.add(table, null);
    const replaced = new Set(item.replace.map((each) => each.name));
    for (const { name, value } of item.replace) {
      readsOf(value, tables, inputs.get(table)?.columns.has(name) ? columnOf(reads, name) : reads.rest);
    }
    for (const name of inputs.get(table)?.columns.keys() ?? [])
      if (!item.except.includes(name) && !replaced.has(name)) columnOf(reads, name).add(table, name);
  }
  condition(query.where);
  condition(query.having);
  condition(query.qualify);
  for (const join of query.joins) condition(join.on);
  if (query.limit === null) return;
  for (const { by } of query.order) {
    const item = typeof by === 'number' ? query.items[by] : undefined;
    if (typeof by !== 'number') condition(by);
    else if (item?.kind === 'value') condition(item.value);
  }
}

function readQuery(query: CheckedQuery, inputs: ReadonlyMap<string, LineageTable>): Reads {
  const reads: Reads = { columns: new Map(), rest: new Origins(), conditions: new Origins() };
  if (query.kind === 'select') readSelect(query, inputs, reads);
  else if (query.kind === 'union') for (const part of query.parts) readSelect(part, inputs, reads);
  else if (query.kind === 'unpivot') {
    const { table } = query.from;
    readMatching(query.matching, table, columnOf(reads, query.valueColumn));
    reads.rest.add(table, null);
    for (const name of inputs.get(table)?.columns.keys() ?? [])
      if (!query.matching.declared.includes(name)) columnOf(reads, name).add(table, name);
  } else {
    readSelect(query.input, inputs, reads);
    const { table } = query.input.from;
    for (const key of query.keys) reads.conditions.add(table, key);
    for (const { by } of query.order) readsOf(by, new Map(), reads.conditions);
  }
  return reads;
}

/** The same columns, as source columns. */
function traced(origins: Origins, inputs: ReadonlyMap<string, LineageTable>): Origins {
  const result = new Origins();
  for (const [table, column] of origins) {
    const input = inputs.get(table);
    const lineage = input?.lineage;
    if (!lineage) {
      result.add(table, column);
      continue;
    }
    const at = column === null ? -1 : (input?.columns.get(column) ?? -1);
    for (const position of lineage.columns[at] ?? lineage.rest ?? []) {
      const origin = lineage.origins[position];
      if (origin) result.add(...origin);
    }
  }
  return result;
}

function numbered(reads: Reads, columns: readonly Column[], open: boolean): Trace {
  const all = new Origins();
  for (const each of [...reads.columns.values(), reads.rest, reads.conditions]) all.addAll(each);
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = [...all.entries].sort(
    ([, a], [, b]) =>
      compare(a[0], b[0]) || (a[1] === null ? -1 : 0) - (b[1] === null ? -1 : 0) || compare(a[1] ?? '', b[1] ?? ''),
  );
  const positions = new Map(sorted.map(([key], index) => [key, index]));
  const list = (origins: Origins | undefined): number[] =>
    [...(origins?.keys ?? [])].flatMap((key) => positions.get(key) ?? []).sort((a, b) => a - b);
  return {
    origins: sorted.map(([, origin]) => origin),
    columns: columns.map((column) => list(reads.columns.get(column.name.toLowerCase()))),
    ...(open ? { rest: list(reads.rest) } : {}),
    conditions: list(reads.conditions),
  };
}

/** A table as its readers see it. */
export function lineageTable(columns: readonly Column[], lineage: Lineage | null): LineageTable {
  return { columns: new Map(columns.map((column, index) => [column.name, index])), lineage };
}

/** Where the columns of a table come from. `inputs` are the tables that its query reads, whose own lineage is known. */
export function lineageOf(
  query: CheckedQuery,
  columns: readonly Column[],
  open: boolean,
  inputs: ReadonlyMap<string, LineageTable>,
): Lineage {
  const reads = readQuery(query, inputs);
  const step = numbered(reads, columns, open);
  const read = [...inputs.values()].filter((input) => input.lineage !== null);
  if (read.length === 0) return step;
  const conditions = traced(reads.conditions, inputs);
  for (const { lineage } of read) if (lineage) conditions.addAll(originsAt(lineage, lineage.conditions));
  const whole: Reads = {
    columns: new Map([...reads.columns].map(([name, origins]) => [name, traced(origins, inputs)])),
    rest: traced(reads.rest, inputs),
    conditions,
  };
  return { ...numbered(whole, columns, open), step };
}
