import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Units of a day that are read, of downloads and of uploads each. */
export const UNIT_LIMIT = 10_000;

/** The units of a report date, or those that ran between two instants. */
export type Period =
  | { readonly kind: 'report_date'; readonly date: string }
  | { readonly kind: 'instants'; readonly start: Date; readonly end: Date };

export type UnitKind = 'download' | 'upload';

/** A download or upload. Instants are epoch milliseconds. */
export type TimelineUnit = {
  readonly id: string;
  readonly kind: UnitKind;
  readonly name: string;
  readonly project: string;
  readonly purpose: string;
  /** yyyy-MM-dd; null without one. */
  readonly report_date: string | null;
  readonly status: string;
  /** Dirty rows of a download: none, some or all; none of an upload. */
  readonly dirty_row_status: string;
  /** When it could have begun: it waits from then on. */
  readonly queued: number;
  /** The flow that makes the rows of an upload; null for a download. */
  readonly flow_id: string | null;
  readonly flow_started: number | null;
  readonly flow_finished: number | null;
  /** When the rows of an upload were there; it waits for a slot from then on. */
  readonly ready: number | null;
  readonly started: number | null;
  readonly finished: number | null;
  /** Attempts so far, those of the flow not included. */
  readonly attempts: number;
  /** The worker of the latest attempt. */
  readonly worker: string | null;
  /** Whether an upload missed its deadline. */
  readonly is_late: boolean;
};

