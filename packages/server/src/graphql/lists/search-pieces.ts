/** Pieces that a search selects by. */
export const MAX_PIECES = 4;
/** How many times as long it takes to read and test a row as to read it in the list of a piece in the index. */
const ROW_COST = 1_000;
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
  // Half a row more, since a sample does not prove that there are none.
  const shareOf = (piece: string): number =>
    (words.filter((row) => row.includes(spaced(piece))).length + 0.5) / (words.length + 1);
  const counted = piecesOf(text)
    .map((piece) => ({ piece, share: shareOf(piece) }))
    .toSorted((a, b) => a.share - b.share);
  const rarest = counted[0]?.share ?? 0;
  // A further piece is worth reading while the rows that it excludes cost more than its list.
  return counted
    .filter(({ share }, index) => index === 0 || rarest * (1 - share) * ROW_COST > share)
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
