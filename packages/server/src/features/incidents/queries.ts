import { DOWNLOAD_UNFINISHED, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { MAX_COUNT } from '../../graphql/lists/state-counts.ts';
import type { FailedDeclaration } from '../../pipeline/notices/subject.ts';
import { among } from '../transfers/status-conditions.ts';

/** Purposes of failed work, the most important first. */
export const PURPOSES = ['production', 'backfill', 'proof'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Failures of one declaration with one code. */
export type FailureGroup = FailedDeclaration & {
  readonly code: string;
  readonly failed: number;
  readonly has_more: boolean;
  /** Units that have failed repeatedly and are retried automatically. */
  readonly retrying: number;
  /** The most important purpose among its newest failures. */
  readonly purpose: Purpose;
  /** yyyy-MM-dd hh:mm:ss.ffffff+00 */
  readonly first_failure: string;
  readonly latest_failure: string;
};

/** Groups of one account that are read. */
const MAX_GROUPS = 2_000;
/** Failures of one account that are grouped in one scan: of more, each cause is looked up. */
const MAX_SCANNED = 5_000;

/** The newest failures of a cause of many whose purpose is read, which no index has. */
const MAX_PURPOSES = 20;
/** Follows from the failure of a download, which is an incident of its own. */
const CONSEQUENCE = 'INPUT_FAILED';

const TABLES = {
  download: {
    table: 'download',
    name: 'source',
    declarations: 'download_declaration',
    connector: sql`null`,
    unfinished: DOWNLOAD_UNFINISHED,
  },
  upload: {
    table: 'upload',
    name: 'name',
    declarations: 'upload_declaration',
    connector: sql`s.connector`,
    unfinished: UPLOAD_UNFINISHED,
  },
} as const;

/**
 * The latest failed attempt of each unfinished transfer `d` that keeps failing: a first retry within minutes is routine. One
 * whose first retry comes later stays while that retry is under way.
 * A query with the columns id, name, code, message, first, latest and next_try.
 */
export function failingAttempts(accountId: string, transfer: FailedDeclaration['transfer']): RawBuilder<unknown> {
  const { table, name, unfinished } = TABLES[transfer];
  return sql`
    select d.id, ${sql.ref(`d.${name}`)} as name, d.purpose, e.code, e.message, f.first, e.created as latest, u.next_try
    from ${sql.table(table)} d
    join unit u on u.account_id = d.account_id and u.id = d.id
      and u.retry_count > 0
    cross join lateral (
      select e.code, e.message, e.created from event e
      where e.account_id = ${accountId}::uuid and ${sql.ref(`e.${transfer}_id`)} = d.id and e.will_retry
      order by e.created desc, e.id desc limit 1
    ) e
    cross join lateral (
      select min(e.created) as first from event e
      where e.account_id = ${accountId}::uuid and ${sql.ref(`e.${transfer}_id`)} = d.id and e.will_retry
    ) f
    where d.account_id = ${accountId}::uuid and ${among(unfinished)}
      and (u.retry_count > 1 or greatest(u.next_try, now()) > e.created + interval '5 minutes')
    limit ${sql.lit(MAX_COUNT)}`;
}

/** The first in the order of importance, which is not that of the letters. */
const firstPurpose = (purpose: RawBuilder<unknown>) =>
  sql`case when bool_or(${purpose} = 'production') then 'production' when bool_or(${purpose} = 'backfill') then 'backfill' else 'proof' end`;

/** A text whose order is that of the instants, to the microsecond. */
const moment = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`;

/** The failures of the account since an instant, by code and declaration. */
export async function failureGroups(tx: Tx, accountId: string, since: Date): Promise<FailureGroup[]> {
  const groups: FailureGroup[] = [];
  for (const transfer of ['download', 'upload'] as const) {
    groups.push(...(await groupsOf(tx, accountId, transfer, since)));
    groups.push(...(await retryingOf(tx, accountId, transfer)));
  }
  return groups;
}

/** The transfers that keep failing and are tried again, by the code of their latest failure and declaration. */
async function retryingOf(
  tx: Tx,
  accountId: string,
  transfer: FailedDeclaration['transfer'],
): Promise<readonly FailureGroup[]> {
  const { declarations, connector } = TABLES[transfer];
  const { rows } = await sql<FailureGroup>`
    select ${transfer} as transfer, a.code, a.name, k.name as key, ${connector} as connector,
      0 as failed, false as has_more, count(*)::int as retrying, ${firstPurpose(sql`a.purpose`)} as purpose,
      ${moment(sql`min(a.first)`)} as first_failure, ${moment(sql`max(a.latest)`)} as latest_failure
    from (${failingAttempts(accountId, transfer)}) a
    left join ${sql.table(declarations)} s on s.account_id = ${accountId}::uuid and s.name = a.name
    left join key k on k.account_id = s.account_id and k.id = s.key_id
    group by 1, 2, 3, 4, 5
  `.execute(tx);
  return rows;
}

/** Groups the failures since an instant in one scan; those of an account with many are counted cause by cause. */
async function groupsOf(
  tx: Tx,
  accountId: string,
  transfer: FailedDeclaration['transfer'],
  since: Date,
): Promise<readonly FailureGroup[]> {
  const { table, name } = TABLES[transfer];
  const failed = sql`${sql.table(table)} d where d.account_id = ${accountId}::uuid and d.failure_code is not null`;
  const recent = await groupsAmong(tx, accountId, transfer, scannedCauses(failed, sql.ref(`d.${name}`), since));
  const scanned = recent.reduce((sum, group) => sum + group.scanned, 0);
  const groups =
    scanned <= MAX_SCANNED
      ? recent
      : await groupsAmong(tx, accountId, transfer, skippedCauses(failed, sql.ref(`d.${name}`), since));
  return groups.filter(({ code }) => code !== CONSEQUENCE);
}

/** The groups of causes, which have the columns code, name, failed, first and latest. */
async function groupsAmong(
  tx: Tx,
  accountId: string,
  transfer: FailedDeclaration['transfer'],
  causes: RawBuilder<unknown>,
): Promise<readonly (FailureGroup & { readonly scanned: number })[]> {
  const { declarations, connector } = TABLES[transfer];
  const { rows } = await sql<FailureGroup & { readonly scanned: number }>`
    select ${transfer} as transfer, x.code, x.name, k.name as key, ${connector} as connector, x.failed as scanned,
      least(x.failed, ${MAX_COUNT})::int as failed, x.failed > ${MAX_COUNT} as has_more, 0 as retrying, x.purpose,
      ${moment(sql`x.first`)} as first_failure, ${moment(sql`x.latest`)} as latest_failure
    from (${causes}) x
    left join ${sql.table(declarations)} s on s.account_id = ${accountId}::uuid and s.name = x.name
    left join key k on k.account_id = s.account_id and k.id = s.key_id
    where x.failed > 0
  `.execute(tx);
  return rows;
}

/** The causes of the newest failures, one more than the maximum at most. */
const scannedCauses = (failed: RawBuilder<unknown>, name: RawBuilder<unknown>, since: Date) => sql`
  select code, name, count(*)::int as failed, min(finished) as first, max(finished) as latest, ${firstPurpose(sql`purpose`)} as purpose
  from (
    select d.failure_code as code, ${name} as name, d.finished, d.purpose from ${failed} and d.finished >= ${since}::timestamptz
    order by d.finished desc limit ${sql.lit(MAX_SCANNED + 1)}
  ) newest
  group by code, name`;

/** Skips along the index from one code and declaration to the next, so that the history is not read. */
function skippedCauses(failed: RawBuilder<unknown>, name: RawBuilder<unknown>, since: Date): RawBuilder<unknown> {
  const next = (more: RawBuilder<unknown>) => sql`
    (select d.failure_code as code, ${name} as name from ${failed} ${more} order by d.failure_code, ${name} limit 1)`;
  const ofCause = sql`${failed} and d.failure_code = c.code and ${name} = c.name and d.finished >= ${since}::timestamptz`;
  return sql`
    with recursive cause(code, name) as (
      ${next(sql``)}
      union all
      select found.code, found.name from cause cross join lateral ${next(
        sql`and (d.failure_code, ${name}) > (cause.code, cause.name)`,
      )} found
    )
    select c.code, c.name, counted.*, (
      select ${firstPurpose(sql`n.purpose`)}
      from (select d.purpose from ${ofCause} order by d.finished desc limit ${sql.lit(MAX_PURPOSES)}) n
    ) as purpose
    from (select code, name from cause limit ${sql.lit(MAX_GROUPS)}) c
    cross join lateral (
      select count(*)::int as failed, max(finished) as latest,
        case when count(*) <= ${sql.lit(MAX_COUNT)} then min(finished) else (select min(d.finished) from ${ofCause}) end as first
      from (select d.finished from ${ofCause} order by d.finished desc limit ${sql.lit(MAX_COUNT + 1)}) newest
    ) counted`;
}

/** A blocker of units: the kind and name of `unit.blocked_kind` and `blocked_by`. */
export type Blocker = { readonly kind: string; readonly name: string };

/** How many units each of these blocks, in their order; one more than the maximum stands for any greater number. */
export async function blockedUnits(tx: Tx, accountId: string, blockers: readonly Blocker[]): Promise<number[]> {
  const { rows } = await sql<{ blocked: number }>`
    select (
      select count(*)::int from (
        select from unit u where u.account_id = ${accountId}::uuid and u.blocked_kind = b.kind and u.blocked_by = b.name
        limit ${sql.lit(MAX_COUNT + 1)}
      ) counted
    ) as blocked
    from unnest(${blockers.map(({ kind }) => kind)}::text[], ${blockers.map(({ name }) => name)}::text[])
      with ordinality as b(kind, name, place)
    order by b.place
  `.execute(tx);
  return rows.map(({ blocked }) => blocked);
}

/** The uploads that have missed a deadline since an instant and are not delivered. */
export async function undeliveredUploads(tx: Tx, accountId: string, since: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct upload_name as name from late_upload
    where account_id = ${accountId}::uuid and delivered is null and report_date >= ${since.toISOString().slice(0, 10)}::date
  `.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

export type VisibleAccount = { readonly id: string; readonly url_name: string; readonly name: string };

/** Returns the accounts that have failures. */
export async function withFailures(tx: Tx, accounts: readonly VisibleAccount[]): Promise<VisibleAccount[]> {
  const { rows } = await sql<{ id: string }>`
    select accounts_with_failures(${accounts.map(({ id }) => id)}::uuid[]) as id
  `.execute(tx);
  const found = new Set(rows.map(({ id }) => id));
  return accounts.filter(({ id }) => found.has(id));
}
