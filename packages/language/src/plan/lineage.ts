import type { Lineage, Origin, Trace } from '@switchboard/model/lineage/column-origins';
import type { Column } from '@switchboard/model/schema';
import {
  type CheckedQuery,
  type CheckedSelect,
  type CheckedUnpivot,
  type Matching,
  type OutputItem,
  partsOf,
  type QueryTable,
  type Typed,
} from '../typed/typed.ts';

/** A table whose columns other tables can come from. */
export type LineageTable = {
  /** Positions of its declared columns, by name. */
  readonly columns: ReadonlyMap<string, number>;
  /** Null for a source table: its columns come from nowhere else. */
  readonly lineage: Lineage | null;
};

type Inputs = ReadonlyMap<string, LineageTable>;

/** Columns of other tables, each once. */
class Origins {
  readonly #columns = new Map<string, Origin>();

  add(table: string, column: string | null): void {
    const key = column === null ? table : `${table}\u0000${column}`;
    if (!this.#columns.has(key)) this.#columns.set(key, [table, column]);
  }

  addAll(others: Origins): void {
    others.#columns.forEach((origin, key) => {
      this.#columns.set(key, origin);
    });
  }

  [Symbol.iterator](): Iterator<Origin> {
    return this.#columns.values();
  }

  /**
   * Sort keys of the origins. Sorted, they are in the order of tables, then columns; a table as a whole is before its
   * columns.
   */
  get keys(): Iterable<string> {
    return this.#columns.keys();
  }

  get(key: string): Origin | undefined {
    return this.#columns.get(key);
  }
}

/** The columns that a query reads, before they are numbered. */
type Reads = {
  /** Keyed by the output column's name in lower case. */
  readonly columns: Map<string, Origins>;
  readonly rest: Origins;
  readonly conditions: Origins;
  /** Columns that must be there although nothing comes from them: those that are left out, replaced, or sorted by. */
  readonly named: Origins;
};

/** The tables of a query by the names they go by: a table, or what a query inside reads. */
type Sources = ReadonlyMap<string, string | Reads>;

/** The origins of a column of one of these tables; null: of all its columns that are not declared. */
function addOrigins(into: Origins, alias: string, column: string | null, tables: Sources): void {
  const source = tables.get(alias) ?? alias;
  if (typeof source === 'string') into.add(source, column);
  else {
    const known = column === null ? undefined : source.columns.get(column.toLowerCase());
    if (column !== null && !known) nameIn(source, column, source.named);
    into.addAll(known ?? source.rest);
  }
}

function readsOf(node: Typed, tables: Sources, inputs: Inputs, into: Origins): void {
  if (node.kind === 'column') addOrigins(into, node.table, node.name, tables);
  if (node.kind === 'columns') readMatching(node.matching, tables, into);
  if (node.kind === 'query') {
    const { columns, rest, conditions } = readQuery(node.query, inputs, tables);
    for (const each of [...columns.values(), rest, conditions]) into.addAll(each);
  }
  for (const part of partsOf(node)) readsOf(part, tables, inputs, into);
}

function readMatching({ declared, table }: Matching, tables: Sources, into: Origins): void {
  addOrigins(into, table, null, tables);
  for (const name of declared) addOrigins(into, table, name, tables);
}

function columnOf(reads: Reads, name: string): Origins {
  const key = name.toLowerCase();
  const origins = reads.columns.get(key) ?? new Origins();
  reads.columns.set(key, origins);
  return origins;
}

