import {
  type ArtifactStatus,
  DAY_MS,
  type DayStatus,
  type DependencyStatus,
  dayStatus,
  type HealthLevel,
  healthLevel,
  idleForAWeek,
  type Plan,
  type Position,
  worstDay,
} from '@switchboard/model';
import type { Tx } from '../../db/database.ts';
import { runningScript } from '../backfills/queries-state.ts';
import {
  type DeclarationRow,
  declarationsNow,
  dependencyOf,
  type HomeEventRow,
  lateDates,
  latestEvents,
  type RunRow,
  runsSince,
} from './queries.ts';
import { type DueDays, dueDaysOfSource, dueDaysOfUpload, sparklineDates } from './seven-day-health.ts';

export type SparklineDay = { readonly status: DayStatus | null; readonly running: boolean };

/** The health of a download or upload in the last seven days. */
export type HomeEntry = {
  readonly name: string;
  readonly project: string;
  /** Destination of an upload; null for a download. */
  readonly destination: string | null;
  readonly artifactStatus: ArtifactStatus;
  readonly dependencyStatus: DependencyStatus;
  readonly sparkline: readonly SparklineDay[];
  readonly status: DayStatus | null;
  readonly level: HealthLevel;
  /** Whether it has not run for more than seven days. */
  readonly idle: boolean;
  readonly event: HomeEventRow | null;
  readonly position: Position;
};

export type Homepage = {
  readonly downloads: readonly HomeEntry[];
  readonly uploads: readonly HomeEntry[];
  readonly firstDate: string;
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
};

/**
 * The health of all published declarations.
 * @param now epoch milliseconds
 * @returns null when nothing has been published
 */
export async function readHomepage(tx: Tx, accountId: string, now: number): Promise<Homepage | null> {
  const script = await runningScript(tx, accountId);
  if (script === null) return null;
  const { plan } = script;
  const dates = sparklineDates(now);
  const [first = ''] = dates;
  const sources = byName(await declarationsNow(tx, accountId, 'download'));
  const exports = byName(await declarationsNow(tx, accountId, 'upload'));
  const late = await lateDates(tx, accountId, first);
  const dueDays = new Map(
    plan.sources.map((source) => [
      source.name,
      dueDaysOfSource(source, sinceOf(sources.get(source.name), source.schedule.lookbackDays), now),
    ]),
  );
  const parts = async (kind: 'download' | 'upload') => ({
    dates,
    now,
    late,
    runs: new Map((await runsSince(tx, accountId, kind, first)).map((run) => [`${run.name} ${run.day}`, run])),
    events: await latestEvents(tx, accountId, kind, first),
  });
  const ofDownloads = await parts('download');
  const ofUploads = await parts('upload');
  return {
    firstDate: first,
    refreshedAt: now,
    downloads: plan.sources.flatMap((source) =>
      entryOf({ ...source, destination: null }, sources.get(source.name), [], dueDays.get(source.name), ofDownloads),
    ),
    uploads: plan.uploads.flatMap((upload) => {
      const upstream = upload.sources.flatMap((name) => sources.get(name) ?? []);
      const due = dueDaysOfUpload(plan, upload.sources, dueDays);
      return entryOf(upload, exports.get(upload.name), upstream, due, ofUploads);
    }),
  };
}

type Parts = {
  readonly dates: readonly string[];
  readonly now: number;
  readonly late: ReadonlySet<string>;
  readonly runs: ReadonlyMap<string, RunRow>;
  readonly events: ReadonlyMap<string, HomeEventRow>;
};
type Declared = Pick<Plan['uploads'][number], 'name' | 'project' | 'position'> & {
  readonly destination: string | null;
};

function entryOf(
  { name, project, destination, position }: Declared,
  declaration: DeclarationRow | undefined,
  upstream: readonly DeclarationRow[],
  due: DueDays | undefined,
  { dates, now, late, runs, events }: Parts,
): HomeEntry[] {
  if (!declaration) return [];
  const sparkline = dates.map((date): SparklineDay => {
    const run = runs.get(`${name} ${date}`) ?? null;
    const facts = { run, dueAt: due?.get(date) ?? null, late: destination !== null && late.has(`${name} ${date}`) };
    return { status: dayStatus(facts, now), running: run?.running ?? false };
  });
  const days = sparkline.map((day) => day.status);
  return [
    {
      name,
      project,
      destination,
      position,
      artifactStatus: declaration.status,
      dependencyStatus: dependencyOf(declaration, upstream),
      sparkline,
      status: worstDay(days),
      level: healthLevel(days, declaration.status),
      idle: idleForAWeek(days),
      event: events.get(name) ?? null,
    },
  ];
}

function byName(rows: readonly DeclarationRow[]): ReadonlyMap<string, DeclarationRow> {
  return new Map(rows.map((row) => [row.name, row]));
}

/** When report dates were first requested, epoch milliseconds: publishing requests those of the lookback, too. */
function sinceOf(declaration: DeclarationRow | undefined, lookbackDays: number): number {
  return declaration === undefined ? 0 : declaration.since.getTime() - lookbackDays * DAY_MS;
}
