import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { pickColumns } from '../../ui/data-table/layout.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NESTED_WIDTHS, PHONE_QUERY } from '../../ui/theme/metrics.ts';
import styles from './test-runs.module.css';

const WIDTHS: Readonly<Record<string, number>> = NESTED_WIDTHS;
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
          ? (row: Row) => <span className={styles['time']}>{column.cell(row)}</span>
          : column.cell,
        ...(isPhone && column.id === title ? { part: 'title' as const } : {}),
        ...(isPhone && column.id === 'status' ? { part: 'status' as const } : {}),
      })),
    [columns, ids, title, isPhone],
  );
}
