-- The tables, files and streams that test runs made at destinations: the only ones that test runs replace.
create table test_object (
  account_id uuid not null references account (id),
  -- Hash of connector, key, the place that the key leads to, container and object.
  target text not null,
  connector text not null,
  key_id uuid,
  -- The destination as people read it.
  destination text not null,
  created timestamptz not null default now(),
  primary key (account_id, target),
  foreign key (account_id, key_id) references key (account_id, id)
);

alter table test_object enable row level security;
alter table test_object force row level security;
create policy own_account on test_object to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
grant select, insert on test_object to switchboard_app;
