-- Names are erased where data says that they stand for the person, and a name that was read before an erasure is not written after it.

-- Who the names in the parameters stand for, by parameter: {"person": id}. Events of before have names alone.
alter table event add column people jsonb not null default '{}' check (jsonb_typeof(people) = 'object');
-- Who requested the cancel; null where only the name is known.
alter table unit add column cancel_requested_person uuid references person (id);
create index unit_cancel_requested_person on unit (cancel_requested_person) where cancel_requested_person is not null;
select name_people_of('unit');

grant create on schema public to switchboard_erasure, switchboard_identity;

-- The former addresses of a person, in lower case, without such as somebody else has now.
create function former_addresses(of_person uuid) returns text[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct lower(a.address)), '{}') from (
    select p.email from person p where p.id = of_person
    union select i.email from person_identity i where i.person_id = of_person
    union select u.email from provisioned_user u where u.person_id = of_person
    union select e.before ->> 'email' from audit_entry e where e.subject_id = of_person
    union select e.after ->> 'email' from audit_entry e where e.subject_id = of_person
  ) a (address)
  where a.address <> '' and not exists (select from person o where o.id <> of_person and lower(o.email) = lower(a.address))
$$;

-- Locks people until the transaction ends, and returns their state: their erasure waits, or has begun. Whoever writes a name asks, and
-- learns of none but them: `named` is whether the person has the name.
create function hold_people(ids uuid[], names text[]) returns table (id uuid, named boolean, active boolean, erasing boolean)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select p.id, n.name = p.name, p.status = 'active', p.erasure_started is not null or p.erased is not null
  from unnest(ids, names) n (id, name) join person p on p.id = n.id order by p.id for share of p
$$;

