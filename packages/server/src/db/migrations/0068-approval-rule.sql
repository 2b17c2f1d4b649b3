-- Whether publishing requires an approval is switched off by two people: one who requests it, and another who approves.

create table approval_rule_change (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  requested_by uuid not null references person (id),
  created timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn')),
  decided_by uuid references person (id),
  decided timestamptz,
  primary key (account_id, id),
  check ((state = 'pending') = (decided is null)),
  check ((decided is null) = (decided_by is null)),
  check (state <> 'approved' or decided_by <> requested_by),
  check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index approval_rule_change_pending on approval_rule_change (account_id) where state = 'pending';

alter table approval_rule_change enable row level security;
alter table approval_rule_change force row level security;
create policy own_account on approval_rule_change to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on approval_rule_change to switchboard_engine using (true) with check (true);
create policy administration on approval_rule_change to switchboard_admin using (true) with check (true);
grant select, insert (account_id, requested_by), update (state, decided_by, decided) on approval_rule_change
  to switchboard_app, switchboard_admin;
grant select on approval_rule_change to switchboard_engine;
select name_people_of('approval_rule_change');

-- Whatever switches the rule off does so in the transaction that approves a change of it.
create function keep_approval_rule() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from approval_rule_change c
      where c.account_id = new.id and c.state = 'approved' and c.decided = now()) then
    raise exception 'The approval rule is switched off with the approval of another person only.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
grant create on schema public to switchboard_engine;
alter function keep_approval_rule() owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function keep_approval_rule() from public;
create trigger keep_approval_rule before update of requires_approval on account for each row
  when (old.requires_approval and not new.requires_approval) execute function keep_approval_rule();
