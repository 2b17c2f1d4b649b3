import { LIMITS } from '@switchboard/model/limits';
import type { DraftsQueryVariables } from '../../api/generated/graphql.ts';
import type { ListView } from '../../api/lists/list-description.ts';

/** The filters of /scripts/drafts, as its address holds them. */
export const DRAFTS_VIEW: ListView<DraftsQueryVariables> = {
  grid: 'drafts',
  pageSize: LIMITS.draftPageSize,
  filters: [{ kind: 'flag', label: 'Archived', parameter: 'archived', variable: 'archived', pinned: true }],
};
