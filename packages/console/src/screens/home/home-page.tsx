import { Button } from '@mantine/core';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { HomepageDocument } from '../../api/generated/documents/health.ts';
import type { Prefetch } from '../../api/lists/prefetch-list.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { recordPrefetched } from '../../api/prefetched.ts';
import { usePermission } from '../../api/session/session.ts';
import { concernsHealth } from '../../entities/health/concerns-health.ts';
import { useHealthPaths } from '../../entities/health/health-paths.ts';
import { levelView } from '../../entities/health/health-views.ts';
import { Unpublished } from '../../entities/health/unpublished.tsx';
import { useRefreshableQuery } from '../../entities/health/use-refreshable-query.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { LazyMaintenanceFeed } from '../../entities/maintenance/lazy-maintenance-feed.tsx';
import { MaintenanceContext, NO_WINDOWS } from '../../entities/maintenance/maintenance-context.ts';
import { usePipelineMenu } from '../../entities/maintenance/use-pipeline-menu.tsx';
import { LazyHeldBanner } from '../../entities/restatement/lazy-held-banner.tsx';
import { useShowsUsage } from '../../entities/usage/use-shows-usage.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyComponent, lazyLayer } from '../../lib/load-chunk.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Box, Row, Text } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { countLevels, type HealthFilter, type HealthRow, healthRows, orderRows, searchRows } from './health-rows.ts';
import styles from './home.module.css';
import { homeColumns } from './home-columns.tsx';
import { HomeFilters, LevelFilter } from './home-filters.tsx';
import { RefreshButton, StaleBanner } from './home-refresh.tsx';
import { HOME_PARAMETERS } from './home-view.ts';
import { type Scope, ScopeControl } from './scope-control.tsx';

const NO_FILTERS = [] as const;
const NOTHING = {};
const TITLE = 'Home';
const DownloadsSummaryCard = lazyComponent(
  async () => (await import('../../entities/usage/downloads-summary-card.tsx')).DownloadsSummaryCard,
);
const AllAccounts = lazyLayer(async () => (await import('./all-accounts.tsx')).AllAccounts);

const NO_ROWS: readonly HealthRow[] = [];
/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;
const EMPTY_SCRIPTBOOK = 'The published scriptbook is empty. There are no running pipelines. Publish some pipelines';

export const prefetchHome: Prefetch = (client, _search, send) => {
  recordPrefetched(client, TITLE, JSON.stringify(NOTHING));
  void client.query(HomepageDocument, NOTHING, { fetch: send }).toPromise();
};

/** /homepage: the health of all published downloads and uploads, of the account or of all accounts of the person. */
export function HomePage() {
  const [filter, change] = useUrlState<typeof HOME_PARAMETERS>(HOME_PARAMETERS);
  useInvalidParameters(NO_FILTERS, HOME_PARAMETERS);
  if (filter.scope === 'account') return <AccountHome filter={filter} onChange={change} />;
  return <AllAccounts filter={filter} onChange={change} />;
}

type HomeProps = {
  readonly filter: HealthFilter;
  readonly onChange: (patch: Partial<HealthFilter> & { readonly scope?: Scope }) => void;
};

function AccountHome({ filter, onChange: change }: HomeProps) {
  const { data, failure, isRefreshing, refresh } = useRefreshableQuery({
    document: HomepageDocument,
    variables: NOTHING,
    title: TITLE,
  });
  useRefetchOnChanges(refresh, concernsHealth, REFETCH_DELAY);
  const live = useLive();
  const [windows, setWindows] = useState(NO_WINDOWS);
  const showsUsage = useShowsUsage();
  const home = data?.homepage;
  const published = home?.__typename === 'Homepage' ? home : null;
  const rows = useMemo(() => (published === null ? NO_ROWS : healthRows(published)), [published]);
  return (
    <Page
      title="Data under management"
      aside={
        <LiveIndicator
          live={{ ...live, lastChange: null }}
          loaded={published === null ? null : Date.parse(published.refreshedAt)}
        />
      }
      actions={
        <>
          <ScopeControl scope="account" onChange={(scope) => change({ scope })} />
          <RefreshButton isRefreshing={isRefreshing && data !== undefined} onRefresh={refresh} />
        </>
      }
    >
      <Box padding={[0, 5, 2]}>
        <Suspense fallback={showsUsage ? <div className={styles['room']} aria-busy="true" /> : null}>
          <DownloadsSummaryCard />
        </Suspense>
      </Box>
      {data !== undefined && <LazyMaintenanceFeed onWindows={setWindows} />}
      {data !== undefined && <LazyHeldBanner />}
      {failure !== null && data !== undefined && <StaleBanner reason={failure.message} onRetry={refresh} />}
      {home?.__typename === 'NoPublishedScriptbook' && <Unpublished title={home.message} />}
      {published !== null && rows.length === 0 && <Unpublished title={EMPTY_SCRIPTBOOK} />}
      {(home === undefined || rows.length > 0) && (
        <MaintenanceContext value={windows}>
          <HealthList
            rows={rows}
            firstDate={published?.sparklineFirstDate ?? ''}
            filter={filter}
            onChange={change}
            isLoading={home === undefined && failure === null}
            onChanged={refresh}
            error={<ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />}
          />
        </MaintenanceContext>
      )}
    </Page>
  );
}

