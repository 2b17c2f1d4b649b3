import { BACKFILL_STATUSES, BACKFILL_TRANSITIONS, type BackfillStatus } from '@switchboard/model/backfill';
import { SEVERITY_GROUPS } from '@switchboard/model/events';
import { FLOW_PHASES, type FlowPhase, RUN_STATUSES, type RunStatus } from '@switchboard/model/status/flow-phase';
import {
  ARTIFACT_STATUSES,
  DAY_STATUSES,
  type DayStatus,
  DEPENDENCY_STATUSES,
  HEALTH_LEVELS,
  type HealthLevel,
} from '@switchboard/model/status/health';
import {
  DIRTY_ROW_STATUSES,
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_TRANSITIONS,
  DOWNLOAD_UNFINISHED,
  FLOW_FINAL,
  FLOW_STATUS_VIEWS,
  FLOW_TRANSITIONS,
  PURPOSE_LABELS,
  type StatusView,
  UPLOAD_ABORTABLE,
  UPLOAD_FINAL,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_TRANSITIONS,
  UPLOAD_UNFINISHED,
} from '@switchboard/model/status/status';
import { WAIT_REASONS } from '@switchboard/model/status/waiting';
import { type Line, lineOf, type ProofName, row, type Section } from './line.ts';

function statusLine(section: Section, what: string, ...proofs: readonly ProofName[]): Line {
  return lineOf(section, 'status', what, ...proofs);
}

/** The statuses of one kind of work from the model's tables. Each line names the row of the test that repeats it by hand. */
function views(
  noun: 'download' | 'upload' | 'flow',
  all: Readonly<Record<string, StatusView>>,
  groups: Readonly<Record<string, readonly string[]>>,
): Line[] {
  return Object.entries(all).map(([status, { label, tone }]) => {
    const counts = Object.keys(groups)
      .filter((name) => groups[name]?.includes(status))
      .join(', ');
    return statusLine(
      '1.4',
      `${noun}: \`${status}\`, shown as "${label}", drawn as ${tone}${counts === '' ? '' : `; ${counts}`}`,
      row('status-view', noun, status, label, tone, counts),
    );
  });
}

function moves(section: Section, noun: string, transitions: Readonly<Record<string, readonly string[]>>): Line[] {
  return Object.entries(transitions).flatMap(([from, to]) =>
    to.map((next) =>
      lineOf(section, 'transition', `${noun}: \`${from}\` to \`${next}\``, row('status-transition', noun, from, next)),
    ),
  );
}

const TRANSFERS: readonly Line[] = [
  ...views('download', DOWNLOAD_STATUS_VIEWS, {
    unfinished: DOWNLOAD_UNFINISHED,
    abortable: DOWNLOAD_ABORTABLE,
    over: DOWNLOAD_FINAL,
  }),
  ...moves('1.4', 'download', DOWNLOAD_TRANSITIONS),
  ...views('upload', UPLOAD_STATUS_VIEWS, {
    unfinished: UPLOAD_UNFINISHED,
    abortable: UPLOAD_ABORTABLE,
    over: UPLOAD_FINAL,
  }),
  ...moves('1.4', 'upload', UPLOAD_TRANSITIONS),
  ...views('flow', FLOW_STATUS_VIEWS, { over: FLOW_FINAL }),
  ...moves('1.4', 'flow', FLOW_TRANSITIONS),
  ...Object.entries({ error: SEVERITY_GROUPS.errors, warning: SEVERITY_GROUPS.warnings, info: SEVERITY_GROUPS.info })
    .flatMap(([group, severities]) => severities.map((severity) => ({ group, severity })))
    .map(({ group, severity }) =>
      statusLine(
        '1.4',
        `event: severity \`${severity}\`, shown as ${group}`,
        row('event-severity-view', severity, group),
      ),
    ),
  ...DIRTY_ROW_STATUSES.map((status) =>
    statusLine(
      '1.4',
      `dirty rows: \`${status}\``,
      row('dirty-row-status', 10, { none: 0, some: 1, all: 10 }[status], status),
    ),
  ),
];

