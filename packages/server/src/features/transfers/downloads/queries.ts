import type { PlanValue } from '@switchboard/model/plan';
import type { DirtyRowStatus, DownloadStatus, Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { type Batch, byId } from '../../../graphql/loaders.ts';
import { transferList } from '../queries-list.ts';

export type DownloadRow = {
  readonly id: string;
  readonly source: string;
  readonly project: string;
  readonly purpose: Purpose;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: DownloadStatus;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly description: string;
  readonly handle: { readonly [name: string]: PlanValue };
  /** Names of the first files; `file_count` counts all of them. */
  readonly filenames: readonly string[];
  readonly file_count: number;
  readonly progress: { readonly [name: string]: PlanValue };
  readonly row_count: number | null;
  readonly dirty_row_count: number | null;
  readonly dirty_row_status: DirtyRowStatus;
  readonly message: string | null;
  readonly failure_code: string | null;
  readonly changelist_id: string;
  readonly raw_removed: Date | null;
  readonly tables_removed: Date | null;
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
};

/** The account's downloads with these ids. */
export const downloadsById: Batch<DownloadRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<DownloadRow>`
    select d.id, d.source, d.project, d.purpose, d.report_date, d.status, d.created, d.started, d.finished, d.description,
      d.handle, d.progress, d.row_count, d.dirty_row_count, d.dirty_row_status, d.message,
      d.failure_code, d.changelist_id, d.raw_removed, d.tables_removed,
      case when jsonb_typeof(d.raw) = 'array' then jsonb_path_query_array(d.raw, '$[0 to 2].filename') else '[]' end as filenames,
      case when jsonb_typeof(d.raw) = 'array' then jsonb_array_length(d.raw) else 0 end as file_count,
      coalesce(w.retry_count, 0) as retry_count, coalesce(w.retry_limit, 0) as retry_limit, w.next_try
    from download d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** One page of downloads, in walking order. */
export const listDownloads = transferList('download', downloadsById);

/** How many rows of a part are dirty for a reason, as the engine counts them. */
export type ReasonRow = {
  readonly column: string;
  readonly reason: string;
  readonly dirty: number;
  readonly rejected: number;
};

export type PartRow = {
  readonly id: string;
  readonly download_id: string;
  readonly name: string;
  readonly project: string;
  readonly row_count: number;
  readonly dirty_row_count: number;
  readonly dirty_row_status: DirtyRowStatus;
  readonly new_dirty_row_count: number;
  readonly new_dirty_row_status: DirtyRowStatus;
  readonly dirty_reasons: readonly ReasonRow[];
  readonly bytes: number;
  readonly source: string;
  /** Its test run, or else its changelist. */
  readonly script_id: string;
};

/** The parts of each of these downloads, sorted by name. */
export const partsOfDownloads: Batch<PartRow[]> = async (tx, accountId, downloadIds) => {
  const { rows } = await sql<PartRow>`
    select p.id, p.download_id, p.name, p.project, p.row_count, p.dirty_row_count, p.dirty_row_status,
      p.new_dirty_row_count, p.new_dirty_row_status, p.dirty_reasons, p.bytes, d.source,
      coalesce(d.proof_id, d.changelist_id) as script_id
    from download_part p join download d on d.account_id = p.account_id and d.id = p.download_id
    where p.account_id = ${accountId}::uuid and p.download_id = any(${[...downloadIds]}::uuid[])
    order by p.name
  `.execute(tx);
  return Map.groupBy(rows, ({ download_id }) => download_id);
};
