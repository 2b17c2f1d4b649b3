import { LIMITS } from '@switchboard/model/limits';
import type { HistoryQueryVariables } from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';

/** /scripts/history has no filters. */
export const HISTORY_VIEW: ListView<HistoryQueryVariables> = {
  grid: 'history',
  pageSize: LIMITS.draftPageSize,
  filters: [],
};
