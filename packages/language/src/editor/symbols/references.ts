import type { Range } from 'vscode-languageserver-types';
import { type Occurrence, type ScriptSymbol, symbolKey } from '../../check/names/occurrence.ts';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import { type Place, placesIn } from '../place.ts';
import { rangeOf } from '../positions.ts';
import { sameColumns } from './column-flow.ts';
import { occurrenceAt } from './symbol-at.ts';

/** The symbols that are one thing to people, and the files that may name them. */
type Meant = { readonly keys: ReadonlySet<string>; readonly paths: readonly string[] };

function meant(workspace: Workspace, path: string, symbol: ScriptSymbol): Meant {
  switch (symbol.kind) {
    case 'alias':
      return { keys: new Set([symbolKey(symbol)]), paths: [path] };
    case 'table':
      return { keys: new Set([symbolKey(symbol)]), paths: workspace.usersOf(symbol.name) };
    case 'constant':
      return { keys: new Set([symbolKey(symbol)]), paths: workspace.filesNaming(symbol.name) };
    case 'column': {
      const columns = sameColumns(symbol, workspace);
      const keys = new Set(columns.map(({ table, name }) => symbolKey({ kind: 'column', table, name })));
      return { keys, paths: [...new Set(columns.flatMap(({ table }) => workspace.usersOf(table)))].sort() };
    }
    default:
      return { keys: new Set([symbolKey(symbol)]), paths: workspace.paths() };
  }
}

function unique(occurrences: readonly Occurrence[]): Occurrence[] {
  const seen = new Map(occurrences.map((each) => [`${each.start} ${each.end}`, each]));
  return [...seen.values()];
}

/**
 * All references to the symbol at an offset, in all files, by path and place. A column is followed through `*`, union,
 * upsert and unpivot, upstream and downstream; a select that lists its name makes another one.
 */
export function referencesAt(
  workspace: Workspace,
  path: string,
  offset: number,
  options: { readonly declaration: boolean },
): readonly Place[] {
  const occurrence = occurrenceAt(workspace, path, offset);
  if (!occurrence) return [];
  const { keys, paths } = meant(workspace, path, occurrence.symbol);
  return paths.flatMap((file) => {
    const found = workspace
      .occurrences(file)
      .filter(({ symbol, role }) => keys.has(symbolKey(symbol)) && (options.declaration || role === 'use'));
    return placesIn(workspace, file, unique(found));
  });
}

/** A place in the same file that names the same thing; `writes` where it is declared. */
export type Highlight = { readonly range: Range; readonly writes: boolean };

export function highlightsAt(workspace: Workspace, path: string, offset: number): readonly Highlight[] {
  const occurrence = occurrenceAt(workspace, path, offset);
  const text = workspace.text(path);
  if (!occurrence || text === undefined) return [];
  const { keys } = meant(workspace, path, occurrence.symbol);
  const lines = linesOf(text);
  return unique(workspace.occurrences(path).filter(({ symbol }) => keys.has(symbolKey(symbol)))).map((each) => ({
    range: rangeOf(each, lines),
    writes: each.role === 'declaration',
  }));
}
