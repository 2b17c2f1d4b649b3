import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import {
  chainBefore,
  type ExpressionPlace,
  namesIn,
  type QueryContext,
  untilEnd,
  wordsContext,
} from '../query-context.ts';
import type { QueryAtCursor } from '../query-form.ts';
import { SelectReader } from './select-reader.ts';
import { outputsOf, sourcesOf } from './sources.ts';

const CLAUSES = ['where', 'having', 'qualify', 'order', 'limit'];

/** The clauses that a query has. The order of a window comes before `from`. */
function clausesOf(tokens: readonly Token[]): Set<string> {
  const from = tokens.findLastIndex((token) => wordOf(token) === 'from');
  if (from < 0) return new Set();
  const words = tokens.slice(from).map(wordOf);
  return new Set(['from', ...CLAUSES.filter((each) => words.includes(each))]);
}

/** The columns between the brackets of each `using ( … )`. */
function mergedColumns(tokens: readonly Token[]): Set<string> {
  const merged = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (wordOf(token) !== 'using' || symbolOf(tokens[index + 1]) !== '(') continue;
    for (const each of tokens.slice(index + 2)) {
      if (each.kind === 'symbol' && each.text !== ',') break;
      if (isName(each)) merged.add(each.text);
    }
  }
  return merged;
}

/** Returns the grammar context at a cursor in a select. */
export function selectContextAt({ table, before, after, word }: QueryAtCursor): QueryContext {
  const reader = new SelectReader(before);
  const { top, clause } = reader;
  const all = [...before, ...untilEnd(after)];
  const sources = sourcesOf(all);
  if (top.expect === 'table') return { kind: 'tables', reader: table, given: [] };
  if (top.expect === 'type') return { kind: 'type', formats: false };
  if (top.expect === 'new-name' || top.expect === 'nothing') return wordsContext();
  const earlier = sources.filter((source) => source.start < word.start);
  if (top.expect === 'column') {
    const given = namesIn(before.filter((token) => token.start > top.opened));
    const using = top.kind === 'using';
    return {
      kind: 'columns',
      sources: using ? earlier : sources,
      given: top.kind === 'replace' ? [] : given,
      joining: using,
      matching: false,
    };
  }
  const condition = clause === 'on' || clause === 'using';
  const visible = condition ? earlier : sources.filter((source) => !source.hidden);
  const place: ExpressionPlace = {
    clause,
    frame: top,
    frames: reader.frames,
    sources: visible,
    outputs: outputsOf(all),
    previous: before.at(-1),
    chain: top.expect === 'member' ? chainBefore(before) : [],
    clauses: clausesOf(all),
    cross: reader.cross,
    merged: mergedColumns(all),
    next: symbolOf(after[0]),
  };
  return { kind: 'expression', place };
}
