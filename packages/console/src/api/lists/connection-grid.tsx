import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { GridPlace } from '../../ui/data-table/body/grid-place.ts';
import { DataTable, type DataTableProps } from '../../ui/data-table/data-table.tsx';
import { NewRowsBanner } from '../../ui/feedback/new-rows-banner.tsx';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import type { Narrowing } from '../../ui/filters/filter-spec.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { ScrollTopButton } from '../../ui/page/scroll-top-button.tsx';
import { GENERIC_FAILURE } from '../failure.ts';
import styles from './connection-grid.module.css';
import type { Connection } from './use-connection.ts';
import { useVisitMemory } from './visit-memory.ts';

type Props<Row extends { readonly id: string }> = Pick<
  DataTableProps<Row>,
  | 'label'
  | 'columns'
  | 'rowName'
  | 'layout'
  | 'onLayoutChange'
  | 'sort'
  | 'onSort'
  | 'rowHeight'
  | 'detail'
  | 'onOpen'
  | 'selectedId'
  | 'selection'
  | 'actions'
  | 'menuHeading'
> & {
  readonly connection: Connection<Row>;
  readonly onScrolledChange: (scrolled: boolean) => void;
  /** Shown when the list is empty without any filter. */
  readonly emptyTitle: string;
  readonly emptyText?: ReactNode;
  readonly narrowing: Narrowing;
  readonly onClearFilters: () => void;
};

/** A grid over a list of the server: loading, empty, failed, stale and loaded. */
export function ConnectionGrid<Row extends { readonly id: string }>(props: Props<Row>) {
  const { connection, emptyTitle, emptyText, narrowing, onClearFilters, ...table } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [isFar, setIsFar] = useState(false);
  const memory = useVisitMemory<GridPlace>(`place in ${table.label}`);
  const { failure } = connection;
  const toTop = (): void => scrollRef.current?.scrollTo({ top: 0 });
  return (
    <Stack minHeight={0} flex={1} className={styles['frame']}>
      {failure !== null && connection.rows.length > 0 && (
        <RetryBanner onRetry={connection.refresh}>
          The list could not be refreshed: {failure.message}
          {failure.requestId !== undefined && ` (Request-ID ${failure.requestId})`}
        </RetryBanner>
      )}
      <NewRowsBanner
        count={connection.waiting}
        onShow={() => {
          connection.release();
          toTop();
        }}
      />
      <DataTable
        {...table}
        scrollRef={scrollRef}
        rows={connection.rows}
        phase={connection.phase}
        stale={connection.stale}
        hasMore={connection.hasMore}
        loadingMore={connection.loadingMore}
        moreFailed={connection.moreFailed}
        onMore={connection.fetchMore}
        onFarChange={setIsFar}
        initialPlace={memory.recalled}
        onLeave={memory.remember}
        empty={
          narrowing === 'none' ? (
            <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
          ) : (
            <EmptyState
              title={narrowing === 'search' ? 'No results, try another word.' : 'No results, try another filter'}
              actions={<Button onClick={onClearFilters}>Clear all filters</Button>}
            />
          )
        }
        error={<ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={connection.refresh} />}
      />
      <ScrollTopButton scrollRef={scrollRef} shown={isFar} />
    </Stack>
  );
}
