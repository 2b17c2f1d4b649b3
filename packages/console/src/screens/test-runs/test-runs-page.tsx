import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { neighboursOf } from '../../api/lists/drawer/neighbours.ts';
import type { Connection } from '../../api/lists/use-connection.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { usePreferences } from '../../api/preferences/preferences.ts';
import { TEST_RUN_LIST, TEST_RUN_PAGE_SIZE } from '../../entities/test-run/test-run-list.ts';
import { useTestRunPaths } from '../../entities/test-run/test-run-paths.ts';
import { useArchiveTestRun } from '../../entities/test-run/use-archive-test-run.tsx';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { NewRowsBanner } from '../../ui/feedback/new-rows-banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { FETCH_DISTANCE, SCROLLED_DISTANCE } from '../../ui/theme/metrics.ts';
import { TestRunCard } from './test-run-card.tsx';
import { TestRunSkeleton } from './test-run-skeleton.tsx';
import styles from './test-runs.module.css';
import { NOTHING_OPEN, TEST_RUNS_PARAMETERS } from './test-runs-view.ts';

const SideDrawer = lazyComponent(async () => (await import('../../ui/page/side-drawer.tsx')).SideDrawer);
const TestRunDrawer = lazyComponent(async () => (await import('./test-run-drawer.tsx')).TestRunDrawer);
const LaunchDraftTest = lazyComponent(
  async () => (await import('../../entities/test-run/launch-draft-test.tsx')).LaunchDraftTest,
);

const NO_FILTERS = [] as const;
const NO_VARIABLES = {};

/** /scripts/tests */
export function TestRunsPage() {
  const [{ id: openId, currentTab }, change, link] = useUrlState<typeof TEST_RUNS_PARAMETERS>(TEST_RUNS_PARAMETERS);
  useInvalidParameters(NO_FILTERS, TEST_RUNS_PARAMETERS, change as Parameters<typeof useInvalidParameters>[2]);
  const { preferences, setDrawerWidth } = usePreferences();
  const [isScrolled, setIsScrolled] = useState(false);
  const [tested, setTested] = useState<TestRunRowFragment | null>(null);
  const { connection, live } = useLiveConnection(TEST_RUN_LIST, {
    variables: NO_VARIABLES,
    pageSize: TEST_RUN_PAGE_SIZE,
    held: isScrolled,
  });
  const { rows, remove, refresh } = connection;
  const close = useCallback(() => change(NOTHING_OPEN), [change]);
  const open = useCallback((run: { readonly id: string }) => change({ id: run.id }), [change]);
  const { ask: archive, dialog } = useArchiveTestRun((archived) => {
    remove(archived);
    refresh();
    if (archived === openId) close();
  });
  return (
    <Page
      title="Test Runs"
      aside={
        <LiveIndicator
          state={live.state}
          offlineSince={live.offlineSince}
          updated={Math.max(live.lastChange ?? 0, connection.updated ?? 0) || null}
          onPause={live.setPaused}
        />
      }
    >
      <CardList connection={connection} onScrolled={setIsScrolled}>
        {rows.map((run) => (
          <TestRunCard
            key={run.id}
            run={run}
            isOpen={run.id === openId}
            linkTo={(tab) => link({ id: run.id, currentTab: tab })}
            onTest={() => setTested(run)}
            onArchive={archive && (() => archive({ id: run.id, description: run.changelist.description }))}
          />
        ))}
      </CardList>
      {openId !== '' && (
        <Suspense fallback={null}>
          <SideDrawer
            steps={{ noun: TEST_RUN_LIST.noun, ...neighboursOf(rows, openId, open) }}
            width={preferences.drawerWidth}
            onWidthChange={setDrawerWidth}
            onClose={close}
          >
            <TestRunDrawer
              key={openId}
              flowId={openId}
              known={rows.find(({ id }) => id === openId)}
              tab={currentTab}
              onTab={(tab) => change({ currentTab: tab })}
              onClose={close}
            />
          </SideDrawer>
        </Suspense>
      )}
      {tested !== null && (
        <Suspense fallback={null}>
          <LaunchDraftTest
            changelistId={tested.changelist.id}
            initial={tested.outputs.map(({ name }) => name)}
            onLaunched={refresh}
            onClose={() => setTested(null)}
          />
        </Suspense>
      )}
      {dialog}
    </Page>
  );
}

type CardListProps = {
  readonly connection: Connection<TestRunRowFragment>;
  readonly onScrolled: (isScrolled: boolean) => void;
  readonly children: ReactNode;
};

/** The cards with everything that stands in their place: loading, empty, failed, and more to come. */
function CardList({ connection, onScrolled, children }: CardListProps) {
  const { drafts } = useTestRunPaths();
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, phase, failure, hasMore, loadingMore, moreFailed, fetchMore } = connection;
  useEffect(() => {
    const element = scroller.current;
    // The first page may not fill the window.
    if (element && hasMore && !moreFailed && element.scrollHeight <= element.clientHeight + FETCH_DISTANCE) fetchMore();
  }, [hasMore, moreFailed, fetchMore]);
  const scrolled = (element: HTMLDivElement): void => {
    onScrolled(element.scrollTop > SCROLLED_DISTANCE);
    if (element.scrollHeight - element.scrollTop - element.clientHeight < FETCH_DISTANCE + element.clientHeight)
      fetchMore();
  };
  return (
    <div className={styles['frame']}>
      {failure !== null && rows.length > 0 && (
        <div className={styles['banner']} role="alert">
          <span>The test runs could not be refreshed: {failure.message}</span>
          <Button onClick={connection.refresh}>Retry</Button>
        </div>
      )}
      <NewRowsBanner
        count={connection.waiting}
        onShow={() => {
          connection.release();
          scroller.current?.scrollTo({ top: 0 });
        }}
      />
      <div ref={scroller} className={styles['content']} onScroll={(event) => scrolled(event.currentTarget)}>
        {phase === 'error' && (
          <ErrorState
            title={GENERIC_FAILURE}
            detail={failure?.message}
            requestId={failure?.requestId}
            onRetry={connection.refresh}
          />
        )}
        {phase === 'loading' && <TestRunSkeleton />}
        {phase === 'ready' && rows.length === 0 && (
          <EmptyState title="Welcome to Test Runs!">
            Create a new Test Run to view results here. Navigate to the <Link to={drafts}>Drafts</Link> and select a
            draft to test.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ul className={styles['list']} aria-label="Test Runs" aria-busy={loadingMore}>
            {children}
          </ul>
        )}
        {loadingMore && <TestRunSkeleton count={1} />}
        {moreFailed && (
          <div className={styles['banner']} role="alert">
            <span>More test runs could not be loaded.</span>
            <Button onClick={fetchMore}>Retry</Button>
          </div>
        )}
      </div>
    </div>
  );
}
