import {
  type ArtifactStatus,
  DAY_MS,
  type DayStatus,
  type DependencyStatus,
  dayStatus,
  type HealthLevel,
  type HealthMessage,
  healthLevel,
  healthMessage,
  idleForAWeek,
  type Plan,
  type Position,
  worstDay,
} from '@switchboard/model';
import type { Tx } from '../../db/database.ts';
import {
  type DeclarationRow,
  declarationsNow,
  dependencyOf,
  type HomeEventRow,
  type Kind,
  lateDates,
  latestEvents,
} from './queries.ts';
import { type RunsOfDays, runsOfDays } from './queries-runs.ts';
import {
  type DueDays,
  dueDaysOfSource,
  dueDaysOfUpload,
  type RunsBySchedule,
  SPARKLINE_DAYS,
} from './seven-day-health.ts';

export type SparklineDay = { readonly status: DayStatus | null; readonly running: boolean };

/** The health of a download or upload. Its status, level, event and message are those of the last seven days. */
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
  readonly message: string;
  readonly messageKind: HealthMessage['kind'];
  readonly position: Position;
};

/** Published declarations of an account by name, those of downloads and those of uploads. */
export type Declarations = Readonly<Record<Kind, ReadonlyMap<string, DeclarationRow>>>;

/** The published declarations of an account. */
export async function readDeclarations(tx: Tx, accountId: string): Promise<Declarations> {
  return {
    download: byName(await declarationsNow(tx, accountId, 'download')),
    upload: byName(await declarationsNow(tx, accountId, 'upload')),
  };
}

type Request = {
  readonly plan: Plan;
  readonly declarations: Declarations;
  readonly kind: Kind;
  /** The downloads or uploads that are asked for. */
  readonly names: readonly string[];
  /** Days without a gap that end today, yyyy-MM-dd, the oldest first; at least seven. */
  readonly dates: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of sources with the same first day and instant. */
  readonly known?: RunsBySchedule;
};

/** The health of some downloads, or of some uploads, of the plan, in its order. */
export async function readHealth(tx: Tx, accountId: string, request: Request): Promise<HomeEntry[]> {
  const { plan, kind, dates, declarations } = request;
  const wanted = new Set(request.names);
  const week = dates.slice(-SPARKLINE_DAYS);
  const parts: Parts = {
    ...request,
    late: kind === 'upload' ? await lateDates(tx, accountId, dates[0] ?? '') : new Set(),
    runs: await runsOfDays(tx, accountId, { kind, names: request.names, days: dates }),
    events: await latestEvents(tx, accountId, { kind, names: request.names, days: week }),
  };
  const dueDays = dueDaysOf(request, wanted);
  if (kind === 'download')
    return plan.sources
      .filter(({ name }) => wanted.has(name))
      .flatMap((source) => entryOf({ ...source, destination: null }, [], dueDays.get(source.name), parts));
  const sources = new Map(plan.sources.map((source) => [source.name, source]));
  return plan.uploads
    .filter(({ name }) => wanted.has(name))
    .flatMap((upload) => {
      const read = upload.sources.flatMap((name) => sources.get(name) ?? []);
      const upstream = upload.sources.flatMap((name) => declarations.download.get(name) ?? []);
      return entryOf(upload, upstream, dueDaysOfUpload(read, dueDays), parts);
    });
}

/** The due days of the sources that the wanted declarations are or read, by name. */
function dueDaysOf({ plan, kind, dates, declarations, now, known }: Request, wanted: ReadonlySet<string>) {
  const [first = ''] = dates;
  const needed =
    kind === 'download'
      ? wanted
      : new Set(plan.uploads.flatMap(({ name, sources }) => (wanted.has(name) ? sources : [])));
  return new Map(
    plan.sources
      .filter(({ name }) => needed.has(name))
      .map((source) => {
        const since = sinceOf(declarations.download.get(source.name), source.schedule.lookbackDays);
        return [source.name, dueDaysOfSource(source, { since, first, now }, known)];
      }),
  );
}

type Parts = Request & {
  readonly late: ReadonlySet<string>;
  readonly runs: RunsOfDays;
  readonly events: ReadonlyMap<string, HomeEventRow>;
};
type Declared = Pick<Plan['uploads'][number], 'name' | 'project' | 'position'> & {
  readonly destination: string | null;
};

function entryOf(
  { name, project, destination, position }: Declared,
  upstream: readonly DeclarationRow[],
  due: DueDays | undefined,
  { kind, dates, now, late, runs, events, declarations }: Parts,
): HomeEntry[] {
  const declaration = declarations[kind].get(name);
  if (!declaration) return [];
  const ownRuns = runs.get(name);
  const sparkline = dates.map((date): SparklineDay => {
    const run = ownRuns?.get(date) ?? null;
    const facts = { run, dueAt: due?.get(date) ?? null, late: late.size > 0 && late.has(`${name} ${date}`) };
    return { status: dayStatus(facts, now), running: run?.running ?? false };
  });
  const days = sparkline.slice(-SPARKLINE_DAYS).map((day) => day.status);
  const event = events.get(name) ?? null;
  const idle = idleForAWeek(days);
  const artifactStatus = declaration.status;
  const dependencyStatus = dependencyOf(declaration, upstream);
  const message = healthMessage(kind, { artifactStatus, dependencyStatus, idle, days, event });
  return [
    {
      name,
      project,
      destination,
      position,
      artifactStatus,
      dependencyStatus,
      sparkline,
      status: worstDay(days),
      level: healthLevel(days, declaration.status),
      idle,
      event,
      message: message.text,
      messageKind: message.kind,
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
