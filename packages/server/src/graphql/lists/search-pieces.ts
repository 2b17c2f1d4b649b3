/** Pieces that a search selects by; more only add index pages to read. */
export const MAX_PIECES = 4;
/** A piece in more of the rows than this share excludes too few to be worth reading. */
const COMMON_SHARE = 0.5;
/** Words are cut into pieces of at most this many characters, since a long one may begin like all others. */
const PIECE_LENGTH = 6;
const TRIGRAM = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The pieces of a text that fewest rows contain, rarest first, at most `MAX_PIECES`. A trigram index reads the rows of every
 * trigram that it is asked for, so a search asks for these alone and tests the whole text on what they select.
 * @param text lower case
 * @param sample texts of some rows, lower case
 * @returns none when no piece has a trigram
 */
export function rarestPieces(text: string, sample: readonly string[]): string[] {
  const counted = [...new Set(piecesOf(text))]
    .map((piece) => ({ piece, count: sample.filter((one) => one.includes(piece)).length }))
    .toSorted((a, b) => a.count - b.count || b.piece.length - a.piece.length);
  return counted
    .filter(({ count }, index) => index === 0 || count <= sample.length * COMMON_SHARE)
    .slice(0, MAX_PIECES)
    .map(({ piece }) => piece);
}

/** Words and parts of long words, with the separators beside them: those belong to the trigrams of a word's ends. */
function piecesOf(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const end = index + word.length;
    const count = Math.ceil(word.length / PIECE_LENGTH);
    return Array.from({ length: count }, (_, part) => {
      const from = index + Math.floor((part * word.length) / count);
      const to = index + Math.floor(((part + 1) * word.length) / count);
      const before = from === index && index > 0;
      const after = to === end && end < text.length;
      // A word is padded with two spaces before it and one after it.
      const padded = (before ? 2 : 0) + (to - from) + (after ? 1 : 0);
      return padded < TRIGRAM ? '' : text.slice(before ? from - 1 : from, after ? to + 1 : to);
    }).filter((piece) => piece !== '');
  });
}
