import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { AccountHealthsDocument } from '../../api/generated/documents/account-health.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { useNow } from '../../lib/use-now.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Box, Row, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { accountHealthColumns } from './account-health-columns.tsx';
import { type AccountRow, accountHomePath, accountsFrom, countAccounts, searchAccounts } from './account-rows.ts';
import type { HealthFilter } from './health-rows.ts';
import { LevelFilter } from './home-filters.tsx';
import { RefreshButton, StaleBanner } from './home-refresh.tsx';
import { ScopeControl } from './scope-control.tsx';

/** Accounts that are shown at most, the worst first. */
const MOST = 1000;
/** Milliseconds between two refreshes while the tab is visible; it is also refreshed when it becomes visible. */
const INTERVAL = 30_000;
const SEARCH_DEBOUNCE = 200;
const VARIABLES = { first: MOST };
const NO_ROWS: readonly AccountRow[] = [];
const rowName = ({ name }: AccountRow): string => name;

type Props = {
  readonly filter: HealthFilter;
  readonly onChange: (patch: Partial<HealthFilter> & { readonly scope?: 'account' | 'all' }) => void;
};

/** Home over all accounts that the person may view, the worst first. */
export function AllAccounts({ filter, onChange }: Props) {
  const { search, status } = filter;
  const navigate = useNavigate();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useGridLayout('accountHealth');
  const [{ data: answer, error, fetching }, refetch] = useQuery({
    query: AccountHealthsDocument,
    variables: VARIABLES,
    requestPolicy: 'cache-and-network',
  });
  // A failed refresh has no data: what is shown stays.
  const [data, setData] = useState(answer);
  if (answer != null && answer !== data) setData(answer);
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const now = useNow(INTERVAL);
  const asked = useRef(now);
  useEffect(() => {
    if (asked.current === now) return;
    asked.current = now;
    refresh();
  }, [now, refresh]);
  const rows = data?.account_health.nodes ?? NO_ROWS;
  const found = useMemo(() => searchAccounts(rows, search), [rows, search]);
  const shown = useMemo(() => accountsFrom(found, status), [found, status]);
  const columns = useMemo(() => accountHealthColumns(status), [status]);
  const unknown = rows.filter(({ level }) => level === 'Unknown').length;
  const failure = error === undefined ? null : describeFailure(error);
  const open = useCallback((row: AccountRow) => void navigate(accountHomePath(row, status)), [navigate, status]);
  return (
    <Page
      title="Data under management"
      actions={
        <>
          <ScopeControl scope="all" onChange={(scope) => onChange({ scope })} />
          <RefreshButton isRefreshing={fetching && data !== undefined} onRefresh={refresh} />
        </>
      }
    >
      {failure !== null && data !== undefined && <StaleBanner reason={failure.message} onRetry={refresh} />}
      {unknown > 0 && (
        <Box padding={[0, 5, 2]}>
          <Banner
            tone="warning"
            title={`The health of ${unknown} of ${rows.length} accounts is not known: it has not been determined in the last 20 minutes.`}
          />
        </Box>
      )}
      <LevelFilter
        filter={filter}
        counts={data === undefined ? null : countAccounts(found)}
        onChange={(patch) => onChange(patch)}
      />
      <Row gap={2} align="center" justify="between" wrap padding={[0, 5, 3]}>
        <Row as="search" gap={[2, 3]} align="center" wrap aria-label="Filter accounts">
          <SearchField
            primary
            value={search}
            placeholder="Search accounts"
            debounce={SEARCH_DEBOUNCE}
            onChange={(words) => onChange({ search: words })}
          />
          {(search !== '' || status !== 'Working') && (
            <Button variant="subtle" onClick={() => onChange({ search: '', status: 'Working' })}>
              Clear all filters
            </Button>
          )}
        </Row>
        <ColumnsButton columns={columns} hasActions={false} layout={layout} onLayoutChange={setLayout} />
      </Row>
      <DataTable
        label="Health of accounts"
        columns={columns}
        rows={shown}
        rowName={rowName}
        phase={data !== undefined ? 'ready' : failure === null ? 'loading' : 'error'}
        layout={layout}
        onLayoutChange={setLayout}
        onOpen={open}
        scrollRef={scrollRef}
        error={<ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />}
        empty={
          rows.length === 0 ? (
            <EmptyState title="You have no accounts">Accounts that you may view appear here.</EmptyState>
          ) : (
            <EmptyState
              title={search === '' ? 'No results, try another filter' : 'No results, try another word.'}
              actions={<Button onClick={() => onChange({ search: '', status: 'Working' })}>Clear all filters</Button>}
            />
          )
        }
      />
      {data?.account_health.pageInfo.hasNextPage === true && (
        <Text as="p" padding={[2, 5]} tone="dim">
          The worst {MOST} accounts are shown. Search for others in the account switcher.
        </Text>
      )}
    </Page>
  );
}
