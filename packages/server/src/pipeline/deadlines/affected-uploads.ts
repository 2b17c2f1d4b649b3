import { nextDeadline } from '@switchboard/model/schedule/deadline';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** An upload that is not delivered unless a download completes. */
export type AffectedUpload = {
  readonly name: string;
  readonly project: string;
  readonly destination: string;
  /** The first deadline after the download was due; null for an upload without a deadline. */
  readonly deadline: Date | null;
  /** The upload of the report date; null before its flow has started. */
  readonly uploadId: string | null;
};

type Row = {
  readonly download_id: string;
  readonly due: Date;
  readonly name: string;
  readonly project: string;
  readonly destination: string;
  readonly time: string | null;
  readonly timezone: string | null;
  readonly upload_id: string | null;
};

/** First the earliest deadline; uploads without one last. */
const byDeadline = (one: AffectedUpload, other: AffectedUpload): number =>
  (one.deadline?.getTime() ?? Number.POSITIVE_INFINITY) - (other.deadline?.getTime() ?? Number.POSITIVE_INFINITY) ||
  one.name.localeCompare(other.name);

/**
 * By download: the published uploads that read its source and have not been delivered for its report date, earliest deadline
 * first. Production downloads that have no good rows only; the others are absent.
 */
export async function affectedUploads(
  tx: Tx,
  accountId: string,
  downloadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AffectedUpload[]>> {
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select d.id, d.source, d.report_date, d.due, d.created from download d
      where d.account_id = ${accountId}::uuid and d.id = any(${[...downloadIds]}::uuid[]) and d.purpose = 'production'
        and (d.status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying', 'failed', 'cancelled', 'abandoned')
          or d.status = 'completed' and d.dirty_row_status = 'all')
    ), readers as materialized (
      select u.value ->> 'name' as name, s.source
      from changelist c
      cross join lateral jsonb_array_elements(c.plan -> 'uploads') u
      cross join lateral jsonb_array_elements_text(u.value -> 'sources') s(source)
      where c.account_id = ${accountId}::uuid and c.status = 'running' and s.source in (select source from wanted)
    )
    select w.id as download_id, w.due, e.name, e.project, e.destination, e.deadline_time as time,
      e.deadline_timezone as timezone, latest.id as upload_id
    from wanted w
    join readers r on r.source = w.source
    join upload_declaration e on e.account_id = ${accountId}::uuid and e.name = r.name and e.status <> 'removed'
    left join lateral (
      select p.id, p.status from upload p
      where p.account_id = ${accountId}::uuid and p.name = e.name and p.report_date = w.report_date
        and p.purpose = 'production'
      order by p.id desc limit 1
    ) dated on true
    left join lateral (
      select p.id, p.status from upload p
      where w.report_date is null and p.account_id = ${accountId}::uuid and p.name = e.name and p.report_date is null
        and p.purpose = 'production' and p.created >= w.created
      order by p.id desc limit 1
    ) undated on true
    cross join lateral (select coalesce(dated.id, undated.id) as id, coalesce(dated.status, undated.status) as status) latest
    where latest.status is distinct from 'completed'
  `.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.download_id)].map(([id, found]) => [
      id,
      found.map(toAffected).toSorted(byDeadline),
    ]),
  );
}

function toAffected({ name, project, destination, time, timezone, due, upload_id: uploadId }: Row): AffectedUpload {
  const deadline =
    time === null || timezone === null ? null : new Date(nextDeadline({ time, timezone }, due.getTime()));
  return { name, project, destination, deadline, uploadId };
}
