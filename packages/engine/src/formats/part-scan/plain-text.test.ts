import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainTextIn, plainTextOf } from './plain-text.ts';

const PAGE_BYTES = 65_536;
const memory = new WebAssembly.Memory({ initial: 1 });
const inMemory = plainTextIn(memory);

/** Compares the bytes with what JSON.stringify writes for them. */
const isWrittenAsItIs = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  return JSON.stringify(text) === `"${text}"`;
};

it('plain text is what JSON writes as it is, byte for byte and sixteen at a time', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.string({ unit: fc.constantFrom(...'abc,0 ~\x7fÿ'), maxLength: 80 }).map((text) => Buffer.from(text, 'latin1')),
  );
  fc.assert(
    fc.property(bytes, fc.nat({ max: 80 }), fc.nat({ max: 80 }), (around, from, length) => {
      const all = Buffer.from(around);
      const start = Math.min(from, all.length);
      const end = Math.min(start + length, all.length);
      // What surrounds the stretch, and what earlier ones left, must not count.
      const room = Buffer.from(memory.buffer);
      const at = PAGE_BYTES - all.length - 16;
      all.copy(room, at);
      const wanted = isWrittenAsItIs(all.subarray(start, end));
      expect(plainTextOf(all)(start, end)).toBe(wanted);
      expect(inMemory(at + start, at + end)).toBe(wanted);
    }),
    { numRuns: 3000 },
  );
});

it('judges a byte alike wherever it stands', () => {
  const room = Buffer.from(memory.buffer);
  const misjudged: number[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const wanted = isWrittenAsItIs(Buffer.of(byte));
    for (let length = 1; length <= 40; length += 1)
      for (let place = 0; place < length; place += 1) {
        room.fill(0x61, 0, length);
        room[place] = byte;
        if (inMemory(0, length) !== wanted) misjudged.push(byte);
      }
  }
  expect(misjudged).toEqual([]);
});
