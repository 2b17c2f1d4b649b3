import { isDated, type Plan } from '@switchboard/model/plan';
import { type DueDate, datesDue } from '@switchboard/model/schedule/deadline';
import { forecastDelivery, minutesMissed } from '@switchboard/model/schedule/delivery-forecast';
import { UPLOAD_FINAL } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { deliveryDelays } from './forecast-deliveries.ts';
import { isStopped, stopsByUpload } from './stops.ts';

/** A report date that is expected to miss a deadline that has not passed. */
export type PredictedMiss = {
  readonly name: string;
  /** Null for an upload without dates. */
  readonly reportDate: string | null;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly time: string;
  readonly timezone: string;
  readonly minutes: number;
};

/** Declarations whose next deadlines are checked at most; the earliest first. */
const CHECKED = 500;
const AHEAD = sql`interval '36 hours'`;

type Row = {
  readonly name: string;
  readonly time: string;
  readonly timezone: string;
  readonly from: Date;
  readonly deadline: Date;
};

type Pending = Row & { readonly date: string | null; readonly dueAt: number };

/**
 * The report dates that are due by the next deadlines of published uploads, are not delivered, and are expected after their deadline.
 * What people have paused or left out misses nothing.
 * @param now epoch milliseconds
 * @returns the earliest deadline first
 */
export async function predictMisses(tx: Tx, accountId: string, now: number): Promise<readonly PredictedMiss[]> {
  const ahead = await sql<Row>`
    select name, deadline_time as time, deadline_timezone as timezone, deadline_through as "from", next_deadline as deadline
    from upload_declaration
    where account_id = ${accountId}::uuid and status = 'active' and next_deadline > ${new Date(now)}
      and next_deadline < ${new Date(now)}::timestamptz + ${AHEAD}
    order by next_deadline, name limit ${CHECKED}
  `.execute(tx);
  if (ahead.rows.length === 0) return [];
  const running = await sql<{ plan: Plan }>`
    select plan from changelist where account_id = ${accountId}::uuid and status = 'running'
  `.execute(tx);
  const plan = running.rows[0]?.plan;
  if (plan === undefined) return [];
  const due = ahead.rows.flatMap((row) => pendingOf(plan, row));
  const pending = await withoutEnded(tx, accountId, await withoutStopped(tx, accountId, plan, due));
  const delays = await deliveryDelays(
    tx,
    accountId,
    pending.map(({ name }) => name),
  );
  return pending.flatMap(({ name, date, dueAt, time, timezone, deadline }): PredictedMiss[] => {
    const forecast = forecastDelivery(delays.get(name) ?? [], dueAt, now);
    const minutes = forecast === null ? 0 : minutesMissed(forecast, deadline.getTime(), now);
    return minutes === 0 ? [] : [{ name, reportDate: date, deadline: deadline.getTime(), time, timezone, minutes }];
  });
}

/** The report dates that belong to the next deadline of an upload. */
function pendingOf(plan: Plan, row: Row): readonly Pending[] {
  const upload = plan.uploads.find(({ name }) => name === row.name);
  const sources = plan.sources.filter(({ name }) => upload?.sources.includes(name) === true);
  const dated = sources.filter(isDated);
  const schedules = (dated.length > 0 ? dated : sources).map(({ schedule }) => schedule);
  return datesDue(schedules, row.from.getTime(), row.deadline.getTime()).map(({ reportDate, dueAt }: DueDate) => ({
    ...row,
    date: dated.length > 0 ? reportDate : null,
    dueAt,
  }));
}

/** Without those that people have paused or left out, themselves or one of their downloads. */
async function withoutStopped(
  tx: Tx,
  accountId: string,
  plan: Plan,
  pending: readonly Pending[],
): Promise<readonly Pending[]> {
  const names = new Set(pending.map(({ name }) => name));
  const stops = await stopsByUpload(
    tx,
    accountId,
    plan.uploads.filter(({ name }) => names.has(name)),
  );
  return pending.filter(
    ({ name, dueAt, date }) => !(stops.get(name) ?? []).some((stop) => isStopped(stop, dueAt, date)),
  );
}

/** Without those that were delivered, failed, have no rows, or were ended by a person. */
async function withoutEnded(tx: Tx, accountId: string, pending: readonly Pending[]): Promise<readonly Pending[]> {
  const asked = pending.map(({ name, date, dueAt }, place) => ({ place, name, date, due: new Date(dueAt) }));
  const ended = await sql<{ place: number }>`
    select x.place from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(place integer, name text, date date, due timestamptz)
    where exists (
      select from upload u where u.account_id = ${accountId}::uuid and u.name = x.name and u.report_date = x.date
        and u.purpose = 'production' and u.status = any(${[...UPLOAD_FINAL]}::text[])
    ) or x.date is null and exists (
      select from upload u where u.account_id = ${accountId}::uuid and u.name = x.name and u.report_date is null
        and u.created >= x.due and u.purpose = 'production' and u.status = any(${[...UPLOAD_FINAL]}::text[])
    ) or exists (
      select from event e where e.account_id = ${accountId}::uuid and e.upload_declaration = x.name and e.report_date = x.date
        and e.purpose = 'production' and e.code = 'RESULT_WITHOUT_ROWS'
    )
  `.execute(tx);
  const places = new Set(ended.rows.map(({ place }) => place));
  return pending.filter((_each, place) => !places.has(place));
}
