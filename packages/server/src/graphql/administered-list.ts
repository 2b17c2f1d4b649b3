import { sql } from 'kysely';
import { type GraphqlContext, inAdministration } from './context.ts';
import { findPage, place } from './list-query.ts';
import type { AdminLoaderDefinition } from './loaders.ts';
import { type Connection, type PageArguments, readPage, toConnection } from './paging.ts';

/** Rows of a page when no number is given. */
export const ADMINISTERED_PAGE = 20;

/** Reads one page of the active accounts or people of the installation, sorted by name. */
export function readActivePage<Row>(
  context: GraphqlContext,
  args: PageArguments,
  { table, field, batchAll }: AdminLoaderDefinition<Row> & { readonly table: 'account' | 'person' },
): Promise<Connection<Row>> {
  const page = readPage(args, { order: field, size: ADMINISTERED_PAGE, sortedBy: 'text' });
  const query = {
    table,
    accountId: null,
    sort: { name: 'name', type: 'text', nullable: false },
    direction: 'ASC',
    filter: { conditions: [sql`d.status = 'active'`] },
  } as const;
  return inAdministration(context, { field }, async (tx) =>
    toConnection(await place(await findPage(tx, query, page), (ids) => batchAll(tx, ids)), page),
  );
}
