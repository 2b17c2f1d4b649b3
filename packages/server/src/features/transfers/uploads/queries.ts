import type { PlanValue } from '@switchboard/model/plan';
import type { Purpose, UploadStatus } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { type Batch, byId } from '../../../graphql/loaders.ts';
import { transferList } from '../queries-list.ts';

export type UploadRow = {
  readonly id: string;
  readonly flow_id: string;
  readonly name: string;
  readonly project: string;
  readonly purpose: Purpose;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: UploadStatus;
  readonly destination: string;
  readonly destination_type: string;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  readonly row_count: number | null;
  readonly bytes: number | null;
  readonly result_removed: Date | null;
  readonly progress: { readonly [name: string]: PlanValue };
  readonly message: string | null;
  readonly failure_code: string | null;
  readonly retry_count: number;
  readonly retry_limit: number;
  readonly next_try: Date | null;
};

const COLUMNS = sql`
  d.id, d.flow_id, d.name, d.project, d.purpose, d.report_date, d.status, d.destination, d.destination_type, d.created,
  d.started, d.finished, d.row_count, d.bytes, d.result_removed, d.progress, d.message, d.failure_code,
  coalesce(w.retry_count, 0) as retry_count, coalesce(w.retry_limit, 0) as retry_limit, w.next_try`;

/** The account's uploads with these ids. */
export const uploadsById: Batch<UploadRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** One page of uploads, in walking order. */
export const listUploads = transferList('upload', uploadsById);

/** The uploads of each of these flows, sorted by name. */
export const uploadsOfFlows: Batch<UploadRow[]> = async (tx, accountId, flowIds) => {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from upload d left join unit w on w.account_id = d.account_id and w.id = d.id
    where d.account_id = ${accountId}::uuid and d.flow_id = any(${[...flowIds]}::uuid[])
    order by d.name
  `.execute(tx);
  return Map.groupBy(rows, ({ flow_id }) => flow_id);
};

/** By upload: ids of the downloads from which its rows were made, newest first. */
export const inputsOfUploads: Batch<string[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<{ upload_id: string; download_id: string }>`
    select distinct upload_id, download_id from upload_input
    where account_id = ${accountId}::uuid and upload_id = any(${[...ids]}::uuid[])
    order by upload_id, download_id desc
  `.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.upload_id)].map(([id, inputs]) => [id, inputs.map((row) => row.download_id)]),
  );
};
