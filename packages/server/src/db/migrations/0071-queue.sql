-- The queue's table, with the rule of every account-scoped table: a transaction of an account sees and adds its own jobs only.
create schema if not exists queue;
-- One job a unit: waking it again brings it forward at most. Rows live shortly, so that vacuum must come often.
create table if not exists queue.job (
  unit_id uuid primary key,
  account_id uuid not null,
  priority integer not null,
  due timestamptz not null default now(),
  made bigint generated always as identity
) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);
create index if not exists job_order on queue.job (priority desc, made);

alter table queue.job enable row level security;
alter table queue.job force row level security;
create policy own_account on queue.job to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on queue.job to switchboard_engine using (true) with check (true);

grant usage on schema queue to switchboard_app, switchboard_engine;
grant select, insert, update on queue.job to switchboard_app, switchboard_engine;
grant delete on queue.job to switchboard_engine;