/** Numbers are read in a tenth of the time of timestamps. */
const epoch = (column: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`floor(extract(epoch from ${column}) * 1000)::float8`;

// The lists are those of the indexes of what has not ended.
const UNFINISHED: Readonly<Record<UnitKind, RawBuilder<unknown>>> = {
  download: sql`('queued', 'requested', 'downloading', 'unpacking', 'retrying')`,
  upload: sql`('preparing', 'queued', 'uploading', 'loading', 'retrying')`,
};

/** The ids of the units of a period, each part from an index, and never more than the limit and one of it. */
function idsOf(accountId: string, kind: UnitKind, period: Period): RawBuilder<unknown> {
  const table = sql.table(kind);
  const account = sql`t.account_id = ${accountId}::uuid`;
  if (period.kind === 'report_date')
    return sql`select t.id from ${table} t where ${account} and t.report_date = ${period.date}::date
      order by t.id desc limit ${UNIT_LIMIT + 1}`;
  const { start, end } = period;
  return sql`
    (select t.id from ${table} t where ${account} and t.finished >= ${start} and t.finished < ${end}
      order by t.finished desc, t.id desc limit ${UNIT_LIMIT + 1})
    union (select t.id from ${table} t where ${account} and t.started >= ${start} and t.started < ${end}
      order by t.started desc, t.id desc limit ${UNIT_LIMIT + 1})
    union (select t.id from ${table} t where ${account} and t.status in ${UNFINISHED[kind]} and t.created < ${end}
      limit ${UNIT_LIMIT + 1})
    order by id desc limit ${UNIT_LIMIT + 1}`;
}

/** Downloads of a period, the newest first: at most one more than the limit. */
export async function downloadsOfPeriod(tx: Tx, accountId: string, period: Period): Promise<readonly TimelineUnit[]> {
  const { rows } = await sql<TimelineUnit>`
    with ids as materialized (${idsOf(accountId, 'download', period)})
    select d.id, 'download' as kind, d.source as name, d.project, d.purpose, d.report_date::text as report_date, d.status,
      d.dirty_row_status, ${epoch(sql`greatest(d.due, d.created)`)} as queued, null as flow_id, null as flow_started,
      null as flow_finished, null as ready, ${epoch(sql`d.started`)} as started, ${epoch(sql`d.finished`)} as finished,
      coalesce(u.attempt, 0) as attempts, u.worker, false as is_late
    from ids join download d on d.account_id = ${accountId}::uuid and d.id = ids.id
    left join unit u on u.account_id = d.account_id and u.id = d.id
    order by d.id desc
  `.execute(tx);
  return rows;
}

/** Uploads of a period with their flows, the newest first: at most one more than the limit. */
export async function uploadsOfPeriod(tx: Tx, accountId: string, period: Period): Promise<readonly TimelineUnit[]> {
  const { rows } = await sql<TimelineUnit>`
    with ids as materialized (${idsOf(accountId, 'upload', period)})
    select p.id, 'upload' as kind, p.name, p.project, p.purpose, p.report_date::text as report_date, p.status,
      'none' as dirty_row_status, ${epoch(sql`coalesce(f.created, p.created)`)} as queued, p.flow_id, ${epoch(sql`f.started`)} as flow_started,
      ${epoch(sql`f.finished`)} as flow_finished, ${epoch(sql`p.ready`)} as ready, ${epoch(sql`p.started`)} as started,
      ${epoch(sql`p.finished`)} as finished, coalesce(u.attempt, 0) as attempts, u.worker,
      (p.purpose = 'production' and l.upload_name is not null) as is_late
    from ids join upload p on p.account_id = ${accountId}::uuid and p.id = ids.id
    left join flow f on f.account_id = p.account_id and f.id = p.flow_id
    left join unit u on u.account_id = p.account_id and u.id = p.id
    left join late_upload l on l.account_id = p.account_id and l.upload_name = p.name and l.report_date = p.report_date
    order by p.id desc
  `.execute(tx);
  return rows;
}

/** A failed attempt at a unit. */
export type FailedAttempt = {
  readonly unit_id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly message: string;
};

/** Failed attempts that are read of a unit. */
const ATTEMPTS = 20;

/** The failed attempts at some units of a kind, in their order: the newest of each. */
export async function failedAttempts(
  tx: Tx,
  accountId: string,
  kind: UnitKind | 'flow',
  ids: readonly string[],
): Promise<readonly FailedAttempt[]> {
  if (ids.length === 0) return [];
  const column = sql.ref(`e.${kind}_id`);
  const { rows } = await sql<FailedAttempt>`
    select latest.* from unnest(${[...ids]}::uuid[]) i(id) cross join lateral (
      select ${column} as unit_id, ${epoch(sql`e.created`)} as at, e.message from event e
      where e.account_id = ${accountId}::uuid and ${column} = i.id and e.will_retry is not null
      order by e.created desc limit ${ATTEMPTS}
    ) latest order by latest.at
  `.execute(tx);
  return rows;
}

/** A unit that an upload waited for, or the upload itself. Instants are epoch milliseconds. */
export type LedgerStep = {
  readonly id: string;
  readonly kind: UnitKind | 'flow';
  readonly name: string;
  readonly status: string;
  readonly queued: number;
  readonly started: number | null;
  readonly finished: number | null;
};

/** Downloads that a flow reads at most. */
const INPUTS = 1_000;

/** An upload, its flow and the downloads that the flow needs; null when there is no such upload. */
export async function ledgerOf(
  tx: Tx,
  accountId: string,
  uploadId: string,
): Promise<{
  readonly upload: LedgerStep;
  readonly flow: LedgerStep;
  readonly downloads: readonly LedgerStep[];
} | null> {
  const uploads = await sql<LedgerStep & { readonly flow_id: string }>`
    select p.id, 'upload' as kind, p.name, p.status, ${epoch(sql`coalesce(p.ready, p.created)`)} as queued,
      ${epoch(sql`p.started`)} as started, ${epoch(sql`p.finished`)} as finished, p.flow_id
    from upload p where p.account_id = ${accountId}::uuid and p.id = ${uploadId}::uuid
  `.execute(tx);
  const [upload] = uploads.rows;
  if (upload === undefined) return null;
  const flows = await sql<LedgerStep>`
    select f.id, 'flow' as kind, ${upload.name} as name, f.status, ${epoch(sql`f.created`)} as queued,
      ${epoch(sql`f.started`)} as started,
      -- The rows of this upload are there before those of the others.
      ${epoch(sql`coalesce((select p.ready from upload p where p.account_id = f.account_id and p.id = ${uploadId}::uuid), f.finished)`)} as finished
    from flow f where f.account_id = ${accountId}::uuid and f.id = ${upload.flow_id}::uuid
  `.execute(tx);
  const [flow] = flows.rows;
  if (flow === undefined) return null;
  const downloads = await sql<LedgerStep>`
    with needed as materialized (
      select s.download_id from flow_source s where s.account_id = ${accountId}::uuid and s.flow_id = ${upload.flow_id}::uuid
      union select i.download_id from upload_input i
        where i.account_id = ${accountId}::uuid and i.upload_id = ${uploadId}::uuid
      limit ${INPUTS}
    )
    select d.id, 'download' as kind, d.source as name, d.status, ${epoch(sql`greatest(d.due, d.created)`)} as queued,
      ${epoch(sql`d.started`)} as started, ${epoch(sql`d.finished`)} as finished
    from needed n join download d on d.account_id = ${accountId}::uuid and d.id = n.download_id
  `.execute(tx);
  return { upload, flow, downloads: downloads.rows };
}
