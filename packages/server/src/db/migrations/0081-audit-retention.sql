-- How long entries of the audit log are kept. Without a row they are kept for ever.
create table audit_retention (
  -- Null for the installation: acts of no account, and accounts without a row.
  account_id uuid references account (id),
  chain uuid primary key generated always as (coalesce(account_id, '00000000-0000-0000-0000-000000000000')) stored,
  days integer not null check (days between 90 and 36500),
  updated timestamptz not null default now(),
  updated_by uuid references person (id)
);
alter table audit_retention enable row level security;
alter table audit_retention force row level security;
create policy own_account on audit_retention to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy of_installation on audit_retention for select to switchboard_app using (account_id is null);
create policy every_account on audit_retention for select to switchboard_engine using (true);
create policy installation on audit_retention to switchboard_engine using (account_id is null) with check (account_id is null);
create policy expiry on audit_retention for select to switchboard_audit using (true);
grant select, delete, insert (account_id, days, updated_by), update (days, updated, updated_by)
  on audit_retention to switchboard_app, switchboard_engine;
grant select on audit_retention to switchboard_audit;
select name_people_of('audit_retention');

-- Refuses every change but the sealing of a row and the expiry of the beginning of a chain, also by roles that may change tables.
create or replace function keep_audit_entry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and current_user = 'switchboard_audit' and old.hash is null then return new; end if;
  if tg_op = 'DELETE' and current_user = 'switchboard_audit' then return old; end if;
  raise exception 'The audit log is never changed.' using errcode = 'insufficient_privilege';
end $$;

-- An anchor says which entries left. Only the function that removes them writes one.
create function keep_audit_anchor() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user = 'switchboard_audit' then return new; end if;
  raise exception 'Only expiry writes anchors of the audit log.' using errcode = 'insufficient_privilege';
end $$;
create trigger keep_anchor before insert on audit_entry for each row
  when (new.kind = 'audit_entries_expired') execute function keep_audit_anchor();

-- Removes the beginning of a chain whose entries are older than their setting, at most max_entries, and adds an anchor with their
-- number and the place and hash of the last of them. Entries stay that a stream has not delivered, and the newest entry stays as
-- the one that the anchor follows. Returns how many were removed. Less than a day is not worth an anchor.
create function expire_audit_entries(of_chain uuid, max_entries int) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept_days int;
  expired_before timestamptz;
  oldest audit_entry;
  last audit_entry;
  removed bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit expiry ' || of_chain, 0));
  select r.days into kept_days from audit_retention r
    where r.chain in (of_chain, '00000000-0000-0000-0000-000000000000') order by r.chain = of_chain desc limit 1;
  if not found then return 0; end if;
  expired_before := now() - make_interval(days => greatest(kept_days, 90));
  select * into oldest from audit_entry e where e.chain = of_chain and e.sequence is not null order by e.sequence limit 1;
  if not found or oldest.created >= expired_before then return 0; end if;
  select * into last from audit_entry e
    where e.chain = of_chain and e.sequence < least(
      (select min(n.sequence) from (
        select b.sequence, b.created from audit_entry b where b.chain = of_chain and b.sequence is not null
        order by b.sequence limit max_entries) n where n.created >= expired_before),
      oldest.sequence + max_entries,
      (select max(h.sequence) from audit_entry h where h.chain = of_chain),
      (select min(s.sequence) + 1 from audit_stream s where s.chain = of_chain))
    order by e.sequence desc limit 1;
  if not found then return 0; end if;
  if oldest.created >= expired_before - interval '1 day' and last.sequence - oldest.sequence + 1 < max_entries then return 0; end if;
  delete from audit_entry e where e.chain = of_chain and e.sequence <= last.sequence;
  get diagnostics removed = row_count;
  insert into audit_entry (account_id, kind, actor, after)
    values (oldest.account_id, 'audit_entries_expired', 'system', jsonb_build_object('entries', removed, 'through', last.sequence,
      'hash', encode(last.hash, 'hex'), 'days', kept_days));
  return removed;
end $$;

grant delete, insert (account_id, kind, actor, after) on audit_entry to switchboard_audit;
revoke execute on function expire_audit_entries(uuid, int), keep_audit_anchor() from public;
grant create on schema public to switchboard_audit;
alter function expire_audit_entries(uuid, int) owner to switchboard_audit;
revoke create on schema public from switchboard_audit;
grant execute on function expire_audit_entries(uuid, int) to switchboard_engine;
