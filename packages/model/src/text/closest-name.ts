import { distance, leastDistance, lettersOf } from './edit-distance.ts';

/** Longer names are compared by their beginning only. */
export const LONGEST_COMPARED = 100;

/** The maximum edit distance of a suggestion. */
export function reachOf(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** The known name closest to a mistyped one, of equally close ones the first; null when none is close. */
export function closest(name: string, known: Iterable<string>): string | null {
  const wanted = name.slice(0, LONGEST_COMPARED).toLowerCase();
  let best: string | null = null;
  let least = Math.min(reachOf(wanted) + 1, wanted.length);
  const letters = lettersOf(wanted);
  for (const each of known) {
    if (Math.abs(each.length - wanted.length) >= least) continue;
    const lower = each.toLowerCase();
    if (leastDistance(letters, lettersOf(lower)) >= least) continue;
    const found = distance(wanted, lower, least);
    if (found < least) [best, least] = [each, found];
  }
  return best;
}
