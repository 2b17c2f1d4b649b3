import type { Range } from 'vscode-languageserver-types';
import { type Occurrence, type ScriptSymbol, symbolKey, WITHIN } from '../../check/names/occurrence.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import { linesOf } from '../../text/lines.ts';
import type { Workspace } from '../../workspace.ts';
import type { Place } from '../place.ts';
import { rangeOf } from '../positions.ts';
import { declaredName } from '../symbols/script-tree.ts';
import { occurrencesAt } from '../symbols/symbol-at.ts';
import { declaredNames } from '../symbols/workspace-symbols.ts';
import { nameMistake } from './name-mistake.ts';
import { type ChangedMeaning, changedMeaning } from './rename-check.ts';
import { doubtfulPlace } from './rename-doubt.ts';
import { edited, type Renamed, renameEditsIn, type SpanEdit } from './rename-edits.ts';
import { addedRefusal, keysOf, type RenameScope, readerRefusal, renameScope, templateRefusal } from './rename-scope.ts';

/** Why something cannot be renamed, for people: the reason, then what to do. */
export type Refusal = { readonly refused: string };

const FIXED: Readonly<Partial<Record<ScriptSymbol['kind'], string>>> = {
  function: 'Functions have the names that the language gives them.',
  parameter: 'Parameters have the names that their connector gives them.',
  connector: 'Connectors have the names that Switchboard gives them.',
  key: 'Keys are renamed where they are kept, under Keys.',
};

/** Symbols whose names are never those of tables or columns. */
const OWN_NAMES: ReadonlySet<ScriptSymbol['kind']> = new Set(['alias', 'upload', 'assertion']);

function renameable(workspace: Workspace, path: string, offset: number): Occurrence | Refusal | null {
  const [occurrence] = occurrencesAt(workspace, path, offset);
  if (!occurrence) return null;
  const { symbol } = occurrence;
  const fixed = FIXED[symbol.kind];
  if (fixed !== undefined) return { refused: fixed };
  if (symbol.kind === 'table' && workspace.declaredIn('table', symbol.name) === undefined)
    return { refused: `There is no table ${symbol.name}: declare it first.` };
  if (symbol.kind === 'constant' && workspace.declaredIn('constant', symbol.name) === undefined)
    return { refused: `There is no constant ${symbol.name}: declare it first.` };
  if (symbol.kind === 'column') {
    const key = symbolKey(symbol);
    const declared = symbol.table.includes(WITHIN)
      ? workspace.occurrences(path).some((each) => each.role === 'declaration' && symbolKey(each.symbol) === key)
      : workspace.table(symbol.table)?.columns.some((column) => column.name === symbol.name);
    if (!declared)
      return { refused: `${symbol.name} gets its name from the data. Declare it in its download, then rename it.` };
  }
  return occurrence;
}

/** The span and name of the symbol at an offset; null where there is no name. */
export function prepareRename(
  workspace: Workspace,
  path: string,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | Refusal | null {
  const found = renameable(workspace, path, offset);
  const text = workspace.text(path);
  if (!found || 'refused' in found || text === undefined) return found && 'refused' in found ? found : null;
  return { range: rangeOf(found, linesOf(text)), placeholder: found.symbol.name };
}

/** The place of another table, bundle or constant that has the name already, in any case. */
function takenBy(workspace: Workspace, name: string, except: string): string | null {
  const key = name.toLowerCase();
  const other = declaredNames(workspace).find(
    ({ symbol }) => symbol.kind !== 'upload' && symbol.name.toLowerCase() === key && symbol.name !== except,
  );
  const found = other ? declaredName(workspace, other.symbol) : null;
  if (!found) return null;
  return `${found.path}:${linesOf(workspace.text(found.path) ?? '').at(found.at.start).line}`;
}

function refusal(
  workspace: Workspace,
  symbols: readonly ScriptSymbol[],
  symbol: ScriptSymbol,
  name: string,
): string | null {
  const mistake = nameMistake(name);
  if (mistake !== null) return mistake;
  if (symbol.kind === 'constant' && writtenName(name) !== name)
    return `A constant cannot be called ${name}. Choose a plain name that is not a word of the language.`;
  if (symbol.kind === 'table' || symbol.kind === 'bundle' || symbol.kind === 'constant') {
    const taken = takenBy(workspace, name, symbol.name);
    if (taken !== null) return `The name ${name} is taken: see ${taken}. Choose another one.`;
  }
  const columns = symbols.flatMap((each) => (each.kind === 'column' ? [each] : []));
  for (const column of columns) {
    const other = workspace
      .table(column.table)
      ?.columns.find((each) => each.name.toLowerCase() === name.toLowerCase() && each.name !== column.name);
    if (other) return `${column.table} has a column ${other.name} already. Choose another name.`;
  }
  const fixed =
    addedRefusal(columns, workspace) ?? readerRefusal(columns, name, workspace) ?? templateRefusal(columns, workspace);
  if (fixed !== null) return fixed;
  for (const old of new Set(symbols.map((each) => each.name))) {
    const doubtful = OWN_NAMES.has(symbol.kind) ? null : doubtfulPlace(workspace, old);
    if (doubtful !== null)
      return `The meaning of ${old} is uncertain because of an error near ${doubtful}. Fix the error first.`;
  }
  return null;
}

/** The edits of each file, places in the text as it is. */
export type RenameEdits = readonly (Place & { readonly text: string })[];

type Attempt = {
  readonly edits: ReadonlyMap<string, readonly SpanEdit[]>;
  readonly changed: ChangedMeaning | null;
};

/** The edits that give all symbols of a scope a name, and what else they would change. */
function attempt(workspace: Workspace, { symbols, paths }: RenameScope, name: string): Attempt {
  const renamed: Renamed = { keys: keysOf(symbols), name };
  const edits = new Map(paths.map((each): [string, SpanEdit[]] => [each, renameEditsIn(workspace, each, renamed)]));
  const texts = new Map([...edits].map(([each, list]) => [each, edited(workspace.text(each) ?? '', list)]));
  return { edits, changed: changedMeaning(workspace, texts, renamed, paths) };
}

/** Why a rename would change another meaning: because of its name, or whatever the name. */
function meaningRefusal(
  workspace: Workspace,
  scope: RenameScope,
  { name }: ScriptSymbol,
  { reason, ofAnyName, place }: ChangedMeaning,
): string {
  const other = attempt(workspace, scope, `${name}_renamed`).changed;
  return other?.place === place ? ofAnyName : reason;
}

/**
 * The edits that rename the symbol at an offset in all files and change no other meaning. A column is followed through
 * `*`, union, upsert, unpivot and `using`; where a select lists it bare, the output column keeps its name through `as`.
 * The result is verified: it compiles to the same plan except for the name. Null where there is nothing to rename.
 */
export function renameAt(
  workspace: Workspace,
  path: string,
  offset: number,
  name: string,
): RenameEdits | Refusal | null {
  const found = renameable(workspace, path, offset);
  if (!found || 'refused' in found) return found;
  const { symbol } = found;
  if (symbol.name === name) return [];
  const scope = renameScope(symbol, path, workspace);
  const refused = refusal(workspace, scope.symbols, symbol, name);
  if (refused !== null) return { refused };
  const { edits, changed } = attempt(workspace, scope, name);
  if (changed) return { refused: meaningRefusal(workspace, scope, symbol, changed) };
  return [...edits].flatMap(([each, list]) => {
    const lines = linesOf(workspace.text(each) ?? '');
    return list.map((edit) => ({ path: each, range: rangeOf(edit, lines), text: edit.text }));
  });
}
