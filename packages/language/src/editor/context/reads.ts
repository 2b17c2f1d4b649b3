import { lex } from '../../syntax/lexer.ts';
import type { Token } from '../../syntax/tokens.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isName, symbolOf, wordOf } from './cursor-text.ts';
import { sourcesOf } from './select.ts';

/** Files looked at for tables that are made from another; more would take longer than a keystroke may. */
const MOST_FILES = 60;

/** The tables that a query names; `tokens` stand behind `is`. */
export function tablesRead(tokens: readonly Token[]): string[] {
  const [first, second] = tokens;
  switch (wordOf(first)) {
    case 'select':
      return sourcesOf(tokens).map((source) => source.table);
    case 'union':
      return tokens
        .slice(1)
        .filter(isName)
        .map((token) => token.text);
    case 'upsert':
    case 'unpivot':
      return isName(second) ? [second.text] : [];
    default:
      return [];
  }
}

/** Each table of a script with those it is made from. */
export function readsOf(text: string): Map<string, string[]> {
  const { tokens } = lex(text, () => undefined);
  const reads = new Map<string, string[]>();
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index + 1];
    if (wordOf(token) !== 'table' || !isName(name) || wordOf(tokens[index + 2]) !== 'is') continue;
    const end = tokens.findIndex((each, at) => at > index && symbolOf(each) === ';');
    reads.set(name.text, tablesRead(tokens.slice(index + 3, end < 0 ? tokens.length : end)));
  }
  return reads;
}

/** The tables that are made from one, itself included: it cannot read them. */
export function dependentsOf(workspace: Workspace, table: string): Set<string> {
  const dependents = new Set([table]);
  const looked = new Map<string, Map<string, string[]>>();
  for (const each of dependents) {
    for (const path of workspace.usersOf(each)) {
      if (!looked.has(path)) {
        if (looked.size >= MOST_FILES) return dependents;
        looked.set(path, readsOf(workspace.text(path) ?? ''));
      }
      for (const [name, inputs] of looked.get(path) ?? []) if (inputs.includes(each)) dependents.add(name);
    }
  }
  return dependents;
}
