-- Accounts, people, keys, scripts, and the units of work that run them.
-- Every account-scoped table: primary key (account_id, id), foreign keys that carry account_id, row-level security
-- forced, one policy for the application's role (its own account only) and one for the engine's role (all).

create extension if not exists pg_trgm;

create table account (
  id uuid primary key default uuidv7(),
  url_name text not null unique check (url_name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'deactivated')),
  show_download_summary boolean not null default true,
  created timestamptz not null default now()
);

create table person (
  id uuid primary key default uuidv7(),
  email text not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'deactivated')),
  default_account_id uuid references account (id),
  created timestamptz not null default now()
);
create unique index person_email on person (lower(email));

create table membership (
  account_id uuid not null references account (id),
  person_id uuid not null references person (id),
  role text not null check (role in ('operator', 'viewer', 'developer', 'tester', 'cs', 'beta_backfill')),
  primary key (account_id, person_id, role)
);
create index membership_person on membership (person_id);

create table global_role (
  person_id uuid not null references person (id),
  role text not null check (role in ('operator', 'viewer', 'developer', 'tester', 'cs', 'beta_backfill')),
  primary key (person_id, role)
);

create table preference (
  person_id uuid not null references person (id),
  name text not null check (length(name) between 1 and 200),
  value jsonb not null,
  primary key (person_id, name)
);

-- Stored keys. `secrets` is AES-256-GCM under a data key of the row's own, which the master key wraps.
create table key (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  name text not null,
  type text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'archived')),
  description text not null default '',
  properties jsonb not null default '{}',
  secrets bytea,
  wrapped_key bytea,
  master_key_id text,
  version integer not null default 1,
  created timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index key_name on key (account_id, name) where status <> 'archived';

create table changelist (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  description text not null check (length(description) between 1 and 500),
  status text not null default 'draft' check (status in ('draft', 'proofing', 'running', 'replaced', 'archived')),
  branched_from uuid,
  plan jsonb,
  created_on timestamptz not null default now(),
  created_by uuid references person (id),
  updated_on timestamptz not null default now(),
  published_on timestamptz,
  published_by uuid references person (id),
  primary key (account_id, id),
  foreign key (account_id, branched_from) references changelist (account_id, id)
);
create unique index changelist_running on changelist (account_id) where status = 'running';

create table changelist_file (
  account_id uuid not null,
  changelist_id uuid not null,
  path text not null,
  text text not null,
  primary key (account_id, changelist_id, path),
  foreign key (account_id, changelist_id) references changelist (account_id, id)
);

-- The state of a published source: whether it runs, and up to when its schedule has been turned into downloads.
create table source (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  name text not null,
  project text not null,
  connector text not null,
  key_name text,
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  status_reason text,
  scheduled_through timestamptz not null,
  last_probe timestamptz,
  next_due timestamptz,
  primary key (account_id, id),
  unique (account_id, name)
);
create index source_due on source (next_due) where status = 'active';

create table upload_declaration (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  name text not null,
  project text not null,
  connector text not null,
  key_name text,
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  status_reason text,
  destination text not null,
  primary key (account_id, id),
  unique (account_id, name)
);

-- The ledger: one row for each piece of work, the truth that the queue only points at.
-- `attempt` is the fencing token: whoever holds an older one can change nothing.
create table unit (
  account_id uuid not null references account (id),
  id uuid not null,
  kind text not null check (kind in ('download', 'flow', 'upload')),
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  -- ready: may be claimed; running: leased; waiting: until next_try; held: for other units; done: never again
  state text not null check (state in ('ready', 'running', 'waiting', 'held', 'done')),
  attempt integer not null default 0,
  phase text,
  worker text,
  lease_until timestamptz,
  next_try timestamptz,
  retry_count integer not null default 0,
  retry_limit integer not null default 5,
  created timestamptz not null default now(),
  enqueued timestamptz,
  primary key (account_id, id),
  check ((state = 'running') = (lease_until is not null)),
  check ((state = 'waiting') = (next_try is not null))
);
create index unit_lease on unit (lease_until) where state = 'running';
create index unit_waiting on unit (next_try) where state = 'waiting';
create index unit_ready on unit (created) where state = 'ready';

