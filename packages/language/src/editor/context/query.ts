import { type QueryContext, wordsContext } from '../../query-forms/query-context.ts';
import { findQueryForm } from '../../query-forms/registry.ts';
import { isName, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Span, Token } from '../../syntax/tokens/tokens.ts';

/** What is allowed behind the tokens of a table's declaration. */
export function readTable(before: readonly Token[], after: readonly Token[], word: Span): QueryContext {
  const [, name, is, keyword] = before;
  if (!isName(name)) return wordsContext();
  if (!is) return wordsContext('is');
  if (wordOf(is) !== 'is') return wordsContext();
  if (wordOf(keyword) === '') return { kind: 'query' };
  const form = findQueryForm(wordOf(keyword));
  return form?.contextAt({ table: name.text, before: before.slice(4), after, word }) ?? wordsContext();
}
