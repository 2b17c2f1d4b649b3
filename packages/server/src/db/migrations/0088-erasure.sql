-- Erasure of people and of accounts. What is left of each is a row without a name, to which ledgers and the audit log refer.

alter table person add column erased timestamptz;
alter table person add constraint person_erased check (erased is null or status = 'deactivated');

alter table account add column deactivated_on timestamptz;
-- Erasure cannot be taken back once it has begun. A job does it, and continues after an interruption.
alter table account add column erasure_started timestamptz;
-- Who began it; null for the setting.
alter table account add column erasure_by uuid references person (id);
alter table account add column erased timestamptz;
set local role switchboard_engine;
-- The period of accounts that are deactivated already begins now.
update account set deactivated_on = now() where status = 'deactivated';
reset role;
alter table account add constraint account_deactivated_on check ((status = 'deactivated') = (deactivated_on is not null));
alter table account add constraint account_erasure check (
  (erasure_started is null or status = 'deactivated') and (erased is null or erasure_started is not null));
create index account_erasure_by on account (erasure_by) where erasure_by is not null;

create function date_deactivation() returns trigger language plpgsql as $$
begin
  new.deactivated_on := case when new.status = 'deactivated' then coalesce(new.deactivated_on, now()) end;
  return new;
end $$;
create trigger date_deactivation before insert or update of status on account for each row execute function date_deactivation();

-- Lets the functions of erasure read and delete the rows of a table. A new table with an account_id joins by one call.
create function let_erasure_delete(named_table regclass) returns void language plpgsql as $$
begin
  execute format('grant select, delete on %s to switchboard_erasure', named_table);
  if (select relrowsecurity from pg_class where oid = named_table) then
    execute format('create policy erasure on %s to switchboard_erasure using (true) with check (true)', named_table);
  end if;
end $$;
revoke execute on function let_erasure_delete(regclass) from public;

do $$
declare
  named_table regclass;
begin
  for named_table in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p') and c.relname <> 'audit_entry'
      and (exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id' and not attisdropped)
        or c.relname in ('person_identity', 'preference', 'global_role', 'authenticator_app', 'passkey', 'recovery_code', 'factor_link',
          'passkey_challenge', 'oidc_payload', 'mail'))
  loop
    perform let_erasure_delete(named_table);
  end loop;
end $$;

grant usage on schema public, queue to switchboard_erasure;
create policy erasure on account to switchboard_erasure using (true) with check (true);
create policy erasure on person to switchboard_erasure using (true) with check (true);
create policy erasure on audit_entry for select to switchboard_erasure using (true);
grant select, update (daily_summary_recipients) on account to switchboard_erasure;
grant select, update (email, name, status, default_account_id, erased) on person to switchboard_erasure;
grant select on audit_entry to switchboard_erasure;
grant select, update (details) on admin_event to switchboard_erasure;
grant update (parameters, message) on event to switchboard_erasure;
grant update (message) on download, flow, upload to switchboard_erasure;
grant update (cancel_requested_by) on unit to switchboard_erasure;
-- Their rows follow from rows that are deleted.
grant insert, update on newest_run, journal_change, failure_change, volume_day, volume_month, table_volume_day to switchboard_erasure;

-- A value with each text in it that is one of some others replaced, in any case of its letters.
create function replace_texts(value jsonb, wanted text[], instead text) returns jsonb language plpgsql immutable
  set search_path = public, pg_temp as $$
