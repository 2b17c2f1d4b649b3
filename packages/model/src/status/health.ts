import type { DirtyRowStatus, DownloadStatus, UploadStatus } from './status.ts';

/**
 * The states of a report date of a download or upload, the least serious first: of several the most serious counts.
 * See docs/design/health.md.
 */
export const DAY_STATUSES = ['clean', 'retrying', 'expected', 'missing', 'warning', 'issue', 'failed'] as const;
export type DayStatus = (typeof DAY_STATUSES)[number];

/** Urgency of a download's or upload's health. */
export const HEALTH_LEVELS = ['Working', 'Notice', 'Issue', 'Error'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** Whether a declaration itself runs. */
export const ARTIFACT_STATUSES = ['active', 'suspended', 'paused'] as const;
export type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number];

/** Whether what a declaration needs runs. */
export const DEPENDENCY_STATUSES = ['working', 'suspended', 'blocked', 'paused'] as const;
export type DependencyStatus = (typeof DEPENDENCY_STATUSES)[number];

/**
 * The newest production run of a report date that has come to an end or is under way. `skipped` is also an upload whose
 * result had no rows.
 */
export type DayRun = {
  readonly status: DownloadStatus | UploadStatus;
  readonly dirty: DirtyRowStatus;
  /** Whether it has an error event that is not fatal. */
  readonly errors: boolean;
};

/** Facts about one report date. */
export type DayFacts = {
  /** Null when there is none. */
  readonly run: DayRun | null;
  /** Epoch milliseconds at which it was, or is, first due; null when nothing is due for this date. */
  readonly dueAt: number | null;
  /** Whether it was not there by its deadline. */
  readonly late: boolean;
};

/**
 * The state of one report date; null when nothing has run and nothing is due.
 * @param now epoch milliseconds
 */
export function dayStatus({ run, dueAt, late }: DayFacts, now: number): DayStatus | null {
  if (run === null) return dueAt === null ? null : dueAt > now ? 'expected' : 'missing';
  if (run.status === 'retrying') return 'retrying';
  // It ran, and there was nothing to bring.
  if (run.status === 'skipped') return late ? 'warning' : 'clean';
  if (run.status === 'failed') return 'failed';
  if (run.status === 'completed' || run.status === 'STOPPED') {
    if (run.errors || run.dirty === 'all') return 'issue';
    return run.dirty === 'some' || late ? 'warning' : 'clean';
  }
  return 'expected';
}

/** The most serious of several days; null of none. */
export function worstDay(days: readonly (DayStatus | null)[]): DayStatus | null {
  return DAY_STATUSES.findLast((status) => days.includes(status)) ?? null;
}

/** The level of a row: the worst level of its days. */
export function healthLevel(days: readonly (DayStatus | null)[], artifact: ArtifactStatus): HealthLevel {
  const ranks = days.map((day) => HEALTH_LEVELS.indexOf(dayLevel(day, artifact)));
  return HEALTH_LEVELS[Math.max(...ranks, 0)] ?? 'Working';
}

/**
 * The level of a row on Home: that of its days, but an error while something that it needs is suspended, and an issue while a
 * key blocks it, also before a day is missing. What a person has paused is in order.
 */
export function rowLevel(
  days: readonly (DayStatus | null)[],
  artifact: ArtifactStatus,
  dependency: DependencyStatus,
): HealthLevel {
  if (artifact === 'paused') return 'Working';
  if (artifact === 'suspended' || dependency === 'suspended') return 'Error';
  const level = healthLevel(days, artifact);
  return dependency === 'blocked' && level !== 'Error' ? 'Issue' : level;
}

/** The level of a day. A run under way, or still to come, is in order. */
export function dayLevel(day: DayStatus | null, artifact: ArtifactStatus): HealthLevel {
  if (day === 'failed') return 'Error';
  if (day === 'missing') return artifact === 'suspended' ? 'Error' : 'Notice';
  if (day === 'issue') return 'Issue';
  return day === 'warning' ? 'Notice' : 'Working';
}

/** Whether nothing has run for a whole week: six days are missing, and the last has not come either. Oldest day first. */
export function idleForAWeek(days: readonly (DayStatus | null)[]): boolean {
  const last = days.at(-1);
  const before = days.slice(0, -1);
  return before.length >= 6 && before.every((day) => day === 'missing') && (last === 'expected' || last === 'missing');
}
