import type { TestRunRowFragment } from '../src/api/generated/graphql.ts';
import { buildAnswer, buildEvent } from './build-rows.ts';

type Output = TestRunRowFragment['outputs'][number];
type Difference = NonNullable<Output['difference']>;
type Event = Partial<TestRunRowFragment['events'][number]>;

const rows = (count: number, sample: readonly (readonly (string | null)[])[] = []) => ({
  __typename: 'DifferentRows',
  rows: count,
  sample,
});

/** A difference by the key `site`: one row of each kind, unless the patch says otherwise. */
export function buildDifference(patch: object = {}): Difference {
  const difference = {
    __typename: 'UploadDifference',
    failure: null,
    rows_before: 4,
    rows_after: 4,
    keys: ['site'],
    columns: ['clicks', 'site'],
    added: rows(1, [['9', 'new']]),
    removed: rows(1, [[null, 'gone']]),
    changed: {
      __typename: 'ChangedRows',
      rows: 1,
      sample: [{ __typename: 'ChangedRow', before: ['1', 'a'], after: ['2', 'a'], columns: ['clicks'] }],
    },
    columns_changed: [{ __typename: 'ChangedColumn', name: 'clicks', rows: 1 }],
    columns_added: [],
    columns_removed: [],
    columns_retyped: [],
    ...patch,
  };
  return difference;
}

export const buildRows = rows;

/** A difference of results that are the same. */
export const buildSame = (): Difference =>
  buildDifference({
    added: rows(0),
    removed: rows(0),
    changed: { __typename: 'ChangedRows', rows: 0, sample: [] },
    columns_changed: [],
  });

export const buildOutput = (patch: object = {}) => ({
  __typename: 'Upload',
  id: 'u1',
  name: 'daily',
  status: 'completed',
  result_file: null,
  difference: buildDifference(),
  ...patch,
});

type Patch = Partial<Omit<TestRunRowFragment, 'events' | 'changelist' | 'outputs'>> & {
  readonly purpose?: string;
  readonly events?: readonly Event[];
  readonly changelist?: Partial<TestRunRowFragment['changelist']>;
  readonly outputs?: readonly object[];
};

/** A completed test run of the draft "My draft". */
export function buildTestRun({ events = [], changelist = {}, outputs, ...patch }: Patch = {}) {
  return {
    __typename: 'Flow',
    id: 'f1',
    purpose: 'proof',
    created: '2026-11-21T05:00:00Z',
    status: 'STOPPED',
    failed: false,
    waiting: null,
    message: null,
    report_datetime: {
      __typename: 'ReportDatetime',
      short: 'Nov 20',
      long: 'November 20, 2026',
      long_utc: 'November 20, 2026 UTC',
      iso: '2026-11-20T00:00:00.000Z',
    },
    launched_by: { __typename: 'Person', id: 'p1', name: 'Dora' },
    processing: [],
    ...patch,
    changelist: { __typename: 'Changelist', id: 'c1', description: 'My draft', status: 'proofing', ...changelist },
    outputs: outputs ?? [buildOutput()],
    events: events.map((event, index) => buildEvent({ id: `e${index}`, ...event })),
  };
}

export const buildTestRuns = (...runs: readonly object[]): Record<string, unknown> =>
  buildAnswer('flows', 'FlowConnection', runs);
