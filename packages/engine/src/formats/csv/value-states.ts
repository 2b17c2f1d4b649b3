import type { Target } from '../../values/column-reader.ts';
import { fastFormat, isoDate, isoDatetime, isoTime, type TimePiece } from '../../values/time-pieces.ts';
import type { StateBuilder } from './state-builder.ts';
import { timeStates } from './time-states.ts';

const DIGITS = '0123456789';

/** Adds a chain of up to `max` digits after `from`; returns its states, `from` first. */
function digitChain(builder: StateBuilder, from: number, max: number): readonly number[] {
  const chain = [from];
  for (let length = 1; length <= max; length += 1) {
    const state = builder.add();
    builder.on(chain.at(-1) ?? from, DIGITS, state);
    chain.push(state);
  }
  return chain;
}

/** The digits of a number, and the decimal separator between them; null: it cannot have one. */
type NumberForm = { readonly whole: number; readonly fraction: number; readonly separator: string | null };

/** Accepts numbers with a sign, up to `whole` digits and up to `fraction` decimal places. */
function buildNumber(builder: StateBuilder, entry: number, { whole, fraction, separator }: NumberForm): void {
  if (whole === 0) return;
  const digits = digitChain(builder, entry, whole).slice(1);
  const minus = builder.add();
  const [first] = digits;
  builder.on(entry, '-', minus);
  if (first !== undefined) builder.on(minus, DIGITS, first);
  for (const state of digits) builder.accept(state);
  if (fraction === 0 || separator === null) return;
  const point = builder.add();
  for (const state of digits) builder.on(state, separator, point);
  for (const state of digitChain(builder, point, fraction).slice(1)) builder.accept(state);
}

function buildWord(builder: StateBuilder, entry: number, word: string): void {
  let state = entry;
  for (const letter of word) {
    const next = builder.add();
    builder.on(state, letter + letter.toUpperCase(), next);
    state = next;
  }
  builder.accept(state);
}

/**
 * Builds the states that accept the canonical forms of a type, of numbers also those with the declared decimal separator unless
 * it is `delimiter`, which would end the field. Nested types have none, so that every value stops.
 */
export function buildTyped(
  { type, format, separators }: Pick<Target, 'type' | 'format' | 'separators'>,
  entry: number,
  builder: StateBuilder,
  delimiter: string | null,
): void {
  const decimal = separators?.decimal ?? '.';
  const separator = decimal === delimiter ? null : decimal;
  const times = (pieces: readonly TimePiece[] | null): void => {
    if (pieces !== null) timeStates(pieces, entry, builder);
  };
  switch (type.kind) {
    case 'integer':
      buildNumber(builder, entry, { whole: 18, fraction: 0, separator });
      return;
    case 'float':
      buildNumber(builder, entry, { whole: 18, fraction: 18, separator });
      return;
    case 'decimal':
      buildNumber(builder, entry, { whole: type.precision - type.scale, fraction: type.scale, separator });
      return;
    case 'boolean':
      buildWord(builder, entry, 'true');
      buildWord(builder, entry, 'false');
      return;
    case 'date':
      times(format === undefined ? isoDate : fastFormat(format));
      return;
    case 'datetime':
      times(format === undefined ? isoDatetime : fastFormat(format));
      return;
    case 'time':
      times(isoTime);
      return;
    default:
  }
}
