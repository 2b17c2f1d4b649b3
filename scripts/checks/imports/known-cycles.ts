/** Files that still stand in a cycle. Remove a file once it is out of it; add none. */
export const KNOWN_CYCLES: ReadonlySet<string> = new Set([]);
