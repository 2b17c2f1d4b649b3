-- Ended runs that newer ones replaced, and tests, leave the tables of work as they age. The archive has a partition for each month in
-- which rows expire, whatever each account keeps: pruning drops a table.
create schema archive;
grant usage on schema archive to switchboard_engine, switchboard_erasure;

create table unit_archive (
  -- Without a foreign key: a partition that is dropped would lock the accounts.
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('download', 'flow', 'upload')),
  -- Of the source or the upload; null of a flow.
  name text,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  report_date date,
  status text not null,
  finished timestamptz not null,
  archived timestamptz not null default now(),
  -- Days after the end for which it is kept; 0: for ever.
  kept_days integer not null check (kept_days between 0 and 36500),
  -- The first day of a month, or infinity. It is removed from then on.
  expires date not null,
  -- The rows of the run: of its kind and its unit, parts, inputs, results of assertions, events.
  document jsonb not null,
  primary key (account_id, id, expires)
) partition by range (expires);
create index unit_archive_kept on unit_archive (account_id, kept_days);
create table archive.unit_kept partition of unit_archive for values from ('9999-01-01') to (maxvalue);
-- Empty, unless rows are written without the function below.
create table archive.unit_other partition of unit_archive default;

alter table unit_archive enable row level security;
alter table unit_archive force row level security;
create policy own_account on unit_archive to switchboard_app
  using (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid))
  with check (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy every_account on unit_archive to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on unit_archive to switchboard_engine;
select let_erasure_delete('unit_archive');

alter table data_retention drop constraint data_retention_kind_check;
alter table data_retention add constraint data_retention_kind_check
  check (kind in ('raw_files', 'tables', 'results', 'samples', 'events', 'units', 'archive'));

-- Adds the partition of a month, unless it is there. It changes nothing else that anybody reads.
create function add_archive_month(of_month date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date := date_trunc('month', of_month)::date;
  named text := 'unit_' || to_char(of_month, 'YYYY_MM');
begin
  if month >= '9999-01-01' or to_regclass('archive.' || named) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('archive', 0));
  if to_regclass('archive.' || named) is not null then return; end if;
  execute format('create table archive.%I partition of unit_archive for values from (%L) to (%L)',
    named, month, (month + interval '1 month')::date);
end $$;
revoke all on function add_archive_month(date) from public;
grant execute on function add_archive_month(date) to switchboard_engine;

-- Drops the partition of a month that came a day ago: what was written into it before has been committed. It waits for no lock longer than 50 ms, and fails with lock_not_available instead.
create function drop_archive_month(of_month date) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '50ms' as $$
declare
  named text := 'unit_' || to_char(of_month, 'YYYY_MM');
begin
  if date_trunc('month', of_month) + interval '1 day' > now() at time zone 'UTC' then
    raise exception 'The month has not expired.' using errcode = 'insufficient_privilege';
  end if;
  execute format('drop table if exists archive.%I', named);
end $$;
revoke all on function drop_archive_month(date) from public;
grant execute on function drop_archive_month(date) to switchboard_engine;

-- The months with a partition that came a day ago or earlier, the oldest first.
create function expired_archive_months() returns setof date language sql stable set search_path = public, pg_temp as $$
  select to_date(substring(c.relname from 'unit_(\d{4}_\d\d)$'), 'YYYY_MM') as month
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'archive' and c.relkind = 'r' and c.relname ~ '^unit_\d{4}_\d\d$'
    and to_date(substring(c.relname from 'unit_(\d{4}_\d\d)$'), 'YYYY_MM') + interval '1 day' <= now() at time zone 'UTC'
  order by 1
$$;

-- The month in which a run expires, the next one at the earliest: no row comes into a month that is exported.
create function archive_month(finished timestamptz, kept_days integer) returns date language sql stable as $$
  select case when kept_days = 0 then 'infinity'::date else (greatest(
    date_trunc('month', (finished at time zone 'UTC') + make_interval(days => kept_days)),
    date_trunc('month', now() at time zone 'UTC')) + interval '1 month')::date end
$$;

-- Flows that are over, whose uploads newer ones of the same report date replaced, or that are tests. Those stay whose files are there,
-- whose rows are kept, and that people commented on or are named by.
create function archivable_flows(of_account uuid, before timestamptz) returns setof flow language sql stable as $$
  select f.* from flow f join unit u on u.account_id = f.account_id and u.id = f.id
  where f.account_id = of_account and f.finished < before and u.state = 'done' and u.cancel_requested_by is null
    and (f.purpose = 'proof' or exists (select from upload p where p.account_id = f.account_id and p.flow_id = f.id))
    and not exists (select from upload p join unit pu on pu.account_id = p.account_id and pu.id = p.id
      where p.account_id = f.account_id and p.flow_id = f.id and not (
        pu.state = 'done' and pu.cancel_requested_by is null and p.finished is not null and p.finished < before
        and (p.result_key is null or p.result_removed is not null)
        and (p.purpose = 'proof' or exists (select from upload later
          where later.account_id = p.account_id and later.name = p.name and later.status = 'completed'
            and later.purpose = p.purpose and later.id > p.id
            and (later.report_date = p.report_date or later.report_date is null and p.report_date is null)))))
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

-- Downloads that are over, that no flow refers to but those that move, and that a newer version of the report date replaced, or that
-- are of tests.
create function archivable_downloads(of_account uuid, before timestamptz, moving uuid[]) returns setof download language sql stable as $$
  select d.* from download d join unit u on u.account_id = d.account_id and u.id = d.id
  where d.account_id = of_account and d.finished < before and u.state = 'done' and u.cancel_requested_by is null
    and (d.raw is null or d.raw_removed is not null)
    and (d.status <> 'completed' or d.tables_removed is not null and d.samples_removed is not null)
    and (d.purpose = 'proof' or exists (select from download newer
      where newer.account_id = d.account_id and newer.source = d.source and newer.purpose = d.purpose
        and newer.status = 'completed' and newer.dirty_row_status <> 'all' and (newer.finished, newer.id) > (d.finished, d.id)
        and (newer.report_date = d.report_date or newer.report_date is null and d.report_date is null)))
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

-- Moves the oldest of them, at most so many flows with their uploads, or downloads once no flow is left. Units that somebody holds
-- are left for later. Volumes, days and newest runs stay as they are. Returns how many units it moved.
create function archive_units(of_account uuid, before timestamptz, days integer, max_runs integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  flows uuid[];
  uploads uuid[];
  downloads uuid[];
begin
  select coalesce(array_agg(id), '{}') into flows from (
    select u.id from unit u join archivable_flows(of_account, before) f on f.id = u.id
    where u.account_id = of_account order by f.finished, f.id limit max_runs for update of u skip locked) chosen;
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
      where u.account_id = of_account order by d.finished, d.id limit max_runs for update of u skip locked) chosen;
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
revoke all on function archive_units(uuid, timestamptz, integer, integer) from public;
grant execute on function archive_units(uuid, timestamptz, integer, integer) to switchboard_engine;

-- Moves archived runs of an account to the months of another retention, at most so many. Returns how many.
create function refile_archive(of_account uuid, days integer, max_runs integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  chosen uuid[];
  moved integer;
begin
  chosen := array(select id from (
    (select id from unit_archive where account_id = of_account and kept_days < days limit max_runs)
    union all (select id from unit_archive where account_id = of_account and kept_days > days limit max_runs)) a limit max_runs);
  perform add_archive_month(m.month) from (
    select distinct archive_month(a.finished, days) as month from unit_archive a
    where a.account_id = of_account and a.id = any(chosen)) m;
  update unit_archive a set kept_days = days, expires = archive_month(a.finished, days)
  where a.account_id = of_account and a.id = any(chosen) and a.kept_days <> days;
  get diagnostics moved = row_count;
  return moved;
end $$;
revoke all on function refile_archive(uuid, integer, integer) from public;
grant execute on function refile_archive(uuid, integer, integer) to switchboard_engine;

-- What was counted of a run stays when the run is archived.
create or replace trigger note_delete after delete on download for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed')
    and current_setting('app.archiving', true) is distinct from 'on')
  execute function note_download_change();
create or replace trigger note_delete after delete on upload for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed')
    and current_setting('app.archiving', true) is distinct from 'on')
  execute function note_upload_change();
