import { LIMITS } from '@switchboard/model/limits';
import type { CsvAutomaton } from './csv-automaton.ts';

export type Walked = { readonly end: number; readonly records: number; readonly lines: number };

/**
 * Skips plain records up to the first other one, or to the one that ends at or behind `until`. `end` is a record's start.
 * Every byte of every file passes through this loop: three loads, a shift, an addition and a comparison each.
 */
export function walk(shape: CsvAutomaton, classes: Uint8Array, bytes: Buffer, start: number, until: number): Walked {
  const { table, bits, stop, special } = shape;
  const length = bytes.length;
  let state = 0;
  let end = start;
  let records = 0;
  let lines = 0;
  let linesWithin = 0;
  for (let at = start; at < length; ) {
    state = table[(state << bits) + (classes[bytes[at] as number] as number)] as number;
    at += 1;
    if (state < special) {
      if (state === 0) {
        if (at - end > LIMITS.recordBytes) break;
        end = at;
        records += 1;
        lines += 1 + linesWithin;
        linesWithin = 0;
        if (at >= until) break;
      } else if (state === stop) break;
      else linesWithin += 1;
    }
  }
  return { end, records, lines };
}
