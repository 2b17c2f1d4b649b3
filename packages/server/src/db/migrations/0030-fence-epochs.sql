-- Fences of uploads belong to a history of the database. A restored backup or a standby that has taken over begins a new one,
-- because its sequence gives the numbers of lost results again.

create table fence_epoch (
  singleton boolean primary key default true check (singleton),
  -- 0 for the first history, then epoch milliseconds of when the next one began.
  epoch bigint not null,
  -- What identified the database then.
  history text not null,
  since timestamptz not null default now()
);
grant select on fence_epoch to switchboard_engine;

-- A restored dump has another sequence, a copy another database or server, and a standby that has taken over another timeline.
create function database_history() returns text
language sql volatile security definer set search_path = public, pg_temp as $$
  select concat_ws('/',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'upload_fence'::regclass::oid)
$$;

-- The epoch of the fences that this database gives. Begins a new one when the database has become another one, or, with
-- `known_fence`, when a destination holds a fence of this epoch that the sequence has not given yet.
create function current_fence_epoch(known_fence bigint default 0) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_history text := database_history();
  found_epoch bigint;
begin
  select epoch into found_epoch from fence_epoch
  where history = found_history and known_fence <= (select last_value from upload_fence);
  if found then
    return found_epoch;
  end if;
  -- Of several at once, one begins the next history.
  perform from fence_epoch for update;
  update fence_epoch set
    epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
    history = found_history, since = clock_timestamp()
  where history <> found_history or known_fence > (select last_value from upload_fence);
  -- No fence that a destination may hold is given again.
  if known_fence > (select last_value from upload_fence) then
    perform setval('upload_fence', known_fence);
  end if;
  select epoch into found_epoch from fence_epoch;
  return found_epoch;
end $$;
revoke execute on function database_history(), current_fence_epoch(bigint) from public;
grant execute on function current_fence_epoch(bigint) to switchboard_app, switchboard_engine;

insert into fence_epoch (epoch, history) values (0, database_history());
