-- A break-glass administrator signs in with a password and a second factor, and counts with both only.

grant create on schema public to switchboard_erasure, switchboard_identity;
set local role switchboard_identity;
create or replace function has_break_glass(of_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('break_glass ' || of_account, 0));
  return exists (
    select from sso_break_glass b join person p on p.id = b.person_id and p.status = 'active'
    join person_identity i on i.person_id = b.person_id and i.connection_type = 'password' and not i.blocked
    join credential_password c on c.identity_id = i.id
    where b.account_id = of_account
      and (exists (select from authenticator_app f where f.person_id = p.id and f.confirmed is not null)
        or exists (select from passkey f where f.person_id = p.id))
      -- Another account, which owns the mail domain of the person, may require its own single sign-on of them.
      and password_rule_of(p.id) <> 'closed'
      and exists (select from membership m left join account_role r on r.account_id = m.account_id and r.id = m.role_id
        where m.account_id = b.account_id and m.person_id = b.person_id
          -- The presets with manage-sign-in.
          and (m.role in ('operator', 'tester', 'cs') or 'manage-sign-in' = any(r.permissions))));
end $$;
reset role;

create constraint trigger keep_break_glass after delete on authenticator_app
  deferrable initially deferred for each row when (old.confirmed is not null) execute function keep_break_glass();
create constraint trigger keep_break_glass after delete on passkey
  deferrable initially deferred for each row execute function keep_break_glass();

-- What is kept of addresses has one owner.
set local role switchboard_erasure;
create or replace function erase_person(of_person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  addresses text[] := former_addresses(of_person);
begin
  delete from oidc_payload where payload ->> 'accountId' = of_person::text;
  delete from mail where person_id = of_person;
  delete from authenticator_app where person_id = of_person;
  delete from passkey where person_id = of_person;
  delete from passkey_challenge where subject = of_person::text;
  delete from recovery_code where person_id = of_person;
  delete from factor_link where person_id = of_person;
  delete from person_identity where person_id = of_person;
  delete from preference where person_id = of_person;
  delete from saved_view where owner_id = of_person;
  delete from draft_presence where person_id = of_person;
  delete from oauth_sign_in where person_id = of_person;
  delete from sso_break_glass where person_id = of_person;
  delete from membership where person_id = of_person;
  delete from global_role where person_id = of_person;
  delete from directory_group_member m using provisioned_user u
    where u.account_id = m.account_id and u.id = m.user_id and u.person_id = of_person;
  delete from provisioned_user where person_id = of_person;
  perform erase_addresses(addresses);
  update person set email = 'erased-' || id || '@erased.invalid', name = 'Erased person', status = 'deactivated',
      default_account_id = null, erased = now()
    where id = of_person;
  perform pg_notify('switchboard_changes', 'access ' || of_person);
end $$;
reset role;
revoke create on schema public from switchboard_erasure, switchboard_identity;
