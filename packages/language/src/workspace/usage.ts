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

/** Columns of a source that no query names, when some query reads the source and no upload takes it whole. */
function unusedColumns({ info, mentions, readers, name }: TableName): Set<string> {
  const unused = new Set<string>();
  if (mentions > 0 || readers.size === 0) return unused;
  for (const column of info?.columns ?? []) unused.add(column.name);
  for (const reader of readers) {
    if (reader.kind === 'upload' || reader.unresolved || reader.circular) return new Set();
    for (const column of reader.used.get(name) ?? []) unused.delete(column);
  }
  return unused;
}

/** Warns of a download or table that reaches no upload, and of columns that nothing uses. */
export function unusedRemarks(entry: Entry): readonly Remark[] {
  if (entry.kind === 'upload') return NONE;
  const remarks: Remark[] = [];
  const report = collector(entry.start, remarks);
  // A name declared twice is reported already; which of the two is used is not for us to say.
  const idle = entry.brings.every((name) => name.winner?.entry === entry && !name.reached);
  const [name] = entry.claimed;
  if (idle && name) report(entry.kind === 'table' ? 'SBS5002' : 'SBS5001', name, { name: name.text });
  if (entry.kind === 'table') return remarks;
  for (const [index, found] of entry.brings.entries()) {
    const unused = found.winner?.entry === entry && found.winner.index === index ? unusedColumns(found) : null;
    if (!unused || unused.size === 0) continue;
    // Of two with one name the second is reported already.
    for (const column of entry.columns[index] ?? [])
      if (unused.delete(column.text)) report('SBS5003', column, { name: column.text, table: found.name });
  }
  return remarks;
}
