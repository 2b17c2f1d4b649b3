import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { LIMITS } from '@switchboard/model/limits';
import { HEALTH_LEVELS } from '@switchboard/model/status/health';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { AssetGraphDocument } from '../../api/generated/documents/asset-graph.ts';
import type { AssetFragment, AssetGraphQuery } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { concernsHealth } from '../../entities/health/concerns-health.ts';
import { LEVEL_VIEWS } from '../../entities/health/health-views.ts';
import { Unpublished } from '../../entities/health/unpublished.tsx';
import { useRefreshableQuery } from '../../entities/health/use-refreshable-query.ts';
import type { Values } from '../../lib/address/url-state.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { GridLayout } from '../../ui/data-table/types.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import type { MapData } from '../../ui/node-map/map-data.ts';
import { NodeMap } from '../../ui/node-map/node-map.tsx';
import { usePlaces } from '../../ui/node-map/use-places.ts';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { StatusStrip } from '../../ui/status/status-strip.tsx';
import { ICON_SIZE, PHONE_QUERY } from '../../ui/theme/metrics.ts';
import { assetColumns } from './asset-columns.tsx';
import { AssetDrawer } from './asset-drawer.tsx';
import styles from './asset-graph.module.css';
import { ASSET_GRAPH_PARAMETERS, LEVELS } from './asset-graph-parameters.ts';
import { type Assets, chooseAssets, connectAssets, levelRank, mapOf, matchesSearch } from './assets.ts';
import { GraphSkeleton } from './graph-skeleton.tsx';

const NO_FILTERS = [] as const;
const NOTHING = {};
const NO_ASSETS: readonly AssetFragment[] = [];
const STRIP_LABELS: Readonly<Partial<Record<string, string>>> = { Issue: 'Issues' };
/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;
const TITLE = 'Asset graph';

type Graph = Extract<AssetGraphQuery['asset_graph'], { __typename?: 'AssetGraph' }>;
type Filter = Values<typeof ASSET_GRAPH_PARAMETERS>;
type Change = (patch: Partial<Filter>) => void;

/** /pipeline/graph: the published downloads, tables and uploads, and how they are made from each other. */
export function AssetGraphPage() {
  const [filter, change] = useUrlState<typeof ASSET_GRAPH_PARAMETERS>(ASSET_GRAPH_PARAMETERS);
  useInvalidParameters(NO_FILTERS, ASSET_GRAPH_PARAMETERS);
  const { data, failure, refresh } = useRefreshableQuery({ document: AssetGraphDocument, variables: NOTHING });
  useRefetchOnChanges(refresh, concernsHealth, REFETCH_DELAY);
  const live = useLive();
  const found = data?.asset_graph;
  const graph = found?.__typename === 'AssetGraph' ? found : null;
  return (
    <Page
      title={TITLE}
      aside={
        <LiveIndicator
          live={{ ...live, lastChange: null }}
          loaded={graph === null ? null : Date.parse(graph.refreshed_at)}
        />
      }
    >
      {failure !== null && data !== undefined && (
        <Box padding={[0, 5, 2]}>
          <Banner
            tone="warning"
            title={`The states could not be refreshed: ${failure.message}`}
            actions={<Button onClick={refresh}>Retry</Button>}
          />
        </Box>
      )}
      {data === undefined && failure === null && <GraphSkeleton label="Reading the graph" hasFilters />}
      {data === undefined && failure !== null && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      )}
      {found?.__typename === 'NoPublishedScriptbook' && <Unpublished title={found.message}>{UNPUBLISHED}</Unpublished>}
      {graph !== null && graph.assets.length === 0 && (
        <Unpublished title="The published scriptbook is empty">{UNPUBLISHED}</Unpublished>
      )}
      {graph !== null && graph.assets.length > 0 && <AssetGraph graph={graph} filter={filter} onChange={change} />}
    </Page>
  );
}

const UNPUBLISHED = 'Downloads, tables and uploads are drawn here, each with its state, once a draft is published.';

type GraphProps = { readonly graph: Graph; readonly filter: Filter; readonly onChange: Change };

const GROUPS = [
  { value: 'project', label: 'Project' },
  { value: 'none', label: 'Connection' },
];
const VIEWS = [
  { value: 'graph', label: 'Graph' },
  { value: 'list', label: 'List' },
];

