import type { DirtyRowStatus } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Kinds of units that can fail. */
export const FAILING = ['download', 'upload', 'flow'] as const;
export type Failing = (typeof FAILING)[number];

/** A download, an upload or a flow, as far as its failure is concerned. */
export type FailedRun = {
  readonly kind: Failing;
  readonly id: string;
  /** Name of the source or of the upload; empty for a flow. */
  readonly name: string;
  readonly status: string;
  readonly failure_code: string | null;
  readonly message: string | null;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly next_try: Date | null;
  readonly changelist_id: string;
  /** The test run that it belongs to. */
  readonly proof_id: string | null;
  /** When the script that it runs was read. */
  readonly launched: Date;
  /** The flow of an upload. */
  readonly flow_id: string | null;
  readonly dirty_row_status: DirtyRowStatus;
};

/** The download with this id; null when the account has none. */
export async function failedDownload(tx: Tx, accountId: string, id: string): Promise<FailedRun | null> {
  const { rows } = await sql<FailedRun>`
    select 'download' as kind, d.id, d.source as name, d.status, d.failure_code, d.message, d.report_date, u.next_try,
      d.changelist_id, d.proof_id, coalesce(p.created, d.created) as launched, null as flow_id, d.dirty_row_status
    from download d
    left join unit u on u.account_id = d.account_id and u.id = d.id
    left join proof p on p.account_id = d.account_id and p.id = d.proof_id
    where d.account_id = ${accountId}::uuid and d.id = ${id}::uuid`.execute(tx);
  return rows[0] ?? null;
}

/** The upload with this id; null when the account has none. */
export async function failedUpload(tx: Tx, accountId: string, id: string): Promise<FailedRun | null> {
  const { rows } = await sql<FailedRun>`
    select 'upload' as kind, x.id, x.name, x.status, x.failure_code, x.message, x.report_date, u.next_try,
      f.changelist_id, f.proof_id, coalesce(p.created, f.created) as launched, x.flow_id, 'none' as dirty_row_status
    from upload x join flow f on f.account_id = x.account_id and f.id = x.flow_id
    left join unit u on u.account_id = x.account_id and u.id = x.id
    left join proof p on p.account_id = f.account_id and p.id = f.proof_id
    where x.account_id = ${accountId}::uuid and x.id = ${id}::uuid`.execute(tx);
  return rows[0] ?? null;
}

/** The flow with this id; null when the account has none. */
export async function failedFlow(tx: Tx, accountId: string, id: string): Promise<FailedRun | null> {
  const { rows } = await sql<FailedRun>`
    select 'flow' as kind, f.id, '' as name, f.status, null as failure_code, f.message, f.report_date, null as next_try,
      f.changelist_id, f.proof_id, coalesce(p.created, f.created) as launched, null as flow_id, 'none' as dirty_row_status
    from flow f left join proof p on p.account_id = f.account_id and p.id = f.proof_id
    where f.account_id = ${accountId}::uuid and f.id = ${id}::uuid`.execute(tx);
  return rows[0] ?? null;
}

/** The newest failure that was recorded: its code, and what of the script it names. */
export type RecordedFailure = {
  readonly code: string;
  readonly message: string;
  readonly parameters: { readonly table?: string; readonly column?: string; readonly parameter?: string };
};

/** The newest failed attempt of a download, upload or flow; null when none was recorded. */
export async function latestFailure(
  tx: Tx,
  accountId: string,
  { kind, id }: Pick<FailedRun, 'kind' | 'id'>,
): Promise<RecordedFailure | null> {
  const { rows } = await sql<RecordedFailure>`
    select code, message, parameters from event
    where account_id = ${accountId}::uuid and ${sql.ref(`${kind}_id`)} = ${id}::uuid and will_retry is not null
      and code is not null
    order by created desc, id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Reads the failed or dirty inputs and outputs of a flow: failed uploads, then downloads, the first failures first. */
export async function failuresOfFlow(
  tx: Tx,
  accountId: string,
  flowId: string,
): Promise<readonly Pick<FailedRun, 'kind' | 'id'>[]> {
  const { rows } = await sql<Pick<FailedRun, 'kind' | 'id'>>`
    select found.kind, found.id from (
      select 'upload' as kind, id, 0 as rank from upload
      where account_id = ${accountId}::uuid and flow_id = ${flowId}::uuid and failure_code is not null
        and failure_code <> 'INPUT_FAILED'
      union all
      select 'download', d.id, case when d.failure_code is not null then 1 else 2 end from download d
      where d.account_id = ${accountId}::uuid and (d.failure_code is not null or d.dirty_row_status <> 'none') and d.id in (
        select download_id from flow_input where account_id = ${accountId}::uuid and flow_id = ${flowId}::uuid
        union all
        select download_id from flow_source where account_id = ${accountId}::uuid and flow_id = ${flowId}::uuid)
    ) found order by found.rank, found.id limit 1`.execute(tx);
  return rows;
}

/** An assertion of a flow that failed. */
export type FailedAssertion = { readonly id: string; readonly name: string; readonly has_rows: boolean };

/** The assertion that failed: of an upload one on its rows, the one that stops it first. Null when none failed. */
export async function failedAssertion(
  tx: Tx,
  accountId: string,
  flowId: string,
  upload: string | null,
): Promise<FailedAssertion | null> {
  const { rows } = await sql<FailedAssertion>`
    select id, name, rows_key is not null as has_rows from assertion_result
    where account_id = ${accountId}::uuid and flow_id = ${flowId}::uuid and outcome = 'failed'
      and (${upload}::text is null or ${upload}::text = any(uploads))
    order by severity <> 'stop', name limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** A file of a changelist: its text, and when the changelist was last saved. */
export type RanFile = { readonly text: string; readonly saved: Date };

export async function fileThatRan(
  tx: Tx,
  accountId: string,
  changelistId: string,
  path: string,
): Promise<RanFile | null> {
  const { rows } = await sql<RanFile>`
    select t.text, c.updated_on as saved from changelist_file f
    join changelist c on c.account_id = f.account_id and c.id = f.changelist_id
    join script_text t on t.account_id = f.account_id and t.sha256 = f.sha256
    where f.account_id = ${accountId}::uuid and f.changelist_id = ${changelistId}::uuid and f.path = ${path}`.execute(
    tx,
  );
  return rows[0] ?? null;
}
