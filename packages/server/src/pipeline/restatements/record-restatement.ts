import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { freezeOfUpload } from '../state/frozen-dates.ts';

/** Records that a changed result is at its destination, in the transaction that completes its upload. */
export async function recordRestatementDelivered(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    update restatement set delivered = now() where account_id = ${accountId} and upload_id = ${unitId}
  `.execute(tx);
}

type Restated = {
  readonly upload_name: string;
  readonly date: string;
  readonly before: number;
  readonly after: number;
};

/**
 * Records that the result of an upload differs from what was delivered for its report date, in the transaction that stores the result:
 * by how much, why and by whom. Equal inputs give equal bytes, so that another hash is another content.
 */
export async function recordRestatement(tx: Tx, ref: UnitRef): Promise<void> {
  const { accountId, unitId } = ref;
  const { rows } = await sql<Restated>`
    insert into restatement (account_id, upload_id, replaced_id, upload_name, project, report_date, rows_before, rows_after, totals,
      cause, caused_by, download_id, changelist_id, changelist_before)
    select u.account_id, u.id, was.id, u.name, u.project, u.report_date, was.row_count, u.row_count, (
        select coalesce(jsonb_agg(jsonb_build_object('column', key, 'before', b.value, 'after', a.value) order by key), '[]')
        from jsonb_each_text(was.totals) b full join jsonb_each_text(u.totals) a using (key)
        where was.totals is not null and u.totals is not null and a.value is distinct from b.value
      ),
      case when f.purpose = 'backfill' then 'backfill' when acted.code = 'RUN_ORDERED' then 'run_again'
        when acted.code = 'RETRIED' then 'retry' when changed.files is not null then 'source'
        when changed.id is not null then 'schedule' when f.changelist_id <> wf.changelist_id then 'script' else 'run_again' end,
      case when f.purpose = 'backfill' then coalesce(f.launched_by, b.created_by) when acted.code is not null then acted.person
        when changed.id is null and f.changelist_id <> wf.changelist_id then c.published_by end,
      changed.id, f.changelist_id, wf.changelist_id
    from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
    cross join lateral (
      select * from upload d
      where d.account_id = u.account_id and d.name = u.name and d.report_date = u.report_date and d.status = 'completed'
        and d.purpose <> 'proof' and d.id <> u.id
      order by d.finished desc, d.id desc limit 1
    ) was
    join flow wf on wf.account_id = was.account_id and wf.id = was.flow_id
    left join changelist c on c.account_id = f.account_id and c.id = f.changelist_id
    left join backfill b on b.account_id = f.account_id and b.id = f.backfill_id
    left join lateral (
      select d.id, d.files from upload_input i join download d on d.account_id = i.account_id and d.id = i.download_id
      where i.account_id = u.account_id and i.upload_id = u.id and not exists (
        select from upload_input o where o.account_id = was.account_id and o.upload_id = was.id and o.download_id = i.download_id)
      order by d.id desc limit 1
    ) changed on true
    left join lateral (
      select e.code, (e.people ->> 'person')::uuid as person from event e
      where e.account_id = u.account_id and e.code in ('RUN_ORDERED', 'RETRIED')
        and (e.upload_id = u.id or e.flow_id = f.id or e.download_id = changed.id)
      order by e.created desc, e.id desc limit 1
    ) acted on true
    where u.account_id = ${accountId} and u.id = ${unitId} and u.purpose <> 'proof' and was.sha256 is distinct from u.sha256
    on conflict (account_id, upload_id) do update set rows_after = excluded.rows_after, totals = excluded.totals
    returning upload_name, report_date::text as date, rows_before as before, rows_after as after
  `.execute(tx);
  const [restated] = rows;
  if (restated === undefined) return;
  const { upload_name: name, date, before, after } = restated;
  const unit = { ...ref, kind: 'upload' } as const;
  await recordUnitEvent(tx, unit, {
    severity: 'info',
    code: 'DATE_RESTATED',
    parameters: { name, date, before, after },
  });
  const freeze = await freezeOfUpload(tx, ref);
  if (freeze === null) return;
  const parameters = { name, date, dates: frozenDatesText(freeze) };
  await recordUnitEvent(tx, unit, { severity: 'warn', code: 'HELD_BY_FREEZE', parameters });
}
