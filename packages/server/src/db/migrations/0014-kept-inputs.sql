-- Which downloads the rows of an upsert table came from: of two flows of a report date the one with older inputs, coming last,
-- must not put its rows over the newer ones.

create table table_state_input (
  account_id uuid not null references account (id),
  table_name text not null,
  -- Of the flow; null of one whose sources have no dates.
  report_date date,
  part_name text not null,
  download_id uuid not null,
  -- Of the newest flow that brought it.
  fence bigint not null,
  unique nulls not distinct (account_id, table_name, report_date, part_name),
  foreign key (account_id, download_id) references download (account_id, id)
);
create index table_state_input_download on table_state_input (account_id, download_id);
alter table table_state_input enable row level security;
alter table table_state_input force row level security;
create policy own_account on table_state_input to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on table_state_input to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on table_state_input to switchboard_app, switchboard_engine;

-- Of an upload of kept rows: its place among the results of all report dates. Null: it has its flow's.
alter table upload add column fence bigint;
