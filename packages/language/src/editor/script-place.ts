import { DECLARATIONS } from '../declarations/registry.ts';
import type { SelectNode } from '../query-forms/select/select-node.ts';
import { parseScript } from '../syntax/parse/parser.ts';
import type { BundleNode, Declaration, DownloadNode } from '../syntax/tree/declaration-tree.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { SchemaNode } from '../syntax/tree/schema-tree.ts';
import type { BlockNode } from '../syntax/tree/value-tree.ts';
import { type Lines, linesOf } from '../text/lines.ts';
import type { Span } from '../text/span.ts';

/** A declaration, or a part of it. */
export type ScriptSubject = {
  readonly kind: 'download' | 'table' | 'upload' | 'assertion';
  readonly name: string;
  /** One table of a bundle. */
  readonly table?: string;
  /** A column by its name, or of a download by its header. */
  readonly column?: string;
  /** Parameters, of which the first that is written is meant. */
  readonly parameters?: readonly string[];
};

/** Lines and columns from 1, the end exclusive. */
export type ScriptStretch = {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Kind of the script part at this place. */
  readonly part: 'column' | 'parameter' | 'claim' | 'declaration';
};

export type FoundSubject = { readonly span: Span; readonly part: ScriptStretch['part'] };

/** The place of a declaration in the text of a script, as near as it is written. Null when the script does not declare it. */
export function scriptPlace(text: string, subject: ScriptSubject): ScriptStretch | null {
  const found = findSubject(parseScript(text, DECLARATIONS, () => undefined).declarations, subject);
  return found && stretchOf(linesOf(text), found);
}

/** Finds the declaration, or the part of one, that a subject names. Null when these declarations do not have it. */
export function findSubject(declarations: readonly Declaration[], subject: ScriptSubject): FoundSubject | null {
  for (const node of declarations) {
    const found = foundIn(node, subject);
    if (found !== null) return found;
  }
  return null;
}

/** A stretch as people count it. */
export function stretchOf(lines: Lines, { span, part }: FoundSubject): ScriptStretch {
  const [start, end] = [lines.at(span.start), lines.at(span.end)];
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    part,
  };
}

function foundIn(node: Declaration, subject: ScriptSubject): FoundSubject | null {
  const { kind, name } = subject;
  switch (node.kind) {
    case 'download':
    case 'bundle':
      return kind === 'download' && node.name.text === name ? inDownload(node, subject) : null;
    case 'table': {
      if (kind !== 'table' || node.name.text !== name) return null;
      const column = subject.column === undefined ? null : columnOfQuery(node.query, subject.column);
      return column === null ? { span: node.name, part: 'declaration' } : { span: column, part: 'column' };
    }
    case 'upload': {
      const declared = node.alias ?? node.table;
      if (kind !== 'upload' || declared.text !== name) return null;
      return parameterIn([node.parameters], subject) ?? { span: declared, part: 'declaration' };
    }
    case 'assertion':
      return kind === 'assertion' && node.name.text === name ? { span: node.claim, part: 'claim' } : null;
    case 'constant':
      return null;
  }
}

function inDownload(node: DownloadNode | BundleNode, subject: ScriptSubject): FoundSubject {
  const tables = node.kind === 'bundle' ? node.tables : [node];
  const named = subject.table === undefined ? undefined : tables.find((table) => table.name.text === subject.table);
  const meant = named === undefined ? tables : [named];
  for (const { schema } of meant) {
    const column = subject.column === undefined ? null : columnOfSchema(schema, subject.column);
    if (column !== null) return { span: column, part: 'column' };
  }
  const blocks = [...meant.flatMap(({ parameters }) => parameters ?? []), node.parameters];
  return parameterIn(blocks, subject) ?? { span: (named ?? node).name, part: 'declaration' };
}

function columnOfSchema(schema: SchemaNode, name: string): Span | null {
  return (
    schema.columns.find(({ header, alias }) => (alias ?? header).text === name) ??
    schema.columns.find(({ header }) => header.text === name) ??
    null
  );
}

function parameterIn(
  blocks: readonly Pick<BlockNode, 'entries'>[],
  { parameters = [] }: ScriptSubject,
): FoundSubject | null {
  for (const name of parameters)
    for (const { entries } of blocks) {
      const entry = entries.find((each) => each.name.text === name);
      if (entry !== undefined) return { span: entry, part: 'parameter' };
    }
  return null;
}

const isSelect = (query: QueryNode): query is SelectNode => query.kind === 'select';

/** The item of a select list that gives a column; null for columns that `*` takes, and in other forms of queries. */
function columnOfQuery(query: QueryNode, name: string): Span | null {
  if (!isSelect(query)) return null;
  const wanted = name.toLowerCase();
  for (const item of query.items) {
    if (item.kind === 'star') {
      const replaced = item.replace.find((each) => each.name.text.toLowerCase() === wanted);
      if (replaced !== undefined) return replaced;
      continue;
    }
    const { alias, value } = item;
    const own = alias ?? (value.kind === 'name' ? value.name : value.kind === 'field' ? value.field : null);
    const text = own?.text ?? (value.kind === 'quoted' ? value.value : null);
    if (text?.toLowerCase() === wanted) return item;
  }
  return null;
}
