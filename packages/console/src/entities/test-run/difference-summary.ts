import { fullNumber } from '@switchboard/model/format';
import type { DifferenceCountsFragment } from '../../api/generated/graphql.ts';

/** Counts the columns that were added, removed or given another type. */
export const changedColumns = (difference: DifferenceCountsFragment): number =>
  difference.columns_added.length + difference.columns_removed.length + difference.columns_retyped.length;

/** Counts the rows that differ. */
export const countDifferentRows = ({ added, removed, changed }: DifferenceCountsFragment): number =>
  added.rows + removed.rows + changed.rows;

const parts = (counts: readonly (readonly [count: number, text: string])[]): string[] =>
  counts.filter(([count]) => count > 0).map(([count, text]) => `${fullNumber(count)} ${text}`);

/** A difference in a few words: "3 changed, 1 removed, 1 column added". */
export function differenceSummary(difference: DifferenceCountsFragment): string {
  if (difference.failure !== null) return 'Not compared with production';
  const { added, removed, changed, columns_added: more, columns_removed: fewer, columns_retyped: retyped } = difference;
  const columns = (list: readonly unknown[], text: string) =>
    [list.length, `${list.length === 1 ? 'column' : 'columns'} ${text}`] as const;
  const found = parts([
    [changed.rows, 'changed'],
    [added.rows, 'added'],
    [removed.rows, 'removed'],
    columns(more, 'added'),
    columns(fewer, 'removed'),
    columns(retyped, 'of another type'),
  ]);
  return found.length === 0 ? 'Same as production' : found.join(', ');
}
