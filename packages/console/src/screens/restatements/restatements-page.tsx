import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconSnowflake } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { DateFreezesDocument } from '../../api/generated/documents/restatement.ts';
import { RestatementsDocument } from '../../api/generated/documents/restatements.ts';
import type {
  FreezeFactsFragment,
  ListedRestatementFragment,
  RestatementsQuery,
  RestatementsQueryVariables,
} from '../../api/generated/graphql.ts';
import { CardList } from '../../api/lists/card-list.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useFilterOptions } from '../../api/lists/use-filter-options.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { usePermission } from '../../api/session/session.ts';
import { concernsRestatements } from '../../entities/restatement/concerns-restatements.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { clearedFilters, filterVariables, narrowing } from '../../ui/filters/filter-spec.ts';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { FrozenDates } from './frozen-dates.tsx';
import { RestatementCard } from './restatement-card.tsx';
import { RESTATEMENT_FILTERS, RESTATEMENTS_PARAMETERS, STATES, stateView } from './restatements-view.ts';

const FreezeDialog = lazyLayer(async () => (await import('./freeze-dialog.tsx')).FreezeDialog);
const UnfreezeDialog = lazyLayer(async () => (await import('./unfreeze-dialog.tsx')).UnfreezeDialog);
const DeliverDialog = lazyLayer(async () => (await import('./deliver-dialog.tsx')).DeliverDialog);

const PAGE_SIZE = 20;
const CARDS = 6;
/** Milliseconds: an account with many uploads changes all the time. */
const REFETCH_DELAY = 10_000;
const STATE_OPTIONS = STATES.map((value) => ({ value, label: value === 'all' ? 'All' : stateView(value).label }));

const restatementsOf = (data: RestatementsQuery): RestatementsQuery['restatements'] => data.restatements;

type OpenDialog =
  | { readonly kind: 'freeze' }
  | { readonly kind: 'unfreeze'; readonly freeze: FreezeFactsFragment }
  | { readonly kind: 'deliver'; readonly restatement: ListedRestatementFragment };

/** /uploads/restatements: report dates whose results differ from what was delivered, and which dates are frozen. */
export function RestatementsPage() {
  const live = useLive();
  const [values, change] = useUrlState(RESTATEMENTS_PARAMETERS);
  useInvalidParameters(RESTATEMENT_FILTERS, RESTATEMENTS_PARAMETERS);
  const mayManage = usePermission('manage-pipelines');
  const [isScrolled, setIsScrolled] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const loaded = useFilterOptions(RESTATEMENT_FILTERS);
  const { state } = values;
  const connection = useConnection({
    title: 'Restatements',
    document: RestatementsDocument,
    variables: {
      ...(filterVariables(RESTATEMENT_FILTERS, values, utcToday(new Date())) as RestatementsQueryVariables),
      state: state === 'all' ? null : state,
    },
    pageSize: PAGE_SIZE,
    select: restatementsOf,
    held: isScrolled,
  });
  const [freezes, refetchFreezes] = useQuery({ query: DateFreezesDocument, requestPolicy: 'cache-and-network' });
  const { refresh: refreshList } = connection;
  const refresh = useCallback(() => {
    refreshList();
    refetchFreezes({ requestPolicy: 'network-only' });
  }, [refreshList, refetchFreezes]);
  useRefetchOnChanges(refresh, concernsRestatements, REFETCH_DELAY);
  const close = (): void => setDialog(null);
  const isFiltered = state !== 'all' || narrowing(RESTATEMENT_FILTERS, values) !== 'none';
  return (
    <Page
      title="Restatements"
      aside={<LiveIndicator live={live} loaded={connection.updated} />}
      actions={
        mayManage && (
          <Button leftSection={<IconSnowflake size={ICON_SIZE} />} onClick={() => setDialog({ kind: 'freeze' })}>
            Freeze dates
          </Button>
        )
      }
    >
      <FrozenDates
        freezes={freezes.data?.date_freezes.freezes}
        error={freezes.error}
        onRetry={refresh}
        onUnfreeze={mayManage ? (freeze) => setDialog({ kind: 'unfreeze', freeze }) : undefined}
      />
      <Box padding={[0, 5, 2]}>
        <SegmentedControl
          aria-label="Show"
          value={state}
          data={STATE_OPTIONS}
          onChange={(value) => change({ state: STATES.find((each) => each === value) ?? 'all' })}
        />
      </Box>
      <FilterBar label="Restatements" specs={RESTATEMENT_FILTERS} values={values} onChange={change} loaded={loaded} />
      <CardList
        label="Restatements"
        nouns="restatements"
        connection={connection}
        onScrolled={setIsScrolled}
        skeleton={(count = CARDS) => <Placeholders count={count} />}
        empty={
          isFiltered ? (
            <EmptyState
              title="No restatements match"
              actions={
                <Button onClick={() => change({ ...clearedFilters(RESTATEMENT_FILTERS), state: 'all' })}>
                  Show all restatements
                </Button>
              }
            />
          ) : (
            <EmptyState title="No restatements">
              A report date whose result differs from what was delivered for it before appears here.
            </EmptyState>
          )
        }
      >
        {connection.rows.map((row) => (
          <RestatementCard
            key={row.id}
            restatement={row}
            onDeliver={mayManage ? () => setDialog({ kind: 'deliver', restatement: row }) : undefined}
          />
        ))}
      </CardList>
      {dialog !== null && (
        <>
          {dialog.kind === 'freeze' && (
            <FreezeDialog uploadNames={loaded.names['upload_names'] ?? []} onClose={close} onFrozen={refresh} />
          )}
          {dialog.kind === 'unfreeze' && <UnfreezeDialog freeze={dialog.freeze} onClose={close} onUnfrozen={refresh} />}
          {dialog.kind === 'deliver' && (
            <DeliverDialog restatement={dialog.restatement} onClose={close} onDelivered={refresh} />
          )}
        </>
      )}
    </Page>
  );
}

function Placeholders({ count }: { readonly count: number }) {
  return (
    <Stack gap={3} aria-busy="true">
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Stack key={card} gap={2} padding={[3, 4]} frame="normal">
          <Skeleton height="var(--text-large)" width="30%" />
          <Skeleton height="var(--text-large)" width="45%" />
          <Skeleton height="var(--text-small)" width="55%" />
        </Stack>
      ))}
    </Stack>
  );
}
