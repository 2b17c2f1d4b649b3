import { isName, symbolOf } from '../syntax/tokens/token-shape.ts';
import type { Token } from '../syntax/tokens/tokens.ts';
import type { Clause, Frame } from './select/select-reader.ts';
import type { SourceReference } from './select/sources.ts';

/** A place in an expression of a query. */
export type ExpressionPlace = {
  readonly clause: Clause;
  readonly frame: Frame;
  /** Frames from the query to the innermost open bracket. */
  readonly frames: readonly Frame[];
  readonly sources: readonly SourceReference[];
  /** Tables of the queries around this one, the nearest first, where it sees them. */
  readonly outer?: readonly SourceReference[];
  /** Names that the select list gives. */
  readonly outputs: readonly string[];
  /** The token before the word. */
  readonly previous: Token | undefined;
  /** Behind a dot: the names before it, outermost first; `null` for an index. */
  readonly chain: readonly (string | null)[];
  /** Clauses that the query has, before the cursor or behind it. */
  readonly clauses: ReadonlySet<string>;
  readonly cross: boolean;
  /** Columns that `using` merged into one. */
  readonly merged: ReadonlySet<string>;
  /** The symbol behind the word. */
  readonly next: string;
  /** Words outside brackets that only this place takes, in front of an operand or behind one. */
  readonly words?: { readonly before: readonly string[]; readonly behind: readonly string[] };
};

/** The grammar context at a position in a query. */
export type QueryContext =
  | { readonly kind: 'query' }
  /** `locals`: those that a `with` around defines. */
  | {
      readonly kind: 'tables';
      readonly reader: string;
      readonly given: readonly string[];
      readonly locals?: readonly string[];
    }
  /** Columns of tables and nothing else. `joining`: those that the last table has in common with one before. */
  | {
      readonly kind: 'columns';
      readonly sources: readonly SourceReference[];
      readonly given: readonly string[];
      readonly joining: boolean;
      readonly matching: boolean;
    }
  | { readonly kind: 'expression'; readonly place: ExpressionPlace }
  /** The regular expression in `columns("…")`. */
  | { readonly kind: 'pattern'; readonly sources: readonly SourceReference[] }
  | { readonly kind: 'type'; readonly formats: boolean }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** The place where only these words may follow. */
export function wordsContext(...words: readonly string[]): QueryContext {
  return { kind: 'words', words };
}

/** The place of columns of one table, which `names` lists already. */
export function columnsContext(source: SourceReference, names: readonly Token[], matching = false): QueryContext {
  return { kind: 'columns', sources: [source], given: namesIn(names), joining: false, matching };
}

/** The table that a query names right behind its keyword. */
export function onlySource(input: Token): SourceReference {
  return { table: input.text, alias: input.text, start: input.start, hidden: false };
}

export function namesIn(tokens: readonly Token[]): string[] {
  return tokens.filter(isName).map((token) => token.text);
}

/** The tokens up to the end of the declaration. */
export function untilEnd(after: readonly Token[]): readonly Token[] {
  const end = after.findIndex((token) => symbolOf(token) === ';');
  return end < 0 ? after : after.slice(0, end);
}

/** The names before a dot: `ads.owner.` gives `ads` and `owner`. */
export function chainBefore(tokens: readonly Token[]): (string | null)[] {
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
