import type { Message } from '../messages.ts';
import { type Occurrence, type ScriptSymbol, symbolKey } from '../workspace/occurrence.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Renamed } from './rename-edits.ts';

/** The same files and catalog, to try changes on. */
function copyOf(workspace: Workspace, changed: ReadonlyMap<string, string>): Workspace {
  const copy = new Workspace(workspace.catalog);
  for (const path of workspace.paths()) copy.set(path, changed.get(path) ?? workspace.text(path) ?? '');
  return copy;
}

/** A symbol without what moves when text moves. */
function placeless(symbol: ScriptSymbol): string {
  return symbol.kind === 'alias' ? `alias\u0000${symbol.table}\u0000${symbol.name}` : symbolKey(symbol);
}

/** What a symbol is called after a rename, tables in it included. */
function afterwards(symbol: ScriptSymbol, renamed: Renamed): ScriptSymbol {
  const table = 'table' in symbol ? tableAfterwards(symbol.table, renamed) : '';
  const name = renamed.keys.has(symbolKey(symbol)) ? renamed.name : symbol.name;
  if (symbol.kind === 'column') return { ...symbol, table, name };
  return symbol.kind === 'alias' ? { ...symbol, table, name } : { ...symbol, name };
}

function tableAfterwards(table: string, renamed: Renamed): string {
  return renamed.keys.has(symbolKey({ kind: 'table', name: table })) ? renamed.name : table;
}

type Meaning = { readonly key: string; readonly start: number; readonly name: string };

/** What the names of a file mean, in the order of the text; of one place the uses come first. */
function meanings(occurrences: readonly Occurrence[], renamed: Renamed | null): Meaning[] {
  return occurrences
    .map(({ start, symbol, role, type, nullable }) => {
      const key = placeless(renamed ? afterwards(symbol, renamed) : symbol);
      return { key: `${role === 'use' ? 0 : 1} ${key} ${JSON.stringify([type, nullable])}`, start, name: symbol.name };
    })
    .toSorted((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1));
}

function errorsOf(workspace: Workspace): Message[] {
  return workspace.paths().flatMap((path) => workspace.messages(path).filter(({ type }) => type === 'error'));
}

/** An error that was not there before, by file and code. */
function freshError(before: readonly Message[], after: readonly Message[]): Message | null {
  const known = new Map<string, number>();
  const keyOf = ({ path, code }: Message): string => `${path} ${code}`;
  for (const error of before) known.set(keyOf(error), (known.get(keyOf(error)) ?? 0) + 1);
  for (const error of after) {
    const left = (known.get(keyOf(error)) ?? 0) - 1;
    if (left < 0) return error;
    known.set(keyOf(error), left);
  }
  return null;
}

/**
 * Why the changed texts would not mean the same but for the name; null when they do. Everything is checked again: no new
 * errors, every name of the given files means what it meant, and their tables have the columns that they had.
 */
export function changedMeaning(
  workspace: Workspace,
  changed: ReadonlyMap<string, string>,
  renamed: Renamed,
  paths: readonly string[],
): string | null {
  const copy = copyOf(workspace, changed);
  const error = freshError(errorsOf(workspace), errorsOf(copy));
  if (error) return `With that name, ${error.path}:${error.line} would be wrong. ${error.message}`;
  for (const path of paths) {
    const occurrences = workspace.occurrences(path);
    const [before, after] = [meanings(occurrences, renamed), meanings(copy.occurrences(path), null)];
    const at = before.findIndex((each, index) => each.key !== after[index]?.key);
    const odd = at >= 0 ? (after[at] ?? before[at]) : after[before.length];
    if (odd) return `With that name, ${odd.name} would mean something else in ${path}. Choose another one.`;
    for (const { role, symbol } of occurrences) {
      if (role !== 'declaration' || symbol.kind !== 'table') continue;
      const table = copy.table(tableAfterwards(symbol.name, renamed));
      const columns = (workspace.table(symbol.name)?.columns ?? []).map(({ name, type, nullable }) => {
        const { name: called } = afterwards({ kind: 'column', table: symbol.name, name }, renamed);
        return [called, type, nullable];
      });
      if (
        JSON.stringify(columns) !==
        JSON.stringify(table?.columns.map(({ name, type, nullable }) => [name, type, nullable]))
      )
        return `With that name, ${symbol.name} would get other columns. Choose another one.`;
    }
  }
  return null;
}
