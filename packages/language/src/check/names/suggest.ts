import { distance } from './distance.ts';

/** Longer names are compared by their beginning only. */
export const LONGEST = 100;
/** More names than that are not listed in a message. */
export const MAX_LISTED = 8;

/** The maximum edit distance of a suggestion. */
export function reachOf(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** The known name closest to a mistyped one, of equally close ones the first; null when none is close. */
export function closest(name: string, known: Iterable<string>): string | null {
  const wanted = name.slice(0, LONGEST).toLowerCase();
  let best: string | null = null;
  let least = Math.min(reachOf(wanted) + 1, wanted.length);
  for (const each of known) {
    if (Math.abs(each.length - wanted.length) >= least) continue;
    const found = distance(wanted, each.toLowerCase(), least);
    if (found < least) [best, least] = [each, found];
  }
  return best;
}

/** Advice for an unknown name: the closest known one, else the known ones if they are few. */
export function advise(name: string, known: readonly string[], what: string): string {
  return adviceOf(closest(name, known), known, what);
}

/** The same with the closest name at hand. */
export function adviceOf(near: string | null, known: readonly string[], what: string): string {
  if (near !== null) return `Did you mean ${near}?`;
  if (known.length === 0) return `There is no ${what}.`;
  if (known.length > MAX_LISTED) return `Check its spelling.`;
  return `There ${known.length === 1 ? 'is only' : 'are'} ${known.join(', ')}.`;
}
