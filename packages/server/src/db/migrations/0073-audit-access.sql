-- Access in the audit log: people of support who enter an account, and acts that were refused.

-- Records that a person acts in an account by global roles, once a day. Other transactions of sign-in may not read the log.
create function record_support_entry(of_person uuid, of_account uuid, roles text[], of_request text, from_address text,
    from_agent text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('record_support_entry ' || of_person || of_account, 0));
  if exists (
    select from audit_entry e
    where e.account_id = of_account and e.kind = 'support_entered' and e.created >= date_trunc('day', now(), 'UTC')
      and e.person_id = of_person
  ) then
    return;
  end if;
  insert into audit_entry (account_id, kind, actor, person_id, after, request_id, address, user_agent)
    values (of_account, 'support_entered', 'person', of_person, jsonb_build_object('roles', roles), of_request, from_address,
      from_agent);
end $$;

-- Refused acts that have no entry of their own, until an entry with their number is written.
create table refused_act_count (
  chain uuid not null,
  person_id uuid not null references person (id),
  acts bigint not null,
  since timestamptz not null default now(),
  primary key (person_id, chain)
);
alter table refused_act_count enable row level security;
alter table refused_act_count force row level security;
create policy administration on refused_act_count to switchboard_admin using (true) with check (true);
grant select, insert, update, delete on refused_act_count to switchboard_admin;

-- Writes one entry for each count that began before a time, and returns how many.
create function flush_refused_acts(began_before timestamptz) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  flushed int;
begin
  with ended as (
    delete from refused_act_count c where (c.person_id, c.chain) in (
      select r.person_id, r.chain from refused_act_count r where r.since < began_before for update skip locked)
    returning c.person_id, c.chain, c.acts, c.since
  )
  insert into audit_entry (account_id, kind, actor, person_id, after)
    select a.id, 'refusals_counted', 'person', ended.person_id, jsonb_build_object('acts', ended.acts, 'since', ended.since)
    from ended left join account a on a.id = ended.chain;
  get diagnostics flushed = row_count;
  return flushed;
end $$;

-- Records that an act was refused: the first hourly_limit of an hour one by one, and of the others their number, so that refused
-- calls cannot fill the table.
drop function record_refused_act(uuid, text, text, text, text, text, uuid, int, text, text);
create function record_refused_act(of_kind text, of_person uuid, field text, reason text, of_request text, url_name text,
    email text, token uuid, hourly_limit int, from_address text, from_agent text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded int;
  of_account uuid := (select a.id from account a where a.url_name = record_refused_act.url_name);
begin
  perform pg_advisory_xact_lock(hashtextextended('record_refused_act ' || of_person, 0));
  select count(*) into recorded from audit_entry a
    where a.person_id = of_person and a.kind in ('act_refused', 'access_denied') and a.created > now() - interval '1 hour';
  if recorded >= hourly_limit then
    insert into refused_act_count (chain, person_id, acts)
      values (coalesce(of_account, '00000000-0000-0000-0000-000000000000'), of_person, 1)
      on conflict (person_id, chain) do update set acts = refused_act_count.acts + 1;
    return;
  end if;
  insert into audit_entry (actor, person_id, kind, request_id, service_token_id, account_id, subject_id, after, address, user_agent)
    values (case when token is null then 'person' else 'token' end, of_person, of_kind, of_request, token, of_account,
      (select p.id from person p where lower(p.email) = lower(record_refused_act.email)),
      jsonb_build_object('act', field, 'reason', reason) || case when recorded = hourly_limit - 1
        then '{"further": "counted each minute within this hour"}'::jsonb else '{}'::jsonb end, from_address, from_agent);
end $$;

do $$
declare
  signature text;
begin
  execute 'grant create on schema public to switchboard_admin';
  foreach signature in array array[
    'record_refused_act(text, uuid, text, text, text, text, text, uuid, int, text, text)',
    'record_support_entry(uuid, uuid, text[], text, text, text)',
    'flush_refused_acts(timestamptz)'
  ] loop
    execute 'alter function ' || signature || ' owner to switchboard_admin';
    execute 'revoke execute on function ' || signature || ' from public';
  end loop;
  execute 'revoke create on schema public from switchboard_admin';
end $$;
grant execute on function record_refused_act(text, uuid, text, text, text, text, text, uuid, int, text, text),
  record_support_entry(uuid, uuid, text[], text, text, text) to switchboard_identity;
grant execute on function flush_refused_acts(timestamptz) to switchboard_engine;
