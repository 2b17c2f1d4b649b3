import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';
import { HEADER_ROW_HEIGHT, ROW_HEIGHT } from '../../theme/metrics.ts';

export type Line<Row> = {
  /** `group`: the heading of the group that begins with the row. */
  readonly kind: 'row' | 'detail' | 'group';
  readonly row: Row;
  /** Index of the row among the rows. */
  readonly index: number;
  /** In pixels; an estimate for a detail, which is measured once it is rendered. */
  readonly height: number;
};

type Options<Row> = {
  readonly rows: readonly Row[];
  readonly expanded: ReadonlySet<string>;
  /** In pixels. A new function when the heights change. */
  readonly rowHeight: (row: Row) => number;
  /** The group of a row. Rows of a group are one after the other. A constant function. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  readonly hasHeader: boolean;
  readonly scrollElement: HTMLDivElement | null;
  /** A row that stays rendered outside the view, because it has the focus. */
  readonly keptId: string | null;
  readonly initialOffset: number;
  readonly initialSizes: readonly VirtualItem[] | undefined;
};

const DETAIL_ESTIMATE = ROW_HEIGHT * 3;
const OVERSCAN = 6;

function linesOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  expanded: ReadonlySet<string>,
  rowHeight: (row: Row) => number,
  groupOf: ((row: Row) => string) | undefined,
): readonly Line<Row>[] {
  const lines: Line<Row>[] = [];
  let former: string | null = null;
  for (const [index, row] of rows.entries()) {
    const group = groupOf?.(row) ?? null;
    if (group !== former) lines.push({ kind: 'group', row, index, height: HEADER_ROW_HEIGHT });
    former = group;
    lines.push({ kind: 'row', row, index, height: rowHeight(row) });
    if (expanded.has(row.id)) lines.push({ kind: 'detail', row, index, height: DETAIL_ESTIMATE });
  }
  return lines;
}

/** The virtual lines of the body: one for each row, one more for the detail of an expanded row and for the heading of a group. */
export function useLines<Row extends { readonly id: string }>(options: Options<Row>) {
  const { rows, expanded, rowHeight, groupOf, scrollElement, keptId, initialSizes } = options;
  const items = useMemo(() => linesOf(rows, expanded, rowHeight, groupOf), [rows, expanded, rowHeight, groupOf]);
  const keptLine = useMemo(
    () => (keptId === null ? -1 : items.findIndex((line) => line.kind === 'row' && line.row.id === keptId)),
    [items, keptId],
  );
  // A new function makes the virtualizer compute every offset again: it may change only with what it depends on.
  const getItemKey = useCallback(
    (index: number) => {
      const line = items[index];
      return line === undefined ? index : `${line.kind}:${line.row.id}`;
    },
    [items],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      if (keptLine < 0 || keptLine >= range.count || indexes.includes(keptLine)) return indexes;
      return [...indexes, keptLine].toSorted((one, other) => one - other);
    },
    [keptLine],
  );
  const head = options.hasHeader ? HEADER_ROW_HEIGHT : 0;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollElement,
    estimateSize: (index) => items[index]?.height ?? ROW_HEIGHT,
    getItemKey,
    rangeExtractor,
    overscan: OVERSCAN,
    scrollMargin: head,
    scrollPaddingStart: head,
    initialOffset: options.initialOffset,
    ...(initialSizes === undefined ? {} : { initialMeasurementsCache: [...initialSizes] }),
  });
  return { items, virtualizer, head };
}

export type Lines<Row extends { readonly id: string }> = ReturnType<typeof useLines<Row>>;