create table download (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  source text not null,
  project text not null,
  purpose text not null default 'production' check (purpose in ('production', 'backfill', 'proof')),
  report_date date,
  trigger text not null,
  changelist_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying',
    'completed', 'STOPPED', 'cancelled', 'abandoned', 'failed', 'skipped')),
  created timestamptz not null default now(),
  due timestamptz not null default now(),
  started timestamptz,
  finished timestamptz,
  description text not null default '',
  handle jsonb not null default '{}',
  -- What an asynchronous source needs to ask for its report again.
  state jsonb,
  -- Raw files already in the store: fetching is not repeated when loading is.
  raw jsonb,
  progress jsonb not null default '{}',
  row_count bigint,
  dirty_row_count bigint,
  dirty_row_status text not null default 'none' check (dirty_row_status in ('none', 'some', 'all')),
  new_dirty_row_count bigint,
  new_dirty_row_status text not null default 'none' check (new_dirty_row_status in ('none', 'some', 'all')),
  message text,
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id),
  unique nulls not distinct (account_id, source, report_date, purpose, trigger)
);
create index download_created on download (account_id, created desc, id desc);
create index download_started on download (account_id, started desc nulls last, id desc);
create index download_finished on download (account_id, finished desc nulls last, id desc);
create index download_report_date on download (account_id, report_date desc nulls last, id desc);
create index download_source on download (account_id, source, report_date desc nulls last, id desc);
create index download_project on download (account_id, project, report_date desc nulls last, id desc);
create index download_unfinished on download (account_id, report_date desc nulls last, id desc)
  where status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying');
create index download_failed on download (account_id, report_date desc nulls last, id desc) where status in ('failed', 'skipped');
create index download_search on download using gin ((source || ' ' || description || ' ' || id::text) gin_trgm_ops);

create table download_part (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  download_id uuid not null,
  name text not null,
  project text not null,
  -- Parquet files of the good rows: [{ tableKey, filename, rows }], and their columns.
  tables jsonb not null,
  columns jsonb not null,
  row_count bigint not null,
  dirty_row_count bigint not null,
  dirty_row_status text not null,
  new_dirty_row_count bigint not null,
  new_dirty_row_status text not null,
  bytes bigint not null,
  dirty_key text,
  new_dirty_key text,
  sample_key text,
  primary key (account_id, id),
  foreign key (account_id, download_id) references download (account_id, id),
  unique (account_id, download_id, name)
);

create sequence upload_fence;

create table flow (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  changelist_id uuid not null,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  report_date date,
  -- Hash of what it builds from what: the same inputs never start a second flow.
  identity text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SOURCING', 'STARTED', 'PROCESSING', 'RETRIED',
    'SINKING', 'STOPPED', 'SKIPPED', 'WARNING', 'ERROR', 'FATAL', 'ABANDONED')),
  -- Rises with every flow: destinations refuse a result older than the one they have.
  fence bigint not null default nextval('upload_fence'),
  launched_by uuid references person (id),
  created timestamptz not null default now(),
  started timestamptz,
  finished timestamptz,
  message text,
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id),
  unique (account_id, identity)
);
create index flow_report_date on flow (account_id, report_date desc nulls last, id desc);

create table flow_input (
  account_id uuid not null,
  flow_id uuid not null,
  part_id uuid not null,
  download_id uuid not null,
  primary key (account_id, flow_id, part_id),
  foreign key (account_id, flow_id) references flow (account_id, id),
  foreign key (account_id, part_id) references download_part (account_id, id),
  foreign key (account_id, download_id) references download (account_id, id)
);
create index flow_input_download on flow_input (account_id, download_id);

