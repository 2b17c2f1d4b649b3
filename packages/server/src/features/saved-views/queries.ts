import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';

export type SavedViewRow = {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly owner_id: string;
  readonly created: Date;
  readonly updated: Date;
};

/** Views that an account may have of one list. */
export const MAX_VIEWS = 200;

const COLUMNS = sql`id, list, name, query, owner_id, created, updated`;

const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };

/** A page of the account's views of a list, sorted by name. */
export async function listViews(
  tx: Tx,
  accountId: string,
  page: PageRequest,
  list: string,
): Promise<Placed<SavedViewRow>[]> {
  const filter = { conditions: [sql`d.list = ${list}`] };
  const query = { table: 'saved_view', accountId, sort: NAME, direction: 'ASC', filter } as const;
  return place(await findPage(tx, query, page), async (ids) => {
    const { rows } = await sql<SavedViewRow>`
      select ${COLUMNS} from saved_view
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

export type NewView = Pick<SavedViewRow, 'list' | 'name' | 'query' | 'owner_id'>;

/** Adds a view, or replaces the query of the owner's view of that name; null when the list has too many views. */
export async function putView(tx: Tx, accountId: string, view: NewView): Promise<SavedViewRow | null> {
  // One writer of a list's views at a time, so that together they keep the maximum.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view ${accountId} ${view.list}`}, 0))`.execute(tx);
  const { rows } = await sql<SavedViewRow>`
    insert into saved_view (account_id, list, owner_id, name, query)
    select ${accountId}::uuid, ${view.list}, ${view.owner_id}::uuid, ${view.name}, ${view.query}
    where (select count(*) from saved_view where account_id = ${accountId}::uuid and list = ${view.list})
        < ${sql.lit(MAX_VIEWS)}
      or exists (select from saved_view where account_id = ${accountId}::uuid and list = ${view.list}
        and owner_id = ${view.owner_id}::uuid and name = ${view.name})
    on conflict (account_id, list, owner_id, name) do update set query = excluded.query, updated = now()
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** A view of this owner, locked; undefined when there is none. */
export async function ownView(
  tx: Tx,
  accountId: string,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<SavedViewRow | undefined> {
  const { rows } = await sql<SavedViewRow>`
    select ${COLUMNS} from saved_view
    where account_id = ${accountId}::uuid and id = ${id}::uuid and owner_id = ${ownerId}::uuid for update`.execute(tx);
  return rows[0];
}

/** Renames a view; null when its owner has another one of that name. */
export async function renameView(
  tx: Tx,
  accountId: string,
  { id, list, owner_id }: SavedViewRow,
  name: string,
): Promise<SavedViewRow | null> {
  const { rows } = await sql<SavedViewRow>`
    update saved_view set name = ${name}, updated = now()
    where account_id = ${accountId}::uuid and id = ${id}::uuid and not exists (
      select from saved_view other where other.account_id = ${accountId}::uuid and other.list = ${list}
        and other.owner_id = ${owner_id}::uuid and other.name = ${name} and other.id <> ${id}::uuid)
    returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

export async function deleteView(tx: Tx, accountId: string, id: string): Promise<void> {
  await sql`delete from saved_view where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(tx);
}
