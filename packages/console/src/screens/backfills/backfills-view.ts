import type { RunStatus } from '@switchboard/model/status/flow-phase';
import type { BackfillsQueryVariables, RunRowFragment, RunsQueryVariables } from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';
import type { ListPageView } from '../../api/lists/use-list-page.ts';
import { choice, text } from '../../lib/address/url-state.ts';

const PROPOSED_DAYS = 7;

/** The filters of /backfills/list, as its address holds them. */
export const BACKFILLS_VIEW: ListView<BackfillsQueryVariables> = {
  grid: 'backfills',
  pageSize: 20,
  filters: [
    {
      kind: 'days',
      label: 'Report date range',
      start: 'reportStart',
      end: 'reportEnd',
      after: 'report_datetime_after',
      before: 'report_datetime_before',
      proposedDays: PROPOSED_DAYS,
      pinned: true,
    },
    {
      kind: 'days',
      label: 'Created',
      start: 'createdAfter',
      end: 'createdBefore',
      after: 'created_datetime_after',
      before: 'created_datetime_before',
      toLastSecond: true,
      proposedDays: PROPOSED_DAYS,
      pinned: true,
    },
    {
      kind: 'comparison',
      label: 'Title',
      parameter: 'title',
      comparison: 'titleIs',
      variable: 'title',
      pinned: true,
    },
    {
      kind: 'choices',
      label: 'Status',
      parameter: 'status',
      variable: 'status',
      options: [
        { value: 'preparing', label: 'Preparing' },
        { value: 'running', label: 'Running' },
        { value: 'completed', label: 'Completed' },
        { value: 'completed_with_errors', label: 'Completed with errors' },
        { value: 'cancelled', label: 'Cancelled' },
      ],
      pinned: true,
    },
  ],
};

export const DETAIL_TABS = ['Connections', 'Runs', 'Messages'] as const;

/** The query parameters of /backfills/details/{id}, besides those of its lists. */
export const DETAIL_PARAMETERS = {
  currentTab: choice(DETAIL_TABS, 'Connections'),
  backfillName: text,
};

/** The phases of a run in progress, by which runs are filtered besides their status. */
const RUNNING_PHASES = ['downloading', 'processing', 'uploading'] as const;
/** In the order of the filter. */
const STATUSES = ['succeeded', 'failed', 'cancelled', 'running', 'queued'] as const satisfies readonly RunStatus[];

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** The runs of a backfill. */
export const RUNS_VIEW: ListPageView<RunsQueryVariables, RunRowFragment> = {
  grid: 'runs',
  // The most that the server gives at once: the grid has no pages.
  pageSize: 100,
  filters: [
    {
      kind: 'choices',
      label: 'Status',
      parameter: 'runStatus',
      variable: 'status',
      options: [...STATUSES, ...RUNNING_PHASES].map((value) => ({ value, label: capitalized(value) })),
      pinned: true,
    },
  ],
  drawer: { parameter: 'runId' },
};

/** Events of a backfill that are fetched at once. */
export const MESSAGES_PAGE = 50;
