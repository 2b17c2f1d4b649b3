import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import { type ServiceTokenRow, TOKEN_COLUMNS } from '../../identity/service-tokens/store-token.ts';

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** A page of the account's tokens that were not revoked, the newest first. */
export async function listTokens(tx: Tx, accountId: string, page: PageRequest): Promise<Placed<ServiceTokenRow>[]> {
  const filter = { conditions: [sql`d.revoked is null`] };
  const query = { table: 'service_token', accountId, sort: CREATED, direction: 'DESC', filter } as const;
  return place(await findPage(tx, query, page), async (ids) => {
    const { rows } = await sql<ServiceTokenRow>`
      select ${TOKEN_COLUMNS} from service_token
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  });
}