/** Each matching declared column comes from the column of its name and the other columns of the expression. */
function readDeclared(value: Typed, alias: string, tables: Sources, inputs: Inputs, reads: Reads): void {
  const source = tables.get(alias) ?? alias;
  const matching = matchingIn(value);
  const declared = new Set(matching?.declared);
  if (typeof source !== 'string') {
    const others = new Origins();
    for (const part of partsOf(value)) readsOf(part, tables, inputs, others);
    for (const name of declared) addOrigins(columnOf(reads, name), alias, name, tables);
    return;
  }
  const all = new Origins();
  readsOf(value, tables, inputs, all);
  for (const name of declared)
    for (const [table, column] of all)
      if (table !== source || column === name || (column !== null && !declared.has(column)))
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

/** The names of the columns that a table is known to have. */
function knownColumns(source: string | Reads, inputs: Inputs): Iterable<string> {
  return (typeof source === 'string' ? inputs.get(source)?.columns.keys() : source.columns.keys()) ?? [];
}

/** All columns of a table, but for those that are left out or computed instead. */
function readRest(item: Extract<OutputItem, { kind: 'rest' }>, tables: Sources, inputs: Inputs, reads: Reads): void {
  const source = tables.get(item.table) ?? item.table;
  addOrigins(reads.rest, item.table, null, tables);
  const known = [...knownColumns(source, inputs)];
  const isSame = (a: string, b: string): boolean =>
    typeof source === 'string' ? a === b : a.toLowerCase() === b.toLowerCase();
  for (const { name, value } of item.replace) {
    const into = known.some((each) => isSame(each, name)) ? columnOf(reads, name) : reads.rest;
    readsOf(value, tables, inputs, into);
  }
  const left = [...item.except, ...item.replace.map(({ name }) => name)];
  for (const name of left) nameIn(source, name, reads.named);
  for (const name of known)
    if (!left.some((each) => isSame(each, name))) addOrigins(columnOf(reads, name), item.table, name, tables);
}

/** Adds the column of a name of the open tables behind a source, unless the source itself makes it. */
function nameIn(source: string | Reads, name: string, into: Origins): void {
  if (typeof source === 'string') into.add(source, name);
  else if (!source.columns.has(name.toLowerCase()))
    for (const [table, column] of source.rest) if (column === null) into.add(table, name);
}

/** A table of a query, or what the query reads that stands in its place. The rows of that query affect all rows. */
function sourceOf({ table, query }: QueryTable, inputs: Inputs, around: Sources, reads: Reads): string | Reads {
  const source = query ? readQuery(query, inputs, around) : (around.get(table) ?? table);
  if (typeof source !== 'string') {
    reads.conditions.addAll(source.conditions);
    reads.named.addAll(source.named);
  }
  return source;
}

function readSelect(query: CheckedSelect, inputs: Inputs, around: Sources, reads: Reads): void {
  const read = [query.from, ...query.joins.map((join) => join.table)];
  const tables = new Map(around);
  for (const each of read) tables.set(each.alias, sourceOf(each, inputs, around, reads));
  const condition = (node: Typed | null): void => {
    if (node) readsOf(node, tables, inputs, reads.conditions);
  };
  for (const item of query.items) {
    if (item.kind === 'value') readsOf(item.value, tables, inputs, columnOf(reads, item.name));
    else if (item.kind === 'matching') {
      readsOf(item.value, tables, inputs, reads.rest);
      readDeclared(item.value, item.table, tables, inputs, reads);
    } else readRest(item, tables, inputs, reads);
  }
  condition(query.where);
  condition(query.having);
  condition(query.qualify);
  for (const join of query.joins) condition(join.on);
  for (const source of tables.values()) if (typeof source !== 'string') reads.named.addAll(source.named);
  if (query.limit === null)
    for (const { by } of query.order) if (typeof by !== 'number') readsOf(by, tables, inputs, reads.named);
  if (query.limit === null) return;
  for (const { by } of query.order) {
    const item = typeof by === 'number' ? query.items[by] : undefined;
    if (typeof by !== 'number') condition(by);
    else if (item?.kind === 'value') reads.conditions.addAll(columnOf(reads, item.name));
  }
}

const NOTHING: Sources = new Map();

/** `around`: the tables of the queries around it, and those that a `with` defines. */
function readQuery(query: CheckedQuery, inputs: Inputs, around: Sources = NOTHING): Reads {
  if (query.kind === 'with') {
    const tables = new Map(around);
    const parts = query.parts.map(({ name, query: part }) => {
      const reads = readQuery(part, inputs, tables);
      tables.set(name, reads);
      return reads;
    });
    const body = readQuery(query.body, inputs, tables);
    for (const { named } of parts.toReversed()) body.named.addAll(named);
    return body;
  }
  const reads: Reads = { columns: new Map(), rest: new Origins(), conditions: new Origins(), named: new Origins() };
  if (query.kind === 'select') readSelect(query, inputs, around, reads);
  else if (query.kind === 'union') for (const part of query.parts) readSelect(part, inputs, around, reads);
  else if (query.kind === 'unpivot') readUnpivot(query, inputs, around, reads);
  else if (query.kind === 'upsert' || query.kind === 'snapshot') {
    readSelect(query.input, inputs, around, reads);
    const { table } = query.input.from;
    for (const key of query.keys) reads.conditions.add(table, key);
    for (const { by } of query.order) readsOf(by, NOTHING, inputs, reads.conditions);
    if (query.kind === 'upsert' && query.removed) readsOf(query.removed, NOTHING, inputs, reads.conditions);
    if (query.kind === 'snapshot') for (const name of [query.validFrom, query.validTo]) columnOf(reads, name);
  }
  return reads;
}

function readUnpivot(query: CheckedUnpivot, inputs: Inputs, around: Sources, reads: Reads): void {
  const { from, matching } = query;
  const source = sourceOf(from, inputs, around, reads);
  const tables = new Map([...around, [from.alias, source], [matching.table, source]]);
  readMatching(matching, tables, columnOf(reads, query.valueColumn));
  addOrigins(reads.rest, from.alias, null, tables);
  const declared = new Set(matching.declared.map((name) => name.toLowerCase()));
  for (const name of knownColumns(source, inputs))
    if (!declared.has(name.toLowerCase())) addOrigins(columnOf(reads, name), from.alias, name, tables);
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
    addAt(lineage.columns[at] ?? lineage.rest ?? [], lineage, result);
  }
  return result;
}

