/** Pieces that a search selects by. */
const MAX_PIECES = 6;
/** Share of all rows below which the posting list of a piece is cheap to read. */
const CHEAP_SHARE = 0.02;
/** How many times as long it takes to read and test a row as to read it in the list of a piece in the index. */
const ROW_COST = 300;
const TRIGRAM = 3;
const WORD = /[\p{L}\p{N}]+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

type Piece = { readonly start: number; readonly end: number };

/**
 * The parts of a text by whose trigrams a search selects rows, in the order of the text. A trigram index reads the rows of every
 * trigram that it is asked for, and most trigrams of a name or a date are in nearly every row. So a search asks for the rarest
 * alone and tests the whole text on what they select.
 * @param text as the index has it, like the texts of some rows in `sample`
 * @returns none when the text has no trigram
 */
export function rarestParts(text: string, sample: readonly string[]): string[] {
  const words = sample.map(spaced);
  // Half a row more, since a sample does not prove that there are none.
  const shareOf = ({ start, end }: Piece): number => {
    const wanted = spaced(text.slice(start, end));
    return (words.filter((row) => row.includes(wanted)).length + 0.5) / (words.length + 1);
  };
  const counted = piecesOf(text)
    .map((piece) => ({ piece, share: shareOf(piece) }))
    .toSorted((a, b) => a.share - b.share);
  const chosen: Piece[] = [];
  let selected = 1;
  for (const { piece, share } of counted) {
    if (chosen.length === MAX_PIECES) break;
    // Rows that have one of two such pieces mostly have the other, unless the sample is wrong about a rare one.
    if (chosen.some((other) => piece.start < other.end && other.start < piece.end)) {
      if (share <= CHEAP_SHARE) chosen.push(piece);
      continue;
    }
    // A further piece is worth reading while the rows that it excludes cost more than its list.
    if (chosen.length > 0 && selected * (1 - share) * ROW_COST <= share) break;
    chosen.push(piece);
    selected *= share;
  }
  return joined(chosen).map(({ start, end }) => text.slice(start, end));
}

/** The index sees words only: each is followed by one space, and preceded by two. */
const spaced = (text: string): string => text.replace(SEPARATORS, ' ');

/** Pieces of one trigram each: from within the words, and their ends with the separator. Beginnings stand for texts without those. */
function piecesOf(text: string): Piece[] {
  const found = new Map<string, Piece>();
  const beginnings: Piece[] = [];
  const add = (start: number, end: number): void => {
    const piece = text.slice(start, end);
    // Half a character would be searched for as another one.
    if (piece.isWellFormed() && !found.has(piece)) found.set(piece, { start, end });
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length;
    for (let from = index; from + TRIGRAM <= end; from += 1) add(from, from + TRIGRAM);
    if (word.length >= TRIGRAM - 1 && end < text.length) add(end - (TRIGRAM - 1), end + 1);
    // A beginning has the trigram of its first character as well, which is in nearly every row.
    const beginning = { start: index - 1, end: Math.min(end, index + TRIGRAM - 1) };
    if (index > 0 && text.slice(beginning.start, beginning.end).isWellFormed()) beginnings.push(beginning);
  }
  return found.size > 0 ? [...found.values()] : beginnings;
}

/** The pieces in their order; those that overlap become one, which has their trigrams and no others. */
function joined(pieces: readonly Piece[]): Piece[] {
  const parts: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last && piece.start < last.end) parts.splice(-1, 1, { start: last.start, end: Math.max(last.end, piece.end) });
    else parts.push(piece);
  }
  return parts;
}
