import { clampWidth, columnOrder, columnVisibility, moveBy, moveColumn, withoutColumnChanges } from '../layout.ts';
import type { Column, GridLayout, Sort } from '../types.ts';

/** Commands of a column's heading. */
export type HeaderActions = {
  readonly sortBy: (sort: Sort) => void;
  readonly resize: (id: string, width: number) => void;
  readonly drop: (id: string, target: string, side: 'before' | 'after') => void;
  readonly move: (id: string, step: -1 | 1) => void;
  readonly hide: (id: string) => void;
  readonly reset: () => void;
};

type Options<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly visible: readonly Column<Row>[];
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
  readonly onSort: ((sort: Sort) => void) | undefined;
};

/** The actions of the column headings, as changes of the saved layout. */
export function useHeaderActions<Row>({
  columns,
  visible,
  layout,
  onLayoutChange,
  onSort,
}: Options<Row>): HeaderActions {
  const order = columnOrder(columns, layout);
  return {
    sortBy: (sort) => onSort?.(sort),
    resize: (id, width) =>
      onLayoutChange({ ...layout, columnsWidth: { ...layout.columnsWidth, [id]: clampWidth(width) } }),
    drop: (id, target, side) => onLayoutChange({ ...layout, columnsOrder: moveColumn(order, id, target, side) }),
    move: (id, step) =>
      onLayoutChange({
        ...layout,
        columnsOrder: moveBy(
          order,
          visible.map((column) => column.id),
          id,
          step,
        ),
      }),
    hide: (id) => {
      if (visible.length === 1) return;
      const visibility = { ...layout.columnVisibilityModel, ...columnVisibility(columns, layout) };
      onLayoutChange({ ...layout, columnVisibilityModel: { ...visibility, [id]: false } });
    },
    reset: () => onLayoutChange(withoutColumnChanges(layout)),
  };
}
