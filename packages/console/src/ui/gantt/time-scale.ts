/** The shown part of time, epoch milliseconds. */
export type TimeWindow = { readonly start: number; readonly end: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Distances of marks, the shortest first. */
const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((count) => count * HOUR),
];
/** Pixels between two marks, at least. */
const MARK_DISTANCE = 72;
/** The shortest window. */
const SHORTEST = 10 * SECOND;

/** The marks of a time axis, at whole steps from the origin on. @param origin a midnight, epoch milliseconds */
export function timeMarks({ start, end }: TimeWindow, width: number, origin: number): readonly number[] {
  const least = ((end - start) / Math.max(1, width)) * MARK_DISTANCE;
  const step = STEPS.find((each) => each >= least) ?? 24 * HOUR;
  const first = origin + Math.ceil((start - origin) / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((end - first) / step) + 1) }, (_, index) => first + index * step);
}

/** Keeps a window within its bounds, and not shorter than can be read. */
function clampWindow({ start, end }: TimeWindow, bounds: TimeWindow): TimeWindow {
  const length = Math.min(bounds.end - bounds.start, Math.max(SHORTEST, end - start));
  const from = Math.min(Math.max(start, bounds.start), bounds.end - length);
  return { start: from, end: from + length };
}

/** Changes the length of a window by a factor; the instant at `at` (0: its start, 1: its end) stays where it is. */
export function zoomWindow({ start, end }: TimeWindow, at: number, factor: number, bounds: TimeWindow): TimeWindow {
  const length = Math.min(bounds.end - bounds.start, Math.max(SHORTEST, (end - start) / factor));
  const fixed = start + (end - start) * at;
  return clampWindow({ start: fixed - length * at, end: fixed + length * (1 - at) }, bounds);
}

/** Moves a window, as far as its bounds allow. */
export const moveWindow = ({ start, end }: TimeWindow, by: number, bounds: TimeWindow): TimeWindow =>
  clampWindow({ start: start + by, end: end + by }, bounds);
