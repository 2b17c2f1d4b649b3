import { isUsed, type UsedColumns, usedOf } from '../check/program.ts';
import type { Code } from '../diagnostics/diagnostics.ts';
import { collector, type Diagnostic } from '../diagnostics/messages.ts';
import { exact } from '../syntax/tree/exact.ts';
import type { Entry, TableName } from './entry.ts';
import type { TableGraph } from './table-graph.ts';

const NONE: readonly Diagnostic[] = [];
const NO_TABLES: readonly TableName[] = [];

/** Errors that are found when all names of a query have been resolved: which columns it uses is known all the same. */
const NAMES_RESOLVED: ReadonlySet<Code> = new Set([
  ...(['SBS2010', 'SBS2014', 'SBS2015', 'SBS3002', 'SBS3003', 'SBS3006', 'SBS3009', 'SBS3013', 'SBS3015'] as const),
  ...(['SBS3017', 'SBS3018', 'SBS3020', 'SBS3022', 'SBS3023', 'SBS3026'] as const),
]);

/** Whether an error may have kept a query's names from being resolved. */
export function mayHideNames({ code }: Diagnostic): boolean {
  return !NAMES_RESOLVED.has(code);
}

/** Whether a table that an assertion reads is needed for an upload: only to check another table that reaches one. */
function isNeededBy(assertion: Entry, name: TableName): boolean {
  const [asserted] = assertion.reads;
  return asserted !== name && asserted?.reached === true;
}

/** Whether the inputs of an entry reach an upload. Those of a broken declaration count as reaching one. */
function reaches(entry: Entry, graph: TableGraph): boolean {
  const [name] = entry.brings;
  if (entry.kind === 'upload' || entry.cyclic || !name) return true;
  return !graph.counts(entry) || name.reached;
}

function isReached(name: TableName, graph: TableGraph): boolean {
  if (name.mentions > 0) return true;
  for (const reader of name.readers)
    if (reader.kind === 'assertion' ? isNeededBy(reader, name) : reaches(reader, graph)) return true;
  return false;
}

/**
 * Recomputes which of these tables, and of their inputs, reach an upload. Returns the entries whose unused
 * diagnostics may have changed.
 */
export function spreadUse(names: Iterable<TableName>, graph: TableGraph): Set<Entry> {
  const concerned = new Set<Entry>();
  const queue = [...names];
  for (const name of queue) {
    for (const { entry } of name.holders) concerned.add(entry);
    const reached = isReached(name, graph);
    if (reached === name.reached) continue;
    name.reached = reached;
    for (const below of name.winner?.entry.reads ?? NO_TABLES) queue.push(below);
    for (const assertion of name.assertions) for (const read of assertion.reads) if (read !== name) queue.push(read);
  }
  return concerned;
}

const NO_COLUMNS: readonly number[] = [];

/** Columns of a source that no query names, by number, when some query reads the source and no upload takes it whole. */
function unusedColumns({ info, mentions, readers, name }: TableName): readonly number[] {
  if (mentions > 0 || readers.length === 0) return NO_COLUMNS;
  const uses: UsedColumns[] = [];
  for (const reader of readers) {
    if (reader.kind === 'upload' || reader.unresolved || reader.cyclic) return NO_COLUMNS;
    const used = usedOf(reader.used, name);
    if (used) uses.push(used);
  }
  let unused: number[] | null = null;
  const columns = info?.columns ?? [];
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index];
    if (!column || isUsedByAny(uses, column.name)) continue;
    unused ??= [];
    unused.push(index);
  }
  return unused ?? NO_COLUMNS;
}

function isUsedByAny(uses: readonly UsedColumns[], column: string): boolean {
  for (const used of uses) if (isUsed(used, column)) return true;
  return false;
}

/** Warns of a download or table that reaches no upload, and of columns that nothing uses. */
export function unusedDiagnostics(entry: Entry): readonly Diagnostic[] {
  if (entry.kind !== 'table' && entry.kind !== 'download' && entry.kind !== 'bundle') return NONE;
  // A name declared twice is reported already, and either may be the used one.
  let idle = true;
  for (const each of entry.brings) idle &&= each.winner?.entry === entry && !each.reached;
  if (!idle && (entry.kind === 'table' || entry.known?.kind !== 'source')) return NONE;
  const diagnostics: Diagnostic[] = [];
  const report = collector(entry.start, diagnostics);
  const [name] = entry.claimed;
  if (idle && name) report(entry.kind === 'table' ? 'SBS5002' : 'SBS5001', name, { name: name.text });
  if (entry.known?.kind !== 'source') return diagnostics;
  const { places } = entry.known;
  for (let index = 0; index < entry.brings.length; index += 1) {
    const found = entry.brings[index];
    if (!found || found.winner?.entry !== entry || found.winner.index !== index) continue;
    for (const at of unusedColumns(found)) {
      const span = { start: places[index]?.[2 * at] ?? 0, end: places[index]?.[2 * at + 1] ?? 0 };
      report('SBS5003', span, { name: found.info?.columns[at]?.name ?? '', table: found.name });
    }
  }
  return diagnostics.length > 0 ? exact(diagnostics) : NONE;
}
