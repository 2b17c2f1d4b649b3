import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { ColumnsButton } from '../src/ui/data-table/columns-button.tsx';
import { DataTable } from '../src/ui/data-table/data-table.tsx';
import type { GridLayout, RowAction, Sort, TablePhase } from '../src/ui/data-table/types.ts';
import { NewRowsBanner } from '../src/ui/feedback/new-rows-banner.tsx';
import { EmptyState, ErrorState } from '../src/ui/feedback/states.tsx';
import { NestedTable } from '../src/ui/nested-table/nested-table.tsx';
import styles from './gallery.module.css';
import { SAMPLE_COLUMNS } from './samples/sample-columns.tsx';
import { type SampleRow, sampleRows } from './samples/sample-rows.ts';
import { Section, Specimen } from './specimen.tsx';

const ROWS = sampleRows(40);
const FEW_ROWS = sampleRows(2);
const NO_ROWS: readonly SampleRow[] = [];
const NESTED_COLUMNS = SAMPLE_COLUMNS.filter(({ id }) => ['name', 'started', 'status'].includes(id));
const NOTHING = (): void => undefined;

export const SAMPLE_ACTIONS = (row: SampleRow): readonly RowAction[] => [
  { label: `Open ${row.name}`, run: NOTHING },
  { label: 'Retry', disabledReason: 'The download has already finished', run: NOTHING },
  { label: 'Abandon', danger: true, run: NOTHING },
];

const detail = (row: SampleRow): ReactNode => (
  <NestedTable label={`Uploads of ${row.name}`} columns={NESTED_COLUMNS} rows={FEW_ROWS} loading={false} note="" />
);

type SampleTableProps = {
  readonly label: string;
  readonly rows?: readonly SampleRow[];
  readonly phase?: TablePhase;
  readonly initialLayout?: GridLayout;
  readonly stale?: boolean;
  readonly selectedId?: string;
  readonly expandedId?: string;
  readonly foot?: 'loading' | 'failed';
  readonly hasColumnsButton?: boolean;
};

function SampleTable({ label, rows = ROWS, phase = 'ready', initialLayout = {}, ...props }: SampleTableProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState(initialLayout);
  const [sort, setSort] = useState<Sort>({ column: 'DATE', direction: 'DESC' });
  const [expanded] = useState(() => new Set(props.expandedId === undefined ? [] : [props.expandedId]));
  return (
    <div className={styles['table']}>
      {props.hasColumnsButton === true && (
        <div className={styles['padded']}>
          <ColumnsButton columns={SAMPLE_COLUMNS} hasActions layout={layout} onLayoutChange={setLayout} />
        </div>
      )}
      <DataTable
        label={label}
        columns={SAMPLE_COLUMNS}
        rows={rows}
        rowName={(row) => row.name}
        phase={phase}
        stale={props.stale ?? false}
        layout={layout}
        onLayoutChange={setLayout}
        sort={sort}
        onSort={setSort}
        detail={detail}
        onOpen={NOTHING}
        selectedId={props.selectedId ?? null}
        actions={SAMPLE_ACTIONS}
        loadingMore={props.foot === 'loading'}
        moreFailed={props.foot === 'failed'}
        initialPlace={{ offset: 0, sizes: [], expanded, focusedId: null }}
        scrollRef={scrollRef}
        empty={
          <EmptyState title="You have no downloads yet">Downloads appear here once a script declares one.</EmptyState>
        }
        error={
          <ErrorState
            title="There was a problem processing the request."
            failure={{ message: 'The database is unavailable.', requestId: '018f2c1e-7d0a' }}
            onRetry={NOTHING}
          />
        }
      />
    </div>
  );
}

/** Tables in every state. */
export function TableSpecimens() {
  return (
    <Section title="Tables" wide>
      <Specimen title="With data, a selected row and the choice of columns">
        <SampleTable label="With data" selectedId="row-1" hasColumnsButton />
      </Specimen>
      <Specimen title="With an expanded row">
        <SampleTable label="Expanded" expandedId="row-0" />
      </Specimen>
      <Specimen title="Compact">
        <SampleTable label="Compact" initialLayout={{ density: 'compact' }} />
      </Specimen>
      <Specimen title="Loading">
        <SampleTable label="Loading" rows={NO_ROWS} phase="loading" />
      </Specimen>
      <Specimen title="Earlier rows while the next result loads">
        <SampleTable label="Stale" stale />
      </Specimen>
      <Specimen title="Loading the next page">
        <SampleTable label="Loading more" rows={FEW_ROWS} foot="loading" />
      </Specimen>
      <Specimen title="The next page failed">
        <SampleTable label="More failed" rows={FEW_ROWS} foot="failed" />
      </Specimen>
      <Specimen title="Empty">
        <SampleTable label="Empty" rows={NO_ROWS} />
      </Specimen>
      <Specimen title="Failed">
        <SampleTable label="Failed" rows={NO_ROWS} phase="error" />
      </Specimen>
      <Specimen title="Nested: loading, empty">
        <NestedTable label="Nested" columns={NESTED_COLUMNS} rows={NO_ROWS} loading note="" />
        <NestedTable label="Nested, empty" columns={NESTED_COLUMNS} rows={NO_ROWS} loading={false} note="No uploads" />
      </Specimen>
      <Specimen title="New rows above" padded>
        <div className={styles['specimen']}>
          <NewRowsBanner count={12} onShow={NOTHING} />
        </div>
        <Button onClick={NOTHING}>Refresh</Button>
      </Specimen>
    </Section>
  );
}
