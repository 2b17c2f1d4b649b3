-- People pause downloads, uploads, keys and whole projects, until a time if they want. A pause is not a failure: nothing of it counts as late
-- or missing.

create table pause (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('download', 'upload', 'key', 'project')),
  -- Name of the download, upload or project, or id of the key.
  target text not null check (length(target) between 1 and 500),
  reason text not null check (length(reason) between 1 and 500),
  -- When it ends by itself; null: when a person ends it.
  until timestamptz check (until > created),
  -- Whether the report dates that were due meanwhile are run when it ends by itself.
  catches_up boolean not null default true,
  paused_by uuid not null references person (id),
  created timestamptz not null default now(),
  primary key (account_id, kind, target)
);
create index pause_until on pause (until) where until is not null;
create index pause_paused_by on pause (paused_by);
alter table pause enable row level security;
alter table pause force row level security;
create policy own_account on pause to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on pause to switchboard_engine using (true) with check (true);
grant select, insert, delete on pause to switchboard_app, switchboard_engine;
select name_people_of('pause');
select let_erasure_delete('pause');

-- The status of what a pause stops; the pause of a project stops its downloads and uploads.
do $$
declare
  known record;
begin
  for known in
    select conrelid::regclass as of_table, conname from pg_constraint
    where conrelid in ('download_declaration'::regclass, 'upload_declaration'::regclass, 'key'::regclass)
      and contype = 'c' and pg_get_constraintdef(oid) like '%suspended%removed%' or conrelid = 'key'::regclass
      and contype = 'c' and pg_get_constraintdef(oid) like '%suspended%archived%'
  loop
    execute format('alter table %s drop constraint %I', known.of_table, known.conname);
  end loop;
end $$;
alter table download_declaration add column paused_on timestamptz;
alter table upload_declaration add column paused_on timestamptz;
alter table key add column paused_on timestamptz;
alter table download_declaration add constraint download_declaration_status
  check (status in ('active', 'suspended', 'paused', 'removed'));
alter table upload_declaration add constraint upload_declaration_status
  check (status in ('active', 'suspended', 'paused', 'removed'));
alter table key add constraint key_status check (status in ('active', 'suspended', 'paused', 'archived'));
alter table download_declaration add constraint download_declaration_paused check ((status = 'paused') = (paused_on is not null));
alter table upload_declaration add constraint upload_declaration_paused check ((status = 'paused') = (paused_on is not null));
alter table key add constraint key_paused check ((status = 'paused') = (paused_on is not null));

-- Report dates (yyyy-MM-dd) that people left out when they ended a pause: they are neither due nor late, and probes take no files of them.
alter table download_declaration add column skipped_dates text[] not null default '{}';
alter table upload_declaration add column skipped_dates text[] not null default '{}';

alter table key_change drop constraint key_change_change_check;
alter table key_change add constraint key_change_kinds check (change in
  ('created', 'renamed', 'changed', 'secret', 'reconnected', 'suspended', 'unsuspended', 'paused', 'resumed', 'repointed', 'deleted'));
