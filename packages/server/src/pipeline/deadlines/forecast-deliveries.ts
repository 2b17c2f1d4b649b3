import { nextDeadline } from '@switchboard/model/schedule/deadline';
import { type DeliveryForecast, forecastDelivery } from '@switchboard/model/schedule/delivery-forecast';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { deadlineText } from './deadlines.ts';
import { JOIN_INPUTS_DUE } from './inputs-due.ts';

/** Report dates, and uploads, that a forecast reads of each declaration at most: a date may have several uploads. */
const DATES = 30;
const UPLOADS = 2 * DATES;

/**
 * By declaration: milliseconds from when the last of an upload's data was due until it was delivered, of its newest production
 * report dates. A date that was delivered again counts with its first delivery. Uploads without dates count each.
 */
export async function deliveryDelays(
  tx: Tx,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ name: string; delays: number[] }>`
    select wanted.name, array_agg(past.delay) as delays
    from unnest(${[...new Set(names)]}::text[]) as wanted(name)
    cross join lateral (
      select min(extract(epoch from u.finished - inputs.due) * 1000)::float8 as delay, max(u.id::text) as newest
      from (
        select id, flow_id, report_date, finished from upload
        where account_id = ${accountId}::uuid and name = wanted.name and purpose = 'production' and status = 'completed'
        order by report_date desc nulls last, id desc limit ${UPLOADS}
      ) u
      cross join lateral (
        select max(d.due) as due from (
          select i.download_id from flow_input i where i.account_id = ${accountId}::uuid and i.flow_id = u.flow_id
          union select s.download_id from flow_source s where s.account_id = ${accountId}::uuid and s.flow_id = u.flow_id
        ) read join download d on d.account_id = ${accountId}::uuid and d.id = read.download_id
      ) inputs
      where inputs.due is not null
      group by coalesce(u.report_date::text, u.id::text)
      order by max(u.report_date) desc nulls last, newest desc limit ${DATES}
    ) past
    group by wanted.name
  `.execute(tx);
  return new Map(rows.map(({ name, delays }) => [name, delays]));
}

/** A forecast of an upload with the first deadline after its data was due. */
export type UploadForecast = DeliveryForecast & {
  /** Null without a deadline. */
  readonly deadline: { /** Epoch milliseconds. */ readonly at: number; readonly text: string } | null;
};

type Row = {
  readonly id: string;
  readonly name: string;
  readonly due: Date;
  readonly time: string | null;
  readonly timezone: string | null;
};

/**
 * By upload: when it is expected to be delivered. Production uploads that have not ended; those with too few earlier deliveries are
 * absent.
 * @param now epoch milliseconds
 */
export async function forecastUploads(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, UploadForecast>> {
  const { rows } = await sql<Row>`
    select p.id, p.name, inputs.due, e.deadline_time as time, e.deadline_timezone as timezone
    from upload p
    join upload_declaration e on e.account_id = p.account_id and e.name = p.name and e.status <> 'removed'
    ${JOIN_INPUTS_DUE}
    where p.account_id = ${accountId}::uuid and p.id = any(${[...ids]}::uuid[]) and p.purpose = 'production'
      and p.status in ('preparing', 'queued', 'uploading', 'loading', 'retrying') and inputs.due is not null
  `.execute(tx);
  if (rows.length === 0) return new Map();
  const delays = await deliveryDelays(
    tx,
    accountId,
    rows.map(({ name }) => name),
  );
  return new Map(
    rows.flatMap(({ id, name, due, time, timezone }): [string, UploadForecast][] => {
      const forecast = forecastDelivery(delays.get(name) ?? [], due.getTime(), now);
      if (forecast === null) return [];
      if (time === null || timezone === null) return [[id, { ...forecast, deadline: null }]];
      const at = nextDeadline({ time, timezone }, due.getTime());
      return [[id, { ...forecast, deadline: { at, text: deadlineText({ time, timezone }) } }]];
    }),
  );
}
