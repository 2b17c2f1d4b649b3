import { shortDay } from '@switchboard/model/format';
import { HEALTH_LEVELS, type HealthLevel } from '@switchboard/model/status/health';
import type { StatusTone } from '@switchboard/model/status/status';
import type { AssetFragment } from '../../api/generated/graphql.ts';
import { dependencyView, LEVEL_VIEWS } from '../../entities/health/health-views.ts';
import {
  type MapData,
  type MapEdge,
  type MapNode,
  type Neighbours,
  neighboursOf,
  nodesAround,
} from '../../ui/node-map/map-data.ts';
import type { StatusIcon } from '../../ui/status/status-icons.ts';
import type { FOCUSES, HOPS } from './asset-graph-parameters.ts';

export type Assets = {
  readonly all: readonly AssetFragment[];
  readonly edges: readonly MapEdge[];
  readonly neighbours: Neighbours;
  readonly positions: ReadonlyMap<string, number>;
};

/** The assets of a graph with its edges, from what is read to what reads it. */
export function connectAssets(all: readonly AssetFragment[]): Assets {
  const edges = all.flatMap(({ inputs }, at) => inputs.map((input): MapEdge => [input, at]));
  return {
    all,
    edges,
    neighbours: neighboursOf(all.length, edges),
    positions: new Map(all.map(({ id }, at) => [id, at])),
  };
}

export type AssetFilter = {
  readonly search: string;
  /** The least serious level that is shown. */
  readonly status: HealthLevel;
  /** The id of the chosen asset; empty without. */
  readonly asset: string;
  readonly focus: (typeof FOCUSES)[number];
  readonly hops: (typeof HOPS)[number];
};

const LEVEL_NAMES: readonly string[] = HEALTH_LEVELS;
/** Urgency of a level, the least first. */
export const levelRank = (level: string): number => LEVEL_NAMES.indexOf(level);

/** The positions of the assets of the chosen levels, and of those around the chosen asset while the graph is narrowed to them. */
export function chooseAssets({ all, neighbours, positions }: Assets, filter: AssetFilter): readonly number[] {
  const { asset, focus, hops, status } = filter;
  const start = positions.get(asset);
  const reach = hops === 'all' ? Infinity : Number(hops);
  const around =
    start === undefined || focus === 'all'
      ? null
      : nodesAround(start, neighbours, {
          before: focus === 'downstream' ? 0 : reach,
          after: focus === 'upstream' ? 0 : reach,
        });
  const least = levelRank(status);
  return all.flatMap(({ level }, at) =>
    at === start || (levelRank(level) >= least && (around === null || around.has(at))) ? [at] : [],
  );
}

export const matchesSearch = ({ name, project, destination }: AssetFragment, search: string): boolean =>
  search === '' || [name, project, destination ?? ''].some((part) => part.toLowerCase().includes(search.toLowerCase()));

/** The drawing of some assets. Those that the search does not match are faint. */
export function mapOf({ all, edges }: Assets, chosen: readonly number[], search: string): MapData {
  const places = new Map(chosen.map((at, place) => [at, place]));
  return {
    nodes: chosen.flatMap((at) => {
      const asset = all[at];
      return asset === undefined ? [] : [nodeOf(asset, !matchesSearch(asset, search))];
    }),
    edges: edges.flatMap(([from, to]) => {
      const [source, target] = [places.get(from), places.get(to)];
      return source === undefined || target === undefined ? [] : [[source, target] as const];
    }),
  };
}

export const KIND_WORDS: Readonly<Record<string, string>> = { download: 'Download', table: 'Table', upload: 'Upload' };
const GLYPHS: Readonly<Record<string, MapNode['glyph']>> = { download: 'down', table: 'table', upload: 'up' };

function nodeOf(asset: AssetFragment, isFaint: boolean): MapNode {
  const { id, kind, name, project, fresh_date: fresh } = asset;
  const { tone, label } = assetView(asset);
  const isQuiet = label === LEVEL_VIEWS.Working.label;
  return {
    id,
    label: name,
    note: [...(isQuiet ? [] : [label]), fresh === null ? 'no rows yet' : shortDay(fresh)].join(' · '),
    description: [name, KIND_WORDS[kind] ?? kind, label, freshText(asset)].join(', '),
    tone,
    glyph: GLYPHS[kind] ?? 'table',
    group: project,
    isFaint,
  };
}

/** How fresh an asset is, in words. */
export const freshText = ({ fresh_date: fresh }: AssetFragment): string =>
  fresh === null ? 'no rows in 90 days' : `rows to ${shortDay(fresh)}`;

type View = { readonly tone: StatusTone; readonly icon: StatusIcon; readonly label: string };

/** A table does not fail itself: what fails is one of its downloads. */
const TABLE_VIEWS: Readonly<Record<HealthLevel, View>> = {
  Error: { tone: 'warning', icon: 'error', label: 'Input in error' },
  Issue: { tone: 'warning', icon: 'warning', label: 'Input has issues' },
  Notice: { tone: 'working', icon: 'info', label: 'Input has a notice' },
  Working: LEVEL_VIEWS.Working,
};

/** The state of an asset: suspended, paused, late, its level or that it runs. */
export function assetView(asset: AssetFragment): View {
  const { kind, level, late_dates: late, artifact_status: artifact, is_running: isRunning } = asset;
  const views = kind === 'table' ? TABLE_VIEWS : LEVEL_VIEWS;
  const known = HEALTH_LEVELS.find((each) => each === level) ?? 'Notice';
  if (artifact === 'suspended') return { ...views[known], label: 'Suspended' };
  if (artifact === 'paused') return dependencyView(artifact);
  const [first] = late;
  if (first !== undefined) {
    const { tone } = known === 'Error' ? LEVEL_VIEWS.Error : LEVEL_VIEWS.Issue;
    return {
      tone,
      icon: 'warning',
      label: late.length === 1 ? `Late for ${shortDay(first)}` : `Late for ${late.length} dates`,
    };
  }
  if (known === 'Working' && isRunning) return { tone: 'working', icon: 'working', label: 'Running' };
  return views[known];
}
