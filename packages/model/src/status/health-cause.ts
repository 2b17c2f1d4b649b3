import type { DayStatus } from './health.ts';

/**
 * Kinds of causes. suspended: the subject is suspended. key: the subject is a key that is suspended or gone. The others are statuses
 * of a day.
 */
export const HEALTH_CAUSE_KINDS = ['suspended', 'key', 'failed', 'issue', 'missing', 'warning', 'retrying'] as const;
export type HealthCauseKind = (typeof HEALTH_CAUSE_KINDS)[number];

/** Why a download or upload is not in order. */
export type HealthCause = {
  readonly kind: HealthCauseKind;
  /** Error code of the event that explains the day, or of the failure after which the subject was suspended; null when none does. */
  readonly code: string | null;
  /** The download or upload of that event, one of the subject; null when none explains the day. */
  readonly runId: string | null;
  /** The first of the days without a gap that are not in order, yyyy-MM-dd; null when all are. */
  readonly since: string | null;
  /** The newest of the most serious days, yyyy-MM-dd; null when all are in order. */
  readonly day: string | null;
  readonly subjectKind: 'key' | 'download' | 'upload';
  /** Name of the key, download or upload that is responsible. */
  readonly subject: string;
  /** The download through which an upload depends on the cause; null when the cause is its own. */
  readonly via: string | null;
};

/** A key, download or upload that a declaration needs, or itself. */
export type Needed = Pick<HealthCause, 'subjectKind' | 'subject' | 'via'>;

/** Facts that decide the cause. */
export type CauseFacts = {
  readonly kind: 'download' | 'upload';
  readonly name: string;
  /** The suspended ones of the declaration and all that it needs, the nearest first. */
  readonly suspended: readonly Needed[];
  readonly days: readonly (DayStatus | null)[];
  /** The date of each day, yyyy-MM-dd. */
  readonly dates: readonly string[];
  /** The latest warning or error of these days. */
  readonly event: {
    readonly code: string | null;
    readonly severity: string;
    /** yyyy-MM-dd; null when it is about no report date. */
    readonly report_date: string | null;
    /** The download or upload that it is about. */
    readonly run_id: string | null;
  } | null;
  /** The downloads that an upload reads. */
  readonly inputs: readonly Input[];
};

/** A download that an upload reads, with its days. */
type Input = {
  readonly name: string;
  readonly cause: HealthCause | null;
  readonly days: readonly (DayStatus | null)[];
};

/** The most serious first. */
const UNWELL = ['failed', 'issue', 'warning', 'missing', 'retrying'] as const;
type Unwell = (typeof UNWELL)[number];

const isUnwell = (day: DayStatus | null | undefined): day is Unwell => UNWELL.some((each) => each === day);

/** Severities of the events that explain a day. */
const EXPLAINING: Readonly<Record<Unwell, readonly string[]>> = {
  failed: ['error', 'fatal'],
  issue: ['error'],
  warning: ['warn'],
  missing: [],
  retrying: ['warn', 'error'],
};

/**
 * Why a download or upload is not in order: what is suspended comes before what happened on the most serious day. A day of an
 * upload that is missing, or whose input failed, has the cause of that input, which may still be waited for.
 * @returns null when everything is in order
 */
export function healthCause(facts: CauseFacts): HealthCause | null {
  const { kind, name, days, dates, event, suspended } = facts;
  const worst = UNWELL.find((status) => days.includes(status));
  const eventDay = event?.report_date == null ? -1 : dates.indexOf(event.report_date);
  const at = worst === undefined ? -1 : days[eventDay] === worst ? eventDay : days.lastIndexOf(worst);
  const span = { since: at === -1 ? null : (dates[firstUnwell(days, at)] ?? null), day: dates[at] ?? null };
  const isExplained =
    event !== null &&
    worst !== undefined &&
    EXPLAINING[worst].includes(event.severity) &&
    (event.report_date === null || event.report_date === dates[at]);
  const explained = { code: isExplained ? event.code : null, runId: isExplained ? event.run_id : null };
  const [nearest] = suspended;
  if (nearest?.subjectKind === 'key') return { kind: 'key', code: null, runId: null, ...span, ...nearest };
  if (nearest !== undefined) {
    const behind =
      nearest.via === null ? explained : facts.inputs.find(({ name: input }) => input === nearest.via)?.cause;
    return { kind: 'suspended', code: behind?.code ?? null, runId: behind?.runId ?? null, ...span, ...nearest };
  }
  if (worst === undefined) return null;
  const { code } = explained;
  if (kind === 'upload' && (worst === 'missing' || code === 'INPUT_FAILED')) {
    const input =
      facts.inputs.find(({ days: own }) => isBlocking(own[at])) ??
      (worst === 'missing' ? facts.inputs.find(({ days: own }) => own[at] === 'expected') : undefined);
    if (input !== undefined) return causeOfInput(input, dates, at);
  }
  return {
    kind: worst,
    ...explained,
    ...span,
    subjectKind: kind,
    subject: name,
    via: null,
  };
}

const isBlocking = (day: DayStatus | null | undefined): day is Unwell => isUnwell(day) && day !== 'warning';

/** The cause of an input, if it is about the day; else the status of that day. */
function causeOfInput({ name, cause, days }: Input, dates: readonly string[], at: number): HealthCause {
  const day = dates[at] ?? null;
  if (cause !== null && (cause.day === day || cause.kind === 'key' || cause.kind === 'suspended'))
    return { ...cause, via: name };
  const status = days[at];
  const since = dates[firstUnwell(days, at)] ?? null;
  const kind = isUnwell(status) ? status : 'missing';
  return { kind, code: null, runId: null, since, day, subjectKind: 'download', subject: name, via: name };
}

/** The place of the first of the days up to one that are not in order; days on which nothing is due do not end them. */
function firstUnwell(days: readonly (DayStatus | null)[], at: number): number {
  let first = at;
  for (let index = at - 1; index >= 0; index -= 1) {
    const day = days[index] ?? null;
    if (isUnwell(day)) first = index;
    else if (day !== null) break;
  }
  return first;
}
