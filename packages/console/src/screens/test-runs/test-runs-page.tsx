import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { neighboursOf } from '../../api/lists/drawer/neighbours.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { usePreferences } from '../../api/preferences/preferences.ts';
import { TEST_RUN_LIST, TEST_RUN_PAGE_SIZE } from '../../entities/test-run/test-run-list.ts';
import { useTestRunPaths } from '../../entities/test-run/test-run-paths.ts';
import { useArchiveTestRun } from '../../entities/test-run/use-archive-test-run.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { TestRunCard } from './test-run-card.tsx';
import { TestRunSkeleton } from './test-run-skeleton.tsx';
import { NOTHING_OPEN, TEST_RUNS_PARAMETERS } from './test-runs-view.ts';

const SideDrawer = lazyLayer(async () => (await import('../../ui/page/side-drawer.tsx')).SideDrawer);
const TestRunDrawer = lazyLayer(async () => (await import('./test-run-drawer.tsx')).TestRunDrawer);
const LaunchDraftTest = lazyLayer(
  async () => (await import('../../entities/test-run/launch-draft-test.tsx')).LaunchDraftTest,
);

const NO_FILTERS = [] as const;
const NO_VARIABLES = {};

/** /scripts/tests */
export function TestRunsPage() {
  const [{ id: openId, currentTab }, change, link] = useUrlState<typeof TEST_RUNS_PARAMETERS>(TEST_RUNS_PARAMETERS);
  useInvalidParameters(NO_FILTERS, TEST_RUNS_PARAMETERS);
  const { preferences, setDrawerWidth } = usePreferences();
  const { drafts } = useTestRunPaths();
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
    <Page title="Test Runs" aside={<LiveIndicator live={live} loaded={connection.updated} />}>
      <CardList
        label="Test Runs"
        nouns="test runs"
        connection={connection}
        onScrolled={setIsScrolled}
        skeleton={(count) => <TestRunSkeleton count={count} />}
        empty={
          <EmptyState title="Welcome to Test Runs!">
            Create a new Test Run to view results here. Navigate to the <Link to={drafts}>Drafts</Link> and select a
            draft to test.
          </EmptyState>
        }
      >
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
      )}
      {tested !== null && (
        <LaunchDraftTest
          changelistId={tested.changelist.id}
          initial={tested.outputs.map(({ name }) => name)}
          onLaunched={refresh}
          onClose={() => setTested(null)}
        />
      )}
      {dialog}
    </Page>
  );
}
