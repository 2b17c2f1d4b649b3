-- What was downloaded, by day: of each project for the forecast, and of each table of a source for the source report.

-- Written by the transaction that completes a download. A day is that of the completion, in UTC.
create table volume_day (
  account_id uuid not null references account (id),
  day date not null,
  project text not null,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  row_count bigint not null default 0,
  bytes bigint not null default 0,
  -- How much of it came with refills.
  refill_row_count bigint not null default 0,
  refill_bytes bigint not null default 0,
  primary key (account_id, day, project, purpose)
);

-- Every table of a source is loaded from all its files, so the bytes of its tables do not add up to those of the source.
create table table_volume_day (
  account_id uuid not null references account (id),
  source text not null,
  day date not null,
  table_name text not null,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  row_count bigint not null default 0,
  bytes bigint not null default 0,
  refill_row_count bigint not null default 0,
  refill_bytes bigint not null default 0,
  primary key (account_id, source, day, table_name, purpose)
);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['volume_day', 'table_volume_day']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
  end loop;
end $$;
grant select, insert, update, delete on volume_day, table_volume_day to switchboard_app, switchboard_engine;

-- Adds a loaded part of a completed download to the volumes of its table. factor: 1 adds it, -1 takes it away.
create function add_part_volume(d download, part download_part, factor int) returns void language sql
set search_path = public, pg_temp
as $$
  insert into table_volume_day as v
    (account_id, source, day, table_name, purpose, row_count, bytes, refill_row_count, refill_bytes)
  values (d.account_id, d.source, d.finished_day, part.name, d.purpose, factor * part.row_count, factor * part.bytes,
    case when d.refill then factor * part.row_count else 0 end, case when d.refill then factor * part.bytes else 0 end)
  on conflict (account_id, source, day, table_name, purpose) do update set row_count = v.row_count + excluded.row_count,
    bytes = v.bytes + excluded.bytes, refill_row_count = v.refill_row_count + excluded.refill_row_count,
    refill_bytes = v.refill_bytes + excluded.refill_bytes
$$;

-- Adds a completed download to all volumes, always in this order, so that transactions wait for each other in one order.
create function add_volume(d download, factor int) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  added_rows bigint := factor * coalesce(d.row_count, 0);
  added_bytes bigint := factor * coalesce(d.bytes, 0);
  refill_rows bigint := case when d.refill then added_rows else 0 end;
  refill_of_bytes bigint := case when d.refill then added_bytes else 0 end;
begin
  insert into volume_month as v (account_id, month, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
  values (d.account_id, date_trunc('month', d.finished_day)::date, d.project, d.purpose, added_rows, added_bytes,
    refill_rows, refill_of_bytes)
  on conflict (account_id, month, project, purpose) do update set row_count = v.row_count + excluded.row_count,
    bytes = v.bytes + excluded.bytes, refill_row_count = v.refill_row_count + excluded.refill_row_count,
    refill_bytes = v.refill_bytes + excluded.refill_bytes;
  insert into volume_day as v (account_id, day, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
  values (d.account_id, d.finished_day, d.project, d.purpose, added_rows, added_bytes, refill_rows, refill_of_bytes)
  on conflict (account_id, day, project, purpose) do update set row_count = v.row_count + excluded.row_count,
    bytes = v.bytes + excluded.bytes, refill_row_count = v.refill_row_count + excluded.refill_row_count,
    refill_bytes = v.refill_bytes + excluded.refill_bytes;
  perform add_part_volume(d, p, factor) from download_part p
  where p.account_id = d.account_id and p.download_id = d.id order by p.name;
end $$;

-- A download that is started again after it was completed, or deleted, counts no more; its next completion counts it again.
create function retract_volume() returns trigger language plpgsql as $$
begin
  perform add_volume(old, -1);
  return null;
end $$;
create trigger retract_update after update on download for each row
  when (old.status = 'completed' and new.status <> 'completed' and old.finished is not null)
  execute function retract_volume();
create trigger retract_delete after delete on download for each row
  when (old.status = 'completed' and old.finished is not null) execute function retract_volume();

-- Parts of a completed download are deleted with it. Those that an earlier run has left were taken away when it was started again.
create function retract_part_volume() returns trigger language plpgsql as $$
begin
  perform add_part_volume(d, old, -1) from download d
  where d.account_id = old.account_id and d.id = old.download_id and d.status = 'completed' and d.finished is not null;
  return null;
end $$;
create trigger retract_delete after delete on download_part for each row execute function retract_part_volume();

-- All volumes from the downloads. Those of months counted a download again each time it was completed.
set local role switchboard_engine;
delete from volume_month;
insert into volume_day (account_id, day, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
select account_id, finished_day, project, purpose, coalesce(sum(row_count), 0), coalesce(sum(bytes), 0),
  coalesce(sum(row_count) filter (where refill), 0), coalesce(sum(bytes) filter (where refill), 0)
from download where status = 'completed' and finished is not null
group by 1, 2, 3, 4;
insert into volume_month (account_id, month, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
select account_id, date_trunc('month', day)::date, project, purpose, sum(row_count), sum(bytes), sum(refill_row_count),
  sum(refill_bytes)
from volume_day group by 1, 2, 3, 4;
insert into table_volume_day (account_id, source, day, table_name, purpose, row_count, bytes, refill_row_count, refill_bytes)
select d.account_id, d.source, d.finished_day, p.name, d.purpose, sum(p.row_count), sum(p.bytes),
  coalesce(sum(p.row_count) filter (where d.refill), 0), coalesce(sum(p.bytes) filter (where d.refill), 0)
from download d join download_part p on p.account_id = d.account_id and p.download_id = d.id
where d.status = 'completed' and d.finished is not null
group by 1, 2, 3, 4, 5;
reset role;
