-- How many units may run at once, of an account and of each of its keys. Null: the default of the installation.
alter table account add column running_limit integer check (running_limit between 1 and 1000);
alter table account add column key_running_limit integer check (key_running_limit between 1 and 1000);

-- The defaults of the installation, which its settings write at each start: one row.
create table queue.default_quota (
  is_only boolean primary key default true check (is_only),
  account_running integer not null default 32 check (account_running between 1 and 1000),
  key_running integer not null default 4 check (key_running between 1 and 1000)
);
insert into queue.default_quota default values;
grant select on queue.default_quota to switchboard_app, switchboard_engine;
grant update on queue.default_quota to switchboard_engine;
