/** The change that was made last: its id, the names of the parameters that it changed, and when. */
export type LastChange = { readonly id: string; readonly names: string; readonly at: number };

/** Changes of the same parameters that follow each other within this many milliseconds share a history entry. */
export const BURST = 2000;

/** The sorted names of the parameters in which two queries differ; empty when they are equal. */
export function changedNames(before: URLSearchParams, after: URLSearchParams): string {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.getAll(name).join('\n') !== after.getAll(name).join('\n'))
    .sort()
    .join();
}

/** The id of the change that made a location; null when something else made it. */
export function changeIdOf({ state }: { readonly state: unknown }): string | null {
  if (typeof state !== 'object' || state === null || !('queryChange' in state)) return null;
  return typeof state.queryChange === 'string' ? state.queryChange : null;
}

/**
 * Whether a change continues the burst that made the current history entry, and so replaces the entry.
 * @param currentId the id of the change that made the current entry
 */
export function continuesBurst(
  last: LastChange | null,
  currentId: string | null,
  change: Pick<LastChange, 'names' | 'at'>,
): boolean {
  return last !== null && last.id === currentId && last.names === change.names && change.at - last.at <= BURST;
}
