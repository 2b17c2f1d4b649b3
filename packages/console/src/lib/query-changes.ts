/** The parts of a location that the query of the address is read from. */
export type QueryLocation = {
  readonly pathname: string;
  readonly search: string;
  readonly key: string;
  readonly state: unknown;
};

/** Changes of the query that the router has not rendered yet. */
export type PendingQuery = {
  readonly pathname: string;
  /** The query after all of them. */
  readonly search: string;
  /** The key of the location that the first of them left. */
  readonly leftKey: string;
  /** Their ids, oldest first. */
  readonly ids: readonly string[];
};

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
export function changeIdOf({ state }: Pick<QueryLocation, 'state'>): string | null {
  if (typeof state !== 'object' || state === null || !('queryChange' in state)) return null;
  return typeof state.queryChange === 'string' ? state.queryChange : null;
}

/**
 * Whether the pending changes still apply on top of the rendered location: it is the one they left, or one that an
 * earlier of them made. Any other location means that they have all been rendered, or that the person went elsewhere.
 */
export function isPending(pending: PendingQuery, location: QueryLocation): boolean {
  if (pending.pathname !== location.pathname) return false;
  if (pending.leftKey === location.key) return true;
  const id = changeIdOf(location);
  return id !== null && pending.ids.includes(id) && id !== pending.ids.at(-1);
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