const BACKFILL_PROOFS: Readonly<Record<BackfillStatus, ProofName>> = {
  preparing: 'backfill-status-progress',
  running: 'backfill-status-progress',
  completed: 'backfill-status-progress',
  completed_with_errors: row('backfill-final', 'completed_with_errors'),
  cancelled: row('backfill-cancellable', 'running'),
};
const RUN_PROOFS: Readonly<Record<RunStatus, ProofName>> = {
  queued: row('run-status', 'PENDING', 'queued'),
  running: row('run-status', 'PROCESSING', 'running'),
  succeeded: row('run-status', 'STOPPED', 'succeeded'),
  failed: row('run-status', 'FATAL', 'failed'),
  cancelled: 'run-cancelled-not-failed',
};
const PHASE_PROOFS: Readonly<Record<FlowPhase, ProofName>> = {
  downloading: row('flow-phase', 'SOURCING', 'downloading'),
  processing: row('flow-phase', 'PROCESSING', 'processing'),
  uploading: row('flow-phase', 'SINKING', 'uploading'),
  succeeded: row('flow-phase', 'STOPPED', 'succeeded'),
};

const BACKFILLS: readonly Line[] = [
  ...BACKFILL_STATUSES.map((status) => statusLine('2.4', `backfill: \`${status}\``, BACKFILL_PROOFS[status])),
  ...Object.entries(BACKFILL_TRANSITIONS).flatMap(([from, to]) =>
    to.map((next) =>
      lineOf(
        '2.4',
        'transition',
        `backfill: \`${from}\` to \`${next}\``,
        next === 'cancelled' ? row('backfill-cancellable', from) : BACKFILL_PROOFS[next],
      ),
    ),
  ),
  ...RUN_STATUSES.map((run) => statusLine('2.4', `run: \`${run}\``, RUN_PROOFS[run], 'backfill-pipeline-counts')),
  ...FLOW_PHASES.map((phase) => statusLine('2.4', `phase of a run: \`${phase}\``, PHASE_PROOFS[phase])),
];

/** When a report date has each status, as the reference page says it. */
const DAY_CONDITIONS: Readonly<Record<DayStatus, string>> = {
  clean: 'it was completed',
  retrying: 'it is retried',
  expected: 'it is due later',
  missing: 'it was due and has not run',
  warning: 'some rows are dirty',
  issue: 'it has an error event',
  failed: 'it failed',
};
const LEVEL_PROOFS: Readonly<Record<HealthLevel, ProofName>> = {
  Working: row('day-level', 'Working', 'clean', 'active'),
  Notice: row('day-level', 'Notice', 'warning', 'active'),
  Issue: row('day-level', 'Issue', 'issue', 'active'),
  Error: row('day-level', 'Error', 'failed', 'active'),
};

const HOME: readonly Line[] = [
  ...DAY_STATUSES.map((status) =>
    statusLine('2.4', `daily status: \`${status}\`, when ${DAY_CONDITIONS[status]}`, row('day-status', status)),
  ),
  ...HEALTH_LEVELS.map((level) => statusLine('2.4', `level of a row: ${level}`, LEVEL_PROOFS[level])),
  ...ARTIFACT_STATUSES.map((status) => statusLine('2.4', `a declaration itself: \`${status}\``, 'home-suspension')),
  ...DEPENDENCY_STATUSES.map((status) =>
    statusLine('2.4', `what a declaration needs: \`${status}\``, 'home-suspension'),
  ),
  ...Object.entries(PURPOSE_LABELS).map(([purpose, label]) =>
    statusLine('2.9', `purpose: \`${purpose}\`, shown as "${label}"`, row('purpose-label', purpose, label)),
  ),
];

/** One line for each status and legal transition that the model knows. */
export const STATUS_LINES: readonly Line[] = [
  ...TRANSFERS,
  ...BACKFILLS,
  ...HOME,
  ...WAIT_REASONS.map((reason) =>
    statusLine('design', `why work does not run: \`${reason}\``, row('wait-reasons', reason)),
  ),
];
