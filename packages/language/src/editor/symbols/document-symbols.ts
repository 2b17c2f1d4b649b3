import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { Occurrence } from '../../check/names/occurrence.ts';
import type { Declaration } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import { type Lines, linesOf } from '../../text/lines.ts';
import type { Span } from '../../text/span.ts';
import { shown } from '../../typed/types.ts';
import type { Workspace } from '../../workspace.ts';
import { rangeOf } from '../positions.ts';
import { scriptIn } from './script-tree.ts';

/** The protocol's numbers for what a script declares. */
export const SYMBOL_KINDS = {
  bundle: 4,
  source: 23,
  table: 5,
  column: 8,
  upload: 24,
  assertion: 17,
  constant: 14,
} as const satisfies Record<string, SymbolKind>;

type Outline = { readonly lines: Lines; readonly columns: readonly Occurrence[] };

function symbol(name: Name, kind: SymbolKind, span: Span, detail: string, { lines }: Outline): DocumentSymbol {
  const whole = { start: Math.min(span.start, name.start), end: Math.max(span.end, name.end) };
  // Clients refuse symbols without a name.
  const shownName = name.text === '' ? '""' : name.text;
  return { name: shownName, kind, detail, range: rangeOf(whole, lines), selectionRange: rangeOf(name, lines) };
}

function columnsIn(span: Span, { lines, columns }: Outline): DocumentSymbol[] {
  return columns
    .filter(({ start, end }) => span.start <= start && end <= span.end)
    .map((each) => ({
      name: each.symbol.name === '' ? '""' : each.symbol.name,
      kind: SYMBOL_KINDS.column,
      detail: each.type ? shown(each.type) : '',
      range: rangeOf(each, lines),
      selectionRange: rangeOf(each, lines),
    }));
}

function declared(node: Declaration, outline: Outline): DocumentSymbol {
  switch (node.kind) {
    case 'download':
      return {
        ...symbol(node.name, SYMBOL_KINDS.source, node, 'download', outline),
        children: columnsIn(node.schema, outline),
      };
    case 'bundle':
      return {
        ...symbol(node.name, SYMBOL_KINDS.bundle, node, 'bundle', outline),
        children: node.tables.map((table) => ({
          ...symbol(table.name, SYMBOL_KINDS.source, table, 'table', outline),
          children: columnsIn(table.schema, outline),
        })),
      };
    case 'table':
      return {
        ...symbol(node.name, SYMBOL_KINDS.table, node, node.query.kind, outline),
        children: columnsIn(node.query, outline),
      };
    case 'upload':
      return symbol(node.alias ?? node.table, SYMBOL_KINDS.upload, node, 'upload', outline);
    case 'assertion':
      return symbol(node.name, SYMBOL_KINDS.assertion, node, `assertion on ${node.table.text}`, outline);
    case 'constant':
      return symbol(node.name, SYMBOL_KINDS.constant, node, 'constant', outline);
  }
}

/** The declarations of a file, with the columns whose names it writes. Empty for unknown files. */
export function documentSymbols(workspace: Workspace, path: string): DocumentSymbol[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const columns = workspace
    .occurrences(path)
    .filter((each) => each.role === 'declaration' && each.symbol.kind === 'column');
  const outline = { lines: linesOf(text), columns };
  return scriptIn(workspace, path).declarations.map((node) => declared(node, outline));
}
