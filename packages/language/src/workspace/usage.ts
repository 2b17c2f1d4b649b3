import type { Code } from '../diagnostics.ts';
import { collector, type Remark } from '../messages.ts';
import type { Entry } from './entry.ts';
import type { TableGraph, TableName } from './table-graph.ts';

const NONE: readonly Remark[] = [];

/** Errors that are found when all names of a query have been resolved: which columns it uses is known all the same. */
const NAMES_RESOLVED: ReadonlySet<Code> = new Set([
  ...(['SBS2010', 'SBS2014', 'SBS2015', 'SBS3002', 'SBS3003', 'SBS3006', 'SBS3009', 'SBS3013', 'SBS3015'] as const),
  ...(['SBS3017', 'SBS3018', 'SBS3020', 'SBS3022', 'SBS3023', 'SBS3026'] as const),
]);

/** Whether an error may have kept a query's names from being resolved. */
export function mayHideNames({ code }: Remark): boolean {
  return !NAMES_RESOLVED.has(code);
}

/** Whether what an entry reads gets to an upload. What a broken declaration reads is meant to. */
function reaches(entry: Entry, graph: TableGraph): boolean {
  const [name] = entry.brings;
  if (entry.kind === 'upload' || entry.circular || !name) return true;
  return !graph.counts(entry) || name.reached;
}

function isReached(name: TableName, graph: TableGraph): boolean {
  if (name.mentions > 0) return true;
  for (const reader of name.readers) if (reaches(reader, graph)) return true;
  return false;
}

/**
 * Finds out anew which of some tables, and of those below them, reach an upload. Gives the entries about whose use there may
 * be something else to say.
 */
export function spreadUse(names: Iterable<TableName>, graph: TableGraph): Set<Entry> {
  const concerned = new Set<Entry>();
  const queue = [...names];
  for (const name of queue) {
    for (const { entry } of name.holders) concerned.add(entry);
    const reached = isReached(name, graph);
    if (reached === name.reached) continue;
    name.reached = reached;
    const entry = name.winner?.entry;
    queue.push(...(entry?.reads ?? []));
  }
  return concerned;
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/** Columns of a source that no query names, when some query reads the source and no upload takes it whole. */
function unusedColumns({ info, mentions, readers, name }: TableName): ReadonlySet<string> {
  if (mentions > 0 || readers.length === 0) return NO_COLUMNS;
  const uses: ReadonlySet<string>[] = [];
  for (const reader of readers) {
    if (reader.kind === 'upload' || reader.unresolved || reader.circular) return NO_COLUMNS;
    const used = reader.used.get(name);
    if (used) uses.push(used);
  }
  let unused: Set<string> | null = null;
  for (const column of info?.columns ?? []) {
    if (uses.some((used) => used.has(column.name))) continue;
    unused ??= new Set();
    unused.add(column.name);
  }
  return unused ?? NO_COLUMNS;
}

/** Warns of a download or table that reaches no upload, and of columns that nothing uses. */
export function unusedRemarks(entry: Entry): readonly Remark[] {
  if (entry.kind === 'upload') return NONE;
  // A name declared twice is reported already; which of the two is used is not for us to say.
  let idle = true;
  for (const each of entry.brings) idle &&= each.winner?.entry === entry && !each.reached;
  if (!idle && entry.kind === 'table') return NONE;
  const remarks: Remark[] = [];
  const report = collector(entry.start, remarks);
  const [name] = entry.claimed;
  if (idle && name) report(entry.kind === 'table' ? 'SBS5002' : 'SBS5001', name, { name: name.text });
  if (entry.kind === 'table') return remarks;
  for (const [index, found] of entry.brings.entries()) {
    const counts = found.winner?.entry === entry && found.winner.index === index;
    const unused = counts ? unusedColumns(found) : NO_COLUMNS;
    if (unused.size === 0) continue;
    const told = new Set<string>();
    for (const column of entry.columns[index] ?? []) {
      // Of two with one name the second is reported already.
      if (!unused.has(column.text) || told.has(column.text)) continue;
      told.add(column.text);
      report('SBS5003', column, { name: column.text, table: found.name });
    }
  }
  return remarks;
}
