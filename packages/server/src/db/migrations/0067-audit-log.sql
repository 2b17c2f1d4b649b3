-- The audit log: one table of every security-relevant act. Rows are added and read, never changed, and each account's rows form a
-- chain of hashes.

create table audit_entry (
  id uuid primary key default uuidv7(),
  created timestamptz not null default now(),
  -- The account that it concerns; null for none.
  account_id uuid references account (id),
  -- One chain for each account, and one for acts without an account.
  chain uuid not null generated always as (coalesce(account_id, '00000000-0000-0000-0000-000000000000')) stored,
  kind text not null check (kind ~ '^[a-z_]{1,64}$'),
  actor text not null check (actor in ('person', 'token', 'system', 'anonymous')),
  -- Who did it; of a token, the person as whom it acts.
  person_id uuid references person (id),
  service_token_id uuid,
  -- The person whom it concerns; null for none.
  subject_id uuid references person (id),
  -- The thing that it concerns, such as a key.
  target_kind text check (target_kind ~ '^[a-z_]{1,64}$'),
  target_id uuid,
  target_name text check (length(target_name) <= 400),
  -- The values that it changed; no secrets.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  address text check (length(address) <= 64),
  user_agent text check (length(user_agent) <= 300),
  request_id text check (length(request_id) <= 128),
  -- Place in the chain, the hash of the row before it, and its own: set once, when the transaction commits.
  sequence bigint check (sequence > 0),
  previous_hash bytea,
  hash bytea check (length(hash) = 32),
  check ((actor in ('person', 'token')) = (person_id is not null)),
  check ((actor = 'token') = (service_token_id is not null)),
  check (num_nulls(sequence, previous_hash, hash) in (0, 3)),
  unique (chain, sequence)
);

insert into audit_entry (id, created, account_id, kind, actor, person_id, service_token_id, subject_id, before, after, request_id)
  select id, created, subject_account_id, kind, case when service_token_id is null then 'person' else 'token' end, person_id,
    service_token_id, subject_id, before, after, request_id
  from admin_act;

-- What the hash of a row covers besides the hash of the row before it.
create function audit_entry_text(e audit_entry) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_array(e.chain, e.sequence, e.id, (extract(epoch from e.created) * 1000000)::bigint, e.kind, e.actor, e.person_id,
    e.service_token_id, e.subject_id, e.target_kind, e.target_id, e.target_name, e.before, e.after, e.address, e.user_agent,
    e.request_id)::text
$$;

-- Gives a row its place at the end of its chain. One transaction at a time does so for a chain, and holds the lock until it commits.
create function seal_audit_entry(entry uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sealed audit_entry;
  head audit_entry;
begin
  select * into sealed from audit_entry where id = entry and hash is null;
  if not found then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('audit chain ' || sealed.chain, 0));
  select * into head from audit_entry e where e.chain = sealed.chain and e.sequence is not null order by e.sequence desc limit 1;
  sealed.sequence := coalesce(head.sequence, 0) + 1;
  sealed.previous_hash := coalesce(head.hash, ''::bytea);
  update audit_entry e
    set sequence = sealed.sequence, previous_hash = sealed.previous_hash,
      hash = sha256(sealed.previous_hash || convert_to(audit_entry_text(sealed), 'UTF8'))
    where e.id = entry;
end $$;

do $$
declare
  entry uuid;
begin
  for entry in select id from audit_entry order by created, id loop
    perform seal_audit_entry(entry);
  end loop;
end $$;

create function seal_at_commit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform seal_audit_entry(new.id);
  return null;
end $$;
-- At the end of the transaction, so that the lock of a chain is held for moments and is the last one taken.
create constraint trigger seal after insert on audit_entry deferrable initially deferred
  for each row execute function seal_at_commit();

-- Refuses every change but the sealing of a row, also by roles that may change tables.
create function keep_audit_entry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and current_user = 'switchboard_audit' and old.hash is null then return new; end if;
  raise exception 'The audit log is never changed.' using errcode = 'insufficient_privilege';
