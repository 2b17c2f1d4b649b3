import { useMediaQuery } from '@mantine/hooks';
import { createElement, useMemo } from 'react';
import { pickColumns } from '../../ui/data-table/layout.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { PHONE_QUERY } from '../../ui/theme/metrics.ts';
import styles from './test-runs.module.css';

/** In pixels: six columns fit into a drawer of the usual width. */
const WIDTHS: Readonly<Record<string, number>> = {
  report_datetime: 96,
  created: 88,
  started: 88,
  finished: 88,
  description: 160,
  name: 160,
  destination: 120,
  status: 190,
};
const FLEXIBLE: ReadonlySet<string> = new Set(['description', 'name', 'destination']);
/** They take two lines: the day, then the time. */
const TIMES: ReadonlySet<string> = new Set(['created', 'started', 'finished']);

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
        cell: TIMES.has(column.id)
          ? (row: Row) => createElement('span', { className: styles['time'] }, column.cell(row))
          : column.cell,
        ...(isPhone && column.id === title ? { part: 'title' as const } : {}),
        ...(isPhone && column.id === 'status' ? { part: 'status' as const } : {}),
      })),
    [columns, ids, title, isPhone],
  );
}
