/** Returns a bit set of the letters and digits of a word; different ones may share a bit. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A lower bound of the distance of two words with these letters: each edit brings at most one and takes at most one away. */
export function leastDistance(a: number, b: number): number {
  return Math.max(bitCount(a & ~b), bitCount(b & ~a));
}

let rows: [Int32Array, Int32Array, Int32Array] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];

/**
 * Edits between two words: insertions, deletions, changes and swaps of neighbours each count one. Gives `limit` as soon as
 * it is clear that there are that many or more.
 */
export function distance(a: string, b: string, limit: number): number {
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Int32Array(width), new Int32Array(width), new Int32Array(width)];
  let [before, previous, row] = rows;
  for (let j = 0; j < width; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1);
    let least = i;
    row[0] = i;
    for (let j = 1; j < width; j += 1) {
      const other = b.charCodeAt(j - 1);
      const changed = (previous[j - 1] ?? 0) + (letter === other ? 0 : 1);
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row[j] = best;
      if (best < least) least = best;
    }
    // A swap reaches back two rows but costs one: from a row all of `limit` no way leads below it again.
    if (least >= limit) return limit;
    [before, previous, row] = [previous, row, before];
  }
  return Math.min(limit, previous[b.length] ?? 0);
}
