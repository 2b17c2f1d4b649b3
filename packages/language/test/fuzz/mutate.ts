import { KEYWORDS } from '../../src/keywords.ts';
import type { Random } from './random.ts';

/** The pieces of a script, blanks and comments among them: cut without the compiler's own lexer. */
const PIECE =
  /\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\p{L}\p{N}_]+|[=!<>|]{2}|[\s\S]/gu;

/** Pieces to insert or substitute: symbols, halves of things, words, and texts that break naive code. */
const STRANGE: readonly string[] = [
  ...';{}()[],.:?*"\'\\=<>~+-/%&|!@$^`#\n\r\t '.split(''),
  ...['/*', '*/', '//', '--', '\r\n', '==', '||', '&&', '$$', '""', "''", '"\\"', '\\u0041', '%s', '{YYYY}'],
  ...[
    '\0',
    '\u0001',
    '\u007f',
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u0301',
  ],
  ...['é', 'ﬁ', '＂', '‘', '“', 'ｓelect', '日', '😀', '👩‍👩‍👧', '١٢'],
  ...['1e999', '0x1F', '1_000', '9'.repeat(40), '1.', '.5', '-0', '1e', '12abc', 'x'.repeat(300)],
  ...['table x is', 'download bundle', 'using {', 'sum(', 'columns("', 'case when', 'over (', 'group by', 'literal "'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'undefined', 'NaN', 'switchboard:state:x'],
  ...KEYWORDS.flatMap(({ word }) => [word, word.toUpperCase()]),
];

type Change = (pieces: string[], random: Random, other: readonly string[]) => void;

/** The offset of the next character that is not blank; the end if there is none. */
function spot(pieces: readonly string[], random: Random): number {
  const at = random.whole(pieces.length);
  for (let step = 0; step < pieces.length; step += 1) {
    const place = (at + step) % pieces.length;
    if (/\S/.test(pieces[place] ?? '')) return place;
  }
  return pieces.length;
}

/** Places between declarations: behind each `;` that is followed by a line break or the end. */
function declarationEnds(pieces: readonly string[]): number[] {
  const ends = pieces.flatMap((piece, at) => (piece === ';' && !/^ /.test(pieces[at + 1] ?? '\n') ? [at + 1] : []));
  return [0, ...ends];
}

const CHANGES: readonly Change[] = [
  (pieces, random) => void pieces.splice(spot(pieces, random), 1),
  (pieces, random) => void pieces.splice(spot(pieces, random), 1 + random.whole(6)),
  (pieces, random) => void pieces.splice(random.whole(pieces.length + 1), 0, random.pick(STRANGE)),
  (pieces, random) => void pieces.splice(spot(pieces, random), 1, random.pick(STRANGE)),
  (pieces, random) => {
    const at = spot(pieces, random);
    pieces.splice(at, 0, ...pieces.slice(at, at + 1 + random.whole(8)));
  },
  (pieces, random) => {
    const [a, b] = [spot(pieces, random), spot(pieces, random)];
    [pieces[a], pieces[b]] = [pieces[b] ?? '', pieces[a] ?? ''];
  },
  (pieces, random) => {
    const at = spot(pieces, random);
    const from = random.whole(Math.max(1, pieces.length - 4));
    pieces.splice(at, 1, ...pieces.slice(from, from + 1 + random.whole(4)));
  },
  (pieces, random) => void pieces.splice(random.whole(pieces.length + 1)),
  (pieces, random) => void pieces.splice(0, random.whole(pieces.length + 1)),
  (pieces, random) => {
    const at = spot(pieces, random);
    const piece = pieces[at] ?? '';
    const cut = random.whole(piece.length + 1);
    pieces[at] = piece.slice(0, cut) + random.pick(STRANGE) + piece.slice(cut + random.whole(2));
  },
  (pieces, random) => {
    const bytes = Array.from({ length: 1 + random.whole(8) }, () => String.fromCharCode(random.whole(256)));
    pieces.splice(random.whole(pieces.length + 1), 0, ...bytes);
  },
  (pieces, random) => {
    const units = Array.from({ length: 1 + random.whole(4) }, () => String.fromCharCode(random.whole(0x1_0000)));
    pieces.splice(random.whole(pieces.length + 1), 0, ...units);
  },
  (pieces, random, other) => {
    const from = random.whole(other.length + 1);
    pieces.splice(random.whole(pieces.length + 1), random.whole(30), ...other.slice(from, from + random.whole(40)));
  },
  (pieces, random, other) => {
    pieces.splice(
      random.whole(pieces.length + 1),
      Number.POSITIVE_INFINITY,
      ...other.slice(random.whole(other.length + 1)),
    );
  },
  // What leaves a sound script sound: the formatter has to keep the meaning of these.
  (pieces, random) => {
    const blanks = pieces.flatMap((piece, at) => (/^\s+$/.test(piece) ? [at] : []));
    if (blanks.length === 0) return;
    const comment = random.pick([
      ' // c\n',
      '\n# c\n',
      ' /* c */ ',
      ' /* a\n   b */\n',
      '\n\n\n',
      '\t',
      '\n// a\n\n// b\n',
      '\r\n',
    ]);
    pieces.splice(random.pick(blanks), random.whole(2), comment);
  },
  (pieces, random, other) => {
    const ends = declarationEnds(other);
    const from = random.whole(ends.length);
    const piece = other.slice(ends[from], ends[from + 1 + random.whole(3)]);
    pieces.splice(random.pick(declarationEnds(pieces)), 0, '\n', ...piece, '\n');
  },
  (pieces, random) => {
    const ends = declarationEnds(pieces);
    const from = random.whole(ends.length);
    const [start = 0, end = pieces.length] = [ends[from], ends[from + 1]];
    const moved = pieces.splice(start, end - start);
    if (random.chance(0.7)) pieces.splice(random.pick(declarationEnds(pieces)), 0, '\n', ...moved);
  },
];

export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** One of the scripts, changed in a few places, with parts of another. `scripts` are in pieces. */
export function mutated(random: Random, scripts: readonly (readonly string[])[]): string {
  const pieces = [...random.pick(scripts)];
  const times = 1 + Math.floor(random.whole(10) ** 2 / 18);
  for (let time = 0; time < times; time += 1) random.pick(CHANGES)(pieces, random, random.pick(scripts));
  return pieces.join('');
}
