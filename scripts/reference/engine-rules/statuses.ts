import {
  ARTIFACT_STATUSES,
  BACKFILL_STATUSES,
  BACKFILL_TRANSITIONS,
  type BackfillStatus,
  DAY_STATUSES,
  type DayStatus,
  DEPENDENCY_STATUSES,
  DIRTY_ROW_STATUSES,
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_TRANSITIONS,
  DOWNLOAD_UNFINISHED,
  FLOW_FINAL,
  FLOW_STATUS_VIEWS,
  FLOW_TRANSITIONS,
  HEALTH_LEVELS,
  type HealthLevel,
  PIPELINE_OUTCOMES,
  PIPELINE_PHASES,
  type PipelineOutcome,
  type PipelinePhase,
  PURPOSE_LABELS,
  SEVERITY_GROUPS,
  type StatusView,
  UPLOAD_ABORTABLE,
  UPLOAD_FINAL,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_TRANSITIONS,
  UPLOAD_UNFINISHED,
  WAIT_REASONS,
  type WaitReason,
} from '@switchboard/model';
import { type Line, type Proof, type Section, testsOf } from './line.ts';

const shown = testsOf('packages/model/src/status-views.test.ts');
const moved = testsOf('packages/server/src/units/transitions.test.ts');
const runs = testsOf('packages/model/src/backfill.test.ts');
const backfill = testsOf('packages/server/src/pipeline/backfills/status.test.ts');
const waits = testsOf('packages/model/src/waiting.test.ts');
const health = testsOf('packages/model/src/health.test.ts');
const home = testsOf('packages/server/src/features/home/graphql.test.ts');

/** The statuses of one kind of work, as the model's tables have them: each line names the test that says the same by hand. */
function views(
  what: { readonly noun: string; readonly a: string },
  all: Readonly<Record<string, StatusView>>,
  groups: Readonly<Record<string, readonly string[]>>,
): Line[] {
  return Object.entries(all).map(([status, { label, tone }]) => {
    const counts = Object.keys(groups).filter((name) => groups[name]?.includes(status));
    const also = counts.length === 0 ? '' : `; ${counts.join(', ')}`;
    return {
      section: '1.4',
      kind: 'status',
      what: `${what.noun}: \`${status}\`, shown as "${label}", drawn as ${tone}${also}`,
      proofs: [
        shown(
          `${what.a} > that is ${status} is shown as ${label}, drawn as ${tone}, and counts as: ${counts.join(', ')}`,
        ),
      ],
    };
  });
}

function moves(section: Section, noun: string, transitions: Readonly<Record<string, readonly string[]>>): Line[] {
  return Object.entries(transitions).flatMap(([from, to]) =>
    to.map(
      (next): Line => ({
        section,
        kind: 'transition',
        what: `${noun}: \`${from}\` to \`${next}\``,
        proofs: [moved(`the status of a ${noun} goes from ${from} to ${next}`)],
      }),
    ),
  );
}

const statusOf = (section: Section, what: string, ...proofs: readonly Proof[]): Line => ({
  section,
  kind: 'status',
  what,
  proofs,
});

const TRANSFERS: readonly Line[] = [
  ...views({ noun: 'download', a: 'a download' }, DOWNLOAD_STATUS_VIEWS, {
    unfinished: DOWNLOAD_UNFINISHED,
    abortable: DOWNLOAD_ABORTABLE,
    over: DOWNLOAD_FINAL,
  }),
  ...moves('1.4', 'download', DOWNLOAD_TRANSITIONS),
  ...views({ noun: 'upload', a: 'an upload' }, UPLOAD_STATUS_VIEWS, {
    unfinished: UPLOAD_UNFINISHED,
    abortable: UPLOAD_ABORTABLE,
    over: UPLOAD_FINAL,
  }),
  ...moves('1.4', 'upload', UPLOAD_TRANSITIONS),
  ...views({ noun: 'flow', a: 'a flow' }, FLOW_STATUS_VIEWS, { over: FLOW_FINAL }),
  ...moves('1.4', 'flow', FLOW_TRANSITIONS),
  ...Object.entries({ error: SEVERITY_GROUPS.errors, warning: SEVERITY_GROUPS.warnings, info: SEVERITY_GROUPS.info })
    .flatMap(([group, severities]) => severities.map((severity) => ({ group, severity })))
    .map(({ group, severity }) =>
      statusOf(
        '1.4',
        `event: severity \`${severity}\`, shown as ${group}`,
        shown(`an event > of severity ${severity} is shown as ${group}`),
      ),
    ),
  ...DIRTY_ROW_STATUSES.map((status) =>
    statusOf(
      '1.4',
      `dirty rows: \`${status}\``,
      shown(`dirty rows > of 10 rows ${{ none: 0, some: 1, all: 10 }[status]} dirty are ${status}`),
    ),
  ),
];

