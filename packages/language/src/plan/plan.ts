import type { Plan, PlanAssertion, PlanTable, PlanUpload, Position, Source } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { AccountScript } from '../account-script/account-script.ts';
import type { Entry, Known } from '../account-script/entry.ts';
import { sorted } from '../account-script/reading-order.ts';
import type { TableGraph } from '../account-script/table-graph.ts';
import { type Dependencies, isUsed, usedOf } from '../check/program.ts';
import { destinationOf } from '../declarations/upload.ts';
import { placeOf } from '../diagnostics/located-fix.ts';
import { collector, type Diagnostic, type Message, messageOf } from '../diagnostics/messages.ts';
import type { Dialect } from '../emit/dialect.ts';
import { DUCKDB } from '../emit/duckdb/duckdb-dialect.ts';
import { refusal } from '../emit/sql-fence.ts';
import type { CheckedQuery, Typed } from '../typed/typed.ts';
import { BOOLEAN } from '../typed/types.ts';
import { type LineageTable, lineageOf, lineageTable, undeclaredIn } from './lineage.ts';
import { scheduleOf } from './schedule.ts';

const NEVER: Typed = { kind: 'constant', value: false, type: BOOLEAN, nullable: false, span: { start: 0, end: 0 } };

/** A declaration of one kind with its meaning. */
type Of<Kind extends Known['kind']> = { readonly entry: Entry; readonly known: Extract<Known, { kind: Kind }> };

const sourceLineages = new WeakMap<readonly Column[], LineageTable>();

function sourceLineage(columns: readonly Column[]): LineageTable {
  const lineage = sourceLineages.get(columns) ?? lineageTable(columns, null);
  sourceLineages.set(columns, lineage);
  return lineage;
}

/** A table of the plan, with what its statements depend on besides its own query. `reason`: why they must not run. */
type PlannedTable = {
  readonly dialect: Dialect;
  readonly inputs: readonly (LineageTable | undefined)[];
  readonly lineage: LineageTable;
  /** A declaration that moves keeps the rest. */
  readonly table: Omit<PlanTable, 'position'>;
  readonly reason: string | null;
};

function positionOf(entry: Entry): Position {
  return { path: entry.unit.path, ...placeOf(entry, entry.unit.lines) };
}

function statementsOf(query: CheckedQuery, dialect: Dialect): Pick<PlanTable, 'sql' | 'state'> {
  const sql = { duckdb: dialect.select(query) };
  if (query.kind !== 'upsert' && query.kind !== 'snapshot') return { sql };
  const { keys, state: table, kept, whenEmpty } = query;
  const merge = { duckdb: dialect.merge(query) };
  const empty = { duckdb: dialect.select({ ...query.input, where: NEVER }) };
  const emptied = whenEmpty === 'keep' ? {} : { whenEmpty };
  return { sql, state: { keys, table, kept, merge, empty, ...emptied } };
}

/** Characters of an expression that a message shows. */
const SHOWN = 80;

/** An expression on one line. */
function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
}

/** `lineages`: of the source tables and the tables before this one. */
function planTable(
  { entry, known }: Of<'table'>,
  query: CheckedQuery,
  lineages: ReadonlyMap<string, LineageTable>,
  dialect: Dialect,
): PlannedTable {
  const { inputs: names, columns, closed } = known.table;
  const inputs = new Map(
    names.flatMap((name): [string, LineageTable][] => {
      const input = lineages.get(name);
      return input ? [[name, input]] : [];
    }),
  );
  const lineage = lineageOf(query, columns, !closed, inputs);
  const { sql, state } = statementsOf(query, dialect);
  const undeclared = undeclaredIn(query, inputs);
  const conversions = dialect.lostValues(query).map(({ sql: counting, spans }) => ({
    sql: { duckdb: counting },
    expressions: spans.map(({ start, end }) => shortText(entry.unit.text.slice(start, end))),
  }));
  const statements = [
    sql.duckdb,
    ...[state?.merge, state?.empty].flatMap((each) => each?.duckdb ?? []),
    ...conversions.map((each) => each.sql.duckdb),
  ];
  const reason = statements.map((each) => refusal(each, dialect.words)).find((each) => each !== null) ?? null;
  return {
    dialect,
    inputs: names.map((name) => lineages.get(name)),
    lineage: lineageTable(columns, lineage),
    table: {
      ...known.table,
      sql,
      lineage,
      ...(state ? { state } : {}),
      ...(undeclared.length > 0 ? { undeclared } : {}),
      ...(conversions.length > 0 ? { conversions } : {}),
    },
    reason,
  };
}

/** Planned tables by their last check. */
const plannedTables = new WeakMap<Known, PlannedTable>();

/** The planned table from before, if its inputs have not changed. */
function plannedBefore(
  known: Of<'table'>['known'],
  lineages: ReadonlyMap<string, LineageTable>,
  dialect: Dialect,
): PlannedTable | null {
  const planned = plannedTables.get(known);
  if (planned?.dialect !== dialect) return null;
  return known.table.inputs.every((name, index) => planned.inputs[index] === lineages.get(name)) ? planned : null;
}

