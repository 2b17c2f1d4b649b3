import type { TimePiece } from '../../values/time-pieces.ts';
import type { StateBuilder } from './state-builder.ts';

const LONG_MONTHS = new Set([1, 3, 5, 7, 8, 10, 12]);
/** Days that a month has for sure. The 29th of February is left to the careful reading. */
const sureDays = (month: number): number => (month === 2 ? 28 : LONG_MONTHS.has(month) ? 31 : 30);

/** The partial knowledge of a date, coarse enough to keep the states few: the length of its month, the day if beyond 28. */
type Known = { readonly days: number | null; readonly day: number | null };

/** Builds the states of a plain form, so that only days and times that exist are accepted. */
export function timeStates(pieces: readonly TimePiece[], entry: number, builder: StateBuilder): void {
  const states = new Map<string, number>();

  /** The state before a piece, made with its transitions on first use. */
  const before = (index: number, known: Known, given?: number): number => {
    const key = `${index}|${known.days}|${known.day}`;
    const made = states.get(key);
    if (made !== undefined) return made;
    const state = given ?? builder.add();
    states.set(key, state);
    const piece = pieces[index];
    if (piece === undefined) builder.accept(state);
    else if ('literal' in piece) builder.on(state, piece.literal, before(index + 1, known));
    else if ('fraction' in piece) addFraction(state);
    else if (piece.number === 'year') addYear(state, index, known);
    else addNumber(state, piece, index, known);
    return state;
  };

  const addFraction = (state: number): void => {
    builder.accept(state);
    let digit = builder.add();
    builder.on(state, '.', digit);
    for (let length = 1; length <= 6; length += 1) {
      const next = builder.add();
      builder.on(digit, '0123456789', next);
      builder.accept(next);
      digit = next;
    }
  };

  const addYear = (state: number, index: number, known: Known): void => {
    const [second, third, fourth] = [builder.add(), builder.add(), builder.add()];
    builder.on(state, '12', second);
    builder.on(second, '0123456789', third);
    builder.on(third, '0123456789', fourth);
    builder.on(fourth, '0123456789', before(index + 1, known));
  };

  const addNumber = (
    state: number,
    piece: Extract<TimePiece, { number: string }>,
    index: number,
    known: Known,
  ): void => {
    for (let tens = 0; tens <= 9; tens += 1) {
      const second = builder.add();
      let isUsed = false;
      for (let ones = 0; ones <= 9; ones += 1) {
        const after = learn(piece.number, tens * 10 + ones, known);
        if (after === null) continue;
        builder.on(second, String(ones), before(index + 1, after));
        isUsed = true;
      }
      if (!piece.padded) {
        const after = learn(piece.number, tens, known);
        const next = pieces[index + 1];
        if (after !== null) {
          isUsed = true;
          if (next === undefined) builder.accept(second);
          else if ('literal' in next) builder.on(second, next.literal, before(index + 2, after));
        }
      }
      if (isUsed) builder.on(state, String(tens), second);
    }
  };
  before(0, { days: null, day: null }, entry);
}

/** The knowledge after reading a number; null when no such time exists. */
function learn(
  number: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
  value: number,
  known: Known,
): Known | null {
  switch (number) {
    case 'month': {
      if (value < 1 || value > 12 || (known.day !== null && known.day > sureDays(value))) return null;
      return known.day === null ? { ...known, days: sureDays(value) } : { days: null, day: null };
    }
    case 'day': {
      if (value < 1 || value > (known.days ?? 31)) return null;
      return known.days === null ? { days: null, day: Math.max(value, 28) } : { days: null, day: null };
    }
    case 'hour':
      return value < 24 ? known : null;
    default:
      return value < 60 ? known : null;
  }
}
