import { FLOW_FINAL } from '@switchboard/model/status/status';
import { TestRunsDocument } from '../../api/generated/documents/test-run.ts';
import type { TestRunRowFragment } from '../../api/generated/graphql.ts';
import { describeList } from '../../api/lists/list-description.ts';
import type { Changes } from '../../api/live/live.ts';

export const TEST_RUN_PAGE_SIZE = 10;

const FINAL: readonly string[] = FLOW_FINAL;

/** Whether a test run has ended. */
export const isEnded = ({ status }: Pick<TestRunRowFragment, 'status'>): boolean => FINAL.includes(status);

/** Ids of live changes that may concern test runs. A flow is not announced itself: its downloads, uploads and events are. */
export const testRunChanges = ({ downloads, uploads, events }: Changes): readonly string[] => [
  ...[...downloads, ...uploads].filter(({ purpose }) => purpose === 'proof').map(({ id }) => id),
  ...events.filter(({ flow }) => flow !== null).map(({ id }) => id),
];

export const concernsTestRuns = (changes: Changes): boolean => testRunChanges(changes).length > 0;

export const TEST_RUN_LIST = describeList('Test Runs', TestRunsDocument, {
  noun: 'test run',
  select: (data) => data.flows,
  changedIds: testRunChanges,
  isRunning: (rows) => !rows.every(isEnded),
  rowName: ({ changelist }) => changelist.description,
});
