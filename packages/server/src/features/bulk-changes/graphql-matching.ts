import type { Tx } from '../../db/database.ts';
import { builder } from '../../graphql/builder.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import type { ListFilter } from '../../graphql/lists/page-queries.ts';
import { MAX_COUNT, type StateCount, stateCountRef } from '../../graphql/lists/state-counts.ts';
import { DOWNLOAD_FILTERS, downloadFilter } from '../transfers/downloads/graphql-filters.ts';
import type { TransferKind } from '../transfers/transfer-kinds.ts';
import { UPLOAD_FILTERS, uploadFilter } from '../transfers/uploads/graphql-filters.ts';
import { MANAGE } from './graphql.ts';
import { findRows } from './select-items.ts';

type FilterOf = (tx: Tx, accountId: string) => Promise<ListFilter>;

const countMatching = (context: GraphqlContext, kind: TransferKind, filterOf: FilterOf): Promise<StateCount> =>
  inAccount(context, async (tx, accountId) => {
    const { unitIds, isLimited } = await findRows(tx, accountId, kind, await filterOf(tx, accountId), MAX_COUNT);
    return { count: unitIds.length, has_more: isLimited };
  });

/** How many rows the selection of all that match has, whatever can be done with them. */
export function defineMatchingCounts(): void {
  builder.queryFields((t) => ({
    matching_downloads: t.field({
      type: stateCountRef,
      authScopes: MANAGE,
      description: 'How many downloads the list with these filters has.',
      args: DOWNLOAD_FILTERS,
      resolve: (_root, args, context) =>
        countMatching(context, 'download', (tx, accountId) => downloadFilter(tx, accountId, args)),
    }),
    matching_uploads: t.field({
      type: stateCountRef,
      authScopes: MANAGE,
      description: 'How many uploads the list with these filters has.',
      args: UPLOAD_FILTERS,
      resolve: (_root, args, context) =>
        countMatching(context, 'upload', (tx, accountId) => uploadFilter(tx, accountId, args)),
    }),
  }));
}
