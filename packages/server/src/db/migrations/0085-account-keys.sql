-- Keys that accounts bring themselves. Each wraps the data keys of an account's secrets below the master key: without the key service
-- of the account nothing opens them.
create table account_key (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  -- The key at the key service of the account.
  reference text not null check (length(reference) <= 1000),
  -- The account's key, which only that service opens.
  wrapped text not null,
  -- SHA-256 of it.
  fingerprint text not null,
  -- Opens the service, sealed with the master key.
  credentials bytea not null,
  master_key_id text not null,
  -- Whether new secrets are sealed with it; else secrets that were leave it.
  is_current boolean not null default true,
  retired timestamptz check ((retired is null) = is_current),
  created timestamptz not null default now(),
  created_by uuid references person (id),
  -- Secrets that it seals, all secrets of the account, and the problem that keeps others from it, as the last round found them.
  sealed_secrets int not null default 0,
  secrets int not null default 0,
  problem text,
  primary key (account_id, id)
);
create unique index account_key_current on account_key (account_id) where is_current;
create index account_key_created_by on account_key (created_by) where created_by is not null;

alter table account_key enable row level security;
alter table account_key force row level security;
create policy own_account on account_key to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on account_key to switchboard_engine using (true) with check (true);
grant select, insert on account_key to switchboard_app;
grant update (is_current, retired) on account_key to switchboard_app;
grant select, delete on account_key to switchboard_engine;
grant update (credentials, master_key_id, sealed_secrets, secrets, problem) on account_key to switchboard_engine;
select name_people_of('account_key');
