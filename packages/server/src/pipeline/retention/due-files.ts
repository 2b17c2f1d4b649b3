import type { RetentionKind } from '@switchboard/model/kept/retention';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { hasGoodRowsIn } from '../state/unit-status.ts';

export type FileKind = Exclude<RetentionKind, 'events' | 'units' | 'archive'>;

/** Selects the runs of an account that are due. */
export type Due = {
  readonly accountId: string;
  /** Runs that finished before are due. */
  readonly before: Date;
  /** yyyy-MM-dd. Sources download report dates from this one on again. */
  readonly restatedFrom: string;
};

/** A run whose files are due, with the references to them. */
export type DueRun = { readonly id: string; readonly files: readonly string[] };

type Selection = {
  readonly table: 'download' | 'upload' | 'flow';
  readonly files: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
};

/** An upload `p` that has not been delivered, and whose result or inputs a retry reads. Tests are never delivered. */
const IS_UNDELIVERED = sql`p.status not in ('completed', 'cancelled', 'abandoned') and p.purpose <> 'proof' and not (
  p.status = 'failed' and exists (
    select from upload later where later.account_id = p.account_id and later.name = p.name and later.status = 'completed'
      and later.purpose <> 'proof' and later.id > p.id
      and (later.report_date = p.report_date or later.report_date is null and p.report_date is null)))`;

/** Not the newest version of a source without dates, which every flow to come reads. */
const IS_NOT_NEWEST_UNDATED = sql`not (r.report_date is null and r.purpose = 'production' and ${hasGoodRowsIn('r')} and not exists (
  select from download newer where newer.account_id = r.account_id and newer.source = r.source and newer.purpose = r.purpose
    and newer.report_date is null and ${hasGoodRowsIn('newer')} and (newer.finished, newer.id) > (r.finished, r.id)))`;

/** A flow that reads the download is still to run, or is to be repeated for an upload that it has not delivered. */
const isReadBy = (inputs: 'flow_input' | 'flow_source'): RawBuilder<unknown> => sql`exists (
    select from ${sql.table(inputs)} i join unit f on f.account_id = i.account_id and f.id = i.flow_id
    where i.account_id = r.account_id and i.download_id = r.id and (f.state <> 'done' or exists (
      select from upload p where p.account_id = i.account_id and p.flow_id = i.flow_id and ${IS_UNDELIVERED})))`;

/** No other input of its report date is under way, is downloaded again, or failed and is missing. */
const isSettled = (restatedFrom: string): RawBuilder<unknown> => sql`(r.report_date is null or r.purpose <> 'production'
  or r.report_date < ${restatedFrom}::date and not exists (
    select from download open where open.account_id = r.account_id and open.report_date = r.report_date
      and (open.status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying')
        or open.status = 'failed' and open.purpose = 'production' and not exists (
          select from download good where good.account_id = open.account_id and good.source = open.source
            and good.report_date = open.report_date and good.purpose = 'production' and ${hasGoodRowsIn('good')}))))`;

function selectionOf(kind: FileKind | 'assertion_rows', { restatedFrom }: Due): Selection {
  switch (kind) {
    case 'raw_files':
      return {
        table: 'download',
        files: sql`array(select file ->> 'key' from jsonb_array_elements(r.raw) file)`,
        where: sql`r.raw is not null and r.raw_removed is null and ${IS_NOT_NEWEST_UNDATED}`,
      };
    case 'tables':
      return {
        table: 'download',
        files: sql`array(select file ->> 'tableKey' from download_part p, jsonb_array_elements(p.tables) file
          where p.account_id = r.account_id and p.download_id = r.id)`,
        where: sql`r.status = 'completed' and r.tables_removed is null and ${IS_NOT_NEWEST_UNDATED}
          and not ${isReadBy('flow_input')} and not ${isReadBy('flow_source')} and ${isSettled(restatedFrom)}`,
      };
    case 'results':
      return {
        table: 'upload',
        files: sql`array[r.result_key]`,
        where: sql`r.result_key is not null and r.result_removed is null
          and not exists (select from upload p where p.account_id = r.account_id and p.id = r.id and ${IS_UNDELIVERED})`,
      };
    case 'samples':
      return {
        table: 'download',
        files: sql`array(select file from download_part p, unnest(array[p.dirty_key, p.new_dirty_key, p.sample_key]) file
          where p.account_id = r.account_id and p.download_id = r.id and file is not null)`,
        where: sql`r.status = 'completed' and r.samples_removed is null`,
      };
    case 'assertion_rows':
      return {
        table: 'flow',
        files: sql`array(select a.rows_key from assertion_result a
          where a.account_id = r.account_id and a.flow_id = r.id and a.rows_key is not null)`,
        where: sql`r.samples_removed is null and exists (
          select from assertion_result a where a.account_id = r.account_id and a.flow_id = r.id and a.rows_key is not null)`,
      };
  }
}

/** The runs that are due: a download, upload or flow `r` whose unit `u` is over. */
function dueRuns(kind: FileKind | 'assertion_rows', due: Due): RawBuilder<unknown> {
  const { table, files, where } = selectionOf(kind, due);
  return sql`
    select r.id, ${files} as files from ${sql.table(table)} r join unit u on u.account_id = r.account_id and u.id = r.id
    where r.account_id = ${due.accountId}::uuid and r.finished < ${due.before} and u.state = 'done' and ${where}`;
}

/** The oldest runs that are due, at most `limit`. Their units stay locked. Those that somebody works with are left for later. */
export async function lockDueRuns(
  tx: Tx,
  kind: FileKind | 'assertion_rows',
  due: Due,
  limit: number,
): Promise<readonly DueRun[]> {
  const { rows } = await sql<DueRun>`
    select due.id, due.files from (
      ${dueRuns(kind, due)} order by r.finished, r.id limit ${limit} for update of u skip locked) due`.execute(tx);
  return rows;
}

/** How many runs are due, and the bytes of their files. */
export async function countDueRuns(
  tx: Tx,
  kind: FileKind | 'assertion_rows',
  due: Due,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count,
      coalesce(sum((select sum(substring(file from ';bytes=(\\d+);')::bigint) from unnest(files) file)), 0)::bigint as bytes
    from (${dueRuns(kind, due)}) due`.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}