function planAssertion(
  { entry, known }: Of<'assertion'>,
  query: CheckedQuery | null,
  dialect: Dialect,
): { readonly assertion: PlanAssertion; readonly reason: string | null } {
  const { claim, ...rest } = known.assertion;
  const declared = { ...rest, position: positionOf(entry) };
  if (claim.kind === 'row_count') return { assertion: { ...declared, claim }, reason: null };
  const sql = { duckdb: query ? dialect.select(query) : '' };
  return { assertion: { ...declared, claim: { ...claim, sql } }, reason: refusal(sql.duckdb, dialect.words) };
}

function usesLineNumbers({ used }: Entry, table: string): boolean {
  const columns = usedOf(used, table);
  return columns !== undefined && isUsed(columns, 'line_number');
}

function planSource({ entry, known }: Of<'source'>, graph: TableGraph): Source {
  const { source } = known;
  const numbered = (table: string): boolean =>
    (graph.find(table)?.readers ?? []).some((reader) => usesLineNumbers(reader, table));
  const tables = source.tables.map((table) => {
    const own = table.schema.columns.some((column) => column.name === 'line_number');
    return { ...table, keepsLineNumbers: !own && numbered(table.name) };
  });
  const { tables: _tables, ...rest } = source;
  return { ...rest, schedule: scheduleOf(source.parameters), tables, position: positionOf(entry) };
}

/** The dependencies of a table: the tables to build, inputs first, and their source tables and sources, sorted; those of its assertions too. */
function dependenciesOf(table: string, graph: TableGraph, places: ReadonlyMap<string, number>): Dependencies {
  const needed = new Set([table]);
  const tables: string[] = [];
  const sourceTables: string[] = [];
  const sources = new Set<string>();
  for (const name of needed) {
    const found = graph.find(name);
    const entry = found?.winner?.entry;
    if (!entry) continue;
    if (entry.kind === 'table') tables.push(name);
    else {
      sourceTables.push(name);
      for (const { text } of entry.claimed.slice(0, 1)) sources.add(text);
    }
    for (const input of entry.reads) needed.add(input.name);
    // Only those on the table itself; others compare another table with it.
    for (const { reads } of found.assertions) if (reads[0] === found) for (const read of reads) needed.add(read.name);
  }
  return {
    tables: tables.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
    sourceTables: sourceTables.sort(),
    sources: [...sources].sort(),
  };
}

function ofKind<Kind extends Known['kind']>(entries: Iterable<Entry>, kind: Kind): Of<Kind>[] {
  const found: Of<Kind>[] = [];
  for (const entry of entries) {
    const { known } = entry;
    if (known?.kind === kind) found.push({ entry, known: known as Of<Kind>['known'] });
  }
  return found;
}

/** Reports a statement that is not allowed, which is a defect of the compiler. */
function refused({ claimed, start, unit }: Entry, name: string, reason: string): Message[] {
  const diagnostics: Diagnostic[] = [];
  for (const at of claimed) collector(start, diagnostics)('SBS3025', at, { name, reason });
  return diagnostics.map((diagnostic) => messageOf(diagnostic, start, unit.path, unit.lines));
}

/** A plan, or the reason why a script without errors has none. */
export type Planned =
  | { readonly plan: Plan; readonly refused: readonly [] }
  | { readonly plan: null; readonly refused: readonly Message[] };

/**
 * The plan of a script without errors: plain JSON, sorted so that equal scripts give equal plans. Null, with an error that
 * names the table, when the dialect emitted a statement that is not allowed.
 */
export function planOf(script: AccountScript, dialect: Dialect = DUCKDB): Planned {
  const { graph } = script;
  const entries = script.entries();
  const lineages = new Map<string, LineageTable>();
  const sources = ofKind(entries, 'source');
  for (const { known } of sources)
    for (const { name, schema } of known.source.tables) lineages.set(name, sourceLineage(schema.columns));
  const inputsFirst = sorted(new Set(entries.filter((entry) => entry.kind === 'table')));
  const messages: Message[] = [];
  const tables = ofKind(inputsFirst, 'table').flatMap((each): PlanTable[] => {
    const { entry, known } = each;
    const query = plannedBefore(known, lineages, dialect) ? null : script.queryOf(entry);
    if (query) plannedTables.set(known, planTable(each, query, lineages, dialect));
    const planned = plannedTables.get(known);
    if (!planned) return [];
    lineages.set(known.table.name, planned.lineage);
    if (planned.reason !== null) messages.push(...refused(entry, known.table.name, planned.reason));
    return [{ ...planned.table, position: positionOf(entry) }];
  });
  const assertions = ofKind(entries, 'assertion').map((each): PlanAssertion => {
    const { name } = each.known.assertion;
    const planned = planAssertion(each, script.queryOf(each.entry), dialect);
    if (planned.reason !== null) messages.push(...refused(each.entry, name, planned.reason));
    return planned.assertion;
  });
  if (messages.length > 0) return { plan: null, refused: messages };
  const places = new Map(tables.map((table, index) => [table.name, index]));
  const uploads = ofKind(entries, 'upload').map(({ entry, known }): PlanUpload => {
    const { spec: _spec, ...upload } = known.upload;
    const columns = upload.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
    const dependencies = dependenciesOf(upload.table, graph, places);
    const destination = destinationOf(known.upload);
    return { ...upload, columns, ...dependencies, destination, position: positionOf(entry) };
  });
  const plan: Plan = {
    version: 1,
    sources: sources.map((source) => planSource(source, graph)),
    tables,
    uploads,
    ...(assertions.length > 0 ? { assertions } : {}),
  };
  return { plan, refused: [] };
}
