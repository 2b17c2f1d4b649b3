import type { SymbolKind } from 'vscode-languageserver-types';
import type { Workspace } from '../../workspace.ts';
import { type Place, placesIn } from '../place.ts';
import { SYMBOL_KINDS } from './document-symbols.ts';
import { declaredName } from './script-tree.ts';

export type WorkspaceSymbolFound = Place & {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The file, for people. */
  readonly container: string;
};

const MOST = 200;

/**
 * Ranks how well a name matches a query, ignoring case: smaller is better, null when the letters of the query do not occur
 * in the name in their order. Matches at the start and at starts of words rank first, then those with close letters.
 */
export function fuzzyRank(query: string, name: string): number | null {
  const [wanted, text] = [query.toLowerCase(), name.toLowerCase()];
  if (text.startsWith(wanted)) return text.length - wanted.length;
  const whole = text.indexOf(wanted);
  if (whole >= 0) return (text[whole - 1] === '_' ? 100 : 200) + whole + text.length;
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    gaps += next - at - 1;
    at = next;
  }
  return 1000 + gaps * 10 + text.length;
}

type Named = {
  readonly symbol: { readonly kind: 'table' | 'bundle' | 'upload' | 'constant'; readonly name: string };
  readonly kind: SymbolKind;
};

/** Everything that has a name of its own in a workspace, each once. */
export function declaredNames(workspace: Workspace): Named[] {
  const tables = workspace.tableNames().map((name): Named => {
    const kind = workspace.table(name)?.kind === 'source' ? SYMBOL_KINDS.source : SYMBOL_KINDS.table;
    return { symbol: { kind: 'table', name }, kind };
  });
  const known = new Set(workspace.tableNames());
  const others = workspace.declarations().flatMap(({ name, declaration_type: type }): Named[] => {
    if (type === 'export') return [{ symbol: { kind: 'upload', name }, kind: SYMBOL_KINDS.upload }];
    return known.has(name) ? [] : [{ symbol: { kind: 'bundle', name }, kind: SYMBOL_KINDS.bundle }];
  });
  const constants = workspace
    .constantNames()
    .map((name): Named => ({ symbol: { kind: 'constant', name }, kind: SYMBOL_KINDS.constant }));
  return [...tables, ...others, ...constants];
}

/** Tables, source tables, bundles, uploads and constants of all files whose names fit, best first, at most 200. */
export function workspaceSymbols(workspace: Workspace, query: string): WorkspaceSymbolFound[] {
  return declaredNames(workspace)
    .flatMap((named) => {
      const rank = fuzzyRank(query, named.symbol.name);
      return rank === null ? [] : [{ ...named, rank }];
    })
    .sort((a, b) => a.rank - b.rank || (a.symbol.name < b.symbol.name ? -1 : 1))
    .slice(0, MOST)
    .flatMap(({ symbol, kind }) => {
      const found = declaredName(workspace, symbol);
      const [place] = found ? placesIn(workspace, found.path, [found.at]) : [];
      return place ? [{ ...place, name: symbol.name, kind, container: place.path }] : [];
    });
}
