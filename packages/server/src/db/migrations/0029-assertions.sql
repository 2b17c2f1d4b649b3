-- Assertions on tables: what each flow found, and the row counts that they compare with.

-- Of each assertion that a flow evaluated: the outcome, and where the first rows are stored that contradict it.
create table assertion_result (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  flow_id uuid not null,
  name text not null,
  table_name text not null,
  severity text not null check (severity in ('stop', 'warn')),
  outcome text not null check (outcome in ('passed', 'failed', 'skipped')),
  -- Rows that contradict it; of an assertion on the row count, the number of rows.
  row_count bigint not null,
  -- The row counts that an assertion on the row count allows; null of others, and without anything to compare with.
  allowed_low double precision,
  allowed_high double precision,
  rows_key text,
  -- Uploads of the flow that are made from the table, by name.
  uploads text[] not null,
  primary key (account_id, id),
  unique (account_id, flow_id, name),
  foreign key (account_id, flow_id) references flow (account_id, id)
);
-- Warnings, which the home page shows of the uploads that ran.
create index assertion_warned on assertion_result (account_id, flow_id) where outcome = 'failed' and severity = 'warn';

-- The row count of a table for each report date, of its newest flow whose assertions on it held. Kept for tables with an
-- assertion that compares with earlier dates, so that no flow reads the history.
create table table_row_count (
  account_id uuid not null references account (id),
  table_name text not null,
  report_date date not null,
  row_count bigint not null,
  -- Of the newest flow of the date.
  fence bigint not null,
  primary key (account_id, table_name, report_date)
);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['assertion_result', 'table_row_count']
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
