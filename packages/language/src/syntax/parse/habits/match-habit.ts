import type { SyntaxHabit } from '../../../diagnostics/habits/syntax-habit.ts';
import { SYMBOL } from '../../tokens/codes.generated.ts';
import type { TokenView } from './token-view.ts';

type Element = { readonly text: string; readonly touches: boolean };
type Pattern = {
  /** A call that is open at, or ends before, the first token. */
  readonly call: { readonly name: string; readonly closed: boolean; readonly marked: boolean } | null;
  readonly elements: readonly Element[];
  /** The elements of the token that the parser cannot take, and of the marked part. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
};

/** Tokens that a habit matches: the marked part, and the bracket of its call if it has one. */
export type Match = {
  readonly habit: SyntaxHabit;
  readonly first: number;
  readonly last: number;
  readonly open: number;
  /** The tokens that the pattern gives by kind. */
  readonly captured: readonly number[];
};

const CALL = /^(\[)?(\w+)\(…(\))?\]?$/;
const OPERATOR = /^[-<>=~*:!]+$/;
const known = new Map<string, Pattern>();

function readPattern(source: string): Pattern {
  const parts = source.split(' ');
  const [, marked, name, closed] = CALL.exec(parts[0] ?? '') ?? [];
  const elements: Element[] = [];
  let [at, from, to] = [0, -1, -1];
  for (const part of name === undefined ? parts : parts.slice(1)) {
    let text = part;
    let touches = false;
    for (; text.length > 1 && '[@&'.includes(text.charAt(0)); text = text.slice(1)) {
      if (text.startsWith('[')) from = elements.length;
      if (text.startsWith('@')) at = elements.length;
      if (text.startsWith('&')) touches = true;
    }
    if (text.length > 1 && text.endsWith(']')) {
      text = text.slice(0, -1);
      to = elements.length;
    }
    touches ||= OPERATOR.test(text) && OPERATOR.test(elements.at(-1)?.text ?? '');
    elements.push({ text, touches });
  }
  const call = name === undefined ? null : { name, closed: closed !== undefined, marked: marked !== undefined };
  return { call, elements, at, from, to: to < 0 ? elements.length - 1 : to };
}

function fits(view: TokenView, index: number, { text, touches }: Element): boolean {
  if (view.isEnd(index) || (touches && !view.touches(index))) return false;
  switch (text) {
    case '<any>':
      return view.code(index) !== SYMBOL.semicolon;
    case '<name>':
      return view.isName(index);
    case '<number>':
      return view.isNumber(index);
    case '<string>':
      return view.isString(index);
    default:
      return view.word(index) === text;
  }
}

function matchOf(view: TokenView, index: number, habit: SyntaxHabit): Match | null {
  let pattern = known.get(habit.pattern);
  if (!pattern) {
    pattern = readPattern(habit.pattern);
    known.set(habit.pattern, pattern);
  }
  const { call, elements, at, from, to } = pattern;
  const start = index - at;
  const refused = elements[at];
  if (start < 0 || !refused || !fits(view, index, refused)) return null;
  for (let each = 0; each < elements.length; each += 1) {
    const element = elements[each];
    if (!element || !fits(view, start + each, element)) return null;
  }
  const captured = elements.flatMap(({ text }, each) =>
    text.startsWith('<') && text.length > 2 && text.endsWith('>') ? [start + each] : [],
  );
  let open = -1;
  if (call) {
    open = call.closed ? view.openBefore(start - 1) : view.openBefore(start);
    if (call.closed && view.code(start - 1) !== SYMBOL.roundClose) return null;
    if (open < 1 || view.word(open - 1) !== call.name) return null;
  }
  if (call?.marked) return { habit, first: open - 1, last: start - 1, open, captured };
  const last = start + to;
  const end = call && !call.closed ? Math.max(last, view.closeOf(open)) : last;
  const first = from >= 0 ? start + from : call && !call.closed ? open - 1 : start;
  return { habit, first, last: from >= 0 ? last : end, open, captured };
}

/** The first habit whose pattern fits around the token that the parser cannot take. */
export function findMatch(view: TokenView, index: number, habits: readonly SyntaxHabit[]): Match | null {
  for (const habit of habits) {
    const match = matchOf(view, index, habit);
    if (match) return match;
  }
  return null;
}
