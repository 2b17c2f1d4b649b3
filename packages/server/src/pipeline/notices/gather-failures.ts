import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { NoticeFacts } from './announce-groups.ts';
import { KEY_EXPIRES, readExpiringKeys } from './expiring-keys.ts';
import { subjectOf } from './subject.ts';

/** Changes that are read in one transaction. */
const BATCH = 500;
const KEPT = sql`interval '30 days'`;
/** Follows from the failure of a download, which is in a group of its own. */
const CONSEQUENCE = 'INPUT_FAILED';

type Transfer = NoticeFacts['transfer'];
type Change = { readonly account_id: string; readonly transfer: Transfer; readonly unit_id: string };

/** A download, upload, late upload or key as it is now. */
type Unit = Change & {
  readonly name: string;
  readonly report_date: string | null;
  readonly purpose: string;
  /** Why it fails; null when it does not. */
  readonly code: string | null;
  /** Nothing of it runs, or will run by itself. */
  readonly is_over: boolean;
  readonly message: string | null;
  readonly key: string | null;
  readonly connector: string | null;
  /** Deadline of a late upload, or expiry of a key, as ISO 8601. */
  readonly deadline: string | null;
};

const KINDS: Readonly<Record<string, string>> = { production: 'production', backfill: 'backfills', proof: 'proofs' };

/**
 * Puts what has begun to fail into the group of its cause, takes out what does not fail any more, and writes the notices of
 * groups that have ended. Programs may do so side by side: one of them does at a time. See docs/design/operation.md.
 * @returns whether more changes are probably left
 */
export const gatherFailures = (database: Database): Promise<boolean> => database.withSystem(gatherBatch);

async function gatherBatch(tx: Tx): Promise<boolean> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('failure groups', 0)) as locked`.execute(tx);
  if (lock.rows[0]?.locked !== true) return false;
  const { rows } = await sql<Change>`
    delete from failure_change where id in (select id from failure_change order by id limit ${sql.lit(BATCH)})
    returning account_id, transfer, unit_id`.execute(tx);
  if (rows.length === 0) return false;
  const changes = [...new Map(rows.map((row) => [`${row.account_id} ${row.transfer} ${row.unit_id}`, row])).values()];
  // A later statement sees every unit whose change was taken. A change that is committed meanwhile is left for the next batch.
  const units = await readUnits(tx, changes);
  for (const change of changes) {
    const unit = units.get(`${change.account_id} ${change.transfer} ${change.unit_id}`);
    if (unit?.code != null) await join(tx, unit);
    else if (unit === undefined || unit.is_over) await leave(tx, change);
  }
  await endGroups(tx, [...new Set(changes.map(({ account_id: account }) => account))]);
  await sql`delete from failure_group where resolved < now() - ${KEPT}`.execute(tx);
  return rows.length === BATCH;
}

/** The units of these changes by account, transfer and id; those that are gone are missing. */
async function readUnits(tx: Tx, changes: readonly Change[]): Promise<ReadonlyMap<string, Unit>> {
  const asked = (transfer: Transfer) => {
    const wanted = changes.filter((change) => change.transfer === transfer);
    return sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as c(account_id uuid, unit_id text)`;
  };
  const { rows } = await sql<Unit>`
    select d.account_id, 'download' as transfer, c.unit_id, d.source as name, d.report_date::text as report_date, d.purpose,
      d.failure_code as code, d.finished is not null as is_over, d.message, k.name as key, null as connector, null as deadline
    from ${asked('download')} join download d on d.account_id = c.account_id and d.id = c.unit_id::uuid
    left join download_declaration s on s.account_id = d.account_id and s.name = d.source
    left join key k on k.account_id = s.account_id and k.id = s.key_id
    union all
    select d.account_id, 'upload', c.unit_id, d.name, d.report_date::text, d.purpose,
      nullif(d.failure_code, ${CONSEQUENCE}), d.finished is not null, d.message, k.name, s.connector, null
    from ${asked('upload')} join upload d on d.account_id = c.account_id and d.id = c.unit_id::uuid
    left join upload_declaration s on s.account_id = d.account_id and s.name = d.name
    left join key k on k.account_id = s.account_id and k.id = s.key_id
    union all
    select l.account_id, 'late_upload', c.unit_id, l.upload_name, l.report_date::text, 'production',
      case when l.delivered is null then 'UPLOAD_LATE' end, l.delivered is not null, null, null, null,
      to_char(l.deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from ${asked('late_upload')} join late_upload l on l.account_id = c.account_id
      and c.unit_id = l.upload_name || ' ' || l.report_date
    union all
    ${readExpiringKeys(asked('key'))}
  `.execute(tx);
  return new Map(rows.map((unit) => [`${unit.account_id} ${unit.transfer} ${unit.unit_id}`, unit]));
}