/** What keeps work from running, each with the case that gives it. */
const WAITS: Readonly<Record<WaitReason, string>> = {
  running: 'a worker has it',
  account_deactivated: 'its account is not active',
  source_suspended: 'its download is suspended',
  upload_suspended: 'its upload is suspended',
  key_missing: 'there is no such key',
  key_suspended: 'its key is suspended',
  requested: 'the provider makes the report',
  checking_files: 'no file has come',
  retry_scheduled: 'it is to be tried again',
  inputs_missing: 'a download is under way',
  processing: 'its flow is under way',
  account_limit: 'its account has its share',
  key_limit: 'its key has its share',
  queued: 'nothing is in its way',
};

const BACKFILL_PROOFS: Readonly<Record<BackfillStatus, string>> = {
  preparing: 'is preparing, then running with all its pipelines, then completed when they are over',
  running: 'is preparing, then running with all its pipelines, then completed when they are over',
  completed: 'is preparing, then running with all its pipelines, then completed when they are over',
  completed_with_errors: 'that is completed_with_errors stays so',
  cancelled: 'that is running can be cancelled',
};
const OUTCOME_PROOFS: Readonly<Record<PipelineOutcome, string>> = {
  queued: 'of a flow that is PENDING: queued, in the phase null',
  running: 'of a flow that is PROCESSING: running, in the phase processing',
  succeeded: 'of a flow that is STOPPED: succeeded, in the phase null',
  failed: 'of a flow that is FATAL: failed, in the phase null',
  cancelled: 'of a flow that is ABANDONED: cancelled, in the phase null',
};
const PHASE_PROOFS: Readonly<Record<PipelinePhase, string>> = {
  downloading: 'of a flow that is SOURCING: running, in the phase downloading',
  processing: 'of a flow that is PROCESSING: running, in the phase processing',
  uploading: 'of a flow that is SINKING: running, in the phase uploading',
};
const counted = testsOf('packages/server/src/features/backfills/graphql.test.ts')(
  'a backfill > counts its pipelines as they are, and lists them by report date, status and phase',
);

const BACKFILLS: readonly Line[] = [
  ...BACKFILL_STATUSES.map((status) =>
    statusOf('2.4', `backfill: \`${status}\``, backfill(`a backfill > ${BACKFILL_PROOFS[status]}`)),
  ),
  ...Object.entries(BACKFILL_TRANSITIONS).flatMap(([from, to]) =>
    to.map(
      (next): Line => ({
        section: '2.4',
        kind: 'transition',
        what: `backfill: \`${from}\` to \`${next}\``,
        proofs: [
          backfill(`a backfill > ${next === 'cancelled' ? `that is ${from} can be cancelled` : BACKFILL_PROOFS[next]}`),
        ],
      }),
    ),
  ),
  ...PIPELINE_OUTCOMES.map((outcome) =>
    statusOf('2.4', `pipeline: \`${outcome}\``, runs(`pipelines > ${OUTCOME_PROOFS[outcome]}`), counted),
  ),
  ...PIPELINE_PHASES.map((phase) =>
    statusOf('2.4', `phase of a running pipeline: \`${phase}\``, runs(`pipelines > ${PHASE_PROOFS[phase]}`), counted),
  ),
];

const DAY_PROOFS: Readonly<Record<DayStatus, string>> = {
  clean: 'it was completed',
  retrying: 'it is tried again',
  expected: 'it is due later',
  missing: 'it was due and is not there',
  warning: 'some rows are dirty',
  issue: 'an error was told of it',
  failed: 'it failed',
};
const LEVEL_PROOFS: Readonly<Record<HealthLevel, string>> = {
  Working: 'is Working when it is clean and the declaration active',
  Notice: 'is Notice when it is warning and the declaration active',
  Issue: 'is Issue when it is issue and the declaration active',
  Error: 'is Error when it is failed and the declaration active',
};
const suspended = home('the health of what is published > says what is suspended, and what waits for it');

const HOME: readonly Line[] = [
  ...DAY_STATUSES.map((status) =>
    statusOf(
      '2.4',
      `daily status: \`${status}\`, when ${DAY_PROOFS[status]}`,
      health(`a report date > is ${status} when ${DAY_PROOFS[status]}`),
    ),
  ),
  ...HEALTH_LEVELS.map((level) =>
    statusOf('2.4', `level of a row: ${level}`, health(`the level of a day > ${LEVEL_PROOFS[level]}`)),
  ),
  ...ARTIFACT_STATUSES.map((status) => statusOf('2.4', `a declaration itself: \`${status}\``, suspended)),
  ...DEPENDENCY_STATUSES.map((status) => statusOf('2.4', `what a declaration needs: \`${status}\``, suspended)),
  ...Object.entries(PURPOSE_LABELS).map(([purpose, label]) =>
    statusOf(
      '2.9',
      `purpose: \`${purpose}\`, shown as "${label}"`,
      shown(`a purpose > ${purpose} is shown as ${label}`),
    ),
  ),
];

/** One line for each status and legal transition that the model knows. */
export const STATUS_LINES: readonly Line[] = [
  ...TRANSFERS,
  ...BACKFILLS,
  ...HOME,
  ...WAIT_REASONS.map((reason) =>
    statusOf('design', `why work does not run: \`${reason}\``, waits(`${reason}: ${WAITS[reason]}`)),
  ),
];
