/** Pieces that a search selects by. */
export const MAX_PIECES = 4;
/** To read the index for a piece in more of the rows than this share costs more than to read the rows that it excludes. */
const COMMON_SHARE = 0.25;
const TRIGRAM = 3;
const WORD = /[\p{L}\p{N}]+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * The pieces of a text that fewest rows contain, rarest first, at most `MAX_PIECES`. A trigram index reads the rows of every
 * trigram that it is asked for, and most trigrams of a name or a date are in nearly every row. So a search asks for these alone
 * and tests the whole text on what they select.
 * @param text lower case
 * @param sample texts of some rows, lower case
 * @returns none when no piece has a trigram
 */
export function rarestPieces(text: string, sample: readonly string[]): string[] {
  const words = sample.map(spaced);
  const counted = piecesOf(text)
    .map((piece) => ({ piece, count: words.filter((row) => row.includes(spaced(piece))).length }))
    .toSorted((a, b) => a.count - b.count);
  return counted
    .filter(({ count }, index) => index === 0 || count <= sample.length * COMMON_SHARE)
    .slice(0, MAX_PIECES)
    .map(({ piece }) => piece);
}

/** The index sees words only: each is followed by one space, and preceded by two. */
const spaced = (text: string): string => text.replace(SEPARATORS, ' ');

/** Pieces of one trigram each: from within the words, and their ends with the separator. Beginnings stand for texts without those. */
function piecesOf(text: string): string[] {
  const ends = new Set<string>();
  const beginnings = new Set<string>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const end = index + word.length;
    for (let from = index; from + TRIGRAM <= end; from += 1) ends.add(text.slice(from, from + TRIGRAM));
    if (word.length >= TRIGRAM - 1 && end < text.length) ends.add(text.slice(end - (TRIGRAM - 1), end + 1));
    // A beginning has the trigram of its first character as well, which is in nearly every row.
    if (index > 0) beginnings.add(text.slice(index - 1, Math.min(end, index + TRIGRAM - 1)));
  }
  return [...(ends.size > 0 ? ends : beginnings)];
}
