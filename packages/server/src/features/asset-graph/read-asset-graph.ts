import type { HealthMessage } from '@switchboard/model/presentation/health-message';
import { addDays } from '@switchboard/model/schedule/schedule';
import { type ArtifactStatus, type DayStatus, HEALTH_LEVELS, type HealthLevel } from '@switchboard/model/status/health';
import type { Database } from '../../db/database.ts';
import type { HomeEntry } from '../home/health.ts';
import { type Homepage, readHomepage } from '../home/homepage.ts';
import { type AssetOfScript, assetsOf } from './asset-structure.ts';
import { lastGoodDays, openLateUploads } from './queries.ts';

/** A download, table or upload of the published script with its state. */
export type Asset = AssetOfScript & {
  /** The level of the last seven days. A table has the worst level of the downloads that it is made from. */
  readonly level: HealthLevel;
  /** Whether it runs itself; active for a table. */
  readonly artifactStatus: ArtifactStatus;
  /** Whether a run of the last seven days is in progress. */
  readonly isRunning: boolean;
  readonly message: string | null;
  readonly messageKind: HealthMessage['kind'] | null;
  /** The newest report date of which it has good rows, yyyy-MM-dd; for a table the oldest of those of its downloads. */
  readonly freshDate: string | null;
  /** Report dates that missed their deadline and are not delivered, yyyy-MM-dd, the oldest first. */
  readonly lateDates: readonly string[];
};

export type AssetGraph = {
  readonly changelistId: string;
  readonly assets: readonly Asset[];
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
};

/**
 * Reads all assets of the published script, with the health that Home shows.
 * @param now epoch milliseconds
 * @returns null when nothing has been published
 */
export async function readAssetGraph(database: Database, accountId: string, now: number): Promise<AssetGraph | null> {
  const home = await readHomepage(database, accountId, now);
  if (home === null) return null;
  const stale = (entries: readonly HomeEntry[]): string[] =>
    entries.filter((entry) => goodDay(entry, home) === null).map(({ name }) => name);
  const [late, download, upload] = await database.withAccount(accountId, async (tx) => [
    await openLateUploads(tx, accountId, home.firstDate),
    await lastGoodDays(tx, accountId, { kind: 'download', names: stale(home.downloads), before: home.firstDate }),
    await lastGoodDays(tx, accountId, { kind: 'upload', names: stale(home.uploads), before: home.firstDate }),
  ]);
  const lateDates = Map.groupBy(late, ({ name }) => name);
  const freshDates = new Map<string, string | undefined>([
    ...home.downloads.map(
      (entry) => [`download:${entry.name}`, goodDay(entry, home) ?? download.get(entry.name)] as const,
    ),
    ...home.uploads.map((entry) => [`upload:${entry.name}`, goodDay(entry, home) ?? upload.get(entry.name)] as const),
  ]);
  const entries = new Map<string, HomeEntry>([
    ...home.downloads.map((entry) => [`download:${entry.name}`, entry] as const),
    ...home.uploads.map((entry) => [`upload:${entry.name}`, entry] as const),
  ]);
  const assets = assetsOf(home.plan);
  return {
    changelistId: home.changelistId,
    refreshedAt: now,
    assets: assets.flatMap((asset): Asset[] => {
      if (asset.kind === 'table') return [{ ...asset, ...tableState(asset, assets, entries, freshDates) }];
      const entry = entries.get(asset.id);
      if (entry === undefined) return [];
      const { level, artifactStatus, sparkline, message, messageKind } = entry;
      return [
        {
          ...asset,
          ...{ level, message, messageKind },
          artifactStatus,
          isRunning: sparkline.some(({ running }) => running),
          freshDate: freshDates.get(asset.id) ?? null,
          lateDates: asset.kind === 'upload' ? (lateDates.get(asset.name) ?? []).map(({ date }) => date) : [],
        },
      ];
    }),
  };
}

const GOOD: ReadonlySet<DayStatus | null> = new Set(['clean', 'warning']);

/** The newest day of the sparkline with good rows, yyyy-MM-dd. */
function goodDay({ sparkline }: HomeEntry, { firstDate }: Homepage): string | null {
  const at = sparkline.findLastIndex(({ status }) => GOOD.has(status));
  return at === -1 ? null : addDays(firstDate, at);
}

/** A table is as well as the worst, and as fresh as the oldest, of the downloads that it is made from. */
function tableState(
  { downloads }: AssetOfScript,
  assets: readonly AssetOfScript[],
  entries: ReadonlyMap<string, HomeEntry>,
  freshDates: ReadonlyMap<string, string | undefined>,
): Omit<Asset, keyof AssetOfScript> {
  const ids = downloads.flatMap((at) => assets[at]?.id ?? []);
  const levels = ids.map((id) => HEALTH_LEVELS.indexOf(entries.get(id)?.level ?? 'Working'));
  const dates = ids.map((id) => freshDates.get(id) ?? null);
  return {
    level: HEALTH_LEVELS[Math.max(0, ...levels)] ?? 'Working',
    artifactStatus: 'active',
    isRunning: false,
    message: null,
    messageKind: null,
    freshDate: dates.includes(null) ? null : (dates.toSorted()[0] ?? null),
    lateDates: [],
  };
}
