import { DraftsDocument, HistoryDocument } from '../../api/generated/documents/draft.ts';
import type { ChangelistRowFragment } from '../../api/generated/graphql.ts';
import { describeList } from '../../api/lists/list-description.ts';
import type { Changes } from '../../api/live/live.ts';
import { TWO_LINE_ROW_HEIGHT } from '../../ui/theme/metrics.ts';

/** Whether drafts or versions were changed. */
export const concernsChangelists = ({ changelists }: Pick<Changes, 'changelists'>): boolean => changelists.length > 0;

const common = {
  // A change may add, move and remove rows, and a publication concerns every draft: the first page is fetched again.
  changedIds: ({ changelists }: Pick<Changes, 'changelists'>) => changelists.map(({ id }) => `${id} changed`),
  isRunning: () => true,
  rowName: ({ description }: ChangelistRowFragment) => description,
  rowHeight: TWO_LINE_ROW_HEIGHT,
};

export const DRAFT_LIST = describeList('Drafts', DraftsDocument, {
  ...common,
  noun: 'draft',
  select: (data) => data.drafts,
});

export const HISTORY_LIST = describeList('History', HistoryDocument, {
  ...common,
  noun: 'version',
  select: (data) => data.history,
});
