-- How long the files and events of ended runs are kept. The setting of the installation counts for kinds without a row.
create table data_retention (
  account_id uuid not null references account (id),
  kind text not null check (kind in ('raw_files', 'tables', 'results', 'samples', 'events')),
  -- Null: for ever.
  days integer check (days between 30 and 36500),
  updated timestamptz not null default now(),
  primary key (account_id, kind)
);

-- Objects of the store that no run needs any more. They are removed a day later: what began to read them before has ended by then.
create table expired_object (
  account_id uuid not null references account (id),
  key text not null,
  bytes bigint not null,
  expired timestamptz not null default now(),
  primary key (account_id, key)
);
create index expired_object_expired on expired_object (account_id, expired);

-- When the data of an account was pruned last, and when its objects were compared with its rows.
create table account_pruning (
  account_id uuid primary key references account (id),
  pruned timestamptz,
  swept timestamptz
);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['data_retention', 'expired_object', 'account_pruning']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('grant select, insert, update, delete on %I to switchboard_engine', scoped);
    perform let_erasure_delete(scoped::regclass);
  end loop;
end $$;
grant select on data_retention to switchboard_app;

-- When files of a run were removed. Their references stay, so that a version is still known by its hash.
alter table download add column raw_removed timestamptz;
alter table download add column tables_removed timestamptz;
alter table download add column samples_removed timestamptz;
alter table upload add column result_removed timestamptz;
alter table flow add column samples_removed timestamptz;

-- Runs whose files are still there, oldest first.
create index download_raw_kept on download (account_id, finished) where raw is not null and raw_removed is null;
create index download_tables_kept on download (account_id, finished) where status = 'completed' and tables_removed is null;
create index download_samples_kept on download (account_id, finished) where status = 'completed' and samples_removed is null;
create index upload_result_kept on upload (account_id, finished) where result_key is not null and result_removed is null;
create index assertion_rows_kept on assertion_result (account_id, flow_id) where rows_key is not null;
