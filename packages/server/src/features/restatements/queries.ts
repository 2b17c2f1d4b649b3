import { UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type DatedArguments, reportDatetimeRange, valuesOf } from '../../graphql/list-arguments.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { FREEZE_COLUMNS, type FreezeRow, MAX_FREEZES } from '../../pipeline/restatements/freeze-dates.ts';

/**
 * The state of a changed result. `held`: a freeze keeps it from being delivered. `pending`: it is on its way. `dropped`: it failed or was
 * abandoned, and what was delivered before stands.
 */
export const RESTATEMENT_STATES = ['held', 'pending', 'delivered', 'dropped'] as const;
export type RestatementState = (typeof RESTATEMENT_STATES)[number];

/** Why a result differs from what was delivered. */
export const RESTATEMENT_CAUSES = ['source', 'schedule', 'script', 'run_again', 'retry', 'backfill'] as const;

export type ChangedTotal = { readonly column: string; readonly before: string | null; readonly after: string | null };

export type RestatementRow = {
  readonly id: string;
  readonly created: Date;
  readonly upload_id: string;
  readonly replaced_id: string;
  readonly upload_name: string;
  readonly project: string;
  readonly report_date: string | null;
  readonly rows_before: number;
  readonly rows_after: number;
  readonly totals: readonly ChangedTotal[];
  readonly cause: (typeof RESTATEMENT_CAUSES)[number];
  readonly caused_by: string | null;
  readonly download_id: string | null;
  readonly changelist_id: string;
  readonly script: string | null;
  readonly has_other_script: boolean;
  readonly state: RestatementState;
  readonly delivered: Date | null;
  readonly destination: string;
  /** Id of the freeze that holds it. */
  readonly held_by: string | null;
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };
const UNFINISHED = sql.join(UPLOAD_UNFINISHED.map((status) => sql.lit(status)));

const IS_HELD = sql`exists (select from unit w where w.account_id = d.account_id and w.id = d.upload_id and w.state = 'held'
  and w.blocked_kind = 'freeze')`;
const IS_UNDER_WAY = sql`exists (select from upload u where u.account_id = d.account_id and u.id = d.upload_id
  and u.status in (${UNFINISHED}))`;

const STATE_CONDITIONS: Readonly<Record<RestatementState, RawBuilder<unknown>>> = {
  held: IS_HELD,
  pending: sql`${IS_UNDER_WAY} and not ${IS_HELD}`,
  delivered: sql`d.delivered is not null`,
  dropped: sql`d.delivered is null and not ${IS_UNDER_WAY}`,
};

export type RestatementArguments = DatedArguments<{
  state: string;
  cause: readonly string[];
  uploadName: readonly string[];
}>;

/** @throws RequestError BAD_REQUEST */
export function restatementFilter(args: RestatementArguments): ListFilter {
  const state = RESTATEMENT_STATES.find((each) => each === args.state);
  if (args.state != null && state === undefined)
    throw badRequest(`state must be one of ${RESTATEMENT_STATES.join(', ')}, not ${args.state.slice(0, 50)}.`);
  const causes = valuesOf('cause', args.cause);
  const unknown = causes?.find((cause) => !RESTATEMENT_CAUSES.some((each) => each === cause));
  if (unknown !== undefined)
    throw badRequest(`cause must be one of ${RESTATEMENT_CAUSES.join(', ')}, not ${unknown.slice(0, 50)}.`);
  const names = valuesOf('uploadName', args.uploadName);
  return {
    conditions: [
      ...reportDatetimeRange(args),
      ...(state === undefined ? [] : [STATE_CONDITIONS[state]]),
      ...(causes === null ? [] : [sql`d.cause = any(${causes}::text[])`]),
    ],
    valueScan:
      names === null ? undefined : { column: 'upload_name', type: 'text', values: names, sortedBy: ['created'] },
  };
}

export const restatementsById: Batch<RestatementRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<RestatementRow>`
    select r.id, r.created, r.upload_id, r.replaced_id, r.upload_name, r.project, r.report_date::text as report_date, r.rows_before,
      r.rows_after, r.totals, r.cause, r.caused_by, r.download_id, r.changelist_id, c.description as script,
      r.changelist_id <> r.changelist_before as has_other_script, coalesce(u.destination, '') as destination,
      r.delivered, case when r.delivered is not null then 'delivered' when w.id is not null then 'held' when u.status in (${UNFINISHED}) then 'pending'
        else 'dropped' end as state, w.blocked_by as held_by
    from restatement r
    left join upload u on u.account_id = r.account_id and u.id = r.upload_id
    left join unit w on w.account_id = r.account_id and w.id = r.upload_id and w.state = 'held' and w.blocked_kind = 'freeze'
    left join changelist c on c.account_id = r.account_id and c.id = r.changelist_id
    where r.account_id = ${accountId}::uuid and r.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** One page of restatements, the newest first. */
export const listRestatements = (tx: Tx, accountId: string, filter: ListFilter, page: PageRequest) =>
  listRows(tx, { table: 'restatement', accountId, sort: CREATED, direction: 'DESC', filter }, page, restatementsById);

/** The freezes of an account, those with the latest dates first. */
export async function listFreezes(tx: Tx, accountId: string): Promise<readonly FreezeRow[]> {
  const { rows } = await sql<FreezeRow>`
    select ${FREEZE_COLUMNS} from report_freeze where account_id = ${accountId}::uuid
    order by last_date desc, upload_name nulls first, id limit ${sql.lit(MAX_FREEZES)}
  `.execute(tx);
  return rows;
}

export const freezesById: Batch<FreezeRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<FreezeRow>`
    select ${FREEZE_COLUMNS} from report_freeze where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** How many results each freeze holds, by its id. */
export const heldByFreezes: Batch<number> = async (tx, accountId, ids) => {
  const { rows } = await sql<{ id: string; held: number }>`
    select blocked_by as id, count(*)::int as held from unit
    where account_id = ${accountId}::uuid and state = 'held' and blocked_kind = 'freeze' and blocked_by = any(${[...ids]}::text[])
    group by blocked_by
  `.execute(tx);
  return new Map(rows.map(({ id, held }) => [id, held]));
};

/** The restatement of an upload. */
export async function restatementOfUpload(tx: Tx, accountId: string, uploadId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from restatement where account_id = ${accountId}::uuid and upload_id = ${uploadId}::uuid
  `.execute(tx);
  return rows[0]?.id ?? null;
}
