import { DRAFT_STATUSES, PUBLISHED_STATUSES } from '@switchboard/model/changelist';
import { statusesOfRun } from '@switchboard/model/status/flow-phase';
import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { Batch } from '../../graphql/loaders.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import type { StoredFile } from './file-changes.ts';
import { type ChangelistRow, changelistsById } from './graphql-changelist.ts';

const UPDATED: SortColumn = { name: 'updated_on', type: 'timestamptz', nullable: false };
const PUBLISHED: SortColumn = { name: 'published_on', type: 'timestamptz', nullable: true };

/** As the conditions of the partial indexes are written. */
const isIn = (statuses: readonly string[]): RawBuilder<unknown> =>
  sql`d.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;

const listed = (
  tx: Tx,
  accountId: string,
  page: PageRequest,
  { sort, statuses }: { readonly sort: SortColumn; readonly statuses: readonly string[] },
): Promise<Placed<ChangelistRow>[]> => {
  const filter = { conditions: [isIn(statuses)] };
  return listRows(tx, { table: 'changelist', accountId, sort, direction: 'DESC', filter }, page, changelistsById);
};

/** One page of drafts, or of archived ones, the last changed first. */
export const listDrafts = (tx: Tx, accountId: string, page: PageRequest, archived: boolean) =>
  listed(tx, accountId, page, { sort: UPDATED, statuses: archived ? ['archived'] : DRAFT_STATUSES });

/** One page of the published version and those before it, the newest first. */
export const listHistory = (tx: Tx, accountId: string, page: PageRequest) =>
  listed(tx, accountId, page, { sort: PUBLISHED, statuses: PUBLISHED_STATUSES });

export type FlowSummary = {
  readonly purpose: Purpose;
  readonly unfinished: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly dirty_rows_all: number;
  readonly dirty_rows_some: number;
};

/** Loads the counts of flows by purpose for each changelist; purposes without flows are absent. */
export const flowSummaries: Batch<readonly FlowSummary[]> = async (tx, accountId, ids) => {
  const wanted = sql`${[...ids]}::uuid[]`;
  const runs = (...words: readonly string[]): RawBuilder<unknown> =>
    sql`${words.flatMap((word) => statusesOfRun(word) ?? [])}::text[]`;
  const counted = await sql<FlowSummary & { readonly id: string }>`
    with flows as (
      select changelist_id, purpose,
        count(*) filter (where status = any(${runs('queued', 'running')})) as unfinished,
        count(*) filter (where status = any(${runs('succeeded')})) as succeeded,
        count(*) filter (where status = any(${runs('failed')})) as failed
      from flow where account_id = ${accountId}::uuid and changelist_id = any(${wanted}) group by 1, 2
    ), dirty as (
      select f.changelist_id, f.purpose, f.id, bool_or(d.dirty_row_status = 'all') as all_dirty
      from download d
      join flow_input i on i.account_id = d.account_id and i.download_id = d.id
      join flow f on f.account_id = i.account_id and f.id = i.flow_id
      where d.account_id = ${accountId}::uuid and d.dirty_row_status <> 'none' and f.changelist_id = any(${wanted})
      group by 1, 2, 3
    )
    select f.changelist_id as id, f.purpose, f.unfinished, f.succeeded, f.failed,
      (select count(*) from dirty d where d.changelist_id = f.changelist_id and d.purpose = f.purpose and d.all_dirty) as dirty_rows_all,
      (select count(*) from dirty d where d.changelist_id = f.changelist_id and d.purpose = f.purpose and not d.all_dirty)
        as dirty_rows_some
    from flows f order by f.purpose
  `.execute(tx);
  return Map.groupBy(counted.rows, ({ id }) => id);
};

/** A file of a changelist as people open it. */
export type FileRow = StoredFile & {
  /** Null unless the content was asked for. */
  readonly text: string | null;
};

/** Up to `limit` files of a changelist by path, without their contents. */
export async function listFiles(
  tx: Tx,
  accountId: string,
  changelistId: string,
  limit: number,
): Promise<readonly FileRow[]> {
  const found = await sql<FileRow>`
    select id, path, sha256, null as text from changelist_file
    where account_id = ${accountId}::uuid and changelist_id = ${changelistId}::uuid order by path limit ${sql.lit(limit)}
  `.execute(tx);
  return found.rows;
}

/** The files of a changelist at these paths with their contents, by path. */
export async function openFiles(
  tx: Tx,
  accountId: string,
  changelistId: string,
  paths: readonly string[],
): Promise<readonly FileRow[]> {
  const found = await sql<FileRow>`
    select f.id, f.path, f.sha256, t.text from changelist_file f
    join script_text t on t.account_id = f.account_id and t.sha256 = f.sha256
    where f.account_id = ${accountId}::uuid and f.changelist_id = ${changelistId}::uuid and f.path = any(${[...paths]}::text[])
    order by f.path
  `.execute(tx);
  return found.rows;
}