begin
  return case jsonb_typeof(value)
    when 'string' then case when lower(value #>> '{}') = any(wanted) then to_jsonb(instead) else value end
    when 'array' then (select coalesce(jsonb_agg(replace_texts(e.item, wanted, instead) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(e.name, replace_texts(e.item, wanted, instead)), '{}')
      from jsonb_each(value) e (name, item))
    else value end;
end $$;

-- The names that a person has had, in lower case.
create function former_names(of_person uuid) returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select array_agg(distinct lower(n.name)) from (
    select p.name from person p where p.id = of_person
    union select i.name from person_identity i where i.person_id = of_person
    union select e.before ->> 'name' from audit_entry e where e.subject_id = of_person and e.kind in ('user_renamed', 'user_reactivated')
  ) n where n.name <> ''
$$;

-- The accounts whose rows name a person.
create function accounts_naming(of_person uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from account_person where person_id = of_person
  union select account_id from membership where person_id = of_person order by 1
$$;

-- Replaces the names of a person in what an account keeps of its runs. Another person of the same name in the account loses it there.
create function erase_name_in(of_person uuid, of_account uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  names text[] := former_names(of_person);
  place text;
begin
  -- Who ended a run is data of its last event, or of its backfill.
  update download r set message = case r.status when 'cancelled' then 'Cancelled by Erased person' else 'Abandoned by Erased person' end
    where r.account_id = of_account and r.status in ('abandoned', 'cancelled') and (
      lower((select e.parameters ->> 'person' from event e
        where e.account_id = of_account and e.download_id = r.id and e.code in ('ABANDONED', 'CANCELLED') order by e.created desc limit 1)) = any(names)
      or exists (select from backfill b where b.account_id = of_account and b.id = r.backfill_id and b.cancelled_by = of_person));
  update flow r set message = case r.status when 'cancelled' then 'Cancelled by Erased person' else 'Abandoned by Erased person' end
    where r.account_id = of_account and r.status in ('ABANDONED') and (
      lower((select e.parameters ->> 'person' from event e
        where e.account_id = of_account and e.flow_id = r.id and e.code in ('ABANDONED', 'CANCELLED') order by e.created desc limit 1)) = any(names)
      or exists (select from backfill b where b.account_id = of_account and b.id = r.backfill_id and b.cancelled_by = of_person));
  update upload r set message = case r.status when 'cancelled' then 'Cancelled by Erased person' else 'Abandoned by Erased person' end
    where r.account_id = of_account and r.status in ('abandoned', 'cancelled') and (
      lower((select e.parameters ->> 'person' from event e
        where e.account_id = of_account and e.upload_id = r.id and e.code in ('ABANDONED', 'CANCELLED') order by e.created desc limit 1)) = any(names)
      or exists (select from backfill b join flow f on f.account_id = b.account_id and f.backfill_id = b.id
        where b.account_id = of_account and f.id = r.flow_id and b.cancelled_by = of_person));
  foreach place in array array['person', 'author', 'approver'] loop
    update event set
      message = replace(message, parameters ->> place, 'Erased person'),
      parameters = jsonb_set(parameters, array[place], '"Erased person"')
      where account_id = of_account and lower(parameters ->> place) = any(names);
  end loop;
  update unit set cancel_requested_by = 'Erased person' where account_id = of_account and lower(cancel_requested_by) = any(names);
end $$;

-- Erases a person: what signs them in, where they belong, their settings, and each place that holds their name or address. Their row
-- stays without either, since what they did refers to it. The audit log stays as it is: its hashes cover it.
create function erase_person(of_person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  addresses text[] := array(
    select lower(email) from person where id = of_person union select lower(email) from person_identity where person_id = of_person);
begin
  delete from oidc_payload where payload ->> 'accountId' = of_person::text;
  delete from mail where person_id = of_person or lower(address) = any(addresses);
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
    where u.account_id = m.account_id and u.id = m.user_id and (u.person_id = of_person or lower(u.email) = any(addresses));
  delete from provisioned_user where person_id = of_person or lower(email) = any(addresses);
  delete from invitation where lower(email) = any(addresses);
  update account set daily_summary_recipients = array(
      select r.address from unnest(daily_summary_recipients) with ordinality r (address, place)
      where lower(r.address) <> all(addresses) order by r.place)
    where exists (select from unnest(daily_summary_recipients) r where lower(r) = any(addresses));
  update admin_event set details = replace_texts(details, addresses, 'Erased person')
    where details <> replace_texts(details, addresses, 'Erased person');
  update person set email = 'erased-' || id || '@erased.invalid', name = 'Erased person', status = 'deactivated',
      default_account_id = null, erased = now()
    where id = of_person;
  perform pg_notify('switchboard_changes', 'access ' || of_person);
end $$;

-- Deletes rows that a table has of an account whose erasure has begun, at most max_rows, and returns how many.
create function erase_account_rows(of_account uuid, of_table regclass, max_rows int) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_rows bigint;
begin
  if not exists (select from account where id = of_account and erasure_started is not null and erased is null) then
    raise exception 'The erasure of this account has not begun.' using errcode = 'insufficient_privilege';
  end if;
  if of_table = 'invitation'::regclass then
    delete from mail where invitation_id in (select id from invitation where account_id = of_account);
  end if;
  execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where account_id = $1 limit $2))', of_table)
    using of_account, max_rows;
  get diagnostics erased_rows = row_count;
  return erased_rows;
end $$;

-- Deletes the oldest entries of the audit log of such an account, at most max_entries, and returns how many. The newest stays, so that
-- entries follow it, until nothing else is left.
create function erase_audit_entries(of_account uuid, max_entries int, with_newest boolean) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_rows bigint;
begin
  if not exists (select from account where id = of_account and erasure_started is not null and erased is null) then
    raise exception 'The erasure of this account has not begun.' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_entry where id = any(array(
    select e.id from audit_entry e where e.chain = of_account and (with_newest or e.sequence <
      (select max(h.sequence) from audit_entry h where h.chain = of_account))
    order by e.sequence limit max_entries));
  get diagnostics erased_rows = row_count;
  return erased_rows;
end $$;
create policy of_erasure on account for select to switchboard_audit using (true);
grant select on account to switchboard_audit;

do $$
declare
  signature text;
begin
  execute 'grant create on schema public to switchboard_erasure, switchboard_audit';
  foreach signature in array array['former_names(uuid)', 'accounts_naming(uuid)', 'erase_name_in(uuid, uuid)', 'erase_person(uuid)',
      'erase_account_rows(uuid, regclass, int)', 'replace_texts(jsonb, text[], text)'] loop
    execute 'revoke execute on function ' || signature || ' from public';
    execute 'alter function ' || signature || ' owner to switchboard_erasure';
  end loop;
  execute 'revoke execute on function erase_audit_entries(uuid, int, boolean) from public';
  execute 'alter function erase_audit_entries(uuid, int, boolean) owner to switchboard_audit';
  execute 'revoke create on schema public from switchboard_erasure, switchboard_audit';
end $$;
grant execute on function accounts_naming(uuid), erase_name_in(uuid, uuid), erase_person(uuid) to switchboard_admin;
grant execute on function erase_account_rows(uuid, regclass, int), erase_audit_entries(uuid, int, boolean) to switchboard_engine;