create table upload (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  name text not null,
  project text not null,
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  report_date date,
  status text not null default 'preparing' check (status in ('preparing', 'queued', 'uploading', 'loading', 'retrying',
    'completed', 'failed', 'cancelled', 'abandoned')),
  destination text not null,
  destination_type text not null,
  created timestamptz not null default now(),
  ready timestamptz,
  started timestamptz,
  finished timestamptz,
  result_key text,
  columns jsonb,
  sha256 text,
  row_count bigint,
  bytes bigint,
  progress jsonb not null default '{}',
  message text,
  primary key (account_id, id),
  foreign key (account_id, flow_id) references flow (account_id, id),
  unique (account_id, flow_id, name)
);
create index upload_created on upload (account_id, created desc, id desc);
create index upload_started on upload (account_id, started desc nulls last, id desc);
create index upload_finished on upload (account_id, finished desc nulls last, id desc);
create index upload_report_date on upload (account_id, report_date desc nulls last, id desc);
create index upload_name on upload (account_id, name, report_date desc nulls last, id desc);
create index upload_project on upload (account_id, project, report_date desc nulls last, id desc);
create index upload_unfinished on upload (account_id, report_date desc nulls last, id desc)
  where status in ('preparing', 'queued', 'uploading', 'loading', 'retrying');
create index upload_failed on upload (account_id, report_date desc nulls last, id desc) where status = 'failed';
create index upload_search on upload using gin ((name || ' ' || destination || ' ' || id::text) gin_trgm_ops);

-- Which downloads an upload's rows come from (its own part of the flow's inputs).
create table upload_input (
  account_id uuid not null,
  upload_id uuid not null,
  part_id uuid not null,
  download_id uuid not null,
  primary key (account_id, upload_id, part_id),
  foreign key (account_id, upload_id) references upload (account_id, id),
  foreign key (account_id, part_id) references download_part (account_id, id),
  foreign key (account_id, download_id) references download (account_id, id)
);
create index upload_input_download on upload_input (account_id, download_id);
create index upload_input_part on upload_input (account_id, part_id);

create table event (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  created timestamptz not null default now(),
  severity text not null check (severity in ('debug', 'info', 'warn', 'error', 'fatal')),
  code text,
  message text not null,
  report_date date,
  project text,
  purpose text,
  download_id uuid,
  flow_id uuid,
  upload_id uuid,
  download_declaration text,
  upload_declaration text,
  will_retry boolean,
  retry_count integer,
  retry_limit integer,
  comment text,
  commented_on timestamptz,
  commented_by uuid references person (id),
  primary key (account_id, id),
  foreign key (account_id, download_id) references download (account_id, id),
  foreign key (account_id, flow_id) references flow (account_id, id),
  foreign key (account_id, upload_id) references upload (account_id, id)
);
create index event_created on event (account_id, created desc, id desc);
create index event_download on event (account_id, download_id) where download_id is not null;
create index event_upload on event (account_id, upload_id) where upload_id is not null;
create index event_flow on event (account_id, flow_id) where flow_id is not null;
create index event_severe on event (account_id, created desc, id desc) where severity in ('warn', 'error', 'fatal');
create index event_search on event using gin (message gin_trgm_ops);

-- Row-level security, the same for every account-scoped table.
do $$
declare
  scoped text;
begin
  foreach scoped in array array['membership', 'key', 'changelist', 'changelist_file', 'source', 'upload_declaration', 'unit',
    'download', 'download_part', 'flow', 'flow_input', 'upload', 'upload_input', 'event']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
  end loop;
end $$;

grant usage on schema public to switchboard_app, switchboard_engine;
grant select, insert, update, delete on all tables in schema public to switchboard_app, switchboard_engine;
grant usage, select on all sequences in schema public to switchboard_app, switchboard_engine;
-- The application's role reads of accounts only its own; who may see which is decided before it is taken on.
alter table account enable row level security;
alter table account force row level security;
create policy own_account on account to switchboard_app using (id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on account to switchboard_engine using (true) with check (true);
-- What people are and may do is changed elsewhere than in a tenant's transaction.
revoke insert, update, delete on account, person, membership, global_role from switchboard_app;
revoke select on global_role from switchboard_app;

-- Tells listeners which row changed, once a transaction; the payload names ids only.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('switchboard_changes', tg_argv[0] || ' ' || new.account_id || ' ' || new.id);
  return null;
end $$;
create trigger tell after insert or update on download for each row execute function tell_change('download');
create trigger tell after insert or update on upload for each row execute function tell_change('upload');
create trigger tell after insert or update on flow for each row execute function tell_change('flow');
create trigger tell after insert or update on event for each row execute function tell_change('event');
