import { createHash } from 'node:crypto';

/** Pseudo-random numbers: the same for the same seed, in every version and on every machine. */
export type Random = {
  /** In [0, 1), of 32 bits. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

/** The generator sfc32, seeded by the SHA-256 of a text. */
export function seededRandom(seed: string): Random {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [hash.readInt32LE(0), hash.readInt32LE(4), hash.readInt32LE(8), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}

/** The item at a position of a list that is gone through again and again. */
export const cycled = <Item>(items: readonly [Item, ...Item[]], index: number): Item =>
  items[index % items.length] ?? items[0];
