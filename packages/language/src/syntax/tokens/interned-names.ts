import { TOKEN } from './codes.generated.ts';
import { codeOfName } from './codes.ts';

/** A power of two. Names are found by their hash; the last name with a hash stays, so that the table never grows. */
const SLOTS = 1 << 14;
/** Longer names are not kept. */
const LONGEST = 64;
/** * Minimum length at which V8 makes a slice that keeps the whole text alive, which a name must not do. */
const SLICED = 13;

const names: string[] = Array.from({ length: SLOTS }, () => '');
const codes = new Uint16Array(SLOTS).fill(TOKEN.name);

function copied(text: string, start: number, end: number): string {
  if (end - start < SLICED) return text.slice(start, end);
  const units: number[] = [];
  for (let index = start; index < end; index += 1) units.push(text.charCodeAt(index));
  return String.fromCharCode(...units);
}

/**
 * The slot of the name from `start` to `end`, whose hash the lexer has computed on its way; -1 for a name that is too long
 * to be kept. Equal names are then one string, and a keyword is recognised without being read again.
 */
export function slotOfName(text: string, start: number, end: number, hash: number): number {
  const length = end - start;
  if (length > LONGEST) return -1;
  const slot = (hash ^ (hash >>> 14)) & (SLOTS - 1);
  const known = names[slot] ?? '';
  if (known.length === length) {
    let at = 0;
    while (at < length && known.charCodeAt(at) === text.charCodeAt(start + at)) at += 1;
    if (at === length) return slot;
  }
  const name = copied(text, start, end);
  names[slot] = name;
  codes[slot] = codeOfName(name);
  return slot;
}

export function nameInSlot(slot: number): string {
  return names[slot] ?? '';
}

export function codeInSlot(slot: number): number {
  return codes[slot] ?? TOKEN.name;
}
