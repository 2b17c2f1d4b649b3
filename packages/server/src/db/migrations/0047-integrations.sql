-- Integrations: where an account's notices go. Secrets are sealed as those of keys are, bound to account, integration, type and version.
create table integration (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  type text not null check (length(type) between 1 and 40),
  -- Whom it speaks for, as people see it: team_name, name, email.
  public_authorization jsonb not null default '{}',
  configuration jsonb not null default '{}',
  secrets bytea,
  wrapped_key bytea,
  master_key_id text,
  version integer not null default 1,
  -- Why nothing can be sent; null while it works.
  problem text,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  updated timestamptz not null default now(),
  updated_by uuid references person (id),
  primary key (account_id, id)
);

-- Which notices go to which receiver of an integration.
create table integration_filter (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  place integer not null,
  -- The receiver: channel_id and channel_name, name, or address.
  configuration jsonb not null default '{}',
  production boolean not null,
  backfills boolean not null,
  proofs boolean not null,
  late_uploads boolean not null,
  -- Why nothing can be sent there; null while it works.
  problem text,
  primary key (account_id, id),
  foreign key (account_id, integration_id) references integration (account_id, id) on delete cascade,
  check (production or backfills or proofs or late_uploads)
);
create index integration_created on integration (account_id, created, id);
create index integration_filter_of on integration_filter (account_id, integration_id, place);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['integration', 'integration_filter']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('grant select, insert, update, delete on %I to switchboard_app, switchboard_engine', scoped);
  end loop;
end $$;
select name_people_of('integration');

-- Failures are grouped by their cause, and a notice tells of a group: once when it begins, and once when nothing of it fails any
-- more. This takes the place of an outbox with a notice for each event, whose subscriptions nothing wrote.
drop trigger notify_subscribers on event;
drop function notify_subscribers();
drop table notice;
drop table notice_subscription;

-- Downloads, uploads and late uploads that may have begun or ceased to fail. Written with the change; a row is added and none is
-- updated, so that no two transactions of the engine wait for each other.
create table failure_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account (id),
  transfer text not null check (transfer in ('download', 'upload', 'late_upload')),
  -- Of a late upload its name and report date.
  unit_id text not null
);

create table failure_group (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('production', 'backfills', 'proofs', 'late_uploads')),
  transfer text not null check (transfer in ('download', 'upload', 'late_upload')),
  code text not null,
  subject_kind text not null,
  subject text not null,
  opened timestamptz not null default now(),
  -- When its notices were written; null while failures with the same cause are awaited.
  announced timestamptz,
  resolved timestamptz,
  -- How many have failed in all.
  total integer not null default 0,
  primary key (account_id, id)
);
create unique index failure_group_open on failure_group (account_id, kind, transfer, code, subject_kind, subject)
  where resolved is null;
create index failure_group_awaited on failure_group (opened) where announced is null and resolved is null;
create index failure_group_resolved on failure_group (resolved) where resolved is not null;

-- What fails at present, or is tried again after it failed.
create table failure_member (
  account_id uuid not null,
  transfer text not null,
  unit_id text not null,
  group_id uuid not null,
  name text not null,
  report_date date,
  message text,
  primary key (account_id, transfer, unit_id),
  foreign key (account_id, group_id) references failure_group (account_id, id) on delete cascade
);
create index failure_member_of on failure_member (account_id, group_id);

-- The outbox. A sender delivers a notice at least once, with the same id at each attempt.
create table notice (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  -- Notices of a filter are sent in this order.
  sequence bigint not null generated always as identity,
  filter_id uuid not null,
  group_id uuid not null,
  change text not null check (change in ('failed', 'resolved')),
  -- What it tells, as it was then: each attempt says the same.
  facts jsonb not null,
  created timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  lease_until timestamptz,
  sent timestamptz,
  -- Why the latest attempt failed.
  problem text,
  primary key (account_id, id),
  unique (account_id, filter_id, group_id, change),
  foreign key (account_id, filter_id) references integration_filter (account_id, id) on delete cascade,
  foreign key (account_id, group_id) references failure_group (account_id, id) on delete cascade,
  check ((state = 'sent') = (sent is not null))
);
create index notice_pending on notice (account_id, filter_id, sequence) where state = 'pending';
create index notice_due on notice (next_attempt) where state = 'pending';
create index notice_of_group on notice (account_id, group_id);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['failure_change', 'failure_group', 'failure_member', 'notice']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('grant select, insert, update, delete on %I to switchboard_engine', scoped);
    execute format('grant select on %I to switchboard_app', scoped);
  end loop;
end $$;
grant insert on failure_change to switchboard_app;
grant update, delete on notice to switchboard_app;

-- Notes what may concern a notice: a failure that begins or ends in an account with filters, and whatever happens to a member.
create function note_failure_change(of_account uuid, of_transfer text, of_unit text, begins_or_ends boolean)
returns void language sql set search_path = public, pg_temp
as $$
  insert into failure_change (account_id, transfer, unit_id)
  select of_account, of_transfer, of_unit
  where (begins_or_ends and exists (select from integration_filter f where f.account_id = of_account))
    or exists (select from failure_member m
      where m.account_id = of_account and m.transfer = of_transfer and m.unit_id = of_unit)
$$;

create function note_transfer_failure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_failure_change(old.account_id, tg_table_name, old.id::text, false);
  elsif tg_op = 'INSERT' then
    perform note_failure_change(new.account_id, tg_table_name, new.id::text, true);
  else
    perform note_failure_change(new.account_id, tg_table_name, new.id::text,
      new.failure_code is distinct from old.failure_code);
  end if;
  return null;
end $$;
create function note_late_upload() returns trigger language plpgsql as $$
begin
  perform note_failure_change(new.account_id, 'late_upload', new.upload_name || ' ' || new.report_date, true);
  return null;
end $$;

create trigger note_failure_insert after insert on download for each row
  when (new.failure_code is not null) execute function note_transfer_failure();
create trigger note_failure_update after update on download for each row
  when (new.failure_code is distinct from old.failure_code or new.finished is distinct from old.finished)
  execute function note_transfer_failure();
create trigger note_failure_delete after delete on download for each row
  when (old.failure_code is not null or old.finished is null) execute function note_transfer_failure();
create trigger note_failure_insert after insert on upload for each row
  when (new.failure_code is not null) execute function note_transfer_failure();
create trigger note_failure_update after update on upload for each row
  when (new.failure_code is distinct from old.failure_code or new.finished is distinct from old.finished)
  execute function note_transfer_failure();
create trigger note_failure_delete after delete on upload for each row
  when (old.failure_code is not null or old.finished is null) execute function note_transfer_failure();
create trigger note_late after insert or update of delivered on late_upload for each row
  execute function note_late_upload();
