import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { DayAxis } from '../../ui/charts/day-axis.tsx';
import { Box } from '../../ui/layout/layout.tsx';
import { CHART_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import styles from './journal.module.css';
import { JournalChart } from './journal-chart.tsx';
import type { JournalRow } from './journal-kind.ts';

type Props = {
  readonly label: string;
  readonly rows: readonly JournalRow[];
  readonly days: readonly string[];
  readonly undatedText: string;
  /** The list of the runs of a declaration; of one day when `date` is given. */
  readonly pathOf: (row: JournalRow, date?: string) => string;
  readonly stale: boolean;
};

const OVERSCAN = 4;

/** A chart for each declaration, below one another with their days in line. Only the charts in view are rendered. */
export function JournalCharts({ label, rows, days, undatedText, pathOf, stale }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => CHART_ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    <Box
      minHeight={0}
      flex={1}
      overflow="auto"
      ref={scroll}
      className={styles['scroll']}
      data-stale={stale || undefined}
    >
      <div className={styles['head']}>
        <span />
        <DayAxis days={days} />
      </div>
      <ul className={styles['charts']} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <li
              key={row.id}
              className={styles['row']}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <JournalChart
                row={row}
                days={days}
                undatedText={undatedText}
                listPath={pathOf(row)}
                dayPath={(date) => pathOf(row, date)}
              />
            </li>
          );
        })}
      </ul>
    </Box>
  );
}
