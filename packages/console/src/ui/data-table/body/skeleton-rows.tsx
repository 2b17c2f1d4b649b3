import { Skeleton } from '@mantine/core';
import { Box } from '../../layout/layout.tsx';
import styles from '../data-table.module.css';
import type { GridForm } from '../types.ts';

type Props = {
  readonly rows: number;
  readonly columns: number;
  /** Cells before the columns. */
  readonly leading: number;
  readonly form: GridForm;
  /** Height of a row, in pixels. */
  readonly height: number;
};

const WIDTHS = ['70%', '55%', '85%', '40%', '62%'];
const CARD_LINES = 3;
const upTo = (count: number): number[] => [...Array(count).keys()];

function Line({ seed }: { readonly seed: number }) {
  return <Skeleton height="var(--text-small)" width={WIDTHS[seed % WIDTHS.length] ?? '60%'} />;
}

/** Placeholder rows while the first page loads. */
export function SkeletonRows({ rows, columns, leading, form, height }: Props) {
  return (
    <div aria-hidden="true">
      {upTo(rows).map((row) =>
        form === 'cards' ? (
          <div key={row} className={styles['skeletonCard']} style={{ height }}>
            {upTo(CARD_LINES).map((line) => (
              <Line key={line} seed={row + line} />
            ))}
          </div>
        ) : (
          <div key={row} className={styles['skeletonRow']} style={{ height }}>
            {upTo(leading).map((cell) => (
              <div key={`leading ${cell}`} />
            ))}
            {upTo(columns).map((column) => (
              <Box paddingInline={3} key={column}>
                <Line seed={row + column} />
              </Box>
            ))}
          </div>
        ),
      )}
    </div>
  );
}
