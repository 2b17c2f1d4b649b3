import { errorText } from '@switchboard/model/errors/errors';
import { isDated, type Plan, type PlanUpload } from '@switchboard/model/plan';
import { type Deadline, datesDue, nextDeadline } from '@switchboard/model/schedule/deadline';
import { DEFAULT_TIMEZONE } from '@switchboard/model/schedule/schedule';
import {
  type DirtyRowStatus,
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_UNFINISHED,
  type DownloadStatus,
  UPLOAD_FINAL,
} from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { isStopped, stopsByUpload } from './stops.ts';

const BATCH = 100;
/** How far back the events are searched for a result without rows. */
const RECENT = sql`interval '40 days'`;

/** As people read it: `09:00 Europe/Paris`. */
export function deadlineText({ time, timezone }: Deadline): string {
  return `${time} ${timezone}`;
}

/** Returns an upload's declared deadline; its account's own deadline where it declares none. */
function deadlineOf(upload: PlanUpload, accountsOwn: Deadline | null): Deadline | null {
  const { deadline, timezone } = upload.parameters;
  if (typeof deadline !== 'string') return accountsOwn;
  return { time: deadline, timezone: typeof timezone === 'string' ? timezone : DEFAULT_TIMEZONE };
}

/**
 * Sets the next deadline of each published upload. An unchanged deadline is kept; any other counts from now, so that report
 * dates that were due before it was declared are never late.
 * @param now epoch milliseconds
 */
export async function planDeadlines(tx: Tx, accountId: string, plan: Plan, now: number): Promise<void> {
  const found = await sql<{ time: string | null; timezone: string | null }>`
    select default_deadline_time as time, default_deadline_timezone as timezone from account where id = ${accountId}
  `.execute(tx);
  const [row] = found.rows;
  const accountsOwn = row?.time && row.timezone ? { time: row.time, timezone: row.timezone } : null;
  const wanted = plan.uploads.map((upload) => {
    const deadline = deadlineOf(upload, accountsOwn);
    return {
      name: upload.name,
      time: deadline?.time ?? null,
      timezone: deadline?.timezone ?? null,
      next: deadline === null ? null : new Date(nextDeadline(deadline, now)).toISOString(),
    };
  });
  await sql`
    update upload_declaration u set deadline_time = w.time, deadline_timezone = w.timezone,
      deadline_through = ${new Date(now)}, next_deadline = w.next
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(name text, time text, timezone text, next timestamptz)
    where u.account_id = ${accountId} and u.name = w.name
      and (u.deadline_time, u.deadline_timezone, u.next_deadline is null) is distinct from (w.time, w.timezone, w.next is null)
  `.execute(tx);
  await sql`
    update upload_declaration set next_deadline = null where account_id = ${accountId} and status = 'removed'
  `.execute(tx);
}

type DueUpload = {
  readonly name: string;
  readonly status: string;
  readonly deadline_time: string;
  readonly deadline_timezone: string;
  readonly deadline_through: Date;
  readonly next_deadline: Date;
};

/**
 * Checks every upload whose deadline has passed: a report date that was due before it and is not uploaded is late, and gets
 * one event. Each deadline is checked once, however many programs run this.
 * @param now epoch milliseconds
 * @returns how many report dates were found late
 */
