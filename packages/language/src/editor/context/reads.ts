import { sourcesOf } from '../../syntax/partial/sources.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { isName, symbolOf, wordOf } from './cursor-text.ts';

/** The tables that a query names; `tokens` stand behind `is`. */
function tablesRead(tokens: readonly Token[]): string[] {
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

/** Each table of a script with those it is made from, also where its declaration is unfinished. */
export function readsOf(tokens: readonly Token[]): Map<string, string[]> {
  const reads = new Map<string, string[]>();
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index + 1];
    if (wordOf(token) !== 'table' || !isName(name) || wordOf(tokens[index + 2]) !== 'is') continue;
    const end = tokens.findIndex((each, at) => at > index && symbolOf(each) === ';');
    reads.set(name.text, tablesRead(tokens.slice(index + 3, end < 0 ? tokens.length : end)));
  }
  return reads;
}