drop function erase_name_in(uuid, uuid);
-- Replaces the names of a person in what an account keeps of its runs: in units and runs, and in the parameters of at most max_events
-- events, which it returns for their sentences. Where a name has no person beside it, as in old rows, each of that name counts.
create function erase_name_in(of_person uuid, of_account uuid, max_events int)
  returns table (event_id uuid, event_code text, event_parameters jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  names text[] := former_names(of_person);
  erased constant text := 'Erased person';
begin
  -- First: who ends a unit holds its row while its name is copied, and what they write is seen by the statements below.
  update unit u set cancel_requested_by = erased
    where u.account_id = of_account and u.cancel_requested_by <> erased
      and case when u.cancel_requested_person is null then lower(u.cancel_requested_by) = any(names)
        else u.cancel_requested_person = of_person end;
  -- Who ended a run is data of its last event, or else of its backfill.
  update download r set message = case e.code when 'ABANDONED' then 'Abandoned by ' else 'Cancelled by ' end || erased
    from download o
    left join lateral (select v.code, v.people, v.parameters from event v
      where v.account_id = of_account and v.download_id = o.id and v.code in ('ABANDONED', 'CANCELLED') order by v.created desc limit 1) e on true
    left join backfill b on b.account_id = of_account and b.id = o.backfill_id
    where o.account_id = of_account and o.status in ('abandoned', 'cancelled') and r.account_id = of_account and r.id = o.id
      and case when e.code is null then b.cancelled_by = of_person when e.people ? 'person' then e.people ->> 'person' = of_person::text
        else lower(e.parameters ->> 'person') = any(names) end;
  update flow r set message = case e.code when 'ABANDONED' then 'Abandoned by ' else 'Cancelled by ' end || erased
    from flow o
    left join lateral (select v.code, v.people, v.parameters from event v
      where v.account_id = of_account and v.flow_id = o.id and v.upload_id is null and v.code in ('ABANDONED', 'CANCELLED')
      order by v.created desc limit 1) e on true
    left join backfill b on b.account_id = of_account and b.id = o.backfill_id
    where o.account_id = of_account and o.status = 'ABANDONED' and r.account_id = of_account and r.id = o.id
      and case when e.code is null then b.cancelled_by = of_person when e.people ? 'person' then e.people ->> 'person' = of_person::text
        else lower(e.parameters ->> 'person') = any(names) end;
  update upload r set message = case e.code when 'ABANDONED' then 'Abandoned by ' else 'Cancelled by ' end || erased
    from upload o
    left join lateral (select v.code, v.people, v.parameters from event v
      where v.account_id = of_account and v.upload_id = o.id and v.code in ('ABANDONED', 'CANCELLED') order by v.created desc limit 1) e on true
    left join flow f on f.account_id = of_account and f.id = o.flow_id
    left join backfill b on b.account_id = of_account and b.id = f.backfill_id
    where o.account_id = of_account and o.status in ('abandoned', 'cancelled') and r.account_id = of_account and r.id = o.id
      and case when e.code is null then b.cancelled_by = of_person when e.people ? 'person' then e.people ->> 'person' = of_person::text
        else lower(e.parameters ->> 'person') = any(names) end;
  return query
    with named as (
      select e.id, jsonb_object_agg(p.place, erased) as instead
      from event e cross join unnest(array['person', 'author', 'approver']) p (place)
      where e.account_id = of_account and e.parameters ->> p.place <> erased
        and case when e.people ? p.place then e.people ->> p.place = of_person::text
          else lower(e.parameters ->> p.place) = any(names) end
      group by e.id limit max_events)
    update event e set parameters = e.parameters || named.instead from named
      where e.account_id = of_account and e.id = named.id
      returning e.id, e.code, e.parameters;
end $$;

-- Stores the sentences of events from which a name was erased.
create function set_erased_messages(of_account uuid, ids uuid[], messages text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update event e set message = m.message from unnest(ids, messages) m (id, message)
  where e.account_id = of_account and e.id = m.id and 'Erased person' in (e.parameters ->> 'person', e.parameters ->> 'author', e.parameters ->> 'approver')
$$;

do $$
declare
  signature text;
  definition text;
begin
  -- The addresses that a person had before count, too.
  definition := pg_get_functiondef('erase_person(uuid)'::regprocedure);
  definition := regexp_replace(definition, 'addresses text\[\] := array\(.*?\);', 'addresses text[] := former_addresses(of_person);');
  if position('former_addresses' in definition) = 0 then
    raise exception 'The erasure of a person has another definition.';
  end if;
  foreach signature in array array['former_addresses(uuid)', 'hold_people(uuid[], text[])', 'erase_name_in(uuid, uuid, int)',
      'set_erased_messages(uuid, uuid[], text[])'] loop
    execute 'revoke execute on function ' || signature || ' from public';
    execute 'alter function ' || signature || ' owner to switchboard_erasure';
  end loop;
  execute 'set local role switchboard_erasure';
  execute definition;
  execute 'reset role';
end $$;
grant execute on function hold_people(uuid[], text[]) to switchboard_app, switchboard_engine, switchboard_admin;
grant execute on function erase_name_in(uuid, uuid, int), set_erased_messages(uuid, uuid[], text[]) to switchboard_admin;

set local role switchboard_identity;
-- A break-glass administrator without a password could not enter.
create or replace function has_break_glass(of_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('break_glass ' || of_account, 0));
  return exists (
    select from sso_break_glass b join person p on p.id = b.person_id and p.status = 'active'
    join person_identity i on i.person_id = b.person_id and i.connection_type = 'password' and not i.blocked
    join credential_password c on c.identity_id = i.id
    where b.account_id = of_account
      and exists (select from membership m left join account_role r on r.account_id = m.account_id and r.id = m.role_id
        where m.account_id = b.account_id and m.person_id = b.person_id
          -- The presets with manage-sign-in.
          and (m.role in ('operator', 'tester', 'cs') or 'manage-sign-in' = any(r.permissions))));
end $$;

-- A deactivated account keeps them, too: it may be activated again until its erasure begins.
create or replace function keep_break_glass() returns trigger
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
        select from sso_connection c join account a on a.id = c.account_id and a.erasure_started is null
        where c.account_id = concerned and c.sso_only) then
      raise exception 'Of the account %, which requires single sign-on, none could enter while its provider is down.', concerned
        using errcode = 'integrity_constraint_violation', constraint = 'break_glass_kept';
    end if;
  end loop;
  return null;
end $$;
reset role;
revoke create on schema public from switchboard_erasure, switchboard_identity;
