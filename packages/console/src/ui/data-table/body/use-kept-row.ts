import { useLayoutEffect, useRef } from 'react';
import type { Line, Lines } from './use-lines.ts';

/**
 * Keeps a row in view when the heights of all rows change, as when a drawer opens beside the list and rows become cards: the
 * row that is open or has the focus if it was in view, else the first line that was, which may be the heading of a group.
 */
export function useKeptRow<Row extends { readonly id: string }>(
  lines: Lines<Row>,
  rowHeight: (row: Row) => number,
  chosenId: string | null,
): void {
  const former = useRef({ rowHeight, first: undefined as Line<Row> | undefined, shown: new Set<string>() });
  useLayoutEffect(() => {
    const { items, virtualizer } = lines;
    const { first, shown } = former.current;
    if (former.current.rowHeight !== rowHeight) {
      former.current.rowHeight = rowHeight;
      const isChosen = chosenId !== null && shown.has(chosenId);
      const kept = isChosen ? chosenId : first?.row.id;
      const kind = !isChosen && first?.kind === 'group' ? 'group' : 'row';
      const index = items.findIndex((line) => line.kind === kind && line.row.id === kept);
      if (index > 0) virtualizer.scrollToIndex(index, { align: isChosen ? 'center' : 'start' });
      return;
    }
    const { startIndex, endIndex } = virtualizer.calculateRange() ?? { startIndex: 0, endIndex: -1 };
    const inView = items.slice(startIndex, endIndex + 1);
    former.current = {
      rowHeight,
      first: inView[0],
      shown: new Set(inView.map(({ row }) => row.id)),
    };
  });
}
