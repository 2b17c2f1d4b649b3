import { LIMITS } from '@switchboard/model';
import { LINE_FEED } from './csv-dialect.ts';
import type { CsvShape } from './csv-shape.ts';
import type { Walked } from './csv-walk.ts';

/** Below this size one walker is as fast as two. */
const TWO_WALKERS_BYTES = 64 * 1024;

/** Runs of plain records that were found ahead of time, by where they begin. */
export type Segments = {
  /** The run that begins exactly here, or null. Positions may only rise from call to call. */
  from(position: number): Walked | null;
};

/**
 * One walk through the automaton. It stops at nothing: behind a record that is not plain it goes on at the next line, in
 * the hope that a record begins there. A run of records counts only if its start proves to be one.
 */
class Walker {
  at: number;
  done = false;
  readonly found: { readonly start: number; readonly walked: Walked }[] = [];
  private readonly bytes: Buffer;
  private readonly stop: number;
  private readonly until: number;
  private start: number;
  private end: number;
  private records = 0;
  private lines = 0;
  private linesWithin = 0;

  constructor(bytes: Buffer, stop: number, start: number, until: number) {
    this.bytes = bytes;
    this.stop = stop;
    this.until = until;
    this.at = start;
    this.start = start;
    this.end = start;
    if (start >= until) this.done = true;
  }

  /** Takes note of a special state that was entered with the byte before `at`; gives the state to go on with. */
  enter(state: number, at: number): number {
    this.at = at;
    if (state === this.stop) return this.resume(at - 1);
    if (state !== 0) {
      this.linesWithin += 1;
      return state;
    }
    if (at - this.end > LIMITS.recordBytes) return this.finish();
    this.end = at;
    this.records += 1;
    this.lines += 1 + this.linesWithin;
    this.linesWithin = 0;
    return at >= this.until ? this.finish() : 0;
  }

  finish(): number {
    this.close();
    this.done = true;
    return 0;
  }

  private resume(from: number): number {
    this.close();
    const lineEnd = this.bytes.indexOf(LINE_FEED, from);
    this.at = lineEnd < 0 ? this.bytes.length : lineEnd + 1;
    this.start = this.at;
    this.end = this.at;
    this.linesWithin = 0;
    if (this.at >= this.until) this.done = true;
    return 0;
  }

  private close(): void {
    const { start, end, records, lines } = this;
    if (records > 0) this.found.push({ start, walked: { end, records, lines } });
    this.records = 0;
    this.lines = 0;
  }
}

/**
 * Finds the plain records of a part with two walkers, one in each half. Each step of a walk waits for the one before it, so
 * that two of them, taken in turns, are twice as fast as one.
 */
export function plainSegments(
  shape: CsvShape,
  classes: Uint8Array,
  bytes: Buffer,
  start: number,
  until: number,
): Segments | null {
  if (until - start < TWO_WALKERS_BYTES) return null;
  const middle = bytes.indexOf(LINE_FEED, (start + until) >> 1) + 1;
  if (middle === 0 || middle >= until) return null;
  const first = new Walker(bytes, shape.stop, start, middle);
  const second = new Walker(bytes, shape.stop, middle, until);
  walkBoth(shape, classes, bytes, first, second);
  const found = [...first.found, ...second.found];
  let next = 0;
  return {
    from(position) {
      while (next < found.length && (found[next]?.start ?? 0) < position) next += 1;
      const segment = found[next];
      return segment?.start === position ? segment.walked : null;
    },
  };
}

function walkBoth(shape: CsvShape, classes: Uint8Array, bytes: Buffer, first: Walker, second: Walker): void {
  const { table, bits, special } = shape;
  const length = bytes.length;
  let one = 0;
  let other = 0;
  let oneAt = first.at;
  let otherAt = second.at;
  while (!first.done && !second.done) {
    if (oneAt >= length) first.finish();
    else if (otherAt >= length) second.finish();
    else {
      do {
        one = table[(one << bits) + (classes[bytes[oneAt] as number] as number)] as number;
        other = table[(other << bits) + (classes[bytes[otherAt] as number] as number)] as number;
        oneAt += 1;
        otherAt += 1;
      } while (one >= special && other >= special && oneAt < length && otherAt < length);
      if (one < special) {
        one = first.enter(one, oneAt);
        oneAt = first.at;
      }
      if (other < special) {
        other = second.enter(other, otherAt);
        otherAt = second.at;
      }
    }
  }
  if (!first.done) walkAlone(shape, classes, bytes, first, one, oneAt);
  if (!second.done) walkAlone(shape, classes, bytes, second, other, otherAt);
}

function walkAlone(
  shape: CsvShape,
  classes: Uint8Array,
  bytes: Buffer,
  walker: Walker,
  from: number,
  start: number,
): void {
  const { table, bits, special } = shape;
  let state = from;
  let at = start;
  while (!walker.done) {
    if (at >= bytes.length) {
      walker.finish();
      return;
    }
    state = table[(state << bits) + (classes[bytes[at] as number] as number)] as number;
    at += 1;
    if (state < special) {
      state = walker.enter(state, at);
      at = walker.at;
    }
  }
}
