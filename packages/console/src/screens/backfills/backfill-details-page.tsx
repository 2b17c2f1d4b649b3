import { Button, Skeleton } from '@mantine/core';
import { titleProblem } from '@switchboard/model/backfill';
import { LIMITS } from '@switchboard/model/limits';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { BackfillDetailDocument } from '../../api/generated/documents/backfill-detail.ts';
import type { BackfillDetailQuery } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { usePermission, useSession } from '../../api/session/session.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { InlineText } from '../../ui/form/inline-text.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { BackfillDescription } from './backfill-description.tsx';
import { concernsBackfills } from './backfill-list.ts';
import { useBackfillPaths } from './backfill-paths.ts';
import { isActive } from './backfill-status.ts';
import { BackfillStatusCell } from './backfill-status-cell.tsx';
import styles from './backfills.module.css';
import { DETAIL_PARAMETERS, DETAIL_TABS } from './backfills-view.ts';
import { ConnectionsTab } from './connections-tab.tsx';
import { CopyChip } from './copy-chip.tsx';
import { BackfillOptions } from './launch/backfill-options.tsx';
import { MessagesTab } from './messages-tab.tsx';
import { ProblemBanner } from './problem-banner.tsx';
import { formatReportDates } from './report-date-range.ts';
import { RunsTab } from './runs/runs-tab.tsx';
import { useCancelBackfill } from './use-cancel-backfill.tsx';
import { useEditBackfill } from './use-edit-backfill.ts';

type Backfill = NonNullable<BackfillDetailQuery['backfill_detail']>;

const NO_FILTERS: [] = [];

/** /backfills/details/{backfillId}: one backfill with its connections, runs and messages. */
export function BackfillDetailsPage() {
  const { backfillId = '' } = useParams();
  const { account } = useSession();
  const paths = useBackfillPaths();
  const [{ backfillName }] = useUrlState(DETAIL_PARAMETERS);
  useInvalidParameters(NO_FILTERS, DETAIL_PARAMETERS);
  const [{ data, error }, refetch] = useQuery({
    query: BackfillDetailDocument,
    variables: { backfill_id: backfillId },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsBackfills);
  const backfill = data?.backfill_detail;
  const failure = error === undefined ? null : describeFailure(error);
  const hasFailed = failure !== null;
  useEffect(() => {
    if (hasFailed) toastFailed('Error fetching data');
  }, [hasFailed]);
  const name = backfillName || backfill?.title || 'Details';
  usePageTitle(name, 'Backfills', account.name);
  const above = <Breadcrumbs parents={[{ label: 'Backfills', to: paths.list }]} current={name} />;
  if (backfill) return <Details key={backfill.id} backfill={backfill} above={above} onChanged={refresh} />;
  return (
    <Page title={name} above={above}>
      {failure !== null ? (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      ) : backfill === null ? (
        <EmptyState
          title="The backfill does not exist."
          actions={
            <Button component={Link} to={paths.list} variant="filled">
              Backfills
            </Button>
          }
        >
          It never existed in this account.
        </EmptyState>
      ) : (
        <Stack
          gap={4}
          padding={[2, 5, 4]}
          minHeight={0}
          flex={1}
          overflowY="auto"
          className={styles['detail']}
          aria-busy="true"
        >
          <Skeleton height="var(--row-tall)" />
          <Skeleton height="var(--empty-height)" />
        </Stack>
      )}
    </Page>
  );
}

type Props = {
  readonly backfill: Backfill;
  readonly above: React.ReactNode;
  readonly onChanged: () => void;
};

function Details({ backfill, above, onChanged }: Props) {
  const mayChange = usePermission('backfills');
  const managesPipelines = usePermission('manage-pipelines');
  const [{ currentTab }, change] = useUrlState(DETAIL_PARAMETERS);
  const editing = useEditBackfill(backfill.id, backfill);
  const { ask, dialog } = useCancelBackfill('Error when cancelling backfill', onChanged);
  const cancel = ask !== undefined && isActive(backfill) ? () => ask(backfill) : undefined;
  return (
    <Page
      above={above}
      title={
        <InlineText
          what="title"
          value={editing.title}
          maxLength={LIMITS.backfillTitleLength}
          problemOf={(text) => titleProblem(text)?.message ?? null}
          onSave={mayChange ? (title) => editing.save({ title }) : undefined}
        >
          {editing.title}
        </InlineText>
      }
      aside={
        <>
          <CopyChip what="Backfill ID" text={backfill.id} />
          <BackfillStatusCell backfill={backfill} />
        </>
      }
      actions={
        <>
          {cancel !== undefined && (
            <Button leftSection={<IconX size={ICON_SIZE} />} onClick={cancel}>
              Cancel
            </Button>
          )}
          {managesPipelines && <BackfillOptions backfill={backfill} onCancel={cancel} onLaunched={onChanged} />}
        </>
      }
    >
      <Stack gap={4} padding={[2, 5, 4]} minHeight={0} flex={1} overflowY="auto" className={styles['detail']}>
        <ProblemBanner backfillId={backfill.id} failed={backfill.failed_pipelines} />
        <BackfillFacts
          backfill={backfill}
          description={editing.description}
          onSave={mayChange ? (description) => editing.save({ description }) : undefined}
        />
        <TabPanels
          label="Parts of the backfill"
          isTall
          active={currentTab}
          onChange={(tab) => change({ currentTab: DETAIL_TABS.find((known) => known === tab) ?? 'Connections' })}
          tabs={DETAIL_TABS.map((tab) => ({
            name: tab,
            label: tab,
            content: tab === currentTab && <TabContent tab={tab} backfill={backfill} />,
          }))}
        />
      </Stack>
      {dialog}
    </Page>
  );
}

type TabProps = { readonly tab: (typeof DETAIL_TABS)[number]; readonly backfill: Backfill };

function TabContent({ tab, backfill }: TabProps) {
  return (
    <div className={styles['tab']}>
      {tab === 'Connections' && <ConnectionsTab subgraph={backfill.subgraph} />}
      {tab === 'Runs' && <RunsTab backfillId={backfill.id} />}
      {tab === 'Messages' && <MessagesTab backfillId={backfill.id} />}
    </div>
  );
}

type FactsProps = {
  readonly backfill: Backfill;
  readonly description: string;
  readonly onSave: ((text: string) => null) | undefined;
};

function BackfillFacts({ backfill, description, onSave }: FactsProps) {
  return (
    <div className={styles['facts']}>
      <Facts>
        <Fact label="Report date range">{formatReportDates(backfill)}</Fact>
        <Fact label="Created by">{backfill.created_by?.name ?? '-'}</Fact>
        <Fact label="Created on">
          <Timestamp value={backfill.created_on} />
        </Fact>
        {backfill.status === 'cancelled' && (
          <>
            <Fact label="Cancelled by">{backfill.cancelled_by?.name ?? '-'}</Fact>
            <Fact label="Cancelled on">
              <Timestamp value={backfill.cancelled_on} />
            </Fact>
          </>
        )}
      </Facts>
      <Facts>
        <Fact label="Description">
          <BackfillDescription value={description} onSave={onSave} />
        </Fact>
      </Facts>
    </div>
  );
}