/** Puts a unit into the group of its cause; a group of another cause loses it. */
async function join(tx: Tx, unit: Unit): Promise<void> {
  const { account_id: account, transfer, unit_id: id, name, deadline, code, key, connector } = unit;
  const isLate = transfer === 'late_upload';
  const subject =
    transfer === 'late_upload'
      ? { kind: 'deadline', name: deadline ?? '' }
      : transfer === 'key'
        ? { kind: KEY_EXPIRES, name: `${deadline ?? ''} ${name}` }
        : subjectOf(code ?? '', { transfer, name, key, connector });
  const kind = isLate ? 'late_uploads' : (KINDS[unit.purpose] ?? 'production');
  const { rows } = await sql<{ id: string; total: number }>`
    insert into failure_group (account_id, kind, transfer, code, subject_kind, subject)
    values (${account}::uuid, ${kind}, ${transfer}, ${code}, ${subject.kind}, ${subject.name})
    on conflict (account_id, kind, transfer, code, subject_kind, subject) where resolved is null
    do update set subject = excluded.subject
    returning id, total`.execute(tx);
  const [group] = rows;
  if (group === undefined) return;
  const joined = await sql<{ is_new: boolean }>`
    with before as (
      select group_id from failure_member
      where account_id = ${account}::uuid and transfer = ${transfer} and unit_id = ${id}
    ), put as (
      insert into failure_member (account_id, transfer, unit_id, group_id, name, report_date, message)
      values (${account}::uuid, ${transfer}, ${id}, ${group.id}::uuid, ${name}, ${unit.report_date}::date, ${unit.message})
      on conflict (account_id, transfer, unit_id) do update set group_id = excluded.group_id, message = excluded.message
    )
    select not exists (select from before where group_id = ${group.id}::uuid) as is_new`.execute(tx);
  if (joined.rows[0]?.is_new !== true) return;
  await sql`update failure_group set total = total + 1
    where account_id = ${account}::uuid and id = ${group.id}::uuid`.execute(tx);
}

async function leave(tx: Tx, { account_id: account, transfer, unit_id: id }: Change): Promise<void> {
  await sql`delete from failure_member
    where account_id = ${account}::uuid and transfer = ${transfer} and unit_id = ${id}`.execute(tx);
}

/** Ends the groups without members. Each filter with a notice of their beginning gets one of their end. */
async function endGroups(tx: Tx, accounts: readonly string[]): Promise<void> {
  await sql`
    with over as (
      update failure_group g set resolved = now()
      where g.account_id = any(${accounts}::uuid[]) and g.resolved is null
        and not exists (select from failure_member m where m.account_id = g.account_id and m.group_id = g.id)
      returning g.account_id, g.id, g.total
    )
    insert into notice (account_id, filter_id, group_id, change, facts)
    select n.account_id, n.filter_id, n.group_id, 'resolved', n.facts || jsonb_build_object('count', over.total)
    from over join notice n on n.account_id = over.account_id and n.group_id = over.id and n.change = 'failed'
    order by n.sequence
    on conflict (account_id, filter_id, group_id, change) do nothing
  `.execute(tx);
}
