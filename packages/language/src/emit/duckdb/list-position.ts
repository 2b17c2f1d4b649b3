/** Beyond any list, and a number that can be written out. */
export const LONGEST_LIST = Number.MAX_SAFE_INTEGER;

/** Positions count from 0 in the language; DuckDB's lists from 1. Negative ones count from the end in both. */
export function listPosition(at: number): number {
  return Math.max(-LONGEST_LIST, Math.min(at < 0 ? at : at + 1, LONGEST_LIST));
}
