import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';
import { HEADER_ROW_HEIGHT, ROW_HEIGHT } from '../theme/metrics.ts';

export type Line<Row> =
  | { readonly kind: 'row'; readonly row: Row; readonly index: number }
  | { readonly kind: 'detail'; readonly row: Row; readonly index: number };

type Options<Row> = {
  readonly rows: readonly Row[];
  readonly expanded: ReadonlySet<string>;
  readonly rowHeight: (row: Row) => number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
};

const DETAIL_ESTIMATE = ROW_HEIGHT * 3;
const OVERSCAN = 8;

/** The virtual lines of the body: one for each row, one more for the detail of an expanded row. */
export function useLines<Row extends { readonly id: string }>({ rows, expanded, rowHeight, scrollRef }: Options<Row>) {
  const items = useMemo(() => {
    const lines: Line<Row>[] = [];
    for (const [index, row] of rows.entries()) {
      lines.push({ kind: 'row', row, index });
      if (expanded.has(row.id)) lines.push({ kind: 'detail', row, index });
    }
    return lines;
  }, [rows, expanded]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => {
      const line = items[index];
      return line === undefined || line.kind === 'detail' ? DETAIL_ESTIMATE : rowHeight(line.row);
    },
    getItemKey: (index) => {
      const line = items[index];
      return line === undefined ? index : `${line.kind}:${line.row.id}`;
    },
    overscan: OVERSCAN,
    scrollPaddingStart: HEADER_ROW_HEIGHT,
  });
  return { items, virtualizer };
}

export type Lines<Row extends { readonly id: string }> = ReturnType<typeof useLines<Row>>;
