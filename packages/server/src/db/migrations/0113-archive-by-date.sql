-- The newer versions of a report date are found by an index that has the date: with one condition for runs with and without a date, each run
-- was compared with all of its declaration.
create or replace function archivable_flows(of_account uuid, before timestamptz) returns setof flow language sql stable as $$
  select f.* from flow f join unit u on u.account_id = f.account_id and u.id = f.id
  where f.account_id = of_account and f.finished < before and u.state = 'done' and u.cancel_requested_by is null
    and (f.purpose = 'proof' or exists (select from upload p where p.account_id = f.account_id and p.flow_id = f.id))
    and not exists (select from upload p join unit pu on pu.account_id = p.account_id and pu.id = p.id
      where p.account_id = f.account_id and p.flow_id = f.id and not (
        pu.state = 'done' and pu.cancel_requested_by is null and p.finished is not null and p.finished < before
        and (p.result_key is null or p.result_removed is not null)
        and (p.purpose = 'proof' or exists (select from upload later
            where later.account_id = p.account_id and later.name = p.name and later.report_date = p.report_date and later.status = 'completed'
              and later.purpose = p.purpose and later.id > p.id)
          or p.report_date is null and exists (select from upload later
            where later.account_id = p.account_id and later.name = p.name and later.report_date is null and later.status = 'completed'
              and later.purpose = p.purpose and later.id > p.id))))
    and (f.samples_removed is not null or not exists (select from assertion_result a
      where a.account_id = f.account_id and a.flow_id = f.id and a.rows_key is not null))
    and not exists (select from table_state t where t.account_id = f.account_id and t.flow_id = f.id)
    and not exists (select from backfill b where b.account_id = f.account_id and b.id = f.backfill_id
      and (b.finished is null or b.finished >= before))
    and not exists (select from event e where e.account_id = f.account_id and e.flow_id = f.id
      and (e.comment is not null or e.people <> '{}'))
    and not exists (select from upload p join event e on e.account_id = p.account_id and e.upload_id = p.id
      where p.account_id = f.account_id and p.flow_id = f.id and (e.comment is not null or e.people <> '{}'))
$$;

create or replace function archivable_downloads(of_account uuid, before timestamptz, moving uuid[]) returns setof download language sql stable as $$
  select d.* from download d join unit u on u.account_id = d.account_id and u.id = d.id
  where d.account_id = of_account and d.finished < before and u.state = 'done' and u.cancel_requested_by is null
    and (d.raw is null or d.raw_removed is not null)
    and (d.status <> 'completed' or d.tables_removed is not null and d.samples_removed is not null)
    and (d.purpose = 'proof' or exists (select from download newer
        where newer.account_id = d.account_id and newer.source = d.source and newer.report_date = d.report_date and newer.purpose = d.purpose
          and newer.status = 'completed' and newer.dirty_row_status <> 'all' and (newer.finished, newer.id) > (d.finished, d.id))
      or d.report_date is null and exists (select from download newer
        where newer.account_id = d.account_id and newer.source = d.source and newer.report_date is null and newer.purpose = d.purpose
          and newer.status = 'completed' and newer.dirty_row_status <> 'all' and (newer.finished, newer.id) > (d.finished, d.id)))
    and not exists (select from flow_input i where i.account_id = d.account_id and i.download_id = d.id and i.flow_id <> all(moving))
    and not exists (select from flow_source i where i.account_id = d.account_id and i.download_id = d.id and i.flow_id <> all(moving))
    and not exists (select from upload_input i join upload p on p.account_id = i.account_id and p.id = i.upload_id
      where i.account_id = d.account_id and i.download_id = d.id and p.flow_id <> all(moving))
    and not exists (select from source_file f where f.account_id = d.account_id and f.download_id = d.id)
    and not exists (select from table_state_input i where i.account_id = d.account_id and i.download_id = d.id)
    and not exists (select from backfill b where b.account_id = d.account_id and b.id = d.backfill_id
      and (b.finished is null or b.finished >= before))
    and not exists (select from event e where e.account_id = d.account_id and e.download_id = d.id
      and (e.comment is not null or e.people <> '{}'))
$$;

