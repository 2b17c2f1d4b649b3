import { type Clause, type Frame, SelectReader } from '../../syntax/partial/select-reader.ts';
import { outputsOf, type SourceReference, sourcesOf } from '../../syntax/partial/sources.ts';
import type { Span, Token } from '../../syntax/tokens/tokens.ts';
import { isName, symbolOf, wordOf } from './cursor-text.ts';

/** A place in an expression of a query. */
export type ExpressionPlace = {
  readonly clause: Clause;
  readonly frame: Frame;
  /** Frames from the query to the bracket at hand. */
  readonly frames: readonly Frame[];
  readonly sources: readonly SourceReference[];
  /** Names that the select list gives. */
  readonly outputs: readonly string[];
  /** The token before the word. */
  readonly previous: Token | undefined;
  /** Behind a dot: what stands before it, the outermost first; `null` for an index. */
  readonly chain: readonly (string | null)[];
  /** Clauses that the query has, before the cursor or behind it. */
  readonly clauses: ReadonlySet<string>;
  readonly cross: boolean;
  /** Columns that `using` made one of two. */
  readonly merged: ReadonlySet<string>;
  /** The symbol behind the word. */
  readonly next: string;
};

export type QueryContext =
  | { readonly kind: 'query' }
  | { readonly kind: 'tables'; readonly reader: string; readonly given: readonly string[] }
  /** Columns of tables and nothing else. `joining`: those that the last table has in common with one before. */
  | {
      readonly kind: 'columns';
      readonly sources: readonly SourceReference[];
      readonly given: readonly string[];
      readonly joining: boolean;
      readonly matching: boolean;
    }
  | { readonly kind: 'expression'; readonly place: ExpressionPlace }
  /** The regular expression in `columns("…")` of an unpivot. */
  | { readonly kind: 'pattern'; readonly sources: readonly SourceReference[] }
  | { readonly kind: 'type'; readonly formats: boolean }
  | { readonly kind: 'words'; readonly words: readonly string[] };

const CLAUSES = ['where', 'having', 'order', 'limit'];

/** What stands before a dot: `ads.owner.` gives `ads` and `owner`. */
function chainBefore(tokens: readonly Token[]): (string | null)[] {
  const chain: (string | null)[] = [];
  let index = tokens.length - 2;
  while (index >= 0) {
    const token = tokens[index];
    if (symbolOf(token) === ']') {
      let depth = 0;
      do {
        if (symbolOf(tokens[index]) === ']') depth += 1;
        if (symbolOf(tokens[index]) === '[') depth -= 1;
        index -= 1;
      } while (depth > 0 && index >= 0);
      chain.unshift(null);
      continue;
    }
    if (!isName(token)) return [];
    chain.unshift(token.text);
    if (symbolOf(tokens[index - 1]) !== '.') return chain;
    index -= 2;
  }
  return chain;
}

function namesIn(tokens: readonly Token[]): string[] {
  return tokens.filter((token) => isName(token)).map((token) => token.text);
}

/** Up to the end of the declaration. */
function untilEnd(after: readonly Token[]): readonly Token[] {
  const end = after.findIndex((token) => symbolOf(token) === ';');
  return end < 0 ? after : after.slice(0, end);
}

/** The clauses that a query has. The order of a window stands before `from`. */
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

function readSelect(before: readonly Token[], after: readonly Token[], table: string, word: Span): QueryContext {
  const reader = new SelectReader(before);
  const { top, clause } = reader;
  const all = [...before, ...untilEnd(after)];
  const sources = sourcesOf(all);
  if (top.expect === 'table') return { kind: 'tables', reader: table, given: [] };
  if (top.expect === 'type') return { kind: 'type', formats: false };
  if (top.expect === 'new-name' || top.expect === 'nothing') return { kind: 'words', words: [] };
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

function readUpsert(before: readonly Token[], after: readonly Token[], table: string): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return { kind: 'words', words: ['by'] };
  const source: SourceReference = { table: input.text, alias: input.text, start: input.start, hidden: false };
  const order = before.findIndex((token, index) => wordOf(token) === 'order' && index > 1);
  if (order >= 0) {
    const behind = before.slice(order + 2);
    if (wordOf(before[order + 1]) !== 'by') return { kind: 'words', words: ['by'] };
    const reader = new SelectReader(behind, 'order');
    if (reader.top.expect === 'type') return { kind: 'type', formats: false };
    const place: ExpressionPlace = {
      clause: 'order',
      frame: reader.top,
      frames: reader.frames,
      sources: [source],
      outputs: [],
      previous: before.at(-1),
      chain: reader.top.expect === 'member' ? chainBefore(behind) : [],
      clauses: new Set(['limit']),
      cross: false,
      merged: new Set(),
      next: symbolOf(after[0]),
    };
    return { kind: 'expression', place };
  }
  const last = before.at(-1);
  const awaits = wordOf(last) === 'by' || symbolOf(last) === ',';
  if (!awaits) return { kind: 'words', words: ['order by'] };
  return { kind: 'columns', sources: [source], given: namesIn(before.slice(2)), joining: false, matching: false };
}

function readUnpivot(before: readonly Token[], table: string): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return { kind: 'words', words: ['on'] };
  if (before.some((token) => wordOf(token) === 'into')) return { kind: 'words', words: [] };
  const last = before.at(-1);
  const source: SourceReference = { table: input.text, alias: input.text, start: input.start, hidden: false };
  const first = wordOf(last) === 'on' && before.length === 2;
  if (first || symbolOf(last) === ',')
    return { kind: 'columns', sources: [source], given: namesIn(before.slice(2)), joining: false, matching: first };
  if (symbolOf(last) === '(') return { kind: 'pattern', sources: [source] };
  return { kind: 'words', words: ['into'] };
}

/** What may stand behind the tokens of a table's declaration. */
export function readTable(before: readonly Token[], after: readonly Token[], word: Span): QueryContext {
  const name = before[1];
  if (!isName(name)) return { kind: 'words', words: [] };
  if (before.length === 2) return { kind: 'words', words: ['is'] };
  if (wordOf(before[2]) !== 'is') return { kind: 'words', words: [] };
  const query = before.slice(4);
  switch (wordOf(before[3])) {
    case '':
      return { kind: 'query' };
    case 'select':
      return readSelect(query, after, name.text, word);
    case 'upsert':
      return readUpsert(query, after, name.text);
    case 'unpivot':
      return readUnpivot(query, name.text);
    case 'union': {
      const awaits = query.length === 0 || symbolOf(query.at(-1)) === ',';
      const given = namesIn([...query, ...untilEnd(after)]);
      return awaits ? { kind: 'tables', reader: name.text, given } : { kind: 'words', words: [] };
    }
    default:
      return { kind: 'words', words: [] };
  }
}
