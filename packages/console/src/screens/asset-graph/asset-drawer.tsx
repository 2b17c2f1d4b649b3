import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { shortDay } from '@switchboard/model/format';
import { Link } from 'react-router';
import type { AssetFragment } from '../../api/generated/graphql.ts';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { useHealthPaths } from '../../entities/health/health-paths.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import styles from './asset-graph.module.css';
import { FOCUSES, HOPS } from './asset-graph-parameters.ts';
import { type AssetFilter, type Assets, assetView, freshText, KIND_WORDS } from './assets.ts';

type Props = {
  readonly assets: Assets;
  readonly asset: AssetFragment;
  readonly changelistId: string;
  readonly filter: AssetFilter;
  readonly onChange: (patch: Partial<AssetFilter>) => void;
};

const FOCUS_LABELS: Readonly<Record<AssetFilter['focus'], string>> = {
  all: 'Everything',
  both: 'Neighbours',
  upstream: 'Upstream',
  downstream: 'Downstream',
};
/** Narrower than those beside lists: the drawing stays in view. In pixels. */
const WIDTH = 400;

/** Shows an asset with its state and its neighbours, and chooses how much of the graph is shown around it. */
export function AssetDrawer({ assets, asset, changelistId, filter, onChange }: Props) {
  const health = useHealthPaths();
  const scripts = useScriptPaths();
  const { id, kind, name, project, destination, message, late_dates: late } = asset;
  const at = assets.positions.get(id) ?? -1;
  const type = kind === 'download' || kind === 'upload' ? kind : null;
  return (
    <SideDrawer title={name} width={WIDTH} onClose={() => onChange({ asset: '', focus: 'all', hops: '1' })}>
      <Stack gap={5} padding={[1, 5, 6]} minHeight={0} overflowY="auto">
        <Row gap={2} align="center" wrap>
          <StatusBadge {...assetView(asset)} />
          <Text tone="dim">{freshText(asset)}</Text>
        </Row>
        {message !== null && (
          <Text as="p" breakWords className={styles['message']}>
            {message}
          </Text>
        )}
        <Facts>
          <Fact label="Type">{KIND_WORDS[kind] ?? kind}</Fact>
          <Fact label="Project">{project}</Fact>
          {destination !== null && <Fact label="Destination">{destination}</Fact>}
          {late.length > 0 && <Fact label="Late for">{late.map(shortDay).join(', ')}</Fact>}
        </Facts>
        <Row gap={2} wrap>
          {type !== null && (
            <Button component={Link} to={health.details(type, name)} variant="filled">
              Open details
            </Button>
          )}
          <Button component={Link} to={scripts.lineage(changelistId, id, 'pipeline/graph')}>
            Columns
          </Button>
        </Row>
        <Stack gap={2}>
          <Text size="small" tone="dim" id="asset-focus">
            Show in the graph
          </Text>
          <Row gap={2} wrap>
            <SegmentedControl
              size="xs"
              aria-labelledby="asset-focus"
              data={FOCUSES.map((value) => ({ value, label: FOCUS_LABELS[value] }))}
              value={filter.focus}
              onChange={(value) => onChange({ focus: FOCUSES.find((each) => each === value) ?? 'all' })}
            />
            {filter.focus !== 'all' && (
              <SegmentedControl
                size="xs"
                aria-label="Steps from it"
                data={HOPS.map((value) => ({ value, label: value === 'all' ? 'All' : value }))}
                value={filter.hops}
                onChange={(value) => onChange({ hops: HOPS.find((each) => each === value) ?? '1' })}
              />
            )}
          </Row>
        </Stack>
        <NeighbourList
          title="Made from"
          assets={assets}
          positions={assets.neighbours.before[at] ?? []}
          onChange={onChange}
        />
        <NeighbourList
          title="Feeds"
          assets={assets}
          positions={assets.neighbours.after[at] ?? []}
          onChange={onChange}
        />
      </Stack>
    </SideDrawer>
  );
}

type NeighbourProps = Pick<Props, 'assets' | 'onChange'> & {
  readonly title: string;
  readonly positions: readonly number[];
};

/** Neighbours that are listed at once. */
const LISTED = 100;

function NeighbourList({ title, assets, positions, onChange }: NeighbourProps) {
  if (positions.length === 0) return null;
  const listed = positions.slice(0, LISTED).flatMap((at) => assets.all[at] ?? []);
  return (
    <Stack gap={1}>
      <Text size="small" tone="dim">
        {title} ({positions.length})
      </Text>
      <Stack as="ul" aria-label={title} className={styles['neighbours']}>
        {listed.map((asset) => (
          <li key={asset.id}>
            <UnstyledButton className={styles['neighbour'] ?? ''} onClick={() => onChange({ asset: asset.id })}>
              <Text truncate flex={1} data-tip={asset.name}>
                {asset.name}
              </Text>
              <StatusBadge {...assetView(asset)} />
            </UnstyledButton>
          </li>
        ))}
      </Stack>
      {positions.length > LISTED && (
        <Text size="small" tone="dim">
          The first {LISTED} are listed. Show them in the graph to see all.
        </Text>
      )}
    </Stack>
  );
}
