import type { BitInput } from './bit-input.ts';

const LONGEST = 20;

/** A canonical Huffman code, given by the length of each symbol's code (1 to 20). */
export class HuffmanTable {
  /** By length: the largest code of it, and what to take off a code to get its place among the symbols. */
  private readonly largest = new Int32Array(LONGEST + 2).fill(-1);
  private readonly offset = new Int32Array(LONGEST + 2);
  private readonly symbols: Uint16Array;
  private readonly shortest: number;

  constructor(lengths: Uint8Array) {
    this.symbols = new Uint16Array(lengths.length);
    let placed = 0;
    let code = 0;
    let shortest = LONGEST;
    for (let length = 1; length <= LONGEST; length += 1) {
      this.offset[length] = code - placed;
      for (const [symbol, own] of lengths.entries()) {
        if (own !== length) continue;
        this.symbols[placed] = symbol;
        placed += 1;
        code += 1;
        shortest = Math.min(shortest, length);
      }
      this.largest[length] = code - 1;
      code <<= 1;
    }
    this.shortest = shortest;
  }

  /** The next symbol; -1 when the bits are none's code. */
  read(input: BitInput): number {
    let length = this.shortest;
    let code = input.take(length);
    while (code > (this.largest[length] ?? -1)) {
      if (length === LONGEST) return -1;
      code = (code << 1) | input.take(1);
      length += 1;
    }
    return this.symbols[code - (this.offset[length] ?? 0)] ?? -1;
  }
}
