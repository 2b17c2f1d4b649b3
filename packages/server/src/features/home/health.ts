import type { Plan, Position } from '@switchboard/model/plan';
import { causeTitle } from '@switchboard/model/presentation/cause-title';
import { type HealthMessage, healthMessage } from '@switchboard/model/presentation/health-message';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import {
  type ArtifactStatus,
  DAY_STATUSES,
  type DayStatus,
  type DependencyStatus,
  dayStatus,
  type HealthLevel,
  idleForAWeek,
  rowLevel,
  worstDay,
} from '@switchboard/model/status/health';
import { type HealthCause, healthCause, type Needed } from '@switchboard/model/status/health-cause';
import type { Tx } from '../../db/database.ts';
import {
  type DeclarationRow,
  declarationsNow,
  dependencyOf,
  type HomeEventRow,
  type Kind,
  keyWorks,
  lateDates,
  latestEvents,
} from './queries.ts';
import { type RunsOfDays, runsOfDays } from './queries-runs.ts';
import { createDueDays, type DueDays, dueDaysOfUpload, SPARKLINE_DAYS } from './seven-day-health.ts';

/** Why a download or upload is not in order, and what that delays. */
export type HomeCause = HealthCause & {
  readonly title: string;
  /** The published uploads that read a download; empty for an upload. */
  readonly affected: readonly string[];
  /** First report date of an upload that missed its deadline and is not delivered, yyyy-MM-dd; null when none has. */
  readonly lateSince: string | null;
};

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
  /** Null when everything is in order. */
  readonly cause: HomeCause | null;
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
        const declaration = declarations.download.get(source.name);
        const since = sinceOf(declaration, source.schedule.lookbackDays);
        return [source.name, withoutPaused(daysOfSource(source, since), declaration)];
      }),
  );
}

/** The health of some downloads of the plan, in its order. */
export function downloadHealth({ names, dates }: Omit<Asked, 'kind'>, known: Known & Facts, dueDays: DueDaysOf) {
  const { plan } = known;
  const parts = { ...known, kind: 'download', dates } as const;
  const wanted = new Set(names);
  const readers = new Map<string, string[]>();
  for (const { name, sources } of plan.uploads)
    for (const source of sources) readers.set(source, [...(readers.get(source) ?? []), name]);
  return plan.sources
    .filter(({ name }) => wanted.has(name))
    .flatMap((source) =>
      entryOf(
        { ...source, destination: null, readers: readers.get(source.name) ?? [] },
        NO_UPSTREAM,
        dueDays.get(source.name),
        parts,
      ),
    );
}

/** The health of some uploads of the plan, in its order. @param downloads the health of all downloads that they read */
export function uploadHealth(
  { names, dates }: Omit<Asked, 'kind'>,
  known: Known & Facts,
  dueDays: DueDaysOf,
  downloads: readonly HomeEntry[],
): HomeEntry[] {
  const { plan, declarations } = known;
  const parts = { ...known, kind: 'upload', dates } as const;
  const wanted = new Set(names);
  const sources = new Map(plan.sources.map((source) => [source.name, source]));
  const inputs = new Map(downloads.map((entry) => [entry.name, entry]));
  return plan.uploads
    .filter(({ name }) => wanted.has(name))
    .flatMap((upload) => {
      const read = upload.sources.flatMap((name) => sources.get(name) ?? []);
      const upstream = {
        declarations: upload.sources.flatMap((name) => declarations.download.get(name) ?? []),
        entries: upload.sources.flatMap((name) => inputs.get(name) ?? []),
      };
      const due = withoutPaused(dueDaysOfUpload(read, dueDays), declarations.upload.get(upload.name));
      return entryOf({ ...upload, readers: [] }, upstream, due, parts);
    });
}

type Declared = Pick<Plan['uploads'][number], 'name' | 'project' | 'position'> & {
  readonly destination: string | null;
  /** The uploads that read it. */
  readonly readers: readonly string[];
};

/** The downloads that an upload reads. */
type Upstream = { readonly declarations: readonly DeclarationRow[]; readonly entries: readonly HomeEntry[] };
const NO_UPSTREAM: Upstream = { declarations: [], entries: [] };

function entryOf(
  { name, project, destination, position, readers }: Declared,
  upstream: Upstream,
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
  const dependencyStatus = dependencyOf(declaration, upstream.declarations);
  const found = healthCause({
    kind,
    name,
    suspended: suspendedOf(kind, declaration, upstream.declarations),
    days,
    dates: dates.slice(-SPARKLINE_DAYS),
    event,
    inputs: upstream.entries.map((input) => ({
      name: input.name,
      cause: input.cause,
      days: input.sparkline.slice(-SPARKLINE_DAYS).map((day) => day.status),
    })),
  });
  const cause = artifactStatus === 'paused' ? null : found;
  const lateSince =
    dates.slice(-SPARKLINE_DAYS).find((date, at) => late.has(`${name} ${date}`) && !isDelivered(days[at])) ?? null;
  const pauseReason = declaration.pause_reason;
  const message = healthMessage(kind, { artifactStatus, dependencyStatus, idle, days, event, cause, pauseReason });
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
      level: rowLevel(days, artifactStatus, dependencyStatus),
      idle,
      event,
      cause: cause === null ? null : { ...cause, title: causeTitle(cause), affected: readers, lateSince },
      message: message.text,
      messageKind: message.kind,
    },
  ];
}

const isDelivered = (day: DayStatus | null | undefined): boolean => day === 'clean' || day === 'warning';

/** Nothing is due after it was paused, and on the dates that a person left out. */
function withoutPaused(due: DueDays, declaration: DeclarationRow | undefined): DueDays {
  const { paused_since: pausedSince = null, skipped = null } = declaration ?? {};
  if (pausedSince === null && skipped === null) return due;
  return new Map(
    [...due].filter(([day, dueAt]) => dueAt < (pausedSince ?? Infinity) && skipped?.includes(day) !== true),
  );
}

const NOTHING_SUSPENDED: readonly Needed[] = [];

/** The suspended ones of a declaration, its key, its downloads and their keys, the nearest first. */
function suspendedOf(kind: Kind, own: DeclarationRow, upstream: readonly DeclarationRow[]): readonly Needed[] {
  if ([own, ...upstream].every((each) => each.status !== 'suspended' && keyWorks(each))) return NOTHING_SUSPENDED;
  const of = (declaration: DeclarationRow, subjectKind: Kind, via: string | null): Needed[] => [
    ...(declaration.status === 'suspended' ? [{ subjectKind, subject: declaration.name, via }] : []),
    ...(keyWorks(declaration) ? [] : [{ subjectKind: 'key' as const, subject: declaration.key_name ?? '', via }]),
  ];
  return [...of(own, kind, null), ...upstream.flatMap((each) => of(each, 'download', each.name))];
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
