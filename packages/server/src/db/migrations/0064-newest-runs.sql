-- Home reads the newest ended run of each declaration and day from a roll-up: one row for each, instead of one probe of the history.

create table newest_run (
  account_id uuid not null references account (id),
  transfer text not null check (transfer in ('download', 'upload')),
  day date not null,
  name text not null,
  -- Null while no run has ended; then all that follows is null, too.
  run_id uuid,
  -- Of an upload.
  flow_id uuid,
  status text,
  -- Of a download.
  dirty_row_status text,
  primary key (account_id, transfer, day, name)
);

alter table newest_run enable row level security;
alter table newest_run force row level security;
create policy own_account on newest_run to switchboard_app
  using (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid))
  with check (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy every_account on newest_run to switchboard_engine using (true) with check (true);
grant select, insert, update on newest_run to switchboard_app, switchboard_engine;

-- The newest ended production run of a declaration and day. Skipped runs count only if no other has ended; runs that users ended
-- do not count. The conditions and the order are those of an index.
create function newest_download(of_account uuid, of_name text, of_day date)
returns table (run_id uuid, flow_id uuid, status text, dirty_row_status text) language sql stable
as $$
  select t.id, null::uuid, t.status, t.dirty_row_status from download t
  where t.account_id = of_account and t.source = of_name and t.health_day = of_day and t.purpose = 'production'
    and t.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
  order by (t.status = 'skipped'), t.created desc, t.id desc limit 1
$$;
create function newest_upload(of_account uuid, of_name text, of_day date)
returns table (run_id uuid, flow_id uuid, status text, dirty_row_status text) language sql stable
as $$
  select t.id, t.flow_id, t.status, null::text from upload t
  where t.account_id = of_account and t.name = of_name and t.health_day = of_day and t.purpose = 'production'
    and t.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
  order by (t.status = 'skipped'), t.created desc, t.id desc limit 1
$$;

-- Planned for the index whatever is known of the table: a plan made while it has few rows, or no statistics, would read all of them
-- for each row of a long statement. It is planned once for a connection.
create function keep_newest_run(of_account uuid, of_transfer text, of_name text, of_day date)
returns void language plpgsql set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan as $$
declare
  known newest_run;
  newest newest_run;
begin
  if of_day is null then return; end if;
  insert into newest_run (account_id, transfer, day, name) values (of_account, of_transfer, of_day, of_name)
  on conflict do nothing;
  -- Transactions that change runs of the same day wait here, so that each finds the newest among the changes of those before it.
  select * into strict known from newest_run n
  where n.account_id = of_account and n.transfer = of_transfer and n.day = of_day and n.name = of_name for update;
  newest := known;
  if of_transfer = 'download' then
    select r.run_id, r.flow_id, r.status, r.dirty_row_status
    into newest.run_id, newest.flow_id, newest.status, newest.dirty_row_status from newest_download(of_account, of_name, of_day) r;
  else
    select r.run_id, r.flow_id, r.status, r.dirty_row_status
    into newest.run_id, newest.flow_id, newest.status, newest.dirty_row_status from newest_upload(of_account, of_name, of_day) r;
  end if;
  if newest is distinct from known then
    update newest_run n set run_id = newest.run_id, flow_id = newest.flow_id, status = newest.status,
      dirty_row_status = newest.dirty_row_status
    where n.account_id = of_account and n.transfer = of_transfer and n.day = of_day and n.name = of_name;
  end if;
end $$;

create function keep_newest_download() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform keep_newest_run(old.account_id, 'download', old.source, old.health_day); end if;
  if tg_op = 'INSERT'
    or tg_op = 'UPDATE' and (new.source, new.health_day) is distinct from (old.source, old.health_day) then
    perform keep_newest_run(new.account_id, 'download', new.source, new.health_day);
  end if;
  return null;
end $$;
create function keep_newest_upload() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform keep_newest_run(old.account_id, 'upload', old.name, old.health_day); end if;
  if tg_op = 'INSERT'
    or tg_op = 'UPDATE' and (new.name, new.health_day) is distinct from (old.name, old.health_day) then
    perform keep_newest_run(new.account_id, 'upload', new.name, new.health_day);
  end if;
  return null;
end $$;

create trigger newest_insert after insert on download for each row
  when (new.purpose = 'production' and new.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
  execute function keep_newest_download();
create trigger newest_update after update on download for each row
  when ((new.purpose = 'production' or old.purpose = 'production')
    and (new.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
      or old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
    and (new.purpose, new.status, new.source, new.health_day, new.created, new.dirty_row_status)
      is distinct from (old.purpose, old.status, old.source, old.health_day, old.created, old.dirty_row_status))
  execute function keep_newest_download();
create trigger newest_delete after delete on download for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
  execute function keep_newest_download();

create trigger newest_insert after insert on upload for each row
  when (new.purpose = 'production' and new.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
  execute function keep_newest_upload();
create trigger newest_update after update on upload for each row
  when ((new.purpose = 'production' or old.purpose = 'production')
    and (new.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
      or old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
    and (new.purpose, new.status, new.name, new.health_day, new.created, new.flow_id)
      is distinct from (old.purpose, old.status, old.name, old.health_day, old.created, old.flow_id))
  execute function keep_newest_upload();
create trigger newest_delete after delete on upload for each row
  when (old.purpose = 'production' and old.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped'))
  execute function keep_newest_upload();

-- The runs of all accounts are read as the engine's role.
set local role switchboard_engine;
insert into newest_run (account_id, transfer, day, name, run_id, flow_id, status, dirty_row_status)
select d.account_id, 'download', d.health_day, d.source, r.run_id, r.flow_id, r.status, r.dirty_row_status
from (select distinct account_id, source, health_day from download where purpose = 'production' and health_day is not null
    and status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')) d
cross join lateral newest_download(d.account_id, d.source, d.health_day) r;
insert into newest_run (account_id, transfer, day, name, run_id, flow_id, status, dirty_row_status)
select u.account_id, 'upload', u.health_day, u.name, r.run_id, r.flow_id, r.status, r.dirty_row_status
from (select distinct account_id, name, health_day from upload where purpose = 'production' and health_day is not null
    and status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')) u
cross join lateral newest_upload(u.account_id, u.name, u.health_day) r;
reset role;
