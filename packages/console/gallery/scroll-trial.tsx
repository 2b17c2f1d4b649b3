import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { DataTable } from '../src/ui/data-table/data-table.tsx';
import type { GridLayout } from '../src/ui/data-table/types.ts';
import { ROW_HEIGHT } from '../src/ui/theme/metrics.ts';
import styles from './gallery.module.css';
import { SAMPLE_COLUMNS } from './samples/sample-columns.tsx';
import { type SampleRow, sampleRows } from './samples/sample-rows.ts';
import { SAMPLE_ACTIONS } from './table-specimens.tsx';

const NOTHING = (): void => undefined;
const nameOf = (row: SampleRow): string => row.name;

/** Many rows in a table, for the measurement of frames while it scrolls. */
export function TableTrial({ count }: { readonly count: number }) {
  const rows = useMemo(() => sampleRows(count), [count]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<GridLayout>({});
  return (
    <div className={styles['trial']}>
      <DataTable
        label="Many rows"
        columns={SAMPLE_COLUMNS}
        rows={rows}
        rowName={nameOf}
        phase="ready"
        layout={layout}
        onLayoutChange={setLayout}
        detail={nameOf}
        onOpen={NOTHING}
        actions={SAMPLE_ACTIONS}
        scrollRef={scrollRef}
        empty={null}
        error={null}
      />
    </div>
  );
}

/** The same rows as bare text: what the table is compared with. */
export function PlainTrial({ count }: { readonly count: number }) {
  const rows = useMemo(() => sampleRows(count), [count]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_HEIGHT,
  });
  return (
    <div className={styles['trial']}>
      <div ref={scrollRef} className={styles['plain']} data-plain-list>
        <div className={styles['plainBody']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              <div
                key={item.key}
                className={styles['plainRow']}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <span>{row.started.slice(0, 10)}</span>
                <span>{row.started}</span>
                <span>{row.project}</span>
                <span>{row.name}</span>
                <span>{row.purpose}</span>
                <span>{row.description}</span>
                <span>
                  {row.status} {row.text}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
