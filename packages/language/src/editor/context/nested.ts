import { type QueryContext, wordsContext } from '../../query-forms/query-context.ts';
import { findQueryForm } from '../../query-forms/registry.ts';
import { type LocalQuery, type SourceReference, sourcesOf } from '../../query-forms/select/sources.ts';
import { bracketedAt, untilClose } from '../../query-forms/set-operation/bracketed-at-cursor.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import type { Span } from '../../text/span.ts';

/** The declaration around a query, and what the queries around it give. */
type Around = {
  readonly table: string;
  readonly text: string;
  readonly word: Span;
  /** Tables that the `with` around defines, the nearest last. */
  readonly locals: readonly LocalQuery[];
  /** Tables of the queries around a query in an expression, the nearest first. */
  readonly outer: readonly SourceReference[];
};

/** The place of the bracket that closes one; the number of tokens where none does. */
function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const symbol = symbolOf(tokens[at]);
    if (symbol === '(') depth += 1;
    else if (symbol === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function readsTable(tokens: readonly Token[], open: number): boolean {
  const word = wordOf(tokens[open - 1]);
  return word === 'from' || word === 'join';
}

/** Whether a bracket holds a query; behind `from` and `join` it may be of any form. */
function opensQuery(tokens: readonly Token[], open: number): boolean {
  if (symbolOf(tokens[open]) !== '(') return false;
  const word = wordOf(tokens[open + 1]);
  if (readsTable(tokens, open)) return findQueryForm(word) !== undefined;
  if (word === 'with') return isName(tokens[open + 2]) && wordOf(tokens[open + 3]) === 'as';
  return word === 'select';
}

/** The outermost bracket that is open at a place and holds a query, or may hold one there; -1 if there is none. */
function openQuery(tokens: readonly Token[], at: number): number {
  const open: number[] = [];
  for (const [index, token] of tokens.slice(0, at).entries()) {
    if (symbolOf(token) === '(') open.push(index);
    if (symbolOf(token) === ')') open.pop();
  }
  const awaited = (index: number): boolean =>
    index === at - 1 && (readsTable(tokens, index) || wordOf(tokens[index - 1]) === 'exists');
  return open.find((index) => awaited(index) || opensQuery(tokens, index)) ?? -1;
}

function withLocals(sources: readonly SourceReference[], queries: readonly LocalQuery[]): SourceReference[] {
  return sources.map((source) => {
    const query = queries.findLast(({ name }) => name === source.table);
    return query ? { ...source, query } : source;
  });
}

/** A context whose tables may be queries, inside queries whose tables it sees. */
function withQueries(
  context: QueryContext,
  queries: readonly LocalQuery[],
  outer: readonly SourceReference[],
): QueryContext {
  switch (context.kind) {
    case 'expression': {
      const sources = withLocals(context.place.sources, queries);
      return { ...context, place: { ...context.place, sources, outer } };
    }
    case 'columns':
    case 'pattern':
      return { ...context, sources: withLocals(context.sources, queries) };
    case 'tables':
      return { ...context, locals: queries.map(({ name }) => name).filter((name) => !name.startsWith('(')) };
    default:
      return context;
  }
}

function localQuery(name: string, tokens: readonly Token[], open: number, close: number, around: Around): LocalQuery {
  let end = tokens[open]?.end ?? 0;
  let text = '';
  // Mistyped keywords are corrected in the tokens alone.
  for (const token of tokens.slice(open + 1, close)) {
    const written = token.kind === 'name' ? token.text : around.text.slice(token.start, token.end);
    text += around.text.slice(end, token.start) + written;
    end = token.end;
  }
  return { name, text, locals: around.locals };
}

/** Whether `dates(…)` stands here as a table. */
function readsDates(tokens: readonly Token[], at: number): boolean {
  return readsTable(tokens, at) && wordOf(tokens[at]) === 'dates' && symbolOf(tokens[at + 1]) === '(';
}

/** `dates(…)` as a query that is read by its name, and the alias that it gives itself; at a cursor, one may follow. */
function foldedDates(
  tokens: readonly Token[],
  at: number,
  close: number,
  around: Around,
  ends: 'cursor' | 'query',
): { query: LocalQuery; tokens: readonly Token[] } {
  const [start, end] = [tokens[at]?.start ?? 0, tokens[close]?.end ?? 0];
  const name = `(${start}`;
  const query = { name, text: around.text.slice(start, end), locals: around.locals };
  const named = wordOf(tokens[close + 1]) === 'as' || (ends === 'cursor' && close === tokens.length - 1);
  const alias = named ? [] : ['as', 'dates'].map((text): Token => ({ kind: 'name', text, start: end, end }));
  return { query, tokens: [{ kind: 'name', text: name, start, end }, ...alias] };
}

/** Tokens in which each query in brackets is one token: the name of its table behind `from` and `join`, else a value. */
function folded(
  tokens: readonly Token[],
  around: Around,
  ends: 'cursor' | 'query',
): { tokens: Token[]; queries: LocalQuery[] } {
  const left: Token[] = [];
  const queries: LocalQuery[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const datesEnd = readsDates(tokens, at) ? closeOf(tokens, at + 1) : tokens.length;
    if (datesEnd < tokens.length) {
      const dates = foldedDates(tokens, at, datesEnd, around, ends);
      queries.push(dates.query);
      left.push(...dates.tokens);
      at = datesEnd;
      continue;
    }
    if (!opensQuery(tokens, at)) {
      left.push(token);
      continue;
    }
    const close = closeOf(tokens, at);
    const end = tokens[close]?.end ?? tokens.at(-1)?.end ?? token.end;
    const name = `(${token.start}`;
    const isTable = readsTable(tokens, at);
    if (isTable) queries.push(localQuery(name, tokens, at, close, around));
    left.push({ kind: isTable ? 'name' : 'string', text: isTable ? name : '', start: token.start, end });
    at = close;
  }
  return { tokens: left, queries };
}

function inWith(tokens: readonly Token[], at: number, around: Around): QueryContext {
  let index = 1;
  let { locals } = around;
  for (;;) {
    const name = tokens[index];
    const open = index + 2;
    if (at <= index || !isName(name)) return wordsContext();
    if (at === index + 1) return wordsContext('as');
    if (symbolOf(tokens[open]) !== '(' || at <= open) return wordsContext();
    const close = closeOf(tokens, open);
    const inside = { ...around, locals };
    if (at <= close) return contextIn(tokens.slice(open + 1, close), at - open - 1, inside);
    locals = [...locals, localQuery(name.text, tokens, open, close, inside)];
    index = close + 1;
    if (symbolOf(tokens[index]) === ',') {
      if (at <= index) return wordsContext();
      index += 1;
    } else return contextIn(tokens.slice(index), at - index, { ...around, locals });
  }
}

/** `(select …) union (select …)` */
function inBrackets(tokens: readonly Token[], at: number, around: Around): QueryContext {
  const before = bracketedAt(tokens.slice(0, at));
  if (before === 'operator') return wordsContext('union', 'except', 'intersect');
  if (before === 'operand') return wordsContext();
  return contextIn([...before, ...untilClose(tokens.slice(at))], before.length, around);
}

/** Returns the grammar context in a query between its token `at` and the one before. */
function contextIn(tokens: readonly Token[], at: number, around: Around): QueryContext {
  if (at <= 0) return { kind: 'query' };
  if (wordOf(tokens[0]) === 'with') return inWith(tokens, at, around);
  if (symbolOf(tokens[0]) === '(') return inBrackets(tokens, at, around);
  const open = openQuery(tokens, at);
  if (open < 0 && wordOf(tokens[0]) === '') return { kind: 'query' };
  if (open >= 0) {
    const close = closeOf(tokens, open);
    const outer = readsTable(tokens, open) ? [] : outerOf(tokens, open, close, around);
    return contextIn(tokens.slice(open + 1, close), at - open - 1, { ...around, outer });
  }
  const before = folded(tokens.slice(0, at), around, 'cursor');
  const after = folded(tokens.slice(at), around, 'query');
  const form = findQueryForm(wordOf(tokens[0]));
  const context = form?.contextAt({
    table: around.table,
    before: before.tokens.slice(1),
    after: after.tokens,
    word: around.word,
  });
  if (!context) return wordsContext();
  return withQueries(context, [...around.locals, ...before.queries, ...after.queries], around.outer);
}

/** The tables that a query in an expression sees of the queries around it. */
function outerOf(tokens: readonly Token[], open: number, close: number, around: Around): SourceReference[] {
  const before = folded(tokens.slice(0, open), around, 'query');
  const after = folded(tokens.slice(close + 1), around, 'query');
  const own = sourcesOf([...before.tokens, ...after.tokens]).filter(({ hidden }) => !hidden);
  return [...withLocals(own, [...around.locals, ...before.queries, ...after.queries]), ...around.outer];
}

/** Returns the grammar context at a cursor in the query of a table; `before` and `after` follow `is`. */
export function queryContext(
  before: readonly Token[],
  after: readonly Token[],
  place: Pick<Around, 'table' | 'text' | 'word'>,
): QueryContext {
  return contextIn([...before, ...after], before.length, { ...place, locals: [], outer: [] });
}
