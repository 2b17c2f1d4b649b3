import type { Plan, Position } from '@switchboard/model/plan';
import { type HealthMessage, healthMessage } from '@switchboard/model/presentation/health-message';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import {
  type ArtifactStatus,
  DAY_STATUSES,
  type DayStatus,
  type DependencyStatus,
  dayStatus,
  type HealthLevel,
  healthLevel,
  idleForAWeek,
  worstDay,
} from '@switchboard/model/status/health';
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
import { createDueDays, type DueDays, dueDaysOfUpload, SPARKLINE_DAYS } from './seven-day-health.ts';

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

type Asked = {
  readonly kind: Kind;
  /** The downloads or uploads that are asked for. */
  readonly names: readonly string[];
  /** Days without a gap that end today, yyyy-MM-dd, the oldest first; at least seven. */
  readonly dates: readonly string[];
};

type Known = {
  readonly plan: Plan;
  readonly declarations: Declarations;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Recent history of some downloads or uploads. */
export type Facts = {
  readonly late: ReadonlySet<string>;
  readonly runs: RunsOfDays;
  readonly events: ReadonlyMap<string, HomeEventRow>;
};

/** Reads the recent history of the requested downloads or uploads. */
export async function readFacts(tx: Tx, accountId: string, { kind, names, dates }: Asked): Promise<Facts> {
  return {
    late: kind === 'upload' ? await lateDates(tx, accountId, dates[0] ?? '') : new Set(),
    runs: await runsOfDays(tx, accountId, { kind, names, days: dates }),
    events: await latestEvents(tx, accountId, { kind, names, days: dates.slice(-SPARKLINE_DAYS) }),
  };
}

/** The due days of sources by name. */
export type DueDaysOf = ReadonlyMap<string, DueDays>;

/** The due days of the sources that the downloads or uploads are or read, by name. */
export function dueDaysOf({ kind, names, dates: [first = ''] }: Asked, { plan, declarations, now }: Known): DueDaysOf {
  const wanted = new Set(names);
  const needed =
    kind === 'download'
      ? wanted
      : new Set(plan.uploads.flatMap(({ name, sources }) => (wanted.has(name) ? sources : [])));
  const daysOfSource = createDueDays({ first, now });
  return new Map(
    plan.sources
      .filter(({ name }) => needed.has(name))
      .map((source) => {
        const since = sinceOf(declarations.download.get(source.name), source.schedule.lookbackDays);
        return [source.name, daysOfSource(source, since)];
      }),
  );
}

/** The health of some downloads, or of some uploads, of the plan, in its order. */
export function healthOf({ kind, names, dates }: Asked, known: Known & Facts, dueDays: DueDaysOf): HomeEntry[] {
  const { plan, declarations } = known;
  const parts = { ...known, kind, dates };
  const wanted = new Set(names);
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

type Declared = Pick<Plan['uploads'][number], 'name' | 'project' | 'position'> & {
  readonly destination: string | null;
};

function entryOf(
  { name, project, destination, position }: Declared,
  upstream: readonly DeclarationRow[],
  due: DueDays | undefined,
  { kind, dates, now, late, runs, events, declarations }: Pick<Asked, 'kind' | 'dates'> & Known & Facts,
): HomeEntry[] {
  const declaration = declarations[kind].get(name);
  if (!declaration) return [];
  const ownRuns = runs.get(name);
  const sparkline = dates.map((date): SparklineDay => {
    const run = ownRuns?.get(date) ?? null;
    const facts = { run, dueAt: due?.get(date) ?? null, late: late.size > 0 && late.has(`${name} ${date}`) };
    return sparklineDay(dayStatus(facts, now), run?.running ?? false);
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

/** The days that sparklines can have. They are shared, since those of an account are thousands, and alike. */
const daysOf = (running: boolean): ReadonlyMap<DayStatus | null, SparklineDay> =>
  new Map([...DAY_STATUSES, null].map((status) => [status, { status, running }]));
const RUNNING_DAYS = daysOf(true);
const OTHER_DAYS = daysOf(false);

function sparklineDay(status: DayStatus | null, running: boolean): SparklineDay {
  return (running ? RUNNING_DAYS : OTHER_DAYS).get(status) ?? { status, running };
}

function byName(rows: readonly DeclarationRow[]): ReadonlyMap<string, DeclarationRow> {
  return new Map(rows.map((row) => [row.name, row]));
}

/** When report dates were first requested, epoch milliseconds: publishing requests those of the lookback, too. */
function sinceOf(declaration: DeclarationRow | undefined, lookbackDays: number): number {
  return declaration === undefined ? 0 : declaration.since - lookbackDays * DAY_MS;
}
