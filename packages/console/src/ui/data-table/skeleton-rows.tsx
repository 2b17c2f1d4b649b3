import { Skeleton } from '@mantine/core';
import styles from './data-table.module.css';

type Props = { readonly rows: number; readonly columns: number; readonly expander: boolean };

const WIDTHS = ['70%', '55%', '85%', '40%', '62%'];
const upTo = (count: number): number[] => [...Array(count).keys()];

/** Placeholder rows while the first page loads. */
export function SkeletonRows({ rows, columns, expander }: Props) {
  return (
    <div aria-hidden="true">
      {upTo(rows).map((row) => (
        <div key={row} className={styles['row']} data-skeleton>
          {expander && <div />}
          {upTo(columns).map((column) => (
            <div key={column} className={styles['cell']}>
              <Skeleton height="var(--text-small)" width={WIDTHS[(row + column) % WIDTHS.length] ?? '60%'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
