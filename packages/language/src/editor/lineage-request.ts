import type { ColumnRef } from '@switchboard/model/lineage/column-lineage';
import { type LineageGraph, scriptLineage } from '@switchboard/model/lineage/lineage';
import type { Occurrence } from '../check/names/occurrence.ts';
import { linesOf } from '../text/lines.ts';
import type { Workspace } from '../workspace.ts';
import { findSubject, type ScriptStretch, type ScriptSubject, stretchOf } from './script-place.ts';
import { occurrencesAt } from './symbols/symbol-at.ts';

/** Returns the lineage of a whole script; null while the script has errors, because it then has no plan. */
export function lineageOfScript(workspace: Workspace): LineageGraph | null {
  const plan = workspace.plan();
  return plan && scriptLineage(plan);
}

/** The column, table, download or upload at an offset as a box of the lineage, or the declaration around it. Null outside of one. */
export function lineageAt(workspace: Workspace, path: string, offset: number): ColumnRef | null {
  // A bare column of a select list is a column of the table below, and one of the table that it declares: that one has both.
  const found = occurrencesAt(workspace, path, offset).toSorted(
    (one, other) => Number(other.role === 'declaration') - Number(one.role === 'declaration'),
  );
  for (const occurrence of found) {
    const ref = refOf(workspace, occurrence);
    if (ref !== null) return ref;
  }
  const node = workspace.declarationAt(path, offset);
  if (node?.kind === 'upload') return { node: `upload:${(node.alias ?? node.table).text}`, column: null };
  if (node?.kind === 'table' || node?.kind === 'download') return tableRef(workspace, node.name.text, null);
  if (node?.kind === 'assertion') return tableRef(workspace, node.table.text, null);
  const first = node?.kind === 'bundle' ? node.tables[0] : undefined;
  return first === undefined ? null : tableRef(workspace, first.name.text, null);
}

function refOf(workspace: Workspace, { symbol }: Occurrence): ColumnRef | null {
  if (symbol.kind === 'column') return tableRef(workspace, symbol.table, symbol.name);
  if (symbol.kind === 'upload') return { node: `upload:${symbol.name}`, column: null };
  return symbol.kind === 'table' ? tableRef(workspace, symbol.name, null) : null;
}

function tableRef(workspace: Workspace, name: string, column: string | null): ColumnRef | null {
  const table = workspace.table(name);
  return table === undefined ? null : { node: `${table.kind === 'source' ? 'download' : 'table'}:${name}`, column };
}

/** A place of the script, and what is written there. */
export type WrittenPlace = ScriptStretch & { readonly path: string; readonly text: string };

/** Where these are written; null for those that no file declares. */
export function writtenPlaces(workspace: Workspace, subjects: readonly ScriptSubject[]): (WrittenPlace | null)[] {
  return subjects.map((subject) => {
    const path = workspace.declaredIn(kindOf(subject), subject.table ?? subject.name);
    const text = path === undefined ? undefined : workspace.text(path);
    const script = path === undefined ? undefined : workspace.scriptOf(path);
    const found = script && findSubject(script.declarations, subject);
    if (path === undefined || text === undefined || !found) return null;
    return { ...stretchOf(linesOf(text), found), path, text: text.slice(found.span.start, found.span.end) };
  });
}

/** Source tables are declared as tables are; the name of a bundle is not one of them. */
const kindOf = ({ kind }: ScriptSubject): 'table' | 'upload' | 'assertion' => (kind === 'download' ? 'table' : kind);
