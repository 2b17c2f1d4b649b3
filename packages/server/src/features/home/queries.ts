import {
  type ArtifactStatus,
  type DayRun,
  type DependencyStatus,
  DOWNLOAD_UNFINISHED,
  UPLOAD_UNFINISHED,
} from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** A published declaration with its status and that of its key. */
export type DeclarationRow = {
  readonly name: string;
  readonly status: ArtifactStatus;
  /** Null when it needs no key. */
  readonly key_id: string | null;
  /** Null when the key is archived. */
  readonly key_status: string | null;
  readonly since: Date;
};

export type RunRow = DayRun & { readonly name: string; readonly day: string; readonly running: boolean };

export type HomeEventRow = {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly message: string;
  readonly purpose: string | null;
  readonly severity: string;
  readonly will_retry: boolean | null;
};

type Kind = 'download' | 'upload';

const PARTS = {
  download: {
    declarations: 'download_declaration',
    name: 'source',
    unfinished: DOWNLOAD_UNFINISHED,
    undated: sql`t.due`,
    dirty: sql`t.dirty_row_status`,
  },
  upload: {
    declarations: 'upload_declaration',
    name: 'name',
    unfinished: UPLOAD_UNFINISHED,
    undated: sql`t.created`,
    // An assertion that only warns marks the uploads of its table as dirty rows mark a download.
    dirty: sql`case when exists (
      select from assertion_result a where a.account_id = t.account_id and a.flow_id = t.flow_id and a.outcome = 'failed'
        and a.severity = 'warn' and t.name = any(a.uploads)
    ) then 'some' else 'none' end`,
  },
} as const;

/** The account's published declarations of one kind. */
export async function declarationsNow(tx: Tx, accountId: string, kind: Kind): Promise<DeclarationRow[]> {
  const { rows } = await sql<DeclarationRow>`
    select d.name, d.status, d.key_id, k.status as key_status, uuid_extract_timestamp(d.id) as since
    from ${sql.table(PARTS[kind].declarations)} d
    left join key k on k.account_id = d.account_id and k.id = d.key_id and k.status <> 'archived'
    where d.account_id = ${accountId}::uuid and d.status <> 'removed' order by d.name
  `.execute(tx);
  return rows;
}

/**
 * The newest production run of each declaration and day since `first`. Runs that users ended are ignored. Skipped runs (the
 * same report again, or no rows to upload) count only if no other run exists. A run in progress does not change the status of
 * the day; it sets `running`.
 */
export async function runsSince(tx: Tx, accountId: string, kind: Kind, first: string): Promise<RunRow[]> {
  const { name, unfinished, undated, dirty } = PARTS[kind];
  const open = sql`t.status = any(${unfinished.filter((status) => status !== 'retrying')}::text[])`;
  const start = sql`${`${first}T00:00:00Z`}::timestamptz`;
  const { rows } = await sql<RunRow>`
    select distinct on (name, day) name, day::text as day, status, dirty, running, exists (
      select from event e where e.account_id = ${accountId}::uuid and ${sql.ref(`e.${kind}_id`)} = newest.id and e.severity = 'error'
    ) as errors
    from (
      select t.*, ${open} as open, bool_or(t.status = any(${[...unfinished]}::text[])) over (partition by t.name, t.day) as running
      from (
        select t.id, ${sql.ref(`t.${name}`)} as name, t.status, ${dirty} as dirty, t.created,
          coalesce(t.report_date, (${undated} at time zone 'UTC')::date) as day
        from ${sql.table(kind)} t
        where t.account_id = ${accountId}::uuid and t.purpose = 'production' and t.status not in ('abandoned', 'cancelled')
          and (t.report_date >= ${first}::date or t.report_date is null and ${undated} >= ${start})
        ${kind === 'upload' ? sql`union all ${withoutRows(accountId, first, start)}` : sql``}
      ) t
    ) newest
    order by name, day, open, status = 'skipped', created desc, id desc
  `.execute(tx);
  return rows;
}

/** Uploads whose results had no rows, which only events record. The day of uploads without dates is that of their flow. */
function withoutRows(accountId: string, first: string, start: ReturnType<typeof sql>): ReturnType<typeof sql> {
  const made = sql`(select created from flow f where f.account_id = e.account_id and f.id = e.flow_id)`;
  return sql`
    select e.id, e.upload_declaration, 'skipped', 'none', e.created,
      coalesce(e.report_date, (coalesce(${made}, e.created) at time zone 'UTC')::date)
    from event e
    where e.account_id = ${accountId}::uuid and e.upload_declaration is not null and e.purpose = 'production'
      and e.code = 'RESULT_WITHOUT_ROWS'
      and (e.report_date >= ${first}::date or e.report_date is null and e.created >= ${start})`;
}

/** Uploads that missed their deadline, as "name date". */
export async function lateDates(tx: Tx, accountId: string, first: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ late: string }>`
    select upload_name || ' ' || report_date as late from late_upload
    where account_id = ${accountId}::uuid and report_date >= ${first}::date
  `.execute(tx);
  return new Set(rows.map((row) => row.late));
}

/** The latest event of each declaration since a day, by name of the declaration. */
export async function latestEvents(
  tx: Tx,
  accountId: string,
  kind: Kind,
  first: string,
): Promise<ReadonlyMap<string, HomeEventRow>> {
  const declaration = sql.ref(`${kind}_declaration`);
  const { rows } = await sql<HomeEventRow>`
    select distinct on (${declaration}) id, ${declaration} as name, created, message, purpose, severity, will_retry from event
    where account_id = ${accountId}::uuid and ${declaration} is not null and purpose is distinct from 'proof'
      and created >= ${`${first}T00:00:00Z`}::timestamptz
    order by ${declaration}, created desc, id desc
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
}

/** The status of what a declaration depends on: its key and, for an upload, its downloads and their keys. */
export function dependencyOf(declaration: DeclarationRow, upstream: readonly DeclarationRow[]): DependencyStatus {
  if (!keyWorks(declaration) || upstream.some((download) => download.status === 'suspended')) return 'suspended';
  return upstream.every(keyWorks) ? 'working' : 'blocked';
}

function keyWorks({ key_id: key, key_status: status }: DeclarationRow): boolean {
  return key === null || status === 'active';
}
