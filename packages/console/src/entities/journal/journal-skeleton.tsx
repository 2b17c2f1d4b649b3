import { Skeleton } from '@mantine/core';
import { Box } from '../../ui/layout/layout.tsx';
import styles from './journal.module.css';

const ROWS = [...Array(9).keys()];
/** Widths of name, project and rows. */
const NAMES = ['60%', '30%', '40%'];

/** The charts while they load, in their final layout. */
export function JournalSkeleton() {
  return (
    <Box minHeight={0} flex={1} overflow="auto" className={styles['scroll']} aria-busy="true">
      <div className={styles['head']} />
      {ROWS.map((row) => (
        <div key={row} className={styles['row']} data-skeleton>
          <div className={styles['about']}>
            {NAMES.map((width) => (
              <Skeleton key={width} height="var(--text-small)" width={width} />
            ))}
          </div>
          <div className={styles['plot']}>
            <Skeleton height="100%" />
          </div>
        </div>
      ))}
    </Box>
  );
}
