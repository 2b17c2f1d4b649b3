-- Where single sign-on is required, somebody can enter while the provider is down, whatever the program does.

-- Whether a break-glass administrator of an account could enter. Callers ask one after the other until their transactions end: of two
-- who take the last two administrators away at once, the second sees what the first has done.
create function has_break_glass(of_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('break_glass ' || of_account, 0));
  return exists (
    select from sso_break_glass b join person p on p.id = b.person_id and p.status = 'active'
    where b.account_id = of_account
      and exists (select from membership m left join account_role r on r.account_id = m.account_id and r.id = m.role_id
        where m.account_id = b.account_id and m.person_id = b.person_id
          -- The presets with manage-sign-in.
          and (m.role in ('operator', 'tester', 'cs') or 'manage-sign-in' = any(r.permissions)))
      and not exists (select from person_identity i
        where i.person_id = b.person_id and i.connection_type = 'password' and i.blocked));
end $$;

create function keep_break_glass() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former jsonb := to_jsonb(old);
  concerned uuid;
  could_enter boolean;
begin
  for concerned in
    select (former ->> 'account_id')::uuid where tg_table_name in ('sso_break_glass', 'account_role')
    union select b.account_id from sso_break_glass b
      where b.person_id = (former ->> case tg_table_name when 'person' then 'id' else 'person_id' end)::uuid
    order by 1
  loop
    -- Under the lock, so that a requirement that is made meanwhile is seen.
    could_enter := has_break_glass(concerned);
    if not could_enter and exists (
        select from sso_connection c join account a on a.id = c.account_id and a.status = 'active'
        where c.account_id = concerned and c.sso_only) then
      raise exception 'The account % requires single sign-on, and nobody could enter while its provider is down.', concerned
        using errcode = 'integrity_constraint_violation', constraint = 'break_glass_kept';
    end if;
  end loop;
  return null;
end $$;

do $$
declare
  signature text;
begin
  grant create on schema public to switchboard_identity;
  foreach signature in array array['has_break_glass(uuid)', 'keep_break_glass()'] loop
    execute 'revoke execute on function ' || signature || ' from public';
    execute 'alter function ' || signature || ' owner to switchboard_identity';
  end loop;
  revoke create on schema public from switchboard_identity;
end $$;
grant execute on function has_break_glass(uuid) to switchboard_app;

-- Roles are taken away before others are given, so each is checked when its transaction ends.
create constraint trigger keep_break_glass after delete or update on membership
  deferrable initially deferred for each row execute function keep_break_glass();
create constraint trigger keep_break_glass after update of status on person
  deferrable initially deferred for each row when (new.status <> 'active') execute function keep_break_glass();
create constraint trigger keep_break_glass after update of blocked on person_identity
  deferrable initially deferred for each row when (new.blocked) execute function keep_break_glass();
create constraint trigger keep_break_glass after update of permissions on account_role
  deferrable initially deferred for each row execute function keep_break_glass();
create constraint trigger keep_break_glass after delete on sso_break_glass
  deferrable initially deferred for each row execute function keep_break_glass();

-- Rises with each change that a person saves. `version` is the one of the secret, which is bound to it.
alter table sso_connection add column edit_version integer not null default 1 check (edit_version > 0);
grant select (edit_version), update (edit_version) on sso_connection to switchboard_app;

-- An address changes within a mail domain that the account owns.
create policy administration on sso_domain for select to switchboard_admin using (true);
grant select (account_id, domain, verified) on sso_domain to switchboard_admin;
