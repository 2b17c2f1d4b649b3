-- Keys that are connected by OAuth: sign-ins at a provider that a person has begun, and when the access tokens of a key end.

-- A row is consumed by the first answer. Only hashes are kept: the state travels by the provider, the browser's secret in a cookie.
create table oauth_sign_in (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  person_id uuid not null references person (id),
  state_hash bytea not null,
  browser_hash bytea not null,
  key_type text not null,
  -- The key that is reconnected; null for a new one.
  key_id uuid,
  name text not null,
  description text not null default '',
  -- The console's path to which the person returns.
  route text not null,
  expires timestamptz not null,
  primary key (account_id, id),
  unique (account_id, state_hash),
  foreign key (account_id, key_id) references key (account_id, id)
);
create index oauth_sign_in_key on oauth_sign_in (account_id, key_id);
create index oauth_sign_in_person on oauth_sign_in (person_id);
alter table oauth_sign_in enable row level security;
alter table oauth_sign_in force row level security;
create policy own_account on oauth_sign_in to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on oauth_sign_in to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on oauth_sign_in to switchboard_app, switchboard_engine;

-- Null of a key whose tokens do not end, as far as its provider says, or that was not connected by OAuth.
alter table key add column access_ends timestamptz;
-- From when on the access token is refreshed before it is used.
alter table key add column access_due timestamptz;
select name_people_of('oauth_sign_in');
