import { Skeleton } from '@mantine/core';
import { flowStatusView } from '@switchboard/model/presentation/flow-status-view';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { FlowDocument } from '../../api/generated/documents/flow.ts';
import { TestRunDocument } from '../../api/generated/documents/test-run.ts';
import type { TestRunQuery, TestRunRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { ExplainButton } from '../../entities/failure/explain-button.tsx';
import { ProcessingTable } from '../../entities/flow/processing-table.tsx';
import { testFailure } from '../../entities/test-run/test-failure.ts';
import { concernsTestRuns } from '../../entities/test-run/test-run-list.ts';
import { useTestRunPaths } from '../../entities/test-run/test-run-paths.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { DrawerTitle } from '../../ui/page/side-drawer.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { TestRunDifferences } from './differences/test-run-differences.tsx';
import { TestRunDownloads } from './test-run-downloads.tsx';
import { TestRunEvents } from './test-run-events.tsx';
import { TestRunFacts } from './test-run-facts.tsx';
import { TestRunUploads } from './test-run-uploads.tsx';
import styles from './test-runs.module.css';
import { TEST_RUN_TABS } from './test-runs-view.ts';

type Tab = (typeof TEST_RUN_TABS)[number];

type Props = {
  readonly flowId: string;
  /** The test run, when the list has loaded it already. */
  readonly known: TestRunRowFragment | undefined;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onClose: () => void;
};

/** Another flow is not a test run, and has no drawer here. */
const TEST_RUN = drawerSubject(TestRunDocument, ({ flow }: TestRunQuery) => (flow?.purpose === 'proof' ? flow : null));

/** The details of a test run. */
export function TestRunDrawer({ flowId, known, tab, onTab, onClose }: Props) {
  const run = useDrawerSubject(TEST_RUN, { id: flowId }, known, onClose);
  return (
    <>
      <DrawerTitle>{run === undefined ? 'Test run' : `Test run of ${run.changelist.description}`}</DrawerTitle>
      <Stack gap={4} padding={[0, 5, 5]} minHeight={0} flex={1} overflowY="auto" className={styles['drawer']}>
        {run === undefined ? <Skeleton height="var(--empty-height)" /> : <Details run={run} tab={tab} onTab={onTab} />}
      </Stack>
    </>
  );
}

type DetailsProps = Pick<Props, 'tab' | 'onTab'> & { readonly run: TestRunRowFragment };

function Details({ run, tab, onTab }: DetailsProps) {
  const { id, changelist, status } = run;
  const { editor } = useTestRunPaths();
  const failure = testFailure(run);
  const { label, tone } = flowStatusView(status);
  const panels: Readonly<Record<Tab, { readonly label: string; readonly content: () => React.ReactNode }>> = {
    downloads: { label: 'Downloads', content: () => <TestRunDownloads flowId={id} /> },
    uploads: { label: 'Uploads', content: () => <TestRunUploads flowId={id} /> },
    events: { label: 'Events', content: () => <TestRunEvents flowId={id} /> },
    processing: { label: 'Processing', content: () => <Processing flowId={id} /> },
    differences: { label: 'Differences', content: () => <TestRunDifferences run={run} /> },
  };
  return (
    <>
      <Stack gap={2}>
        <Row gap={2} align="center" wrap minWidth={0} className={styles['head']}>
          <StatusBadge tone={tone} label={label} />
          <Link to={editor(changelist.id)} className={styles['editorLink'] ?? ''}>
            View Draft in Editor.
          </Link>
        </Row>
        <TestRunFacts run={run} />
        {failure !== null && (
          <Banner
            tone="error"
            title={failure.title}
            isStanding
            actions={<ExplainButton failure={{ kind: 'flow', id }} />}
          >
            {failure.message}
          </Banner>
        )}
      </Stack>
      <TabPanels
        label="Details of the test run"
        active={tab}
        onChange={(name) => onTab(TEST_RUN_TABS.find((one) => one === name) ?? tab)}
        tabs={TEST_RUN_TABS.map((name) => ({
          name,
          label: panels[name].label,
          content: name === tab ? panels[name].content() : null,
        }))}
      />
    </>
  );
}

function Processing({ flowId }: { readonly flowId: string }) {
  const [{ data, fetching }, refetch] = useQuery({
    query: FlowDocument,
    variables: { id: flowId },
    requestPolicy: 'cache-and-network',
  });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsTestRuns,
  );
  return <ProcessingTable runs={data?.flow?.processing ?? []} loading={fetching && data === undefined} />;
}