export async function watchDeadlines(database: Database, now: number): Promise<number> {
  const accounts = await database.withSystem((tx) =>
    sql<{ account_id: string }>`
      select account_id from upload_declaration where next_deadline <= ${new Date(now)}
      group by account_id order by min(next_deadline) limit ${BATCH}
    `.execute(tx),
  );
  let late = 0;
  const failures: unknown[] = [];
  for (const { account_id: accountId } of accounts.rows) {
    try {
      late += await database.withAccount(accountId, (tx) => watchAccount(tx, accountId, now));
    } catch (error) {
      // A failure of one account does not delay the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return late;
}

async function watchAccount(tx: Tx, accountId: string, now: number): Promise<number> {
  const due = await sql<DueUpload>`
    select name, status, deadline_time, deadline_timezone, deadline_through, next_deadline from upload_declaration
    where account_id = ${accountId} and next_deadline <= ${new Date(now)} order by next_deadline limit ${BATCH}
    for update skip locked
  `.execute(tx);
  if (due.rows.length === 0) return 0;
  const running = await sql<{ plan: Plan }>`
    select c.plan from changelist c join account a on a.id = c.account_id and a.status = 'active'
    where c.account_id = ${accountId} and c.status = 'running'
  `.execute(tx);
  const plan = running.rows[0]?.plan;
  let late = 0;
  for (const row of due.rows) {
    const deadline: Deadline = { time: row.deadline_time, timezone: row.deadline_timezone };
    const passed = row.next_deadline.getTime();
    const upload = plan?.uploads.find((candidate) => candidate.name === row.name);
    // A suspension has an event of its own, so that its missed dates get none. A deactivated account records none either, and
    // its deadlines move on, so that they are watched once it is active again.
    if (plan && upload && row.status === 'active')
      late += await watchUpload(tx, accountId, plan, upload, {
        deadline,
        from: row.deadline_through.getTime(),
        passed,
      });
    await sql`
      update upload_declaration set deadline_through = ${row.next_deadline},
        next_deadline = ${plan && !upload ? null : new Date(nextDeadline(deadline, passed))}
      where account_id = ${accountId} and name = ${row.name}
    `.execute(tx);
  }
  return late;
}

async function watchUpload(
  tx: Tx,
  accountId: string,
  plan: Plan,
  upload: PlanUpload,
  { deadline, from, passed }: { readonly deadline: Deadline; readonly from: number; readonly passed: number },
): Promise<number> {
  const sources = plan.sources.filter((source) => upload.sources.includes(source.name));
  const dated = sources.filter(isDated);
  const counted = dated.length > 0 ? dated : sources;
  const stops = (await stopsByUpload(tx, accountId, [upload])).get(upload.name) ?? [];
  let late = 0;
  for (const { reportDate, dueAt } of datesDue(
    counted.map((source) => source.schedule),
    from,
    passed,
  )) {
    const date = dated.length > 0 ? reportDate : null;
    // What has no dates is known by the UTC day for which it was due, as on the home page.
    const day = date ?? new Date(dueAt).toISOString().slice(0, 10);
    if (stops.some((stop) => isStopped(stop, dueAt, date))) continue;
    const names = counted.map((source) => source.name);
    const state = await deliveryState(tx, accountId, {
      upload: upload.name,
      sources: names,
      date,
      since: new Date(dueAt),
    });
    if (state === 'over') continue;
    const stored = await sql`
      insert into late_upload (account_id, upload_name, report_date, deadline)
      values (${accountId}, ${upload.name}, ${day}::date, ${new Date(passed)}) on conflict do nothing
      returning upload_name
    `.execute(tx);
    if (stored.rows.length === 0) continue;
    late += 1;
    await recordEvent(tx, {
      accountId,
      severity: 'warn',
      code: 'UPLOAD_LATE',
      message: errorText('UPLOAD_LATE', {
        name: upload.name,
        date: day,
        deadline: deadlineText(deadline),
        reason: waitsFor(state),
      }),
      reportDate: date,
      project: upload.project,
      purpose: 'production',
      uploadDeclaration: upload.name,
    });
  }
  return late;
}

type SourceState = { readonly source: string; readonly status: DownloadStatus; readonly dirty: DirtyRowStatus };

function waitsFor(sources: readonly SourceState[]): string {
  const unfinished = sources.filter(({ status }) => DOWNLOAD_UNFINISHED.includes(status));
  if (sources.length === 0) return 'Nothing has been downloaded for it yet.';
  if (unfinished.length === 0) return 'Its downloads are completed; it is still being processed or uploaded.';
  const shown = unfinished
    .slice(0, 5)
    .map(({ source, status }) => `${source} (${DOWNLOAD_STATUS_VIEWS[status].label})`);
  const more = unfinished.length > shown.length ? ` and ${unfinished.length - shown.length} more` : '';
  return `It waits for ${shown.join(', ')}${more}.`;
}

/**
 * `over` when no upload will follow by itself: it is uploaded, has no rows, its sources are unchanged, or it was ended by a
 * failure or a person, which has its own event: no report date is both failed and late. Else the latest downloads that it is
 * made from. Backfills do not count, as on the home page: the production run is still missing.
 */
async function deliveryState(
  tx: Tx,
  accountId: string,
  wanted: {
    readonly upload: string;
    readonly sources: readonly string[];
    readonly date: string | null;
    readonly since: Date;
  },
): Promise<'over' | readonly SourceState[]> {
  const { upload, date, since } = wanted;
  const ofDate = (alias: string): ReturnType<typeof sql> =>
    date === null
      ? sql`${sql.ref(`${alias}.created`)} >= ${since}`
      : sql`${sql.ref(`${alias}.report_date`)} = ${date}::date`;
  const ended = await sql`
    select from upload u where u.account_id = ${accountId} and u.name = ${upload} and u.purpose = 'production'
      and ${ofDate('u')} and u.status = any(${[...UPLOAD_FINAL]}::text[])
    union all
    select from event e where e.account_id = ${accountId} and e.upload_declaration = ${upload} and ${ofDate('e')}
      and e.purpose = 'production' and e.created > ${since}::timestamptz - ${RECENT} and e.code = 'RESULT_WITHOUT_ROWS'
    limit 1
  `.execute(tx);
  if (ended.rows.length > 0) return 'over';
  const latest = await sql<SourceState>`
    select s.source, d.status, d.dirty from unnest(${[...wanted.sources]}::text[]) as s(source)
    cross join lateral (
      select status, dirty_row_status as dirty from download d where d.account_id = ${accountId} and d.source = s.source and d.purpose = 'production'
        and ${ofDate('d')} order by d.created desc limit 1
    ) d
    order by s.source
  `.execute(tx);
  const failed = latest.rows.some(
    ({ status, dirty }) =>
      ['failed', 'cancelled', 'abandoned'].includes(status) || (status === 'completed' && dirty === 'all'),
  );
  // The same content again, of all that it reads: there is nothing new to upload.
  const unchanged =
    date === null &&
    latest.rows.length === wanted.sources.length &&
    latest.rows.every(({ status }) => status === 'skipped');
  return failed || unchanged ? 'over' : latest.rows;
}

/** The deadlines that published uploads missed, by upload. One without dates is that of the UTC day on which it was made. */
export async function missedDeadlines(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const found = await sql<{ id: string; deadline: Date }>`
    select u.id, l.deadline from upload u
    join late_upload l on l.account_id = u.account_id and l.upload_name = u.name
      and l.report_date = coalesce(u.report_date, (u.created at time zone 'UTC')::date)
      and (u.report_date is not null or u.finished is null or u.finished > l.deadline)
    where u.account_id = ${accountId}::uuid and u.id = any(${[...ids]}::uuid[]) and u.purpose = 'production'
  `.execute(tx);
  return new Map(found.rows.map((row) => [row.id, row.deadline]));
}
