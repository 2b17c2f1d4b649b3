import type { Code, Report } from '../diagnostics.ts';
import { collector, type Remark } from '../messages.ts';
import type { Name, SchemaNode } from '../syntax/tree.ts';
import type { Entry } from './entry.ts';
import type { TableGraph, TableName } from './table-graph.ts';

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
  if (entry.node.kind === 'upload' || entry.circular || !name) return true;
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
function reportColumns(table: Name, schema: SchemaNode, found: TableName, report: Report): void {
  if (found.mentions > 0 || schema.columns.length === 0) return;
  const used = new Set<string>();
  let read = false;
  for (const reader of found.readers) {
    if (reader.node.kind === 'upload' || reader.unresolved || reader.circular) return;
    read = true;
    for (const column of reader.used.get(table.text) ?? []) used.add(column);
  }
  if (!read) return;
  for (const column of schema.columns) {
    const name = column.alias ?? column.header;
    if (!used.has(name.text)) report('SBS5003', name, { name: name.text, table: table.text });
  }
}

/** Warns of a download or table that reaches no upload, and of columns that nothing uses. */
export function unusedRemarks(entry: Entry, graph: TableGraph): readonly Remark[] {
  const remarks: Remark[] = [];
  const report = collector(entry.node.start, remarks);
  const { node } = entry;
  if (node.kind === 'upload') return remarks;
  const unused = (table: Name): boolean => {
    const found = graph.find(table.text);
    // A name declared twice is reported already; which of the two is used is not for us to say.
    return found?.winner?.entry === entry && !found.reached;
  };
  if (node.kind === 'table') {
    if (unused(node.name)) report('SBS5002', node.name, { name: node.name.text });
    return remarks;
  }
  if (entry.names.every(unused)) report('SBS5001', node.name, { name: node.name.text });
  for (const { name, schema } of node.kind === 'bundle' ? node.tables : [node]) {
    const found = graph.find(name.text);
    if (found?.winner?.entry === entry) reportColumns(name, schema, found, report);
  }
  return remarks;
}
