import type { Plan, PlanTable, PlanUpload, Position, Source } from '@switchboard/model';
import type { Dependencies } from './check/dependencies.ts';
import { type LineageTable, lineageOf, lineageTable } from './check/lineage.ts';
import type { Checked } from './check/program.ts';
import type { CheckedQuery, Typed } from './check/typed.ts';
import { BOOLEAN } from './check/types.ts';
import type { Dialect } from './emit/dialect.ts';
import { DUCKDB } from './emit/duckdb.ts';
import { refusal } from './emit/sql-fence.ts';
import { placeOf } from './located-fix.ts';
import { collector, type Message, messageOf, type Remark } from './messages.ts';
import type { AccountScript } from './workspace/account-script.ts';
import type { Entry } from './workspace/entry.ts';
import { sorted } from './workspace/reading-order.ts';
import type { TableGraph } from './workspace/table-graph.ts';

const NEVER: Typed = { kind: 'constant', value: false, type: BOOLEAN, nullable: false, span: { start: 0, end: 0 } };

/** What a dialect makes of a table. `reason`: why it may not run. */
export type Statements = Pick<PlanTable, 'sql' | 'state'> & { readonly reason: string | null };

/** A declaration of one kind with what it means. */
type Known<Kind extends Checked['kind']> = {
  readonly entry: Entry;
  readonly checked: Extract<Checked, { kind: Kind }>;
};

function positionOf({ unit, node }: Entry): Position {
  return { path: unit.path, ...placeOf(node, unit.lines) };
}

function statementsOf(query: CheckedQuery, dialect: Dialect): Statements {
  const sql = { duckdb: dialect.select(query) };
  const reason = refusal(sql.duckdb, dialect.words);
  if (query.kind !== 'upsert') return { sql, reason };
  const empty = { duckdb: dialect.select({ ...query.input, where: NEVER }) };
  const state = { keys: query.keys, table: query.state, empty };
  return { sql, state, reason: reason ?? refusal(empty.duckdb, dialect.words) };
}

/** `known`: the source tables and the tables before this one, to which it is added. */
function planTable({ entry, checked }: Known<'table'>, known: Map<string, LineageTable>, sql: Statements): PlanTable {
  const { query, ...table } = checked.table;
  const inputs = new Map(
    table.inputs.flatMap((name): [string, LineageTable][] => {
      const input = known.get(name);
      return input ? [[name, input]] : [];
    }),
  );
  const lineage = lineageOf(query, table.columns, !table.closed, inputs);
  known.set(table.name, lineageTable(table.columns, lineage));
  const { state } = sql;
  return { ...table, position: positionOf(entry), sql: sql.sql, lineage, ...(state ? { state } : {}) };
}

function planSource({ entry, checked }: Known<'source'>, graph: TableGraph): Source {
  const { source } = checked;
  const numbered = (table: string): boolean =>
    [...(graph.find(table)?.readers ?? [])].some((reader) => reader.used.get(table)?.has('line_number'));
  const tables = source.tables.map((table) => {
    const own = table.schema.columns.some((column) => column.name === 'line_number');
    return { ...table, keepsLineNumbers: !own && numbered(table.name) };
  });
  return { ...source, tables, position: positionOf(entry) };
}

/** What a table is made from: the tables to build, inputs first, and the source tables and sources below them, sorted. */
function dependenciesOf(table: string, graph: TableGraph, places: ReadonlyMap<string, number>): Dependencies {
  const needed = new Set([table]);
  const tables: string[] = [];
  const sourceTables: string[] = [];
  const sources = new Set<string>();
  for (const name of needed) {
    const node = graph.find(name)?.winner?.entry;
    if (!node) continue;
    if (node.node.kind === 'table') tables.push(name);
    else {
      sourceTables.push(name);
      if (node.node.kind !== 'upload') sources.add(node.node.name.text);
    }
    for (const input of node.inputs) needed.add(input);
  }
  return {
    tables: tables.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
    sourceTables: sourceTables.sort(),
    sources: [...sources].sort(),
  };
}

function ofKind<Kind extends Checked['kind']>(entries: Iterable<Entry>, kind: Kind): Known<Kind>[] {
  const found: Known<Kind>[] = [];
  for (const entry of entries) {
    const { checked } = entry;
    if (checked?.kind === kind) found.push({ entry, checked: checked as Known<Kind>['checked'] });
  }
  return found;
}

/** Says that a statement is none that may run. That is our mistake, and is reported as such. */
function refused({ node, unit }: Entry, name: string, reason: string): Message[] {
  const remarks: Remark[] = [];
  if (node.kind === 'table') collector(node.start, remarks)('SBS3025', node.name, { name, reason });
  return remarks.map((remark) => messageOf(remark, node.start, unit.path, unit.lines));
}

/** A plan, or why there is none although the script has no errors. */
export type Planned =
  | { readonly plan: Plan; readonly refused: readonly [] }
  | { readonly plan: null; readonly refused: readonly Message[] };

/**
 * The plan of a script without errors: plain JSON, sorted so that equal scripts give equal plans. Null, with an error that
 * names the table, when the dialect wrote a statement that may not run.
 */
export function planOf(script: AccountScript, dialect: Dialect = DUCKDB): Planned {
  const { graph } = script;
  const entries = script.entries();
  const known = new Map<string, LineageTable>();
  const sources = ofKind(entries, 'source');
  for (const { checked } of sources)
    for (const { name, schema } of checked.source.tables) known.set(name, lineageTable(schema.columns, null));
  const inputsFirst = sorted(new Set(entries.filter((entry) => entry.node.kind === 'table')), graph);
  const messages: Message[] = [];
  const tables = ofKind(inputsFirst, 'table').map((table): PlanTable => {
    const { entry, checked } = table;
    if (entry.sql?.dialect !== dialect) entry.sql = { dialect, ...statementsOf(checked.table.query, dialect) };
    const { sql } = entry;
    if (sql.reason !== null) messages.push(...refused(entry, checked.table.name, sql.reason));
    return planTable(table, known, sql);
  });
  if (messages.length > 0) return { plan: null, refused: messages };
  const places = new Map(tables.map((table, index) => [table.name, index]));
  const uploads = ofKind(entries, 'upload').map(({ entry, checked }): PlanUpload => {
    const { destination, ...upload } = checked.upload;
    const dependencies = dependenciesOf(upload.table, graph, places);
    return { ...upload, ...dependencies, destination, position: positionOf(entry) };
  });
  const plan: Plan = { version: 1, sources: sources.map((source) => planSource(source, graph)), tables, uploads };
  return { plan, refused: [] };
}
