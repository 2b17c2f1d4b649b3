import { dirtyPercent, fullNumber } from '@switchboard/model/format';
import { dirtyStatusOfParts } from '@switchboard/model/presentation/download-dirty';
import type { DirtyRowStatus } from '@switchboard/model/status/status';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';

type Part = DownloadRowFragment['parts'][number];
type Counted = Pick<DownloadRowFragment, 'row_count' | 'dirty_row_count' | 'dirty_row_status'> & {
  readonly parts: readonly Pick<Part, 'dirty_row_status' | 'new_dirty_row_count'>[];
};

/** Whether none, some or all rows are dirty. */
export function dirtyStatusOf({ parts, dirty_row_status: own }: Counted): DirtyRowStatus {
  return dirtyStatusOfParts(
    parts.map((part) => part.dirty_row_status),
    own,
  );
}

type Counts = Pick<Part, 'row_count' | 'dirty_row_count' | 'new_dirty_row_count'>;

/** "18,930 dirty (1%), 120 new", the percentage floored; null when nothing is dirty. */
export function dirtyCountText({ row_count: rows, dirty_row_count, new_dirty_row_count }: Counts): string | null {
  const dirty = dirty_row_count ?? 0;
  const fresh = new_dirty_row_count ?? 0;
  if (dirty === 0) return fresh === 0 ? null : `${fullNumber(fresh)} new dirty`;
  const percent = rows === null ? '' : ` (${dirtyPercent(rows, dirty)}%)`;
  const added = fresh === 0 ? '' : fresh === dirty ? ', all new' : `, ${fullNumber(fresh)} new`;
  return `${fullNumber(dirty)} dirty${percent}${added}`;
}

/** The dirty rows of all parts, as `dirtyCountText` writes them. */
export function dirtyText(download: Counted): string | null {
  const fresh = download.parts.reduce((sum, part) => sum + (part.new_dirty_row_count ?? 0), 0);
  return dirtyCountText({ ...download, new_dirty_row_count: fresh });
}

/** The share of dirty rows in percent, for a bar; null when unknown. */
export function dirtyShare({ row_count: rows, dirty_row_count: dirty }: Counted): number | null {
  return rows === null || rows === 0 || dirty === null ? null : (dirty / rows) * 100;
}

type Reasoned = Pick<Part, 'dirty_reasons'>;

/** A reason of dirty rows with the number of rows. */
export type CountedReason = { readonly column: string; readonly reason: string; readonly rows: number };

const SHOWN_REASONS = 2;

/** The most frequent reasons of some parts: of their dirty rows, or of new dirty rows where there are no others. */
export function topReasons(parts: readonly Reasoned[]): readonly CountedReason[] {
  const reasons = parts.flatMap((part) => part.dirty_reasons);
  const count = reasons.some((reason) => reason.dirty_row_count > 0) ? 'dirty_row_count' : 'new_dirty_row_count';
  const sums = Map.groupBy(reasons, ({ column, reason }) => JSON.stringify([column, reason]));
  return [...sums.values()]
    .flatMap((same) => {
      const [first] = same;
      const rows = same.reduce((sum, reason) => sum + reason[count], 0);
      return first === undefined || rows === 0 ? [] : [{ column: first.column, reason: first.reason, rows }];
    })
    .sort((one, other) => other.rows - one.rows)
    .slice(0, SHOWN_REASONS);
}

/** "price empty 9 · day not a date 7"; null without a reason. */
export function reasonsText(reasons: readonly CountedReason[]): string | null {
  const texts = reasons.map(({ column, reason, rows }) =>
    [column, reason, fullNumber(rows)].filter((part) => part !== '').join(' '),
  );
  return texts.length === 0 ? null : texts.join(' · ');
}
