-- Streams of the audit log to a SIEM: where the entries of a chain go, and how far they were delivered.
create table audit_stream (
  id uuid primary key default uuidv7(),
  -- The account whose stream it is; null for the installation's, whose target stands in the settings of the program.
  account_id uuid references account (id),
  chain uuid not null,
  type text not null check (type in ('webhook', 'otlp', 'syslog')),
  address text check (length(address) between 1 and 2000),
  -- Host and port of the address, which the secrets are bound to.
  host text check (length(host) between 1 and 300),
  -- Certificates of the authority that signs that of the target, as PEM; null for public ones.
  authority text check (length(authority) <= 50000),
  enabled boolean not null default true,
  version integer not null default 1,
  secrets bytea,
  wrapped_key bytea,
  master_key_id text,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  updated timestamptz not null default now(),
  updated_by uuid references person (id),
  -- Place in the chain of the last entry that was delivered; 0 for none.
  sequence bigint not null default 0 check (sequence >= 0),
  delivered timestamptz,
  -- Failed attempts since the last delivery.
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  -- Who delivers now, and until when no other program does.
  lease uuid,
  lease_until timestamptz,
  -- Why nothing can be delivered; null while it works.
  problem text check (length(problem) <= 1000),
  check (num_nulls(account_id, address, host) in (0, 3)),
  check (account_id is null or chain = account_id)
);
create index audit_stream_account on audit_stream (account_id, created, id);
create index audit_stream_chain on audit_stream (chain);
create unique index audit_stream_of_installation on audit_stream (chain, type) where account_id is null;

alter table audit_stream enable row level security;
alter table audit_stream force row level security;
create policy own_account on audit_stream to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on audit_stream to switchboard_engine using (true) with check (true);
create policy sealing on audit_stream for select to switchboard_audit using (true);

grant select, delete,
    insert (id, account_id, chain, type, address, host, authority, enabled, secrets, wrapped_key, master_key_id, created_by, updated_by),
    -- How far it was delivered is not the account's to say.
    update (address, host, authority, enabled, version, secrets, wrapped_key, master_key_id, updated, updated_by, attempts,
      next_attempt, problem)
  on audit_stream to switchboard_app;
grant select, insert, update, delete on audit_stream to switchboard_engine;
grant select on audit_stream to switchboard_audit;
select name_people_of('audit_stream');

-- The streams of the installation name the programs of all accounts.
grant select (id, account_id, name) on service_token to switchboard_engine;
