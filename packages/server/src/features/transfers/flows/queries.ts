import type { FlowStatus, Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { type Batch, byId } from '../../../graphql/loaders.ts';

export type FlowRow = {
  readonly id: string;
  readonly changelist_id: string;
  /** A person's id; null for the schedule. */
  readonly launched_by: string | null;
  readonly purpose: Purpose;
  /** Archived by a user. */
  readonly archived: boolean;
  readonly backfill_id: string | null;
  /** Why it failed or was cancelled. */
  readonly message: string | null;
  /** Rows of earlier results that stay at destinations although its results have none. */
  readonly kept_rows: number;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: FlowStatus;
  /** Whether one of its uploads has a result. */
  readonly processed: boolean;
};

/** The account's flows with these ids. */
export const flowsById: Batch<FlowRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<FlowRow>`
    select f.id, f.changelist_id, f.launched_by, f.created, f.started, f.finished, f.report_date, f.status, f.purpose,
      f.archived, f.backfill_id, f.message, f.kept_rows, exists (
        select from upload u where u.account_id = f.account_id and u.flow_id = f.id and u.ready is not null
      ) as processed
    from flow f
    where f.account_id = ${accountId}::uuid and f.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** An input of a flow. `partId` is null while the flow waits for the download. */
export type FlowInputIds = { readonly downloadId: string; readonly partId: string | null };

/** By flow: its inputs, and the downloads for which it waits; those of the newest download first. */
export const inputsOfFlows: Batch<FlowInputIds[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<FlowInputIds & { readonly flow_id: string }>`
    select flow_id, download_id as "downloadId", part_id as "partId" from flow_input
    where account_id = ${accountId}::uuid and flow_id = any(${[...ids]}::uuid[])
    union all
    select s.flow_id, s.download_id, null from flow_source s
    where s.account_id = ${accountId}::uuid and s.flow_id = any(${[...ids]}::uuid[]) and not exists (
      select from flow_input i
      where i.account_id = s.account_id and i.flow_id = s.flow_id and i.download_id = s.download_id)
    order by 1, 2 desc, 3
  `.execute(tx);
  return Map.groupBy(rows, (row) => row.flow_id);
};

/** Result of an assertion in a flow. */
export type AssertionRow = {
  readonly id: string;
  readonly flow_id: string;
  readonly name: string;
  readonly table_name: string;
  readonly severity: string;
  readonly outcome: string;
  readonly row_count: number;
  readonly allowed_low: number | null;
  readonly allowed_high: number | null;
  readonly has_rows: boolean;
  readonly uploads: readonly string[];
};

/** By flow: its assertions, those that failed first. */
export const assertionsOfFlows: Batch<AssertionRow[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<AssertionRow>`
    select id, flow_id, name, table_name, severity, outcome, row_count, allowed_low,
      allowed_high, rows_key is not null as has_rows, uploads
    from assertion_result where account_id = ${accountId}::uuid and flow_id = any(${[...ids]}::uuid[])
    order by flow_id, outcome <> 'failed', name
  `.execute(tx);
  return Map.groupBy(rows, (row) => row.flow_id);
};
