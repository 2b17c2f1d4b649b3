-- What the engine needs beyond the first pipeline: work that is blocked, backfills, test runs, files that were seen,
-- and the kept rows of upsert tables.

create extension if not exists btree_gist;

-- Why a unit is held although nothing of its own is missing: 'source NAME', 'upload NAME' or 'key NAME'. Whatever unblocks
-- that thing releases all units that name it.
alter table unit add column blocked_by text;
create index unit_blocked on unit (account_id, blocked_by) where blocked_by is not null;

alter table source add column suspended_on timestamptz;
alter table upload_declaration add column suspended_on timestamptz;
-- The latest ends of a declaration's runs tell whether it is to be suspended.
create index download_source_finished on download (account_id, source, finished desc)
  where purpose = 'production' and finished is not null;
create index upload_name_finished on upload (account_id, name, finished desc)
  where purpose = 'production' and finished is not null;
-- When a file source is to be looked at again, besides its schedule.
alter table source add column next_probe timestamptz;
create index source_probe on source (next_probe) where status = 'active' and next_probe is not null;

-- Each file of a source as it was last taken: another checksum is another version, the same one is no news.
-- While a file still grows it has a size and no download.
create table source_file (
  account_id uuid not null references account (id),
  source text not null,
  path text not null,
  checksum text not null,
  size bigint,
  modified timestamptz,
  seen timestamptz not null default now(),
  download_id uuid,
  primary key (account_id, source, path),
  foreign key (account_id, download_id) references download (account_id, id)
);
create index source_file_download on source_file (account_id, download_id) where download_id is not null;

create table backfill (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  title text not null check (length(trim(title)) between 1 and 500),
  description text not null default '' check (length(description) <= 4000),
  status text not null default 'preparing' check (status in ('preparing', 'running', 'completed', 'completed_with_errors',
    'cancelled')),
  start_date date not null,
  end_date date not null,
  changelist_id uuid not null,
  upload_names text[] not null check (cardinality(upload_names) between 1 and 1000),
  download_names text[] not null,
  created_by uuid references person (id),
  created_on timestamptz not null default now(),
  cancelled_by uuid references person (id),
  cancelled_on timestamptz,
  finished timestamptz,
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id),
  check (end_date >= start_date and end_date - start_date < 30),
  check ((status = 'cancelled') = (cancelled_on is not null))
);
create index backfill_created on backfill (account_id, created_on desc, id desc);
create index backfill_active on backfill (account_id, id) where status in ('preparing', 'running');

-- Two active backfills never share an upload and a report date: the database itself refuses the second one.
create table backfill_upload (
  account_id uuid not null,
  backfill_id uuid not null,
  upload_name text not null,
  dates daterange not null,
  active boolean not null default true,
  primary key (account_id, backfill_id, upload_name),
  foreign key (account_id, backfill_id) references backfill (account_id, id),
  constraint backfill_conflict exclude using gist (account_id with =, upload_name with =, dates with &&) where (active)
);

alter table download add column backfill_id uuid;
alter table download add foreign key (account_id, backfill_id) references backfill (account_id, id);
create index download_backfill on download (account_id, backfill_id) where backfill_id is not null;
alter table flow add column backfill_id uuid;
alter table flow add foreign key (account_id, backfill_id) references backfill (account_id, id);
create index flow_backfill on flow (account_id, backfill_id, report_date desc) where backfill_id is not null;
-- Test runs are flows of purpose proof; people put them aside when they have seen them.
alter table flow add column archived boolean not null default false;
create index flow_proof on flow (account_id, created desc, id desc) where purpose = 'proof';
alter table event add column backfill_id uuid;
alter table event add foreign key (account_id, backfill_id) references backfill (account_id, id);
create index event_backfill on event (account_id, backfill_id, created desc) where backfill_id is not null;

-- The downloads that a flow launched ahead of its inputs (status SOURCING) is waiting for. Production flows start when
-- their inputs are there, and have none.
create table flow_source (
  account_id uuid not null,
  flow_id uuid not null,
  download_id uuid not null,
  primary key (account_id, flow_id, download_id),
  foreign key (account_id, flow_id) references flow (account_id, id),
  foreign key (account_id, download_id) references download (account_id, id)
);
create index flow_source_download on flow_source (account_id, download_id);

-- How a test run's result differs from production's for the same report date: rows added, removed, changed; columns.
alter table upload add column difference jsonb;

-- The rows that an upsert table keeps from flow to flow. `version` is compared and set: of two flows that started from the
-- same version only one commits, the other runs again from the newer one.
create table table_state (
  account_id uuid not null references account (id),
  table_name text not null,
  version bigint not null,
  state_key text not null,
  columns jsonb not null,
  row_count bigint not null,
  flow_id uuid not null,
  updated timestamptz not null default now(),
  primary key (account_id, table_name),
  foreign key (account_id, flow_id) references flow (account_id, id)
);
create index table_state_flow on table_state (account_id, flow_id);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['source_file', 'backfill', 'backfill_upload', 'flow_source', 'table_state']
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
create trigger tell after insert or update on backfill for each row execute function tell_change('backfill');
