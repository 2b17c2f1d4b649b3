import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import type { Report } from '../../diagnostics/diagnostics.ts';
import type { ColumnNode } from '../../syntax/tree/schema-tree.ts';
import type { Span } from '../../text/span.ts';

const NAMES: ReadonlySet<string> = new Set(PSEUDO_COLUMNS.map(({ name }) => name));

/** Whether every download has a column of this name, in lower case, besides those of its files. */
export const isPseudoColumn = (name: string): boolean => NAMES.has(name);

/** Reports a declared column that is called like a pseudo-column. The fix names it otherwise, in case the files have it. */
export function reportPseudoColumn(at: Span & { readonly text: string }, node: ColumnNode, report: Report): void {
  const name = `file_${at.text.toLowerCase()}`;
  const edit = node.alias
    ? { start: at.start, end: at.end, text: name }
    : { start: node.type.end, end: node.type.end, text: ` as ${name}` };
  report('SBS4032', at, { name: at.text }, { title: `Name the column ${name}`, edits: [edit] });
}