type ListProps = {
  readonly rows: readonly HealthRow[];
  /** First day of every sparkline, yyyy-MM-dd. */
  readonly firstDate: string;
  readonly filter: HealthFilter;
  readonly onChange: (patch: Partial<HealthFilter>) => void;
  readonly isLoading: boolean;
  readonly onChanged: () => void;
  readonly error: React.ReactNode;
};

const rowName = ({ name }: HealthRow): string => name;

function HealthList({ rows, firstDate, filter, onChange, isLoading, onChanged, error }: ListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const paths = useHealthPaths();
  const keys = useKeyPaths();
  const [layout, setLayout] = useGridLayout('home');
  const { search, groupBy, type, status } = filter;
  const found = useMemo(
    () => searchRows(rows, { search, groupBy, type, status }),
    [rows, search, groupBy, type, status],
  );
  const counts = useMemo(() => countLevels(found), [found]);
  const shown = useMemo(
    () => orderRows(found, { search, groupBy, type, status }),
    [found, search, groupBy, type, status],
  );
  const columns = useMemo(() => homeColumns(firstDate, { health: paths, keys }), [firstDate, paths, keys]);
  const { actionsOf, dialog } = usePipelineMenu(onChanged);
  const mayManage = usePermission('manage-pipelines');
  const actions = useCallback(
    ({ type: kind, name, project }: HealthRow) => actionsOf({ kind, name, project }),
    [actionsOf],
  );
  const groups = useMemo(() => groupsOf(shown, groupBy), [shown, groupBy]);
  const open = useCallback((row: HealthRow) => void navigate(paths.details(row.type, row.name)), [navigate, paths]);
  return (
    <>
      <LevelFilter filter={filter} counts={rows.length === 0 ? null : counts} onChange={onChange} />
      <Row gap={2} align="center" justify="between" wrap padding={[0, 5, 3]}>
        <HomeFilters filter={filter} onChange={onChange} />
        <ColumnsButton columns={columns} hasActions={mayManage} layout={layout} onLayoutChange={setLayout} />
      </Row>
      <DataTable
        label="Health of downloads and uploads"
        columns={columns}
        rows={shown}
        rowName={rowName}
        phase={isLoading ? 'loading' : rows.length === 0 ? 'error' : 'ready'}
        layout={layout}
        onLayoutChange={setLayout}
        groups={groups}
        actions={mayManage ? actions : undefined}
        onOpen={open}
        scrollRef={scrollRef}
        error={error}
        empty={
          <EmptyState
            title={search === '' ? 'No results, try another filter' : 'No results, try another word.'}
            actions={
              <Button onClick={() => onChange({ search: '', type: [], status: 'Working' })}>Clear all filters</Button>
            }
          />
        }
      />
      {dialog}
    </>
  );
}

const levelOf = ({ level }: HealthRow): string => level;
const projectOf = ({ project }: HealthRow): string => project;

function groupsOf(rows: readonly HealthRow[], groupBy: HealthFilter['groupBy']) {
  const of = groupBy === 'project' ? projectOf : levelOf;
  const counts = Map.groupBy(rows, of);
  return {
    of,
    heading: (row: HealthRow) => (
      <Row as="span" inline gap={2} align="center">
        {groupBy === 'project' ? <strong>{row.project}</strong> : <StatusBadge {...levelView(row.level)} />}
        <Text tone="dim" tabular>
          {counts.get(of(row))?.length}
        </Text>
      </Row>
    ),
  };
}
