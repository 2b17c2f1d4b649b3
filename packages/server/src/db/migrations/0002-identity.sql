-- Sign-in: what proves who somebody is. Only the identity role reads any of it; tenants' transactions cannot.

create table credential_password (
  person_id uuid primary key references person (id) on delete cascade,
  hash text not null,
  -- A password that was handed out is changed at the first sign-in.
  must_change boolean not null default false,
  updated timestamptz not null default now()
);

-- Failures in a row, per name typed in, known or not, so that an unknown name behaves like a known one.
create table sign_in_failure (
  email_hash bytea primary key,
  failures integer not null,
  last_failure timestamptz not null,
  locked_until timestamptz
);
create index sign_in_failure_age on sign_in_failure (last_failure);

-- What the embedded OpenID provider remembers: sessions, codes, grants, interactions. `id` is the hash of the real one,
-- which is a secret and stands encrypted in `secret_id`.
create table oidc_payload (
  kind text not null,
  id text not null,
  secret_id bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed timestamptz,
  expires timestamptz,
  primary key (kind, id)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (kind, uid) where uid is not null;
create index oidc_payload_person on oidc_payload ((payload ->> 'accountId'));
create index oidc_payload_expires on oidc_payload (expires) where expires is not null;

-- Keys that sign tokens and cookies, each encrypted under the master key. The newest of a purpose signs; older ones verify.
create table signing_key (
  id uuid primary key default uuidv7(),
  purpose text not null check (purpose in ('token', 'cookie')),
  secret bytea not null,
  created timestamptz not null default now(),
  retired timestamptz
);

grant usage on schema public to switchboard_identity;
grant select, insert, update, delete on credential_password, sign_in_failure, oidc_payload, signing_key to switchboard_identity;
grant select, insert, update on account, person to switchboard_identity;
grant select, insert, update, delete on membership, global_role, preference to switchboard_identity;
create policy sign_in on account to switchboard_identity using (true) with check (true);
create policy sign_in on membership to switchboard_identity using (true) with check (true);
-- How far the schema has come is the migration runner's own affair.
revoke all on schema_migration, schema_lock from switchboard_app, switchboard_engine;

-- Who a person is at another OpenID provider. Never matched by e-mail once it is known.
create table person_identity (
  issuer text not null,
  subject text not null,
  person_id uuid not null references person (id) on delete cascade,
  created timestamptz not null default now(),
  primary key (issuer, subject)
);
grant select, insert, delete on person_identity to switchboard_identity;
