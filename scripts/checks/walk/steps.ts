/** A file of the server that a report date passes through, with those of its functions and tables that other files of the walk use. */
export type Stop = {
  /** Below `packages/server/src`, without `.ts`. */
  readonly file: string;
  readonly functions: readonly string[];
};

/** One step of the walk. */
export type WalkStep = { readonly name: string; readonly stops: readonly Stop[] };

/**
 * The functions that a report date passes through from its schedule to `completed`: of a production upload that reads one
 * source, which is asked for each report date and uses a key. A file stands in the first step that calls it.
 */
export const WALK: readonly WalkStep[] = [
  {
    name: 'schedule',
    stops: [
      { file: 'pipeline/schedule/scheduler', functions: ['schedule'] },
      { file: 'pipeline/sources/source-rows', functions: ['storeScheduled'] },
      { file: 'pipeline/state/download-rows', functions: ['addScheduledDownloads'] },
      { file: 'pipeline/state/plan-queries', functions: ['loadPlan', 'isProbed'] },
      { file: 'queue/queue', functions: ['wakeAdded'] },
      { file: 'units/add-units', functions: ['addUnits'] },
      { file: 'pipeline/schedule/runs-to-make', functions: ['runsToMake'] },
    ],
  },
  {
    name: 'claim',
    stops: [
      { file: 'units/worker', functions: ['startWorker'] },
      { file: 'queue/take-jobs', functions: ['createTaker'] },
      { file: 'queue/lanes', functions: ['turnsOfLanes'] },
      { file: 'units/take-unit', functions: ['takeUnit', 'releaseSlots'] },
      { file: 'units/wait-facts', functions: ['waitFacts'] },
      { file: 'units/run-unit', functions: ['runUnit'] },
      { file: 'programs/work-parts', functions: ['prepare'] },
      { file: 'pipeline/state/unit-kinds', functions: ['UNIT_KINDS'] },
    ],
  },
  {
    name: 'download',
    stops: [
      { file: 'pipeline/state/unit-status', functions: ['changeStatus'] },
      { file: 'identity/keys/open-key', functions: ['openKey'] },
      { file: 'pipeline/downloads/run-download', functions: ['runDownload'] },
      { file: 'units/unit', functions: ['fenceUnit', 'finishUnit'] },
      { file: 'pipeline/sources/file-handle', functions: ['buildFileHandle'] },
      { file: 'pipeline/downloads/complete-download', functions: ['completeDownload', 'recordVolume'] },
      { file: 'pipeline/downloads/record-columns', functions: ['recordColumns'] },
      { file: 'pipeline/downloads/judge-volume', functions: ['recordUnusualVolume'] },
    ],
  },
  {
    name: 'flow',
    stops: [
      { file: 'pipeline/flows/start-flows', functions: ['startDueFlows'] },
      { file: 'pipeline/flows/due-flows', functions: ['dueFlows'] },
      { file: 'pipeline/state/flow-rows', functions: ['addFlow'] },
      { file: 'pipeline/state/upload-rows', functions: ['addUpload'] },
      { file: 'pipeline/flows/run-flow', functions: ['runFlow'] },
      { file: 'pipeline/flows/require-inputs', functions: ['requireInputs'] },
      { file: 'pipeline/flows/assertions', functions: ['readRowCounts', 'recordAssertions'] },
      { file: 'pipeline/state/end-flow', functions: ['endFlowIfDelivered', 'lockUploadsOf'] },
    ],
  },
  {
    name: 'upload',
    stops: [
      { file: 'pipeline/uploads/run-upload', functions: ['runUpload'] },
      { file: 'pipeline/deadlines/record-late-delivery', functions: ['recordLateDelivery'] },
    ],
  },
];

/** Functions that `programs` starts: nothing on the walk calls them. */
export const ENTRIES: ReadonlySet<string> = new Set(['schedule', 'startWorker']);

/** Functions that `programs` hands in, by the name of the parameter: their users do not import the file. */
export const HANDED_IN: Readonly<Record<string, string>> = {
  prepare: 'prepare',
  openKey: 'openKey',
  UNIT_KINDS: 'kinds',
};

/** Layers and folders that every step uses, so that no step lists them: connections, secrets, and what logs and measures. */
export const LEFT_OUT = ['db/', 'identity/', 'journal/', 'observe/', 'pipeline/observation/'];

/** Files that a file of the walk imports and this report date does not pass through, with the case that they are for. */
export const BRANCHES: Readonly<Record<string, string>> = {
  'pipeline/attempts/record-failure': 'an attempt fails',
  'pipeline/deadlines/deadlines': 'a deadline passes',
  'pipeline/mail-ingest/mail-files': 'the source reads received mail',
  'pipeline/flows/difference': 'a test run compares its result with production',
  'pipeline/flows/empty-results': 'the flow has no rows for an upload',
  'pipeline/flows/lost-values': 'conversions made values null',
  'pipeline/flows/state-moved': 'another flow changed kept rows meanwhile',
  'pipeline/flows/settle-flow': 'a person launched the flow',
  'pipeline/schedule/recover-schedules': 'a wrong clock moved the schedule ahead',
  'pipeline/sources/lock-files': 'the files of the source are probed',
  'pipeline/sources/wait-for-files': 'the files of the source are probed',
  'pipeline/state/compile-again': 'the script was published before kept rows knew report dates',
  'pipeline/flows/without-stopped': 'an assertion or a freeze keeps rows from being kept',
  'pipeline/restatements/record-restatement': 'the result differs from what was delivered',
  'pipeline/state/frozen-dates': 'a person has frozen the report date',
  'pipeline/state/stale-results': 'a date was loaded again and changed kept rows',
  'pipeline/state/destination-shown': 'rows of an earlier result stay at the destination',
  'pipeline/suspension/suspend': 'all rows are dirty',
  'pipeline/uploads/deliver-test': 'a test run keeps its result',
  'pipeline/uploads/test-objects': 'a test run claims what it replaces',
  'pipeline/uploads/test-place': 'a test run writes only where it may',
  'pipeline/uploads/test-target': 'a test run delivers its result',
  'programs/scratch-folder': 'a worker starts',
  'queue/repeat': 'a program runs the scheduler at an interval',
  'units/count-failure': 'all rows are dirty',
  'units/next-unit': 'a limit or a suspension blocks the unit',
};
