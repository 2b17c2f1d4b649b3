import { shortDay } from '../format.ts';
import type { ArtifactStatus, DayStatus, DependencyStatus } from '../status/health.ts';
import type { HealthCause } from '../status/health-cause.ts';
import { causeTitle } from './cause-title.ts';

/** Kinds of health messages. dirty: some rows are dirty. */
export const HEALTH_MESSAGE_KINDS = ['error', 'warning', 'dirty', 'information'] as const;
export type HealthMessageKind = (typeof HEALTH_MESSAGE_KINDS)[number];

export type HealthMessage = { readonly kind: HealthMessageKind; readonly text: string };

/** Facts that decide the health message of a download or upload. */
export type HealthFacts = {
  readonly artifactStatus: ArtifactStatus;
  readonly dependencyStatus: DependencyStatus;
  /** Whether it has not run for more than seven days. */
  readonly idle: boolean;
  /** The days of the sparkline. */
  readonly days: readonly (DayStatus | null)[];
  /** The latest warning or error of these days. */
  readonly event: { readonly code: string | null; readonly message: string; readonly severity: string } | null;
  /** Null when everything is in order. */
  readonly cause: HealthCause | null;
  /** The reason of the person who paused it; null when it is not paused. */
  readonly pauseReason: string | null;
};

const isWell = (day: DayStatus | null): boolean => day === null || day === 'clean' || day === 'expected';

/**
 * The message of a download or upload on Home, in messages and in mail. A warning or error that later runs of the same dates
 * have made good is not shown.
 */
export function healthMessage(noun: 'download' | 'upload', facts: HealthFacts): HealthMessage {
  const { artifactStatus, dependencyStatus, idle, days, event, cause, pauseReason } = facts;
  const title = noun === 'download' ? 'Download' : 'Upload';
  const notRun = `This ${noun} has not run in over seven days`;
  if (artifactStatus === 'paused')
    return { kind: 'information', text: `${title} is paused: ${pauseReason ?? 'no reason'}` };
  if (artifactStatus === 'suspended' || dependencyStatus === 'suspended')
    return { kind: 'error', text: idle ? notRun : (event?.message ?? `${title} is suspended`) };
  if (dependencyStatus === 'blocked') return { kind: 'warning', text: `${title} is blocked` };
  if (idle) return { kind: 'warning', text: notRun };
  if (days.every(isWell) && dependencyStatus === 'paused')
    return { kind: 'information', text: `${title} waits: something that it needs is paused.` };
  if (days.every(isWell)) return { kind: 'information', text: `This ${noun} is running without issues.` };
  if (event === null) return { kind: 'warning', text: unexplained(noun, cause) };
  if (event.code === 'DOWNLOAD_ROWS_DIRTY' && event.severity === 'warn') return { kind: 'dirty', text: event.message };
  return { kind: event.severity === 'warn' ? 'warning' : 'error', text: event.message };
}

/** A day that is not in order and that no event explains. */
function unexplained(noun: 'download' | 'upload', cause: HealthCause | null): string {
  const day = cause?.day == null ? 'One of the last seven days' : shortDay(cause.day);
  if (cause?.kind === 'missing') return `${day} is missing: nothing was ${noun}ed for it.`;
  return `${day} is not in order: ${causeTitle(cause)}.`;
}
