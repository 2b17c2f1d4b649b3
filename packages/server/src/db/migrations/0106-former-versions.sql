-- Former versions of kept rows stay a week after they were replaced, however old they are: what began to read them before has ended by
-- then, and a database that is restored to a time within the week finds its own.
create function expire_former_version() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into expired_object (account_id, key, bytes, expired)
  values (old.account_id, split_part(old.state_key, ';', 1), coalesce(substring(old.state_key from ';bytes=(\d+);')::bigint, 0),
    now() + interval '6 days')
  on conflict (account_id, key) do nothing;
  return null;
end $$;
revoke all on function expire_former_version() from public;
create trigger expire_former after update of state_key on table_state
  for each row when (old.state_key is distinct from new.state_key) execute function expire_former_version();
