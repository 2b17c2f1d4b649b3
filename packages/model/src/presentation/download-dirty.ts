import { DIRTY_ROW_STATUSES, type DirtyRowStatus } from '../status/status.ts';

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
