/** Weeks before a day whose same weekday it is compared with. */
export const COMPARED_WEEKS = 4;
/** Minimum number of comparable days for a verdict. */
export const COMPARED_AT_LEAST = 3;

/** Median absolute deviations that are usual. */
const DEVIATIONS = 3;
/** The part of the median by which volumes may always fall short. They may exceed it by the same factor: 1 / (1 - 0.35). */
const VOLUME_FLOOR = 0.35;
const VOLUME_EXCESS = 1 / (1 - VOLUME_FLOOR) - 1;
/** Standard deviations of a count by chance that are always usual: a few rows more or fewer say nothing. */
const CHANCE = 3;
/** Milliseconds by which arrivals may always differ. */
const ARRIVAL_FLOOR = 60 * 60_000;

/** The usual range of a day. */
export type UsualBand = { readonly median: number; readonly low: number; readonly high: number };

/** Comparison of a value with the usual range; `unknown` with too few comparable days. */
export type Verdict = 'usual' | 'low' | 'high' | 'unknown';

/**
 * The usual rows or bytes of a day: the median of the same weekday of the last four weeks, give or take three median absolute
 * deviations, at least 35 % less or 54 % more. Null with fewer than three comparable days.
 */
export function volumeBand(comparable: readonly number[]): UsualBand | null {
  const atLeast = (part: number) => (median: number) => Math.max(part * median, CHANCE * Math.sqrt(median));
  return bandOf(comparable, atLeast(VOLUME_FLOOR), atLeast(VOLUME_EXCESS));
}

/**
 * The usual time from the beginning of a report date until its report has arrived, in milliseconds: as for volumes, at least an
 * hour either way.
 */
export function arrivalBand(comparable: readonly number[]): UsualBand | null {
  const atLeast = (): number => ARRIVAL_FLOOR;
  return bandOf(comparable, atLeast, atLeast);
}

export function judge(value: number, band: UsualBand | null): Verdict {
  if (band === null) return 'unknown';
  if (value < band.low) return 'low';
  return value > band.high ? 'high' : 'usual';
}

/** @param below and above: what is usual at least on either side, of the median */
function bandOf(
  comparable: readonly number[],
  below: (median: number) => number,
  above: (median: number) => number,
): UsualBand | null {
  if (comparable.length < COMPARED_AT_LEAST) return null;
  const median = medianOf(comparable);
  const deviation = medianOf(comparable.map((value) => Math.abs(value - median)));
  const spread = DEVIATIONS * deviation;
  return {
    median,
    low: Math.max(0, median - Math.max(spread, below(median))),
    high: median + Math.max(spread, above(median)),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
