-- Keys that end: `expires` is the end as it was known when the key was saved or its access refreshed.

-- What ends: the label of a field, or the access that a provider gave. Null without an end.
alter table key add column expires_of text;
-- The end of which notices were written, or were not wanted by any filter.
alter table key add column expiry_noted timestamptz;
create index key_expires on key (expires) where expires is not null and status <> 'archived';

-- Notices are written of keys, too. The unit of a key is its id and its end, so that each end has a notice of its own.
alter table failure_change drop constraint failure_change_transfer_check;
alter table failure_change add constraint failure_change_transfer_check
  check (transfer in ('download', 'upload', 'late_upload', 'key'));
alter table failure_group drop constraint failure_group_transfer_check;
alter table failure_group add constraint failure_group_transfer_check
  check (transfer in ('download', 'upload', 'late_upload', 'key'));

create function expiry_unit(of_key uuid, ends timestamptz) returns text language sql immutable
as $$ select of_key || ' ' || to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- A key that was renewed or archived does not end any more.
create function note_key_renewal() returns trigger language plpgsql as $$
begin
  perform note_failure_change(old.account_id, 'key', expiry_unit(old.id, old.expiry_noted), false);
  return null;
end $$;
create trigger note_key_renewal after update on key for each row
  when (old.expiry_noted is not null and (new.expires is distinct from old.expires or new.status = 'archived'))
  execute function note_key_renewal();

-- Who changed what of a key, and when. Written in the transaction of the change.
create table key_change (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  key_id uuid not null,
  created timestamptz not null default now(),
  change text not null check (change in
    ('created', 'renamed', 'changed', 'secret', 'reconnected', 'suspended', 'unsuspended', 'repointed', 'deleted')),
  -- Null for the system.
  person_id uuid references person (id),
  -- What people read of it: labels of fields, former and present names, a reason.
  details jsonb not null default '{}',
  primary key (account_id, id),
  foreign key (account_id, key_id) references key (account_id, id) on delete cascade
);
create index key_change_of on key_change (account_id, key_id, created desc, id desc);
alter table key_change enable row level security;
alter table key_change force row level security;
create policy own_account on key_change to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on key_change to switchboard_engine using (true) with check (true);
grant select, insert on key_change to switchboard_app, switchboard_engine;
-- What is known of keys that are there.
insert into key_change (account_id, key_id, created, change, person_id)
  select account_id, id, created, 'created', created_by from key;
select name_people_of('key_change');
