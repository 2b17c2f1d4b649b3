import type { Plan } from '@switchboard/model/plan';
import type { ArtifactStatus, DependencyStatus } from '@switchboard/model/status/health';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { loadPlan } from '../../pipeline/state/plan-queries.ts';

/** A published declaration with its status and that of its key. */
export type DeclarationRow = {
  readonly name: string;
  readonly status: ArtifactStatus;
  /** Null when it needs no key. */
  readonly key_id: string | null;
  /** Null when the key is archived, like its status. */
  readonly key_name: string | null;
  readonly key_status: string | null;
  /** When it was declared, epoch milliseconds. */
  readonly since: number;
  /** Since when a person has paused it or its key, epoch milliseconds; null when neither is paused. */
  readonly paused_since: number | null;
  readonly pause_reason: string | null;
  /** Report dates that a person left out, yyyy-MM-dd; null for none. */
  readonly skipped: readonly string[] | null;
};

export type HomeEventRow = {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly code: string | null;
  readonly message: string;
  readonly purpose: string | null;
  readonly severity: string;
  readonly will_retry: boolean | null;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  /** The download or upload. */
  readonly run_id: string | null;
};

export type Kind = 'download' | 'upload';

/** Declarations of one kind and days without a gap, yyyy-MM-dd, the oldest first. */
export type DaysOf = { readonly kind: Kind; readonly names: readonly string[]; readonly days: readonly string[] };

/** The running script; null when nothing has been published. Its plan is kept in memory, since published plans never change. */
export async function runningPlan(
  tx: Tx,
  accountId: string,
): Promise<{ readonly changelistId: string; readonly plan: Plan } | null> {
  const { rows } = await sql<{ id: string }>`
    select id from changelist where account_id = ${accountId}::uuid and status = 'running' and plan is not null
  `.execute(tx);
  const [row] = rows;
  return row === undefined ? null : { changelistId: row.id, plan: await loadPlan(tx, accountId, row.id) };
}

/** The account's published declarations of one kind. */
export async function declarationsNow(tx: Tx, accountId: string, kind: Kind): Promise<DeclarationRow[]> {
  const { rows } = await sql<DeclarationRow>`
    select d.name, d.status, d.key_id, k.name as key_name, k.status as key_status,
      (extract(epoch from uuid_extract_timestamp(d.id)) * 1000)::float8 as since,
      (extract(epoch from least(d.paused_on, k.paused_on)) * 1000)::float8 as paused_since,
      case when d.status = 'paused' then (
        select p.reason from pause p where p.account_id = d.account_id
          and (p.kind = ${kind} and p.target = d.name or p.kind = 'project' and p.target = d.project)
        order by p.kind = 'project' limit 1) end as pause_reason,
      nullif(d.skipped_dates, '{}') as skipped
    from ${sql.table(`${kind}_declaration`)} d
    left join key k on k.account_id = d.account_id and k.id = d.key_id and k.status <> 'archived'
    where d.account_id = ${accountId}::uuid and d.status <> 'removed' order by d.name
  `.execute(tx);
  return rows;
}

/** Uploads that missed their deadline, as "name date". */
export async function lateDates(tx: Tx, accountId: string, first: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ late: string }>`
    select upload_name || ' ' || report_date as late from late_upload
    where account_id = ${accountId}::uuid and report_date >= ${first}::date
  `.execute(tx);
  return new Set(rows.map((row) => row.late));
}

/**
 * The latest warning or error of each declaration since a day, by name of the declaration. As for the days, only production counts.
 * The event of a suspension is passed over: the one before it says why. The code is that of the error behind exhausted attempts.
 */
export async function latestEvents(
  tx: Tx,
  accountId: string,
  { kind, names, days }: DaysOf,
): Promise<ReadonlyMap<string, HomeEventRow>> {
  const declaration = sql.ref(`e.${kind}_declaration`);
  // Numbers are read in a tenth of the time of timestamps.
  const { rows } = await sql<Omit<HomeEventRow, 'created'> & { readonly created: number }>`
    select latest.* from unnest(${[...names]}::text[]) n(name) cross join lateral (
      select e.id, ${declaration} as name, floor(extract(epoch from e.created) * 1000)::float8 as created, e.message,
        coalesce(case when e.code = 'ATTEMPTS_EXHAUSTED' then (
          select r.failure_code from ${sql.table(kind)} r where r.account_id = e.account_id and r.id = ${sql.ref(`e.${kind}_id`)}
        ) end, e.code) as code,
        e.purpose, e.severity, e.will_retry, e.report_date::text as report_date, ${sql.ref(`e.${kind}_id`)} as run_id from event e
      where e.account_id = ${accountId}::uuid and ${declaration} = n.name and e.severity in ('warn', 'error', 'fatal')
        and e.created >= ${`${days[0]}T00:00:00Z`}::timestamptz and coalesce(e.purpose, 'production') = 'production'
        and e.code is distinct from 'DECLARATION_SUSPENDED'
      order by e.created desc, e.id desc limit 1
    ) latest
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, { ...row, created: new Date(row.created) }]));
}

/** The status of what a declaration depends on: its key and, for an upload, its downloads and their keys. */
export function dependencyOf(declaration: DeclarationRow, upstream: readonly DeclarationRow[]): DependencyStatus {
  if (!keyWorks(declaration) || upstream.some((download) => download.status === 'suspended')) return 'suspended';
  if (!upstream.every(keyWorks)) return 'blocked';
  return isKeyPaused(declaration) || upstream.some((each) => each.paused_since !== null) ? 'paused' : 'working';
}

function isKeyPaused({ key_status: status }: DeclarationRow): boolean {
  return status === 'paused';
}

/** Whether a declaration needs no key, or one that is neither suspended nor gone. */
export function keyWorks({ key_id: key, key_status: status }: DeclarationRow): boolean {
  return key === null || status === 'active' || status === 'paused';
}
