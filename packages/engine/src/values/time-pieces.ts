import { formatPieces } from '@switchboard/model/values/date-format';

/** A piece of a time's plain form: a number of the calendar, one of some literal characters, or the end with what may follow it. */
export type TimePiece =
  | { readonly number: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'; readonly padded: boolean }
  | { readonly literal: string }
  | { readonly fraction: true };

const padded = (number: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): TimePiece => ({
  number,
  padded: true,
});
const literal = (characters: string): TimePiece => ({ literal: characters });

export const isoDate: readonly TimePiece[] = [
  padded('year'),
  literal('-'),
  padded('month'),
  literal('-'),
  padded('day'),
];
export const isoTime: readonly TimePiece[] = [
  padded('hour'),
  literal(':'),
  padded('minute'),
  literal(':'),
  padded('second'),
  { fraction: true },
];
export const isoDatetime: readonly TimePiece[] = [...isoDate, literal(' T'), ...isoTime];

const TOKENS: Readonly<Record<string, { readonly piece: TimePiece; readonly strptime: string }>> = {
  YYYY: { piece: padded('year'), strptime: '%Y' },
  MM: { piece: padded('month'), strptime: '%m' },
  M: { piece: { number: 'month', padded: false }, strptime: '%-m' },
  dd: { piece: padded('day'), strptime: '%d' },
  d: { piece: { number: 'day', padded: false }, strptime: '%-d' },
  HH: { piece: padded('hour'), strptime: '%H' },
  H: { piece: { number: 'hour', padded: false }, strptime: '%-H' },
  mm: { piece: padded('minute'), strptime: '%M' },
  ss: { piece: padded('second'), strptime: '%S' },
};

type Translated = { readonly pieces: readonly TimePiece[]; readonly strptime: string };

function translate(format: string): Translated | null {
  const pieces: TimePiece[] = [];
  let strptime = '';
  for (const piece of formatPieces(format)) {
    if ('literal' in piece) {
      if (!/^[ -~]+$/.test(piece.literal) || /["'%\d]/.test(piece.literal)) return null;
      for (const character of piece.literal) pieces.push(literal(character));
      strptime += piece.literal;
      continue;
    }
    const token = TOKENS[piece.token];
    if (!token) return null;
    pieces.push(token.piece);
    strptime += token.strptime;
  }
  const numbers = pieces.flatMap((piece) => ('number' in piece ? [piece.number] : []));
  const isWhole = (['year', 'month', 'day'] as const).every(
    (number) => numbers.filter((other) => other === number).length === 1,
  );
  // A number of one or two digits must be followed by a non-digit or the end.
  const isClear = pieces.every((piece, index) => {
    const next = pieces[index + 1];
    return !('number' in piece) || piece.padded || next === undefined || 'literal' in next;
  });
  return isWhole && isClear && new Set(numbers).size === numbers.length ? { pieces, strptime } : null;
}

/** The pieces of a declared format; null when it has parts (names, zones, half days) that must be read one by one. */
export const fastFormat = (format: string): readonly TimePiece[] | null => translate(format)?.pieces ?? null;

/** The database's notation of a format that `fastFormat` knows. */
export const strptimeFormat = (format: string): string | undefined => translate(format)?.strptime;