end $$;
create trigger keep before update or delete on audit_entry for each row execute function keep_audit_entry();
create trigger keep_all before truncate on audit_entry for each statement execute function keep_audit_entry();

-- The account sees the people whom its entries name.
create trigger name_person_id after insert on audit_entry for each row
  when (new.account_id is not null and new.person_id is not null) execute function name_person('person_id');
create trigger name_subject_id after insert on audit_entry for each row
  when (new.account_id is not null and new.subject_id is not null) execute function name_person('subject_id');

create index audit_entry_created on audit_entry (created, id);
create index audit_entry_of_kind on audit_entry (kind, created, id);
create index audit_entry_account on audit_entry (account_id, created, id);
create index audit_entry_kind on audit_entry (account_id, kind, created, id);
create index audit_entry_person on audit_entry (person_id, created, id);
create index audit_entry_subject on audit_entry (subject_id, created, id);

alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy own_account on audit_entry to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on audit_entry to switchboard_engine using (true) with check (true);
create policy administration on audit_entry to switchboard_admin using (true) with check (true);
create policy sign_in on audit_entry for insert to switchboard_identity with check (true);
create policy sealing on audit_entry to switchboard_audit using (true) with check (true);

-- Time, place in the chain and hashes are not the program's to give.
grant insert (account_id, kind, actor, person_id, service_token_id, subject_id, target_kind, target_id, target_name, before, after,
    address, user_agent, request_id)
  on audit_entry to switchboard_app, switchboard_engine, switchboard_identity, switchboard_admin;
grant select on audit_entry to switchboard_app, switchboard_engine, switchboard_admin;
grant select, update (sequence, previous_hash, hash) on audit_entry to switchboard_audit;
grant usage on schema public to switchboard_audit;

revoke execute on function audit_entry_text(audit_entry), seal_audit_entry(uuid), seal_at_commit() from public;
grant execute on function audit_entry_text(audit_entry) to switchboard_audit;
grant create on schema public to switchboard_audit;
alter function seal_audit_entry(uuid) owner to switchboard_audit;
alter function seal_at_commit() owner to switchboard_audit;
revoke create on schema public from switchboard_audit;

-- Records that an act was refused, at most hourly_limit times an hour for a person, so that refused calls cannot fill the table. The
-- last one of an hour says that later ones are not recorded.
drop function record_refused_act(uuid, text, text, text, text, text, uuid, int);
create function record_refused_act(of_person uuid, field text, reason text, of_request text, url_name text, email text,
    token uuid, hourly_limit int, from_address text, from_agent text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('record_refused_act ' || of_person, 0));
  select count(*) into recorded from audit_entry a
    where a.person_id = of_person and a.kind = 'act_refused' and a.created > now() - interval '1 hour';
  if recorded >= hourly_limit then return; end if;
  insert into audit_entry (actor, person_id, kind, request_id, service_token_id, account_id, subject_id, after, address, user_agent)
    values (case when token is null then 'person' else 'token' end, of_person, 'act_refused', of_request, token,
      (select a.id from account a where a.url_name = record_refused_act.url_name),
      (select p.id from person p where lower(p.email) = lower(record_refused_act.email)),
      jsonb_build_object('act', field, 'reason', reason) || case when recorded = hourly_limit - 1
        then '{"further": "not recorded within this hour"}'::jsonb else '{}'::jsonb end, from_address, from_agent);
end $$;
grant create on schema public to switchboard_admin;
alter function record_refused_act(uuid, text, text, text, text, text, uuid, int, text, text) owner to switchboard_admin;
revoke create on schema public from switchboard_admin;
revoke execute on function record_refused_act(uuid, text, text, text, text, text, uuid, int, text, text) from public;
grant execute on function record_refused_act(uuid, text, text, text, text, text, uuid, int, text, text) to switchboard_identity;

drop table admin_act;
