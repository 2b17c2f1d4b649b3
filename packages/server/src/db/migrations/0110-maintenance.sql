-- Times in which no notices are sent of an account, or of one of its downloads or uploads.
create table maintenance_window (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('account', 'download', 'upload')),
  -- Name of the download or upload; null for the account.
  name text check (length(name) between 1 and 500),
  starts timestamptz not null,
  ends timestamptz not null check (ends > starts),
  reason text not null check (length(reason) between 1 and 500),
  planned_by uuid not null references person (id),
  created timestamptz not null default now(),
  primary key (account_id, id),
  check ((kind = 'account') = (name is null))
);
create index maintenance_window_ends on maintenance_window (account_id, ends);
create index maintenance_window_planned_by on maintenance_window (planned_by);
alter table maintenance_window enable row level security;
alter table maintenance_window force row level security;
create policy own_account on maintenance_window to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on maintenance_window to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on maintenance_window to switchboard_app;
grant select on maintenance_window to switchboard_engine;
select name_people_of('maintenance_window');
select let_erasure_delete('maintenance_window');

-- A muted incident stays in the list. No notices of its cause are sent until the end.
alter table incident_work add column muted_until timestamptz;
create index incident_work_muted on incident_work (account_id, muted_until) where muted_until is not null;
do $$
declare
  named text;
begin
  select conname into strict named from pg_constraint
  where conrelid = 'incident_act'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%acknowledged%';
  execute format('alter table incident_act drop constraint %I', named);
end $$;
alter table incident_act add constraint incident_act_kinds check
  (act in ('acknowledged', 'reopened', 'assigned', 'unassigned', 'snoozed', 'woken', 'muted', 'unmuted', 'commented'));

-- Acts on incidents are sent to those who follow the account.
create function notify_incident() returns trigger language plpgsql as $$
begin
  perform pg_notify('switchboard_changes', 'incident ' || new.account_id || ' ' || new.incident_id);
  return null;
end $$;
create trigger notify_followers after insert on incident_act for each row execute function notify_incident();
