import { Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { Column } from '../data-table/types.ts';
import { Text } from '../layout/layout.tsx';
import styles from './nested-table.module.css';

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly loading: boolean;
  /** Shown when there is no row. */
  readonly note: ReactNode;
};

/** Columns that grow at least this much share the width that the others leave. */
const FLEXIBLE = 2;

/**
 * A short table inside an expanded row or a drawer, with a fixed layout. Where its columns do not fit it scrolls sideways; one with
 * a title and a status takes several lines for each row instead.
 */
export function NestedTable<Row extends { readonly id: string }>({ label, columns, rows, loading, note }: Props<Row>) {
  if (!loading && rows.length === 0) {
    return (
      <div className={styles['frame']}>
        <Text as="div" padding={3} tone="dim">
          {note}
        </Text>
      </div>
    );
  }
  const least = columns.reduce((sum, { width }) => sum + width, 0);
  const hasLines = ['title', 'status'].every((part) => columns.some((column) => column.part === part));
  return (
    <div className={styles['frame']}>
      <table
        className={styles['table']}
        style={{ '--least': `${least}px` } as CSSProperties}
        data-lines={hasLines || undefined}
        aria-label={label}
        aria-busy={loading}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={(column.grow ?? 0) < FLEXIBLE ? { width: column.width } : {}} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loading && rows.length === 0 ? (
            <tr>
              {columns.map((column) => (
                <td key={column.id}>
                  <Skeleton height="var(--text-small)" width="70%" />
                </td>
              ))}
            </tr>
          ) : (
            rows.map((row) => (
              <tr key={row.id}>
                {columns.map((column) => (
                  <td key={column.id} data-header={column.header} data-part={column.part}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}