function AssetGraph({ graph, filter, onChange }: GraphProps) {
  const isPhone = useMediaQuery(PHONE_QUERY) ?? false;
  const { search, status, groupBy, asset: chosenId, focus, hops } = filter;
  const view = filter.view === 'auto' ? (isPhone ? 'list' : 'graph') : filter.view;
  const assets = useMemo(() => connectAssets(graph.assets), [graph.assets]);
  const chosen = useMemo(
    () => chooseAssets(assets, { search, status, asset: chosenId, focus, hops }),
    [assets, search, status, chosenId, focus, hops],
  );
  const matches = useMemo(
    () =>
      search === ''
        ? NO_ASSETS
        : chosen.flatMap((at) => assets.all[at] ?? []).filter((each) => matchesSearch(each, search)),
    [assets, chosen, search],
  );
  const selected = assets.all[assets.positions.get(chosenId) ?? -1];
  return (
    <>
      <LevelStrip assets={assets.all} status={status} onChange={onChange} />
      <Row as="search" gap={[2, 3]} align="center" wrap padding={[0, 5, 3]} aria-label="Filter the graph">
        <SearchField
          primary
          value={search}
          placeholder="Search name, project, destination"
          debounce={LIMITS.searchDebounce}
          onChange={(text) => onChange({ search: text })}
        />
        {search !== '' && view === 'graph' && <Matches matches={matches} chosenId={chosenId} onChange={onChange} />}
        <Row gap={[2, 3]} align="center" wrap atEnd>
          {view === 'graph' && (
            <SegmentedControl
              aria-label="Group by"
              data={GROUPS}
              value={groupBy}
              onChange={(value) => onChange({ groupBy: value === 'none' ? 'none' : 'project' })}
            />
          )}
          <SegmentedControl
            aria-label="View"
            data={VIEWS}
            value={view}
            onChange={(value) => onChange({ view: value === 'list' ? 'list' : 'graph' })}
          />
        </Row>
      </Row>
      <Stack flex={1} minHeight={0} className={styles['body']}>
        {chosen.length === 0 ? (
          <EmptyState
            title="No results, try another filter"
            actions={<Button onClick={() => onChange({ search: '', status: 'Working' })}>Clear all filters</Button>}
          />
        ) : view === 'graph' ? (
          <Drawing assets={assets} chosen={chosen} filter={filter} onChange={onChange} />
        ) : (
          <AssetList assets={assets} chosen={chosen} filter={filter} onChange={onChange} />
        )}
      </Stack>
      {selected !== undefined && (
        <AssetDrawer
          assets={assets}
          asset={selected}
          changelistId={graph.changelist_id}
          filter={filter}
          onChange={onChange}
        />
      )}
    </>
  );
}

type StripProps = {
  readonly assets: readonly AssetFragment[];
  readonly status: Filter['status'];
  readonly onChange: Change;
};

/** How many assets each level has. A level is shown with all that are more serious. */
function LevelStrip({ assets, status, onChange }: StripProps) {
  const counts = useMemo(
    () => HEALTH_LEVELS.map((_, rank) => assets.filter(({ level }) => levelRank(level) === rank).length),
    [assets],
  );
  const least = HEALTH_LEVELS.indexOf(status);
  return (
    <StatusStrip
      label="Status"
      isBordered
      counts={LEVELS.map((level) => ({
        ...LEVEL_VIEWS[level],
        label: STRIP_LABELS[level] ?? level,
        value: level,
        count: counts[HEALTH_LEVELS.indexOf(level)] ?? null,
      }))}
      selected={LEVELS.filter((level) => HEALTH_LEVELS.indexOf(level) >= least)}
      onToggle={(value) => onChange({ status: LEVELS.find((level) => level === value) ?? 'Working' })}
    />
  );
}

type MatchesProps = {
  readonly matches: readonly AssetFragment[];
  readonly chosenId: string;
  readonly onChange: Change;
};

/** How many assets a search has found, and the way from one to the next. */
function Matches({ matches, chosenId, onChange }: MatchesProps) {
  const at = matches.findIndex(({ id }) => id === chosenId);
  const go = (step: number): void => {
    const from = at === -1 && step < 0 ? 0 : at;
    const next = matches[(from + step + matches.length) % matches.length];
    if (next !== undefined) onChange({ asset: next.id });
  };
  const found = matches.length === 1 ? '1 match' : `${matches.length} matches`;
  return (
    <Row gap={1} align="center" role="group" aria-label="Matches">
      <Text tone="dim" tabular role="status">
        {matches.length === 0 ? 'No match' : at === -1 ? found : `${at + 1} of ${matches.length}`}
      </Text>
      <ActionIcon
        aria-label="Previous match"
        data-tip="Previous match"
        disabled={matches.length === 0}
        onClick={() => go(-1)}
      >
        <IconChevronUp size={ICON_SIZE} />
      </ActionIcon>
      <ActionIcon aria-label="Next match" data-tip="Next match" disabled={matches.length === 0} onClick={() => go(1)}>
        <IconChevronDown size={ICON_SIZE} />
      </ActionIcon>
    </Row>
  );
}

type ViewProps = {
  readonly assets: Assets;
  readonly chosen: readonly number[];
  readonly filter: Filter;
  readonly onChange: Change;
};

function Drawing({ assets, chosen, filter, onChange }: ViewProps) {
  const { search, groupBy, asset } = filter;
  const data = useMemo((): MapData => mapOf(assets, chosen, search), [assets, chosen, search]);
  const placing = usePlaces(data, groupBy === 'project');
  if (placing.phase === 'loading') return <GraphSkeleton label="Drawing the graph" />;
  if (placing.phase === 'failed')
    return (
      <ErrorState title="The graph could not be drawn." detail="The list shows the same." onRetry={placing.retry} />
    );
  return (
    <NodeMap
      label="Published assets"
      map={placing.map}
      selected={asset === '' ? null : asset}
      onOpen={(id) => onChange({ asset: id })}
    />
  );
}

const assetName = ({ name }: AssetFragment): string => name;

function AssetList({ assets, chosen, filter, onChange }: ViewProps) {
  const { search, asset } = filter;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<GridLayout>({});
  const columns = useMemo(() => assetColumns(assets), [assets]);
  const rows = useMemo(
    () => chosen.flatMap((at) => assets.all[at] ?? []).filter((each) => matchesSearch(each, search)),
    [assets, chosen, search],
  );
  return (
    <DataTable
      label="Published assets"
      columns={columns}
      rows={rows}
      rowName={assetName}
      phase="ready"
      layout={layout}
      onLayoutChange={setLayout}
      selectedId={asset}
      onOpen={({ id }) => onChange({ asset: id })}
      scrollRef={scrollRef}
      error={null}
      empty={
        <EmptyState
          title="No results, try another word."
          actions={<Button onClick={() => onChange({ search: '' })}>Clear search</Button>}
        />
      }
    />
  );
}
