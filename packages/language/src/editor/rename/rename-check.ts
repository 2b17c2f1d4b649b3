import { type Occurrence, type ScriptSymbol, symbolKey, WITHIN } from '../../check/names/occurrence.ts';
import type { Message } from '../../diagnostics/messages.ts';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import type { Renamed } from './rename-edits.ts';

/** A symbol without its offsets. */
function placeless(symbol: ScriptSymbol): string {
  return symbol.kind === 'alias' ? `alias\u0000${symbol.table}\u0000${symbol.name}` : symbolKey(symbol);
}

/** The name of a symbol after a rename, tables in it included. */
function afterwards(symbol: ScriptSymbol, renamed: Renamed): ScriptSymbol {
  const table = 'table' in symbol ? tableAfterwards(symbol.table, renamed) : '';
  const name = renamed.keys.has(symbolKey(symbol)) ? renamed.name : symbol.name;
  if (symbol.kind === 'column') return { ...symbol, table, name };
  return symbol.kind === 'alias' ? { ...symbol, table, name } : { ...symbol, name };
}

function tableAfterwards(table: string, renamed: Renamed): string {
  // Of a query inside that of a table, the name starts with that of the table.
  const [own = '', ...inner] = table.split(WITHIN);
  const after = renamed.keys.has(symbolKey({ kind: 'table', name: own })) ? renamed.name : own;
  return [after, ...inner].join(WITHIN);
}

type Meaning = { readonly key: string; readonly start: number; readonly name: string };

/**
 * The meaning of the names in a file, in the order of the text; uses come first at the same place. Declared aliases come before
 * all others: a rename may move one behind the arguments of `dates(…)`.
 */
function meanings(occurrences: readonly Occurrence[], renamed: Renamed | null): Meaning[] {
  return occurrences
    .map(({ start, symbol, role, type, nullable }) => {
      const key = placeless(renamed ? afterwards(symbol, renamed) : symbol);
      const kind = role === 'use' ? 0 : 1;
      const group = kind === 1 && symbol.kind === 'alias' ? 0 : 1;
      return { key: `${kind} ${key} ${JSON.stringify([type, nullable])}`, start, group, name: symbol.name };
    })
    .toSorted((a, b) => a.group - b.group || a.start - b.start || (a.key < b.key ? -1 : 1));
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

/** The meaning that must not change, with names as they are after the rename. */
type Facts = {
  readonly errors: readonly Message[];
  readonly files: readonly {
    readonly path: string;
    readonly meanings: readonly Meaning[];
    readonly tables: readonly { readonly start: number; readonly columns: readonly string[] }[];
  }[];
};

/** `renamed`: given when the workspace still has the old names. */
function factsOf(workspace: Workspace, paths: readonly string[], renamed: Renamed | null): Facts {
  const files = paths.map((path) => {
    const occurrences = workspace.occurrences(path);
    const tables = occurrences.flatMap(({ start, role, symbol, rows }) => {
      // A query may carry columns along, whose names follow those of their tables.
      if (rows) return [{ start, columns: rows.columns.map(({ type, nullable }) => JSON.stringify([type, nullable])) }];
      if (role !== 'declaration' || symbol.kind !== 'table') return [];
      const columns = (workspace.table(symbol.name)?.columns ?? []).map(({ name, type, nullable }) => {
        const column = { kind: 'column', table: symbol.name, name } as const;
        const called = renamed ? afterwards(column, renamed) : column;
        return JSON.stringify([called.name, type, nullable]);
      });
      return [{ start, columns }];
    });
    return { path, meanings: meanings(occurrences, renamed), tables };
  });
  const errors = workspace.paths().flatMap((path) => workspace.messages(path).filter(({ type }) => type === 'error'));
  return { errors, files };
}

/** Evaluates `read` on a workspace with other texts, then restores it. */
function tried<T>(workspace: Workspace, changed: ReadonlyMap<string, string>, read: () => T): T {
  const before = [...changed.keys()].map((path): [string, string] => [path, workspace.text(path) ?? '']);
  try {
    for (const [path, text] of changed) workspace.set(path, text);
    return read();
  } finally {
    for (const [path, text] of before) workspace.set(path, text);
  }
}

/** A meaning that a rename would change: the reason for people, and the reason if every name would change it. */
export type ChangedMeaning = {
  readonly reason: string;
  readonly ofAnyName: string;
  /** The same for the same mistake, whatever the name. */
  readonly place: string;
};

const NOT_FOLLOWED = 'a rename does not follow columns that a union, except, intersect or * takes from another query';
const LISTED = 'Replace it by a select that lists its columns, then rename.';

/**
 * Why the changed texts would not mean the same but for the name; null when they do. Everything they touch is checked again:
 * no new errors, every name of the given files means what it meant, and their tables have the columns that they had.
 */
export function changedMeaning(
  workspace: Workspace,
  changed: ReadonlyMap<string, string>,
  renamed: Renamed,
  paths: readonly string[],
): ChangedMeaning | null {
  const before = factsOf(workspace, paths, renamed);
  const after = tried(workspace, changed, () => factsOf(workspace, paths, null));
  const error = freshError(before.errors, after.errors);
  if (error) {
    const { path, line, code, message } = error;
    const reason = `With that name, ${path}:${line} would be wrong. ${message}`;
    const ofAnyName = `With any other name, ${path}:${line} would be wrong, because ${NOT_FOLLOWED}. ${LISTED}`;
    return { reason, ofAnyName, place: `${code} ${path} ${line}` };
  }
  const changedAt = (path: string, start: number, reason: string): ChangedMeaning => {
    const place = `${path}:${linesOf(workspace.text(path) ?? '').at(start).line}`;
    const ofAnyName = `With any other name, ${place} would have other columns, because ${NOT_FOLLOWED}. ${LISTED}`;
    return { reason: `With that name, ${reason}. Choose another one.`, ofAnyName, place };
  };
  for (const [index, { path, meanings: old, tables }] of before.files.entries()) {
    const { meanings: now = [], tables: tablesNow = [] } = after.files[index] ?? {};
    const at = old.findIndex((each, place) => each.key !== now[place]?.key);
    const odd = at >= 0 ? (now[at] ?? old[at]) : now[old.length];
    if (odd) return changedAt(path, old[at]?.start ?? 0, `${odd.name} would mean something else in ${path}`);
    const other = tables.find(({ columns }, place) => columns.join() !== tablesNow[place]?.columns.join());
    if (other) return changedAt(path, other.start, `tables of ${path} would get other columns`);
  }
  return null;
}
