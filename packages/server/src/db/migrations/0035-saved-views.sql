-- Named views of a list: its filters and order, as its address holds them. Every member of the account sees them; only
-- their owner changes them.
create table saved_view (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  list text not null check (list ~ '^[a-z_]{1,40}$'),
  owner_id uuid not null references person (id),
  name text not null check (length(name) between 1 and 100),
  query text not null check (length(query) <= 8000),
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, list, owner_id, name)
);
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy own_account on saved_view to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on saved_view to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on saved_view to switchboard_app;
select name_people_of('saved_view');
