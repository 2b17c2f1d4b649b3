import { DIRTY_ROW_STATUSES, type DirtyRowStatus, dirtyPercent, fullNumber } from '@switchboard/model';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';

type Part = DownloadRowFragment['parts'][number];
type Counted = Pick<DownloadRowFragment, 'row_count' | 'dirty_row_count' | 'dirty_row_status'> & {
  readonly parts: readonly Pick<Part, 'dirty_row_status' | 'new_dirty_row_count'>[];
};

function known(status: string | undefined): DirtyRowStatus {
  return DIRTY_ROW_STATUSES.find((candidate) => candidate === status) ?? 'none';
}

/** Whether none, some or all rows are dirty. Parts with different statuses count as some. */
export function dirtyStatusOf(download: Counted): DirtyRowStatus {
  const statuses = new Set(download.parts.map((part) => part.dirty_row_status));
  if (statuses.size > 1) return 'some';
  return known(download.parts[0]?.dirty_row_status ?? download.dirty_row_status);
}

/** "18,930 dirty (1%)", the percentage floored; null when nothing is dirty. */
export function dirtyText(download: Counted): string | null {
  const dirty = download.dirty_row_count ?? 0;
  if (dirty === 0) return null;
  const percent = download.row_count === null ? '' : ` (${dirtyPercent(download.row_count, dirty)}%)`;
  return `${fullNumber(dirty)} dirty${percent}`;
}

/** "120 new dirty"; null when there are none. */
export function newDirtyText(download: Counted): string | null {
  const count = download.parts.reduce((sum, part) => sum + (part.new_dirty_row_count ?? 0), 0);
  return count === 0 ? null : `${fullNumber(count)} new dirty`;
}
