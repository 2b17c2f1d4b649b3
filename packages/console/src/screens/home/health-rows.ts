import { HEALTH_LEVELS, type HealthLevel } from '@switchboard/model/status/health';
import type { HealthRowFragment, HomepageQuery } from '../../api/generated/graphql.ts';
import type { ArtifactType } from '../../entities/health/health-paths.ts';

type Homepage = Extract<HomepageQuery['homepage'], { __typename?: 'Homepage' }>;

/** A download or upload of Home. */
export type HealthRow = HealthRowFragment & {
  readonly id: string;
  readonly type: ArtifactType;
  readonly rank: number;
};

export type HealthFilter = {
  readonly search: string;
  readonly groupBy: 'status' | 'project';
  /** Empty: both. */
  readonly type: readonly ArtifactType[];
  /** The least serious level. */
  readonly status: HealthLevel;
};

const LEVEL_NAMES: readonly string[] = HEALTH_LEVELS;
const rankOf = (level: string): number => Math.max(0, LEVEL_NAMES.indexOf(level));

/** All rows of Home. */
export function healthRows({ downloads, uploads }: Pick<Homepage, 'downloads' | 'uploads'>): HealthRow[] {
  const rowsOf = (type: ArtifactType, entries: readonly HealthRowFragment[]): HealthRow[] =>
    entries.map((entry) => ({ ...entry, id: `${type}:${entry.name}`, type, rank: rankOf(entry.level) }));
  return [...rowsOf('download', downloads), ...rowsOf('upload', uploads)];
}

/** The rows that the search and the types leave. */
export function searchRows(rows: readonly HealthRow[], { search, type }: HealthFilter): HealthRow[] {
  const wanted = search.toLowerCase();
  return rows.filter(
    (row) =>
      (type.length === 0 || type.includes(row.type)) &&
      [row.name, row.project, row.destination ?? ''].some((part) => part.toLowerCase().includes(wanted)),
  );
}

/** The rows of the chosen levels in the order of their groups; within one the most serious first, then by name. */
export function orderRows(rows: readonly HealthRow[], { groupBy, status }: HealthFilter): HealthRow[] {
  const least = rankOf(status);
  return rows
    .filter(({ rank }) => rank >= least)
    .toSorted(
      (one, other) =>
        (groupBy === 'project' ? compare(one.project, other.project) : 0) ||
        other.rank - one.rank ||
        compare(one.name, other.name) ||
        compare(one.type, other.type),
    );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** How many rows each level has, by its rank. */
export function countLevels(rows: readonly HealthRow[]): readonly number[] {
  return HEALTH_LEVELS.map((_, rank) => rows.filter((row) => row.rank === rank).length);
}
