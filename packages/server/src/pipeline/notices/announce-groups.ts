import { INTEGRATION_TYPES } from '@switchboard/model/integrations/integration-types';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

/** Milliseconds for which failures of the same cause are awaited before it is announced. */
export const SETTLE_MS = 20_000;

/** Facts that a notice reports of a group of failures. */
export type NoticeFacts = {
  readonly kind: 'production' | 'backfills' | 'proofs' | 'late_uploads';
  readonly transfer: 'download' | 'upload' | 'late_upload' | 'key';
  readonly code: string;
  readonly subject_kind: string;
  readonly subject: string;
  /** How many fail; of an ended group how many did. */
  readonly count: number;
  /** Names of the declarations, sorted; at most 50. */
  readonly names: readonly string[];
  readonly first_date: string | null;
  readonly last_date: string | null;
  /** Message of one of the failures. */
  readonly message: string | null;
  /** ISO 8601. */
  readonly since: string;
};

const BATCH = 100;
/** The types that send something. */
const SENDING = INTEGRATION_TYPES.map(({ name }) => name).filter((name) => name !== 'test');
const MAX_NAMES = 50;
/**
 * Condition on a group: people have snoozed its cause, of this or a more important purpose, and something that failed until then
 * still fails or runs again.
 */
const isSnoozed = (now: Date) => sql`exists (
  select from incident_work w
  where w.account_id = failure_group.account_id and w.snoozed_until > ${now} and w.transfer = failure_group.transfer
    and w.code = failure_group.code and w.subject_kind = failure_group.subject_kind and w.subject = failure_group.subject
    and case failure_group.kind when 'production' then w.purpose = 'production' when 'backfills' then w.purpose <> 'proof' else true end
    and exists (
      select from failure_group o join failure_member m on m.account_id = o.account_id and m.group_id = o.id
      left join download d on d.account_id = m.account_id and d.id = case m.transfer when 'download' then m.unit_id::uuid end
      left join upload u on u.account_id = m.account_id and u.id = case m.transfer when 'upload' then m.unit_id::uuid end
      where o.account_id = w.account_id and o.resolved is null and o.transfer = w.transfer and o.code = w.code
        and o.subject_kind = w.subject_kind and o.subject = w.subject
        and coalesce(d.finished, u.finished, w.updated) <= w.updated))`;

/** Condition on a group: people have muted its cause. */
const isMuted = (now: Date) => sql`exists (
  select from incident_work w
  where w.account_id = failure_group.account_id and w.muted_until > ${now} and w.transfer = failure_group.transfer
    and w.code = failure_group.code and w.subject_kind = failure_group.subject_kind and w.subject = failure_group.subject)`;
/** Condition on a group: a maintenance window of the account, or one of each of its members, is open. */
const isInMaintenance = (now: Date) => sql`(exists (
    select from maintenance_window w where w.account_id = failure_group.account_id and w.kind = 'account'
      and w.starts <= ${now} and w.ends > ${now}
  ) or exists (
    select from maintenance_window w where w.account_id = failure_group.account_id and w.kind <> 'account'
      and w.starts <= ${now} and w.ends > ${now}
  ) and not exists (
    select from failure_member m where m.account_id = failure_group.account_id and m.group_id = failure_group.id and not exists (
      select from maintenance_window w where w.account_id = m.account_id and w.name = m.name and w.starts <= ${now} and w.ends > ${now}
        and w.kind = case m.transfer when 'late_upload' then 'upload' else m.transfer end)))`;

/**
 * Writes the notices of the groups that have settled, for the filters of their kind.
 * @param now epoch milliseconds, by the clock of the database
 * @returns how many groups were announced
 */
export function announceGroups(database: Database, now: number, settleMs = SETTLE_MS): Promise<number> {
  return database.withSystem((tx) => announce(tx, new Date(now), new Date(now - settleMs)));
}

async function announce(tx: Tx, now: Date, openedBefore: Date): Promise<number> {
  const { rows } = await sql<{ announced: number }>`
    with due as materialized (
      select account_id, id from failure_group
      where announced is null and resolved is null and opened <= ${openedBefore} and not ${isSnoozed(now)} and not ${isMuted(now)}
        and not ${isInMaintenance(now)}
      order by opened limit ${sql.lit(BATCH)} for update skip locked
    ), announced as (
      update failure_group g set announced = now() from due where g.account_id = due.account_id and g.id = due.id
      returning g.*
    ), written as (
      insert into notice (account_id, filter_id, group_id, change, facts)
      select g.account_id, f.id, g.id, 'failed', jsonb_build_object(
        'kind', g.kind, 'transfer', g.transfer, 'code', g.code, 'subject_kind', g.subject_kind, 'subject', g.subject,
        'since', to_char(g.opened at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) || of.facts
      from announced g
      cross join lateral (
        select jsonb_build_object('count', count(*), 'first_date', min(m.report_date), 'last_date', max(m.report_date),
          'message', (array_agg(m.message order by m.unit_id desc) filter (where m.message is not null))[1],
          'names', (select coalesce(jsonb_agg(n.name), '[]') from (
            select distinct name from failure_member o where o.account_id = g.account_id and o.group_id = g.id
            order by name limit ${sql.lit(MAX_NAMES)}) n)) as facts
        from failure_member m where m.account_id = g.account_id and m.group_id = g.id
      ) of
      join integration_filter f on f.account_id = g.account_id and case g.kind
        when 'production' then f.production when 'backfills' then f.backfills
        when 'proofs' then f.proofs else f.late_uploads end
      join integration i on i.account_id = f.account_id and i.id = f.integration_id and i.type = any(${SENDING}::text[])
      order by g.opened, f.place
      on conflict (account_id, filter_id, group_id, change) do nothing
    )
    select count(*)::int as announced from announced`.execute(tx);
  return rows[0]?.announced ?? 0;
}
