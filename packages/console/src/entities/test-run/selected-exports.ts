import { readLocal, writeLocal } from '../../lib/local-storage.ts';

const STORED = 'selectedExports';

/**
 * The uploads that are selected at first: the only one there is, or those that are wanted.
 * @param names of all uploads of the draft
 * @param wanted by default those that were tested last
 */
export function initialSelection(names: readonly string[], wanted?: readonly string[]): ReadonlySet<string> {
  if (names.length === 1) return new Set(names);
  const stored = wanted ?? readLocal(STORED);
  return new Set(Array.isArray(stored) ? names.filter((name) => stored.includes(name)) : []);
}

/** Remembers the uploads of a launched test run in the browser. */
export const rememberSelection = (names: readonly string[]): void => writeLocal(STORED, names);
