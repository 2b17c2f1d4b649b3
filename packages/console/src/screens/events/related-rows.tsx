import { LIMITS } from '@switchboard/model/limits';
import { type ReactNode, useMemo, useRef } from 'react';
import type { ListDescription } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { type GridName, useGridLayout } from '../../api/preferences/preferences.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './related-transfers.module.css';

type Identified = { readonly id: string };

/** The downloads or the uploads of an event: how they are listed and drawn. */
type Related<Data, Variables extends PageVariables, Row extends Identified> = {
  readonly list: ListDescription<Data, Variables, Row>;
  readonly grid: GridName;
  readonly columns: (linkTo: (row: Row) => string) => readonly Column<Row>[];
  readonly linkTo: (row: Row) => string;
  /** The columns that are visible at first. */
  readonly shown: readonly string[];
};

/** Most flows read a few downloads. */
const FLOW_SKELETON_ROWS = 3;

type FlowRowsProps<Data, Variables extends PageVariables, Row extends Identified> = {
  readonly of: Related<Data, Variables, Row>;
  /** The variables that select the rows of the flow. */
  readonly scope: Omit<Variables, 'first' | 'after'>;
  /** The row of the event itself, which comes first. */
  readonly own: Row | null;
};

/** The downloads that a flow reads, or the uploads that it makes. Without any, nothing. */
export function FlowRows<Data, Variables extends PageVariables, Row extends Identified>(
  props: FlowRowsProps<Data, Variables, Row>,
) {
  const { of, scope, own } = props;
  const { connection } = useLiveConnection(of.list, {
    variables: scope,
    pageSize: LIMITS.detailListSize,
    held: false,
  });
  const rows = useMemo(
    () => (own === null ? connection.rows : [own, ...connection.rows.filter(({ id }) => id !== own.id)]),
    [own, connection.rows],
  );
  if (rows.length === 0 && connection.phase === 'ready') return null;
  return (
    <Grid
      of={of}
      rows={rows}
      phase={rows.length > 0 ? 'ready' : connection.phase}
      skeletonRows={FLOW_SKELETON_ROWS}
      hasMore={connection.hasMore}
      loadingMore={connection.loadingMore}
      moreFailed={connection.moreFailed}
      onMore={connection.fetchMore}
      error={
        <ErrorState
          title={`The ${of.list.title.toLowerCase()} could not be loaded.`}
          failure={connection.failure}
          onRetry={connection.refresh}
        />
      }
    />
  );
}

type RelatedRowsProps<Data, Variables extends PageVariables, Row extends Identified> = {
  readonly of: Related<Data, Variables, Row>;
  /** Null while it loads. */
  readonly row: Row | null;
};

/** The download or the upload of an event that belongs to no flow. */
export function RelatedRows<Data, Variables extends PageVariables, Row extends Identified>(
  props: RelatedRowsProps<Data, Variables, Row>,
) {
  const { of, row } = props;
  const rows = row === null ? [] : [row];
  return <Grid of={of} rows={rows} phase={row === null ? 'loading' : 'ready'} skeletonRows={1} error={null} />;
}

type GridProps<Data, Variables extends PageVariables, Row extends Identified> = Pick<
  DataTableProps<Row>,
  'rows' | 'phase' | 'skeletonRows' | 'hasMore' | 'loadingMore' | 'moreFailed' | 'onMore' | 'error'
> & { readonly of: Related<Data, Variables, Row> };

function Grid<Data, Variables extends PageVariables, Row extends Identified>(props: GridProps<Data, Variables, Row>) {
  const { of, ...table } = props;
  const { list, linkTo, shown } = of;
  const columnsOf = of.columns;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useGridLayout(of.grid);
  const columns = useMemo(
    // A drawer's list has one order only.
    () => columnsOf(linkTo).map(({ sort: _sort, ...column }) => ({ ...column, hidden: !shown.includes(column.id) })),
    [columnsOf, linkTo, shown],
  );
  return (
    <RelatedSection
      title={list.title}
      aside={<ColumnsButton columns={columns} hasActions={false} layout={layout} onLayoutChange={setLayout} />}
    >
      <Stack maxHeight="related-height" overflow="hidden" frame="normal" background="plain">
        <DataTable
          {...table}
          label={`Related ${list.title.toLowerCase()}`}
          columns={columns}
          rowName={list.rowName}
          {...(list.rowHeight === undefined ? {} : { rowHeight: list.rowHeight })}
          layout={layout}
          onLayoutChange={setLayout}
          scrollRef={scrollRef}
          empty={null}
        />
      </Stack>
    </RelatedSection>
  );
}

type SectionProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** A part of an event's drawer, under its heading. */
export function RelatedSection({ title, aside, children }: SectionProps) {
  return (
    <section>
      <Row gap={2} align="center" justify="between" className={styles['head']}>
        <Text as="h3" size="small" tone="dim" weight="medium">
          {title}
        </Text>
        {aside}
      </Row>
      {children}
    </section>
  );
}
