import { DIRTY_ROW_STATUSES, type DirtyRowStatus } from '../status/status.ts';

/** Height in CSS pixels of a row that shows counts of dirty rows. */
export const DIRTY_ROW_HEIGHT = 92;

/**
 * Whether none, some or all rows of a download are dirty. Parts with different statuses count as some.
 * @param parts the statuses of its parts
 * @param own the status of the download, which holds when it has no parts
 */
export function dirtyStatusOfParts(parts: readonly string[], own: string): DirtyRowStatus {
  const statuses = new Set(parts);
  if (statuses.size > 1) return 'some';
  const [status = own] = statuses;
  return DIRTY_ROW_STATUSES.find((candidate) => candidate === status) ?? 'none';
}

/** The height of a download's row; `plain` is that of a row without dirty rows. */
export function downloadRowHeight(dirty: DirtyRowStatus, plain: number): number {
  return dirty === 'none' ? plain : DIRTY_ROW_HEIGHT;
}
