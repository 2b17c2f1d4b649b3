import { LIMITS } from '@switchboard/model/limits';
import { FLOW_FINAL } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type DoctorFinding, type DoctorItem, finding, isoTime, MAX_ITEMS } from './report.ts';

const DUE_GRACE = sql.raw(`interval '5 minutes'`);
/** Longer, since a probe whose program died blocks the next one until its lease expires. */
const PROBE_GRACE = sql.raw(`interval '15 minutes'`);
const BACKFILL_GRACE = sql.raw(`interval '5 minutes'`);

type Late = { readonly account: string; readonly name: string; readonly since: Date; readonly total: number };
type LateBackfill = Late & { readonly status: string };

/** Condition: an account is active and runs a script; other accounts have no work. An index serves the second half. */
const worksFor = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`a.status = 'active' and exists (select from changelist c where c.account_id = ${account} and c.status = 'running')`;

/**
 * Work of the scheduler and the prober that is overdue and has no unit yet, or that was scheduled too early.
 * @param now by this machine's clock
 */
export async function examineScheduled(tx: Tx, now: Date): Promise<readonly DoctorFinding[]> {
  // By the earlier clock: either may be wrong, and that must not make anything late.
  const at = sql`least(now(), ${now}::timestamptz)`;
  return [await unscheduled(tx, at), await ahead(tx), await overdueProbes(tx, at), await leftBackfills(tx)];
}

async function ahead(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Late>`
    select a.url_name as account, s.name, s.scheduled_through as since, count(*) over ()::int as total
    from download_declaration s join account a on a.id = s.account_id
    where s.status <> 'removed' and s.scheduled_through > now() + ${DUE_GRACE}
    order by s.scheduled_through desc, s.name limit ${MAX_ITEMS}
  `.execute(tx);
  return finding(
    {
      check: 'ahead',
      title: 'Downloads that were scheduled over 5 minutes ahead of the database’s clock',
      todo: 'The scheduler sets them back within a minute: start a process with the role scheduler. Correct the clock that was wrong, and retry the downloads of days that were not over.',
    },
    totalOf(found.rows),
    found.rows.map((row) => itemOf(row, 'download', 'it is scheduled through a time that has not come')),
  );
}

async function unscheduled(tx: Tx, at: RawBuilder<unknown>): Promise<DoctorFinding> {
  // A source that was published just now is due since its lookback, and is not late.
  const found = await sql<Late>`
    select a.url_name as account, s.name, greatest(s.next_due, uuid_extract_timestamp(s.id)) as since,
      count(*) over ()::int as total
    from download_declaration s join account a on a.id = s.account_id
    where s.status = 'active' and s.next_due < ${at} - ${DUE_GRACE}
      and uuid_extract_timestamp(s.id) < ${at} - ${DUE_GRACE} and ${worksFor(sql`s.account_id`)}
    order by s.next_due, s.name limit ${MAX_ITEMS}
  `.execute(tx);
  return finding(
    {
      check: 'schedules',
      title: 'Downloads whose schedule came due over 5 minutes ago',
      todo: 'The scheduler handles them within seconds: start a process with the role scheduler. If one runs, its log names the cause.',
    },
    totalOf(found.rows),
    found.rows.map((row) => itemOf(row, 'download', 'it is due, and its report dates do not exist')),
  );
}

async function overdueProbes(tx: Tx, at: RawBuilder<unknown>): Promise<DoctorFinding> {
  // Few sources of an account are probed at once. While some are, the others wait, the longest due first.
  // Sources that are not probed have probe number 0, and their last fetch does not count.
  const isProbing = sql`
    select from download_declaration o where o.account_id = s.account_id
      and (o.probing_until > ${at} or (o.probe_number > 0 and o.last_probe > ${at} - ${PROBE_GRACE}))`;
  const since = sql`greatest(s.next_probe, s.probing_until)`;
  const found = await sql<Late>`
    select a.url_name as account, s.name, ${since} as since, count(*) over ()::int as total
    from download_declaration s join account a on a.id = s.account_id
    where s.status = 'active' and s.next_probe < ${at} - ${PROBE_GRACE} and ${since} < ${at} - ${PROBE_GRACE}
      and ${worksFor(sql`s.account_id`)}
      and (s.key_id is null or exists (
        select from key k where k.account_id = s.account_id and k.id = s.key_id and k.status = 'active'
          and k.created < ${at} - ${PROBE_GRACE}))
      and not exists (${isProbing})
    order by since, s.name limit ${MAX_ITEMS}
  `.execute(tx);
  return finding(
    {
      check: 'probes',
      title: 'Sources whose probe is overdue by more than 15 minutes',
      todo: `Start a process with the role worker. Each probes ${LIMITS.probesPerProgram} sources at once: if some run already, start more.`,
    },
    totalOf(found.rows),
    found.rows.map((row) => itemOf(row, 'download', 'no process probes its files')),
  );
}

async function leftBackfills(tx: Tx): Promise<DoctorFinding> {
  // A large backfill is launched over many minutes: it is fine while pipelines are added.
  const flows = sql`select from flow f where f.account_id = b.account_id and f.backfill_id = b.id`;
  const found = await sql<LateBackfill>`
    with late as materialized (
      select b.account_id, b.id, a.url_name as account, b.title as name, b.status, b.created_on,
        count(*) over ()::int as total
      from backfill b join account a on a.id = b.account_id
      where b.status in ('preparing', 'running') and b.created_on < now() - ${BACKFILL_GRACE}
        and ${worksFor(sql`b.account_id`)}
        and case b.status
          when 'preparing' then not exists (${flows} and f.created > now() - ${BACKFILL_GRACE})
          else not exists (
            ${flows} and (f.status <> all(${[...FLOW_FINAL]}::text[]) or f.finished > now() - ${BACKFILL_GRACE})) end
      order by b.created_on, b.id limit ${MAX_ITEMS}
    )
    select l.account, l.name, l.status, l.total, coalesce((
      select max(case l.status when 'preparing' then f.created else f.finished end) from flow f
      where f.account_id = l.account_id and f.backfill_id = l.id), l.created_on) as since
    from late l order by l.created_on, l.id
  `.execute(tx);
  return finding(
    {
      check: 'backfills',
      title: 'Backfills without progress for over 5 minutes',
      todo: 'The scheduler advances them within seconds: start a process with the role scheduler. If one runs, its log names the cause.',
    },
    totalOf(found.rows),
    found.rows.map((row) =>
      itemOf(
        row,
        'backfill',
        row.status === 'preparing'
          ? 'launched, and some of its pipelines do not exist'
          : 'all its pipelines have ended, and it has not',
      ),
    ),
  );
}

const totalOf = (rows: readonly Late[]): number => rows[0]?.total ?? 0;

function itemOf({ account, name, since }: Late, noun: 'download' | 'backfill', why: string): DoctorItem {
  return { account, what: `${noun} ${name}`, why, since: isoTime(since), todo: null };
}
