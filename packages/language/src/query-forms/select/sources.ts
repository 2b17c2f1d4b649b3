import { isKeyword } from '../../syntax/tokens/codes.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { JOIN_KINDS } from './select-words.ts';

const JOINS: ReadonlySet<string> = new Set(JOIN_KINDS);

/** A query that others read as a table: one in brackets behind `from`, or a part of a `with`. */
export type LocalQuery = {
  readonly name: string;
  readonly text: string;
  /** The tables of the `with` around it, earlier ones first. */
  readonly locals: readonly LocalQuery[];
};

/** A table that a query reads, and the name it goes by there. */
export type SourceReference = {
  readonly table: string;
  readonly alias: string;
  readonly start: number;
  /** Set for semi and anti joins: only the condition sees its columns. */
  readonly hidden: boolean;
  /** The query that the table is, unless it is declared. */
  readonly query?: LocalQuery;
};

function startsClause(tokens: readonly Token[], index: number): boolean {
  const word = wordOf(tokens[index]);
  const next = wordOf(tokens[index + 1]);
  if (word === 'where' || word === 'having' || word === 'on' || word === 'using' || word === 'join') return true;
  if (word === 'order' || word === 'group') return next === 'by';
  return JOINS.has(word)
    ? next === 'join' || next === 'outer'
    : word === 'limit' && tokens[index + 1]?.kind === 'number';
}

/** The alias that a table is given, with `as` or without. */
function aliasAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  const renamed = tokens[index + 1];
  if (wordOf(token) === 'as') return isName(renamed) && !startsClause(tokens, index + 1) ? renamed.text : null;
  return token?.kind === 'name' && !isKeyword(wordOf(token)) ? token.text : null;
}

/** The tables that a select reads, wherever they stand; `tokens` are all of it. */
export function sourcesOf(tokens: readonly Token[]): SourceReference[] {
  const sources: SourceReference[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = wordOf(token);
    const table = tokens[index + 1];
    if ((word !== 'from' && word !== 'join') || !isName(table) || startsClause(tokens, index + 1)) continue;
    const before = tokens[index - 1];
    if (symbolOf(before) === '.' && before?.end === token.start) continue;
    const alias = aliasAt(tokens, index + 2) ?? table.text;
    const kind = wordOf(before);
    sources.push({
      table: table.text,
      alias,
      start: table.start,
      hidden: word === 'join' && (kind === 'semi' || kind === 'anti'),
    });
  }
  return sources;
}

/** The names that the items of a select give; `tokens` are all of it behind `select`. */
export function outputsOf(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  let depth = 0;
  const note = (end: number): void => {
    const last = tokens[end - 1];
    const before = tokens[end - 2];
    const bare = wordOf(before) === 'as' || symbolOf(before) === ',' || symbolOf(before) === '.' || end === 1;
    if (isName(last) && bare && !names.includes(last.text)) names.push(last.text);
  };
  for (const [index, token] of tokens.entries()) {
    const symbol = symbolOf(token);
    if (symbol === '(' || symbol === '[') depth += 1;
    if (symbol === ')' || symbol === ']') depth = Math.max(0, depth - 1);
    if (symbol === ',' && depth === 0) note(index);
    if (wordOf(token) === 'from' && symbolOf(tokens[index - 1]) !== '.') {
      note(index);
      break;
    }
    if (symbol === ';') break;
  }
  return names;
}
