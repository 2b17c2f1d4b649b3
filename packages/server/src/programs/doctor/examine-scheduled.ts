import { FLOW_FINAL, LIMITS } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type DoctorFinding, type DoctorItem, finding, isoTime, MOST_ITEMS } from './report.ts';

const DUE_GRACE = sql.raw(`interval '5 minutes'`);
/** Longer, since a look that ends with its program keeps the next one away for its whole lease. */
const LOOK_GRACE = sql.raw(`interval '15 minutes'`);
const BACKFILL_GRACE = sql.raw(`interval '5 minutes'`);

type Late = { readonly account: string; readonly name: string; readonly since: Date; readonly total: number };
type LateBackfill = Late & { readonly status: string };

/** Nobody works on anything of other accounts. The index of running scripts serves the second half. */
const worksFor = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`a.status = 'active' and exists (select from changelist c where c.account_id = ${account} and c.status = 'running')`;

/**
 * What the scheduler and the prober begin by themselves, and have not: no unit tells of it, since none has been made yet.
 * @param now by this machine's clock, which schedules go by
 */
export async function examineScheduled(tx: Tx, now: Date): Promise<readonly DoctorFinding[]> {
  // By the earlier clock: which of the two is wrong is not known, and nothing shall be called late for that.
  const at = sql`least(now(), ${now}::timestamptz)`;
  return [await unscheduled(tx, at), await unsought(tx, at), await leftBackfills(tx)];
}

async function unscheduled(tx: Tx, at: RawBuilder<unknown>): Promise<DoctorFinding> {
  // A source that was published just now has its lookback to catch up with: due long ago, and nobody is late.
  const found = await sql<Late>`
    select a.url_name as account, s.name, greatest(s.next_due, uuid_extract_timestamp(s.id)) as since,
      count(*) over ()::int as total
    from source s join account a on a.id = s.account_id
    where s.status = 'active' and s.next_due < ${at} - ${DUE_GRACE}
      and uuid_extract_timestamp(s.id) < ${at} - ${DUE_GRACE} and ${worksFor(sql`s.account_id`)}
    order by s.next_due, s.name limit ${MOST_ITEMS}
  `.execute(tx);
  return finding(
    {
      check: 'schedules',
      title: 'Downloads whose schedule came due over 5 minutes ago',
      todo: 'The scheduler works on them within seconds: start a process with the role scheduler. Where one runs, its log says what keeps it.',
    },
    totalOf(found.rows),
    found.rows.map((row) => itemOf(row, 'download', 'it is due, and its report dates are not there')),
  );
}

async function unsought(tx: Tx, at: RawBuilder<unknown>): Promise<DoctorFinding> {
  // An account has only a few sources looked at at once. While it has any, the others wait for those, the longest due first.
  // What is only fetched has never been looked at, and its time of fetching says nothing.
  const looksGoOn = sql`
    select from source o where o.account_id = s.account_id
      and (o.probing_until > ${at} or (o.probe_number > 0 and o.last_probe > ${at} - ${LOOK_GRACE}))`;
  const since = sql`greatest(s.next_probe, s.probing_until)`;
  const found = await sql<Late>`
    select a.url_name as account, s.name, ${since} as since, count(*) over ()::int as total
    from source s join account a on a.id = s.account_id
    where s.status = 'active' and s.next_probe < ${at} - ${LOOK_GRACE} and ${since} < ${at} - ${LOOK_GRACE}
      and ${worksFor(sql`s.account_id`)}
      and (s.key_name is null or exists (
        select from key k where k.account_id = s.account_id and k.name = s.key_name and k.status = 'active'
          and k.created < ${at} - ${LOOK_GRACE}))
      and not exists (${looksGoOn})
    order by since, s.name limit ${MOST_ITEMS}
  `.execute(tx);
  return finding(
    {
      check: 'looks',
      title: 'Sources whose files should have been looked for over 15 minutes ago',
      todo: `Start a process with the role worker. Where some run, each has ${LIMITS.probesPerProgram} sources looked at at once: start more.`,
    },
    totalOf(found.rows),
    found.rows.map((row) => itemOf(row, 'download', 'nobody looks for its files')),
  );
}

async function leftBackfills(tx: Tx): Promise<DoctorFinding> {
  // A large one is launched over many minutes, and is in order while pipelines are added.
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
      order by b.created_on, b.id limit ${MOST_ITEMS}
    )
    select l.account, l.name, l.status, l.total, coalesce((
      select max(case l.status when 'preparing' then f.created else f.finished end) from flow f
      where f.account_id = l.account_id and f.backfill_id = l.id), l.created_on) as since
    from late l order by l.created_on, l.id
  `.execute(tx);
  return finding(
    {
      check: 'backfills',
      title: 'Backfills that do not go on for over 5 minutes',
      todo: 'The scheduler takes them on within seconds: start a process with the role scheduler. Where one runs, its log says what keeps it.',
    },
    totalOf(found.rows),
    found.rows.map((row) =>
      itemOf(
        row,
        'backfill',
        row.status === 'preparing'
          ? 'launched, and not all of its pipelines are there'
          : 'all its pipelines are over, and it is not',
      ),
    ),
  );
}

const totalOf = (rows: readonly Late[]): number => rows[0]?.total ?? 0;

function itemOf({ account, name, since }: Late, noun: 'download' | 'backfill', why: string): DoctorItem {
  return { account, what: `${noun} ${name}`, why, since: isoTime(since), todo: null };
}
