import { assertionContextAt } from '../../declarations/assertion/assertion-at-cursor.ts';
import { constantContextAt } from '../../declarations/constant/constant-at-cursor.ts';
import type { QueryContext } from '../../query-forms/query-context.ts';
import { isName, wordOf } from '../../syntax/tokens/token-shape.ts';
import { type BlockContext, readBlocks } from './blocks.ts';
import type { CursorText } from './cursor-text.ts';
import { readTable } from './query.ts';

/** The grammar context at a cursor. */
export type Context =
  | { readonly kind: 'declaration' }
  /** The table of an upload or of an assertion. */
  | { readonly kind: 'uploaded' }
  | BlockContext
  | QueryContext;

/** Derives the grammar context at a cursor from the tokens around it. The text may be unfinished. */
export function contextOf(cursor: CursorText): Context {
  const { before, after } = cursor;
  const [keyword] = before;
  if (!keyword) return { kind: 'declaration' };
  const starter = wordOf(keyword);
  if (starter === 'table') return readTable(cursor);
  if (starter === 'assert') return assertionContextAt(before, after);
  if (starter === 'let') return constantContextAt(before, after);
  const upload = starter === 'upload' || starter === 'export';
  if (upload && !isName(before[1])) return { kind: 'uploaded' };
  return readBlocks(before, after, upload);
}
