import { type QueryContext, wordsContext } from '../../query-forms/query-context.ts';
import { findQueryForm } from '../../query-forms/registry.ts';
import { bracketedAt, untilClose } from '../../query-forms/set-operation/bracketed-at-cursor.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Span, Token } from '../../syntax/tokens/tokens.ts';

/** What is allowed behind the tokens of a table's declaration. */
export function readTable(before: readonly Token[], after: readonly Token[], word: Span): QueryContext {
  const [, name, is, ...query] = before;
  if (!isName(name)) return wordsContext();
  if (!is) return wordsContext('is');
  if (wordOf(is) !== 'is') return wordsContext();
  const bracketed = symbolOf(query[0]) === '(';
  const open = bracketed ? bracketedAt(query) : query;
  if (open === 'operator') return wordsContext('union', 'except', 'intersect');
  if (open === 'operand') return wordsContext();
  const [keyword, ...tokens] = open;
  if (wordOf(keyword) === '') return { kind: 'query' };
  const behind = bracketed ? untilClose(after) : after;
  const form = findQueryForm(wordOf(keyword));
  return form?.contextAt({ table: name.text, before: tokens, after: behind, word }) ?? wordsContext();
}
