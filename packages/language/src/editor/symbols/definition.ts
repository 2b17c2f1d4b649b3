import { type ScriptSymbol, symbolKey, WITHIN } from '../../check/names/occurrence.ts';
import type { ColumnOf } from '../../query-forms/column-source.ts';
import type { Span } from '../../text/span.ts';
import type { Workspace } from '../../workspace.ts';
import { type Place, placesIn } from '../place.ts';
import { columnKey, sourcesOf } from './column-flow.ts';
import { scriptIn, tableNode } from './script-tree.ts';
import { occurrencesAt } from './symbol-at.ts';

function declarationsIn(workspace: Workspace, path: string, symbol: ScriptSymbol): Span[] {
  const key = symbolKey(symbol);
  return workspace.occurrences(path).filter((each) => each.role === 'declaration' && symbolKey(each.symbol) === key);
}

/** The `*` of a source table, from which its undeclared columns come. */
function openPart(workspace: Workspace, path: string, table: string): Place[] {
  const schema = scriptIn(workspace, path)
    .declarations.flatMap((node) => (node.kind === 'download' ? [node] : node.kind === 'bundle' ? node.tables : []))
    .find((node) => node.name.text === table)?.schema;
  return schema?.rest ? placesIn(workspace, path, [schema.rest]) : [];
}

/** Where a column's name is written: in its table, or in the tables whose columns that one takes along. */
function columnPlaces(workspace: Workspace, column: ColumnOf): Place[] {
  const seen = new Set<string>();
  const places: Place[] = [];
  const pending: ColumnOf[] = [column];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(columnKey(next))) continue;
    seen.add(columnKey(next));
    const { table, name } = next;
    const path = workspace.declaredIn('table', table);
    if (path === undefined) continue;
    const written = declarationsIn(workspace, path, { kind: 'column', table, name });
    const node = tableNode(workspace, table);
    const sources = written.length === 0 && node ? sourcesOf(node, name, workspace) : [];
    if (written.length > 0) places.push(...placesIn(workspace, path, written));
    else if (!node) places.push(...openPart(workspace, path, table));
    const computed = sources.find((source) => source.computed);
    if (computed) places.push(...placesIn(workspace, path, [computed.at]));
    else pending.push(...sources.toReversed());
  }
  return places;
}

function placesOf(workspace: Workspace, path: string, symbol: ScriptSymbol): readonly Place[] {
  switch (symbol.kind) {
    case 'table':
    case 'bundle':
    case 'upload':
    case 'assertion':
    case 'constant': {
      const file = workspace.declaredIn(symbol.kind, symbol.name);
      return file === undefined ? [] : placesIn(workspace, file, declarationsIn(workspace, file, symbol));
    }
    case 'alias':
      return placesIn(workspace, path, declarationsIn(workspace, path, symbol));
    case 'column':
      return symbol.table.includes(WITHIN)
        ? placesIn(workspace, path, declarationsIn(workspace, path, symbol))
        : columnPlaces(workspace, symbol);
    case 'function':
    case 'connector':
    case 'key':
    case 'parameter':
      return [];
  }
}

/** Where the symbol at an offset is declared; empty if no script declares it. */
export function definitionAt(workspace: Workspace, path: string, offset: number): readonly Place[] {
  const [first, ...others] = occurrencesAt(workspace, path, offset);
  if (!first) return [];
  // A column of `using (…)` is one of either table.
  const columns = others.filter(({ symbol, role }) => symbol.kind === 'column' && role === first.role);
  const together = first.symbol.kind === 'column' ? columns : [];
  return [first, ...together].flatMap(({ symbol }) => placesOf(workspace, path, symbol));
}
