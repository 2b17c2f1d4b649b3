-- What dashboards show of a day is counted once, and lists select transfers by the day on which they ended.

-- Dashboards do not read the runs of every day any more, so these indexes hold only what lists are sorted by.
drop index download_source;
drop index download_source_finished;
drop index download_finished;
drop index upload_name;
drop index upload_name_finished;
drop index upload_finished;

alter table download add column finished_day date generated always as ((finished at time zone 'UTC')::date) stored;
alter table upload add column finished_day date generated always as ((finished at time zone 'UTC')::date) stored;

create index download_source on download (account_id, source, report_date desc nulls last, id desc);
create index download_source_finished on download (account_id, source, finished desc nulls last, id desc);
create index download_finished on download (account_id, finished desc nulls last, id desc);
create index upload_name on upload (account_id, name, report_date desc nulls last, id desc);
create index upload_name_finished on upload (account_id, name, finished desc nulls last, id desc);
create index upload_finished on upload (account_id, finished desc nulls last, id desc);
-- The days on which transfers ended, each in the order of the list.
create index download_finished_day on download (account_id, finished_day, report_date desc nulls last, id desc);
create index upload_finished_day on upload (account_id, finished_day, report_date desc nulls last, id desc);

-- Ended production runs of a declaration by day: of their report date, of their end, and of the end of those without a report date.
create table journal_day (
  account_id uuid not null references account (id),
  transfer text not null check (transfer in ('download', 'upload')),
  day_of text not null check (day_of in ('report', 'finish', 'finish_undated')),
  name text not null,
  day date not null,
  completed int not null,
  failed int not null,
  -- Of completed runs; extremes are null without any known value.
  total_rows bigint not null,
  min_rows bigint,
  max_rows bigint,
  total_bytes bigint not null,
  min_bytes bigint,
  max_bytes bigint,
  dirty_rows bigint not null,
  primary key (account_id, transfer, day_of, name, day)
);

-- Days of which runs have changed since they were counted. Written with the change; extremes could not be kept by adding.
create table journal_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id),
  transfer text not null,
  day_of text not null,
  name text not null,
  day date not null
);
create index journal_change_day on journal_change (account_id, transfer, day_of, name, day);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['journal_day', 'journal_change']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
  end loop;
end $$;
grant select on journal_day to switchboard_app;
grant select, insert on journal_change to switchboard_app;
grant select, insert, update, delete on journal_day, journal_change to switchboard_engine;

create function note_journal_change(of_account uuid, of_transfer text, of_name text, report_date date, finished_day date)
returns void language sql set search_path = public, pg_temp
as $$
  insert into journal_change (account_id, transfer, day_of, name, day)
  select of_account, of_transfer, of.day_of, of_name, of.day
  from (values ('report', report_date), ('finish', finished_day),
    ('finish_undated', case when report_date is null then finished_day end)) as of (day_of, day)
  where of.day is not null
$$;

create function note_download_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_journal_change(old.account_id, 'download', old.source, old.report_date, old.finished_day);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT'
      or (new.source, new.report_date, new.finished_day) is distinct from (old.source, old.report_date, old.finished_day)) then
    perform note_journal_change(new.account_id, 'download', new.source, new.report_date, new.finished_day);
  end if;
  return null;
end $$;
create function note_upload_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_journal_change(old.account_id, 'upload', old.name, old.report_date, old.finished_day);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT'
      or (new.name, new.report_date, new.finished_day) is distinct from (old.name, old.report_date, old.finished_day)) then
    perform note_journal_change(new.account_id, 'upload', new.name, new.report_date, new.finished_day);
  end if;
  return null;
end $$;

create trigger note_insert after insert on download for each row
  when (new.purpose = 'production' and new.status in ('completed', 'STOPPED', 'failed'))
  execute function note_download_change();
create trigger note_update after update on download for each row
  when ((new.purpose = 'production' or old.purpose = 'production')
    and (new.status in ('completed', 'STOPPED', 'failed') or old.status in ('completed', 'STOPPED', 'failed'))
    and (new.purpose, new.status, new.source, new.report_date, new.finished, new.row_count, new.bytes, new.dirty_row_count)
      is distinct from
      (old.purpose, old.status, old.source, old.report_date, old.finished, old.row_count, old.bytes, old.dirty_row_count))
  execute function note_download_change();
create trigger note_delete after delete on download for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed'))
  execute function note_download_change();

create trigger note_insert after insert on upload for each row
  when (new.purpose = 'production' and new.status in ('completed', 'STOPPED', 'failed'))
  execute function note_upload_change();
create trigger note_update after update on upload for each row
  when ((new.purpose = 'production' or old.purpose = 'production')
    and (new.status in ('completed', 'STOPPED', 'failed') or old.status in ('completed', 'STOPPED', 'failed'))
    and (new.purpose, new.status, new.name, new.report_date, new.finished, new.row_count, new.bytes)
      is distinct from (old.purpose, old.status, old.name, old.report_date, old.finished, old.row_count, old.bytes))
  execute function note_upload_change();
create trigger note_delete after delete on upload for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed'))
  execute function note_upload_change();

-- Every day that has runs is counted, the latest first. Rows of all accounts are read as the engine's role.
set local role switchboard_engine;
insert into journal_change (account_id, transfer, day_of, name, day)
select distinct r.account_id, r.transfer, of.day_of, r.name, of.day
from (
  select distinct account_id, 'download' as transfer, source as name, report_date, finished_day from download
  where purpose = 'production' and status in ('completed', 'STOPPED', 'failed')
  union all
  select distinct account_id, 'upload', name, report_date, finished_day from upload
  where purpose = 'production' and status in ('completed', 'STOPPED', 'failed')
) r
cross join lateral (values ('report', r.report_date), ('finish', r.finished_day),
  ('finish_undated', case when r.report_date is null then r.finished_day end)) as of (day_of, day)
where of.day is not null
order by of.day desc;
reset role;
