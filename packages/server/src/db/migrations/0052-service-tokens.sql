-- Service tokens: what programs, such as a build server, sign their requests with. One acts as the person who created it, in one
-- account, and only in what concerns scripts.
create table service_token (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  -- SHA-256 of the token, which nobody can read again.
  hash bytea not null unique check (length(hash) = 32),
  may_publish boolean not null,
  created_by uuid not null references person (id),
  created timestamptz not null default now(),
  expires timestamptz not null,
  last_used timestamptz,
  revoked timestamptz,
  revoked_by uuid references person (id),
  primary key (account_id, id)
);
alter table service_token enable row level security;
alter table service_token force row level security;
create policy own_account on service_token to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy sign_in on service_token to switchboard_identity using (true) with check (true);
create policy every_account on service_token to switchboard_engine using (true) with check (true);
grant select (account_id, id, name, may_publish, created_by, created, expires, last_used, revoked, revoked_by)
  on service_token to switchboard_app;
grant insert (account_id, name, hash, may_publish, created_by, expires), update (revoked, revoked_by)
  on service_token to switchboard_app;
grant select, update (last_used) on service_token to switchboard_identity;
select name_people_of('service_token');
