import type { Entry, Known } from './entry.ts';
import type { ScriptUnit } from './script-unit.ts';

const NOTHING: ReadonlyMap<Entry, Entry> = new Map();

function isSame(before: Entry, after: Entry, old: ScriptUnit, unit: ScriptUnit): boolean {
  if (before.kind !== after.kind || before.end - before.start !== after.end - after.start) return false;
  return old.text.slice(before.start, before.end) === unit.text.slice(after.start, after.end);
}

/** The declarations of a file before and behind those that changed, each with the one that it was before. */
export function unchangedEntries(old: ScriptUnit | undefined, unit: ScriptUnit): ReadonlyMap<Entry, Entry> {
  if (!old) return NOTHING;
  const [before, after] = [old.entries, unit.entries];
  const found = new Map<Entry, Entry>();
  const shorter = Math.min(before.length, after.length);
  const keep = (one: Entry | undefined, other: Entry | undefined): boolean => {
    if (!one || !other || !isSame(one, other, old, unit)) return false;
    found.set(other, one);
    return true;
  };
  let first = 0;
  while (first < shorter && keep(before[first], after[first])) first += 1;
  let last = 1;
  while (last <= shorter - first && keep(before[before.length - last], after[after.length - last])) last += 1;
  return found;
}

/** The result of a check whose declaration stands further on by `by`. */
export function movedKnown(known: Known, by: number): Known {
  if (known.kind !== 'source' || by === 0) return known;
  return { ...known, places: known.places.map((each) => each.map((at) => at + by)) };
}
