-- A sequence moves at once, the epoch when its transaction commits. Between the two, who knew a fence of the future was given the
-- former epoch; it now waits for the row.
create or replace function current_fence_epoch(known_fence bigint default 0) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_history text := database_history();
  found_epoch bigint;
begin
  if known_fence = 0 then
    select epoch into found_epoch from fence_epoch where history = found_history;
  else
    select epoch into found_epoch from fence_epoch
    where history = found_history and known_fence <= (select last_value from upload_fence)
    for share;
  end if;
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
