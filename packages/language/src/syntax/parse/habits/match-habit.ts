import { SYNTAX_HABITS } from '../../../diagnostics/habits/registry.ts';
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
/** The bracket that closes the one around the token that the parser cannot take. */
const CLOSING = '…)';
const OPERATOR = /^[-<>=~*:!]+$/;

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
    case CLOSING:
      return true;
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

/** Habits by the text of the token that the parser cannot take, or by its kind. */
type Index = ReadonlyMap<string, readonly Known[]>;
type Known = { readonly habit: SyntaxHabit; readonly pattern: Pattern; readonly rank: number };

function indexOf(habits: readonly SyntaxHabit[]): Index {
  const known = habits.map((habit, rank): Known => ({ habit, pattern: readPattern(habit.pattern), rank }));
  return Map.groupBy(known, ({ pattern: { elements, at } }) => elements[at]?.text ?? '');
}

/** The habits that a token may belong to, in the order of their table. */
function candidates(view: TokenView, index: number, habits: Index): readonly Known[] {
  const kind = view.isString(index)
    ? '<string>'
    : view.isNumber(index)
      ? '<number>'
      : view.isName(index)
        ? '<name>'
        : '';
  const found = [view.word(index), kind, '<any>'].flatMap((text) => habits.get(text) ?? []);
  return found.length < 2 ? found : found.sort((a, b) => a.rank - b.rank);
}

function matchOf(view: TokenView, index: number, { habit, pattern }: Known): Match | null {
  const { call, elements, at, from, to } = pattern;
  const start = index - at;
  if (start < 0) return null;
  const places: number[] = [];
  for (const element of elements) {
    const next = (places.at(-1) ?? start - 1) + 1;
    const place = element.text === CLOSING ? view.closeOf(view.openBefore(index)) : next;
    if (place < next || !fits(view, place, element)) return null;
    places.push(place);
  }
  const captured = elements.flatMap(({ text }, each) => (/^<\w+>$/.test(text) ? (places[each] ?? []) : []));
  let open = -1;
  if (call) {
    if (call.closed && view.code(start - 1) !== SYMBOL.roundClose) return null;
    open = view.openBefore(call.closed ? start - 1 : start);
    if (open < 1 || view.word(open - 1) !== call.name) return null;
  }
  if (call?.marked) return { habit, first: open - 1, last: start - 1, open, captured };
  const last = places[to] ?? start + to;
  const around = call && !call.closed && from < 0;
  if (!around) return { habit, first: from >= 0 ? start + from : start, last, open, captured };
  return { habit, first: open - 1, last: Math.max(last, view.closeOf(open)), open, captured };
}

let index: Index | null = null;

/** The first habit whose pattern fits around the token that the parser cannot take. */
export function findMatch(view: TokenView, at: number): Match | null {
  index ??= indexOf(SYNTAX_HABITS);
  for (const known of candidates(view, at, index)) {
    const match = matchOf(view, at, known);
    if (match) return match;
  }
  return null;
}
