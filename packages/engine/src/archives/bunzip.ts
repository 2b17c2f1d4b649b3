import { closeSync, openSync } from 'node:fs';
import { ByteWriter } from '../files/byte-file.ts';
import type { UnpackMeter } from '../files/unpack-limits.ts';
import { BitInput, EndOfInput } from './bit-input.ts';
import { HuffmanTable } from './huffman-table.ts';

const BLOCK_UNIT = 100_000;
const GROUP = 50;
const OUTPUT_BYTES = 65_536;

/** Why a bzip2 file cannot be unpacked, in a few words. */
export class BrokenBzip extends Error {}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

/** The symbols of a block: move-to-front positions with runs of the first one packed, written out into `block`. */
function readSymbols(input: BitInput, block: Int32Array): { readonly length: number; readonly origin: number } {
  if (input.take(1) === 1) throw new BrokenBzip('randomised block');
  const origin = input.take(24);
  const used: number[] = [];
  const ranges = input.take(16);
  for (let range = 0; range < 16; range += 1) {
    if (((ranges >> (15 - range)) & 1) === 0) continue;
    const bytes = input.take(16);
    for (let bit = 0; bit < 16; bit += 1) if (((bytes >> (15 - bit)) & 1) === 1) used.push(range * 16 + bit);
  }
  if (used.length === 0) throw new BrokenBzip('block without symbols');
  const groups = input.take(3);
  const selectorCount = input.take(15);
  if (groups < 2 || groups > 6 || selectorCount === 0) throw new BrokenBzip('wrong tables');
  const order = Uint8Array.from({ length: groups }, (_, index) => index);
  const selectors = new Uint8Array(selectorCount);
  for (let index = 0; index < selectorCount; index += 1) {
    let place = 0;
    while (input.take(1) === 1) {
      place += 1;
      if (place >= groups) throw new BrokenBzip('wrong tables');
    }
    const group = order[place] ?? 0;
    order.copyWithin(1, 0, place);
    order[0] = group;
    selectors[index] = group;
  }
  const alphabet = used.length + 2;
  const tables = Array.from({ length: groups }, () => readTable(input, alphabet));

  const front = Uint8Array.from(used);
  const endOfBlock = used.length + 1;
  let length = 0;
  let run = 0;
  let weight = 1;
  for (let selector = 0; ; selector += 1) {
    const table = tables[selectors[selector] ?? -1];
    if (!table) throw new BrokenBzip('wrong tables');
    for (let left = GROUP; left > 0; left -= 1) {
      const symbol = table.read(input);
      if (symbol < 0) throw new BrokenBzip('wrong code');
      if (symbol < 2) {
        run += weight << symbol;
        weight <<= 1;
        if (run > block.length) throw new BrokenBzip('block too long');
        continue;
      }
      if (run > 0) {
        if (length + run > block.length) throw new BrokenBzip('block too long');
        block.fill(front[0] ?? 0, length, length + run);
        length += run;
        run = 0;
        weight = 1;
      }
      if (symbol === endOfBlock) return { length, origin };
      const byte = front[symbol - 1] ?? 0;
      front.copyWithin(1, 0, symbol - 1);
      front[0] = byte;
      if (length >= block.length) throw new BrokenBzip('block too long');
      block[length] = byte;
      length += 1;
    }
  }
}

function readTable(input: BitInput, alphabet: number): HuffmanTable {
  const lengths = new Uint8Array(alphabet);
  let length = input.take(5);
  for (let symbol = 0; symbol < alphabet; symbol += 1) {
    for (;;) {
      if (length < 1 || length > 20) throw new BrokenBzip('wrong tables');
      if (input.take(1) === 0) break;
      length += input.take(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  return new HuffmanTable(lengths);
}

/** Undoes the block sort: afterwards each entry holds its byte and, above it, where the next one stands. */
function unsort(block: Int32Array, length: number): void {
  const starts = new Int32Array(257);
  for (let at = 0; at < length; at += 1) starts[(block[at] ?? 0) + 1] = (starts[(block[at] ?? 0) + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte += 1) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  for (let at = 0; at < length; at += 1) {
    const byte = (block[at] ?? 0) & 0xff;
    const place = starts[byte] ?? 0;
    starts[byte] = place + 1;
    block[place] = (block[place] ?? 0) | (at << 8);
  }
}

/** Writes a block's bytes, undoing the runs that were packed before sorting; the answer is their checksum. */
function writeBlock(
  block: Int32Array,
  length: number,
  origin: number,
  write: (bytes: Buffer, length: number) => void,
): number {
  const output = Buffer.allocUnsafe(OUTPUT_BYTES);
  let filled = 0;
  let crc = -1;
  let position = (block[origin] ?? 0) >>> 8;
  let previous = -1;
  let repeats = 0;
  for (let left = length; left > 0; left -= 1) {
    const entry = block[position] ?? 0;
    const byte = entry & 0xff;
    position = entry >>> 8;
    let copies = 1;
    if (repeats === 4) {
      copies = byte;
      repeats = 0;
    } else {
      repeats = byte === previous ? repeats + 1 : 1;
      previous = byte;
    }
    for (; copies > 0; copies -= 1) {
      crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ previous] ?? 0);
      output[filled] = previous;
      filled += 1;
      if (filled === OUTPUT_BYTES) {
        write(output, filled);
        filled = 0;
      }
    }
    if (repeats === 0) previous = -1;
  }
  write(output, filled);
  return ~crc >>> 0;
}

/** Unpacks a bzip2 file of one or more streams into another file and checks every sum. Throws BrokenBzip, and what the meter throws. */
export function bunzip(from: string, to: string, meter: UnpackMeter): void {
  const file = openSync(from, 'r');
  const writer = new ByteWriter(to);
  const write = (bytes: Buffer, length: number): void => {
    meter.add(length);
    writer.copy(bytes, 0, length);
  };
  try {
    const input = new BitInput(file);
    do readStream(input, write);
    while (!input.isAtEnd());
  } catch (error) {
    throw error instanceof EndOfInput ? new BrokenBzip('unexpected end') : error;
  } finally {
    closeSync(file);
    writer.close();
  }
}

function readStream(input: BitInput, write: (bytes: Buffer, length: number) => void): void {
  const magic = input.take(24);
  const level = input.take(8) - 0x30;
  if (magic !== 0x425a68 || level < 1 || level > 9) throw new BrokenBzip('wrong header');
  const block = new Int32Array(level * BLOCK_UNIT);
  let combined = 0;
  for (;;) {
    const [high, low] = [input.take(24), input.take(24)];
    const sum = ((input.take(16) << 16) | input.take(16)) >>> 0;
    if (high === 0x177245 && low === 0x385090) {
      if (sum !== combined) throw new BrokenBzip('wrong checksum');
      input.align();
      return;
    }
    if (high !== 0x314159 || low !== 0x265359) throw new BrokenBzip('wrong block');
    const { length, origin } = readSymbols(input, block);
    if (length > 0 && origin >= length) throw new BrokenBzip('wrong block');
    unsort(block, length);
    if (writeBlock(block, length, origin, write) !== sum) throw new BrokenBzip('wrong checksum');
    combined = (((combined << 1) | (combined >>> 31)) ^ sum) >>> 0;
  }
}
