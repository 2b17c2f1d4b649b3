import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { pickColumns } from '../../ui/data-table/layout.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { PHONE_QUERY } from '../../ui/theme/metrics.ts';

/** In pixels: six columns fit into a drawer of the usual width. */
const WIDTHS: Readonly<Record<string, number>> = {
  report_datetime: 96,
  created: 124,
  started: 124,
  finished: 124,
  description: 136,
  name: 136,
  destination: 136,
  status: 124,
};
const FLEXIBLE: ReadonlySet<string> = new Set(['description', 'destination', 'status']);

/**
 * Columns of a list as a table inside a drawer has them: narrow, with a header each. A phone shows a few lines for each row.
 * @param title the column that is the title of a row
 */
export function useNestedColumns<Row>(
  columns: readonly Column<Row>[],
  ids: readonly string[],
  title: string,
): readonly Column<Row>[] {
  const isPhone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  return useMemo(
    () =>
      pickColumns(columns, ids).map(({ part: _part, sort: _sort, ...column }) => ({
        ...column,
        width: WIDTHS[column.id] ?? column.width,
        grow: FLEXIBLE.has(column.id) ? 2 : 0,
        ...(isPhone && column.id === title ? { part: 'title' as const } : {}),
        ...(isPhone && column.id === 'status' ? { part: 'status' as const } : {}),
      })),
    [columns, ids, title, isPhone],
  );
}
