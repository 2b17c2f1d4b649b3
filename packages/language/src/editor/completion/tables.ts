import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Workspace } from '../../workspace.ts';
import type { Word } from '../context/cursor-text.ts';
import { readsOf } from '../context/reads.ts';
import { describeTable } from '../describe/describe-table.ts';
import { asName, type Candidate, fitOf, MAX_ITEMS } from './candidate.ts';

/** Longer lists come without the columns of each table: they are sent at every keystroke. */
const MAX_DESCRIBED = 60;

/** The best matching names, at most one more than are shown, to detect whether some are left out. */
function fitting(names: readonly string[], typed: string, excluded: ReadonlySet<string>): string[] {
  const found: [string[], string[], string[]] = [[], [], []];
  for (const name of names) {
    const fit = fitOf(name, typed);
    const list = found[fit];
    if (list && list.length <= MAX_ITEMS && !excluded.has(name)) list.push(name);
    if (found[0].length > MAX_ITEMS) break;
  }
  return found.flat().slice(0, MAX_ITEMS + 1);
}

/** Tables that a `with` defines, the nearest first. */
export function localCandidates(names: readonly string[], word: Word): Candidate[] {
  return [...new Set(names)].toReversed().map((label) => ({
    label,
    kind: CompletionItemKind.Struct,
    rank: 0,
    ...asName(label, word),
    details: () => ({ detail: 'with' }),
  }));
}

/** Tables that a query or an upload may name. `reader` is the table being declared: its dependents are left out. */
export function tableCandidates(
  workspace: Workspace,
  path: string,
  reader: string | null,
  given: readonly string[],
  word: Word,
): Candidate[] {
  const excluded = new Set([...given, ...(reader === null ? [] : workspace.dependentsOf(reader))]);
  const here = new Set(readsOf(workspace.scriptOf(path)?.tokens ?? []).keys());
  const names = fitting([...here, ...workspace.tableNames()], word.typed, excluded);
  return names.map((label) => {
    const table = workspace.table(label);
    return {
      label,
      kind: table?.kind === 'source' ? CompletionItemKind.Interface : CompletionItemKind.Struct,
      rank: here.has(label) ? 0 : 1,
      ...asName(label, word),
      details: () => ({
        detail: table?.kind === 'source' ? 'download' : 'table',
        ...(table && names.length <= MAX_DESCRIBED ? { documentation: describeTable(table) } : {}),
      }),
    };
  });
}
