import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Column as TableColumn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { columnOrder, columnVisibility, columnWidths } from './layout.ts';
import type { Column, GridLayout } from './types.ts';

const features = tableFeatures({ columnOrderingFeature, columnSizingFeature, columnVisibilityFeature });

/** The visible columns in the person's order. The array is stable while the columns are the same. */
export function useVisibleColumns<Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  layout: GridLayout,
): readonly Column<Row>[] {
  const definitions = useMemo(() => columns.map((column) => ({ id: column.id, header: column.header })), [columns]);
  const state = useMemo(
    () => ({
      columnOrder: columnOrder(columns, layout),
      columnSizing: columnWidths(columns, layout),
      columnVisibility: columnVisibility(columns, layout),
    }),
    [columns, layout],
  );
  const table = useTable({ features, columns: definitions, data: rows as Row[], state, getRowId: (row) => row.id });
  const shown = table.getVisibleLeafColumns().map((column: TableColumn<typeof features, Row, unknown>) => column.id);
  const key = shown.join(' ');
  return useMemo(() => key.split(' ').flatMap((id) => columns.filter((column) => column.id === id)), [columns, key]);
}
