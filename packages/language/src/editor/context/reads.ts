import { findQueryForm } from '../../query-forms/registry.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** The tables that a query names; `tokens` stand behind `is`. */
function tablesRead([keyword, ...tokens]: readonly Token[]): readonly string[] {
  // Of queries in brackets, most are selects, whose tables follow words that stand nowhere else.
  const form = symbolOf(keyword) === '(' ? 'select' : wordOf(keyword);
  return findQueryForm(form)?.tablesIn(tokens) ?? [];
}

/** Each table of a script with those it is made from, also where its declaration is unfinished. */
export function readsOf(tokens: readonly Token[]): Map<string, readonly string[]> {
  const reads = new Map<string, readonly string[]>();
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index + 1];
    if (wordOf(token) !== 'table' || !isName(name) || wordOf(tokens[index + 2]) !== 'is') continue;
    const end = tokens.findIndex((each, at) => at > index && symbolOf(each) === ';');
    reads.set(name.text, tablesRead(tokens.slice(index + 3, end < 0 ? tokens.length : end)));
  }
  return reads;
}
