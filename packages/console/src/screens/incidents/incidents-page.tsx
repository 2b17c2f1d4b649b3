import { Button, SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconBellOff } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { IncidentsDocument } from '../../api/generated/documents/incident.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { usePermission, useSession } from '../../api/session/session.ts';
import { concernsIncidents } from '../../entities/incident/concerns-incidents.ts';
import { LazyMaintenanceFeed } from '../../entities/maintenance/lazy-maintenance-feed.tsx';
import { MaintenanceContext, NO_WINDOWS } from '../../entities/maintenance/maintenance-context.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { RetryBanner } from '../../ui/feedback/retry-banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { IncidentCard } from './incident-card.tsx';
import { IncidentSkeleton } from './incident-skeleton.tsx';
import styles from './incidents.module.css';
import { INCIDENTS_PARAMETERS, WORK_FILTERS } from './incidents-view.ts';

const MaintenanceDialog = lazyLayer(
  async () => (await import('../../entities/maintenance/maintenance-dialog.tsx')).MaintenanceDialog,
);
const NO_FILTERS = [] as const;
const PAGE_SIZE = 20;
const MOST = 100;

const WORK_LABELS = { open: 'Open', unacknowledged: 'Unacknowledged', mine: 'Mine', snoozed: 'Snoozed' } as const;
const EMPTY_TITLES = {
  open: 'Nothing has failed in the last 30 days',
  unacknowledged: 'Every incident is acknowledged',
  mine: 'No incident is assigned to you',
  snoozed: 'No incident is snoozed',
} as const;

const WHOLE_ACCOUNT = { kind: 'account', name: null } as const;

const countText = (count: number, more: boolean): string => `${count}${more ? '+' : ''}`;

/** /incidents: why downloads and uploads have failed, grouped by cause. */
export function IncidentsPage() {
  const { account, accounts } = useSession();
  const live = useLive();
  const [{ scope, work }, change] = useUrlState<typeof INCIDENTS_PARAMETERS>(INCIDENTS_PARAMETERS);
  useInvalidParameters(NO_FILTERS, INCIDENTS_PARAMETERS);
  const [first, setFirst] = useState(PAGE_SIZE);
  const [windows, setWindows] = useState(NO_WINDOWS);
  const [isPlanning, setIsPlanning] = useState(false);
  const mayPlan = usePermission('manage-pipelines');
  const isAll = scope === 'all';
  const [{ data, error, fetching }, refetch] = useQuery({
    query: IncidentsDocument,
    variables: { account: isAll ? null : account.urlName, first, work: work === 'open' ? null : work },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsIncidents);
  const incidents = data?.incidents.nodes ?? [];
  const more = data?.incidents.pageInfo.hasNextPage === true;
  const title = incidents.length === 0 ? 'Incidents' : `(${countText(incidents.length, more)}) Incidents`;
  usePageTitle(title, account.name);
  const failure = error === undefined ? null : describeFailure(error);
  return (
    <Page
      title="Incidents"
      aside={
        <>
          {data !== undefined && incidents.length > 0 && <Chip>{countText(incidents.length, more)}</Chip>}
          <LiveIndicator live={live} />
        </>
      }
      actions={
        <>
          {accounts.length > 1 && (
            <SegmentedControl
              aria-label="Accounts"
              value={isAll ? 'all' : 'account'}
              data={[
                { value: 'account', label: account.name },
                { value: 'all', label: 'All accounts' },
              ]}
              onChange={(value) => change({ scope: value === 'all' ? 'all' : 'account' })}
            />
          )}
          {mayPlan && !isAll && (
            <Button leftSection={<IconBellOff size={ICON_SIZE} />} onClick={() => setIsPlanning(true)}>
              Maintenance
            </Button>
          )}
        </>
      }
    >
      {data !== undefined && <LazyMaintenanceFeed onWindows={setWindows} />}
      {isPlanning && <MaintenanceDialog subject={WHOLE_ACCOUNT} onClose={() => setIsPlanning(false)} />}
      <MaintenanceContext value={windows}>
        <Stack
          gap={3}
          align="start"
          padding={[2, 5, 5]}
          minHeight={0}
          flex={1}
          overflowY="auto"
          className={styles['content']}
        >
          {failure !== null && data === undefined && (
            <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
          )}
          {failure !== null && data !== undefined && (
            <RetryBanner onRetry={refresh}>The incidents could not be refreshed: {failure.message}</RetryBanner>
          )}
          <SegmentedControl
            flex="none"
            aria-label="Show"
            value={work}
            data={WORK_FILTERS.map((value) => ({ value, label: WORK_LABELS[value] }))}
            onChange={(value) => change({ work: WORK_FILTERS.find((each) => each === value) ?? 'open' })}
          />
          {data === undefined && fetching && <IncidentSkeleton />}
          {data !== undefined && incidents.length === 0 && (
            <EmptyState title={EMPTY_TITLES[work]}>
              Failed downloads and uploads appear here, grouped by what caused them.
            </EmptyState>
          )}
          {incidents.length > 0 && (
            <Stack as="ul" gap={3} width="full" aria-label="Incidents" aria-busy={fetching}>
              {incidents.map((incident) => (
                <IncidentCard key={incident.id} incident={incident} showsAccount={isAll} onChanged={refresh} />
              ))}
            </Stack>
          )}
          {more && first < MOST && (
            <Button loading={fetching} onClick={() => setFirst(Math.min(MOST, first + PAGE_SIZE))}>
              Show more
            </Button>
          )}
        </Stack>
      </MaintenanceContext>
    </Page>
  );
}
