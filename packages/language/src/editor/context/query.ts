import { type QueryContext, untilEnd, wordsContext } from '../../query-forms/query-context.ts';
import { isName, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { CursorText } from './cursor-text.ts';
import { queryContext } from './nested.ts';

/** Returns the grammar context after the tokens of a table declaration. */
export function readTable({ before, after, word, text }: CursorText): QueryContext {
  const [, name, is] = before;
  if (!isName(name)) return wordsContext();
  if (!is) return wordsContext('is');
  if (wordOf(is) !== 'is') return wordsContext();
  return queryContext(before.slice(3), untilEnd(after), { table: name.text, text, word });
}
