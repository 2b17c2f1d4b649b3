-- Why no worker takes work: the part of the installation that fails for all of them, or 'worker' where none runs. Null while one takes
-- work, and where no program has recorded itself. It names neither hosts nor reasons, so that accounts may ask.
create function work_stopped_by() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select case
    when not exists (select from program where seen > now() - interval '1 minute') then null
    when count(*) = 0 then 'worker'
    when bool_and(failing <> '[]') then min(failing -> 0 ->> 'part')
  end from program where 'worker' = any(roles) and seen > now() - interval '1 minute'
$$;
revoke all on function work_stopped_by() from public;
grant execute on function work_stopped_by() to switchboard_app, switchboard_engine;