/** Adds the origins at some positions of a lineage. */
function addAt(positions: readonly number[], { origins }: Lineage, into: Origins): void {
  for (const position of positions) {
    const origin = origins[position];
    if (origin) into.add(origin[0], origin[1]);
  }
}

function positionsOf(origins: Origins | undefined, positions: ReadonlyMap<string, number>): number[] {
  const found: number[] = [];
  if (!origins) return found;
  for (const key of origins.keys) {
    const position = positions.get(key);
    if (position !== undefined) found.push(position);
  }
  return found.length > 1 ? found.sort((a, b) => a - b) : found;
}

function numbered(reads: Reads, columns: readonly Column[], open: boolean): Trace {
  const all = new Origins();
  for (const each of reads.columns.values()) all.addAll(each);
  all.addAll(reads.rest);
  all.addAll(reads.conditions);
  const origins: Origin[] = [];
  const positions = new Map<string, number>();
  for (const key of [...all.keys].sort()) {
    const origin = all.get(key);
    if (origin) positions.set(key, origins.push(origin) - 1);
  }
  return {
    origins,
    columns: columns.map((column) => positionsOf(reads.columns.get(column.name.toLowerCase()), positions)),
    ...(open ? { rest: positionsOf(reads.rest, positions) } : {}),
    conditions: positionsOf(reads.conditions, positions),
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
  for (const { lineage } of read) if (lineage) addAt(lineage.conditions, lineage, conditions);
  const whole: Reads = {
    columns: new Map([...reads.columns].map(([name, origins]) => [name, traced(origins, inputs)])),
    rest: traced(reads.rest, inputs),
    conditions,
    named: new Origins(),
  };
  return { ...numbered(whole, columns, open), step };
}

/** The columns that a query names of its inputs and that these do not declare; pseudo-columns are among them. */
export function undeclaredIn(query: CheckedQuery, inputs: ReadonlyMap<string, LineageTable>): readonly Origin[] {
  const reads = readQuery(query, inputs);
  const all = new Origins();
  for (const each of [...reads.columns.values(), reads.rest, reads.conditions, reads.named]) all.addAll(each);
  return [...all.keys].sort().flatMap((key) => {
    const origin = all.get(key);
    const input = origin && inputs.get(origin[0]);
    return origin && origin[1] !== null && input && !input.columns.has(origin[1]) ? [origin] : [];
  });
}
