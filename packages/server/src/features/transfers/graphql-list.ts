import type { Tx } from '../../db/database.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { strings } from '../../graphql/columns.ts';
import { pageArguments, REPORT_DATETIME_ARGUMENTS } from '../../graphql/connection.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import type { Maybe } from '../../graphql/list-arguments.ts';
import type { ListFilter } from '../../graphql/lists/page-queries.ts';
import {
  type Connection,
  type PageArguments,
  readPage,
  type SortDirection,
  toConnection,
} from '../../graphql/paging.ts';
import { sortColumnRef, sortDirectionRef } from '../../graphql/value-types.ts';
import type { ListTransfers, TransferSort } from './queries-list.ts';

const PAGE_SIZE = 20;

/** The filters that the lists of downloads and uploads have in common. */
export const TRANSFER_FILTERS = {
  ...REPORT_DATETIME_ARGUMENTS,
  ...optional({
    projects: strings('In any of these projects.'),
    purpose: strings('production, backfill, proof.'),
    failure_codes: strings('Failed for any of these error codes.'),
  }),
};

/** The page and the order of a list of downloads or uploads. */
export const TRANSFER_PAGE = {
  ...pageArguments(PAGE_SIZE),
  ...builder.args((t) => ({
    sortBy: t.field({ type: sortColumnRef, description: 'REPORT_DATETIME by default.' }),
    sortDirection: t.field({ type: sortDirectionRef, description: 'DESC by default.' }),
  })),
};

type ListArguments = PageArguments & {
  readonly sortBy?: Maybe<TransferSort>;
  readonly sortDirection?: Maybe<SortDirection>;
};

/** Reads one page of downloads or uploads. `name` names the list inside cursors. */
export function readTransferPage<Row>(
  context: GraphqlContext,
  name: string,
  args: ListArguments,
  list: ListTransfers<Row>,
  filterOf: (tx: Tx, accountId: string) => Promise<ListFilter>,
): Promise<Connection<Row>> {
  const sort = { column: args.sortBy ?? 'REPORT_DATETIME', direction: args.sortDirection ?? 'DESC' } as const;
  const page = readPage(args, { order: `${name} ${sort.column} ${sort.direction}`, size: PAGE_SIZE });
  return inAccount(context, async (tx, accountId) =>
    toConnection(await list(tx, accountId, await filterOf(tx, accountId), sort, page), page),
  );
}