create or replace trigger retract_delete after delete on download for each row
  when (old.status = 'completed' and old.finished is not null and current_setting('app.archiving', true) is distinct from 'on')
  execute function retract_volume();
create or replace trigger retract_delete after delete on download_part for each row
  when (current_setting('app.archiving', true) is distinct from 'on') execute function retract_part_volume();
create or replace trigger newest_delete after delete on download for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
    and current_setting('app.archiving', true) is distinct from 'on')
  execute function keep_newest_download();
create or replace trigger newest_delete after delete on upload for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
    and current_setting('app.archiving', true) is distinct from 'on')
  execute function keep_newest_upload();

-- Rows of several partitions may have the same place: those of the archive are deleted by their key.
grant create on schema public to switchboard_erasure;
set local role switchboard_erasure;
create or replace function erase_account_rows(of_account uuid, of_table regclass, max_rows int) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_rows bigint;
begin
  if not exists (select from account where id = of_account and erasure_started is not null
      and (erased is null or erased > now() - interval '1 hour')) then
    raise exception 'The erasure of this account has not begun.' using errcode = 'insufficient_privilege';
  end if;
  if of_table = 'invitation'::regclass then
    delete from mail where invitation_id in (select id from invitation where account_id = of_account);
  end if;
  if of_table = 'unit_archive'::regclass then
    delete from unit_archive where account_id = of_account
      and id = any(array(select id from unit_archive where account_id = of_account limit max_rows));
  else
    execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where account_id = $1 limit $2))', of_table)
      using of_account, max_rows;
  end if;
  get diagnostics erased_rows = row_count;
  return erased_rows;
end $$;
reset role;
revoke create on schema public from switchboard_erasure;