-- A partition is written once and dropped whole: a vacuum of it would hold up the drop.
create or replace function add_archive_month(of_month date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date := date_trunc('month', of_month)::date;
  named text := 'unit_' || to_char(of_month, 'YYYY_MM');
begin
  if month >= '9999-01-01' or to_regclass('archive.' || named) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('archive', 0));
  if to_regclass('archive.' || named) is not null then return; end if;
  execute format('create table archive.%I partition of unit_archive for values from (%L) to (%L)
    with (autovacuum_enabled = false, toast.autovacuum_enabled = false)', named, month, (month + interval '1 month')::date);
end $$;

-- In the order of an index, so that a batch reads no more than its runs.
create or replace function archive_units(of_account uuid, before timestamptz, days integer, max_runs integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  flows uuid[];
  uploads uuid[];
  downloads uuid[];
begin
  select coalesce(array_agg(id), '{}') into flows from (
    select u.id from unit u join archivable_flows(of_account, before) f on f.id = u.id
    where u.account_id = of_account order by f.finished nulls first, f.id limit max_runs for update of u skip locked) chosen;
  select coalesce(array_agg(id), '{}') into uploads from (
    select u.id from unit u join upload p on p.account_id = u.account_id and p.id = u.id
    where u.account_id = of_account and p.flow_id = any(flows) for update of u skip locked) chosen;
  -- A flow whose uploads are held stays; what changed before its lock was taken is seen now.
  select coalesce(array_agg(f.id), '{}') into flows from archivable_flows(of_account, before) f
  where f.id = any(flows) and not exists (select from upload p
    where p.account_id = of_account and p.flow_id = f.id and p.id <> all(uploads));
  select coalesce(array_agg(p.id), '{}') into uploads from upload p where p.account_id = of_account and p.flow_id = any(flows);
  if flows = '{}' then
    select coalesce(array_agg(id), '{}') into downloads from (
      select u.id from unit u join archivable_downloads(of_account, before, '{}') d on d.id = u.id
      where u.account_id = of_account order by d.finished nulls first, d.id limit max_runs for update of u skip locked) chosen;
    select coalesce(array_agg(d.id), '{}') into downloads from archivable_downloads(of_account, before, '{}') d where d.id = any(downloads);
  else
    downloads := '{}';
  end if;

  perform add_archive_month(m.month) from (
    select distinct archive_month(r.finished, days) as month from (
      select finished from flow where account_id = of_account and id = any(flows)
      union all select finished from upload where account_id = of_account and id = any(uploads)
      union all select finished from download where account_id = of_account and id = any(downloads)) r) m;
  insert into unit_archive (account_id, id, kind, name, purpose, report_date, status, finished, kept_days, expires, document)
  select of_account, f.id, 'flow', null, f.purpose, f.report_date, f.status, f.finished, days, archive_month(f.finished, days),
    jsonb_strip_nulls(jsonb_build_object('run', to_jsonb(f), 'unit', (select to_jsonb(u) from unit u where u.account_id = of_account and u.id = f.id),
      'inputs', (select jsonb_agg(to_jsonb(i) - 'account_id' - 'flow_id') from flow_input i where i.account_id = of_account and i.flow_id = f.id),
      'sources', (select jsonb_agg(s.download_id) from flow_source s where s.account_id = of_account and s.flow_id = f.id),
      'assertions', (select jsonb_agg(to_jsonb(a) - 'account_id' - 'flow_id') from assertion_result a where a.account_id = of_account and a.flow_id = f.id),
      'events', (select jsonb_agg(to_jsonb(e) - 'account_id' order by e.created, e.id) from event e
        where e.account_id = of_account and e.flow_id = f.id and e.upload_id is null)))
  from flow f where f.account_id = of_account and f.id = any(flows);
  insert into unit_archive (account_id, id, kind, name, purpose, report_date, status, finished, kept_days, expires, document)
  select of_account, p.id, 'upload', p.name, p.purpose, p.report_date, p.status, p.finished, days, archive_month(p.finished, days),
    jsonb_strip_nulls(jsonb_build_object('run', to_jsonb(p), 'unit', (select to_jsonb(u) from unit u where u.account_id = of_account and u.id = p.id),
      'inputs', (select jsonb_agg(to_jsonb(i) - 'account_id' - 'upload_id') from upload_input i where i.account_id = of_account and i.upload_id = p.id),
      'events', (select jsonb_agg(to_jsonb(e) - 'account_id' order by e.created, e.id) from event e
        where e.account_id = of_account and e.upload_id = p.id)))
  from upload p where p.account_id = of_account and p.id = any(uploads);
  insert into unit_archive (account_id, id, kind, name, purpose, report_date, status, finished, kept_days, expires, document)
  select of_account, d.id, 'download', d.source, d.purpose, d.report_date, d.status, d.finished, days, archive_month(d.finished, days),
    jsonb_strip_nulls(jsonb_build_object('run', to_jsonb(d), 'unit', (select to_jsonb(u) from unit u where u.account_id = of_account and u.id = d.id),
      'parts', (select jsonb_agg(to_jsonb(p) - 'account_id' - 'download_id') from download_part p where p.account_id = of_account and p.download_id = d.id),
      'events', (select jsonb_agg(to_jsonb(e) - 'account_id' order by e.created, e.id) from event e
        where e.account_id = of_account and e.download_id = d.id and e.flow_id is null and e.upload_id is null)))
  from download d where d.account_id = of_account and d.id = any(downloads);

  -- An option of the function would need a right that the owner of the tables may lack.
  perform set_config('app.archiving', 'on', true);
  delete from event where account_id = of_account and upload_id = any(uploads);
  delete from event where account_id = of_account and flow_id = any(flows);
  delete from event where account_id = of_account and download_id = any(downloads);
  delete from upload_input where account_id = of_account and upload_id = any(uploads);
  delete from upload where account_id = of_account and id = any(uploads);
  delete from assertion_result where account_id = of_account and flow_id = any(flows);
  delete from flow_source where account_id = of_account and flow_id = any(flows);
  delete from flow_input where account_id = of_account and flow_id = any(flows);
  delete from flow where account_id = of_account and id = any(flows);
  delete from download_part where account_id = of_account and download_id = any(downloads);
  delete from download where account_id = of_account and id = any(downloads);
  delete from unit where account_id = of_account and id = any(flows || uploads || downloads);
  perform set_config('app.archiving', '', true);
  return cardinality(flows) + cardinality(uploads) + cardinality(downloads);
end $$;
