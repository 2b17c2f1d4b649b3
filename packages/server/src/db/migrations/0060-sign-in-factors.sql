-- Factors besides the password, of people whom the embedded provider signs in.

-- The authenticator app of a person. It counts from its confirmation by a code.
create table authenticator_app (
  person_id uuid primary key references person (id) on delete cascade,
  -- Sealed by the master key.
  secret bytea not null,
  started timestamptz not null default now(),
  confirmed timestamptz,
  -- The latest step of 30 seconds of which a code was accepted. Codes of it and of earlier ones are refused.
  last_step bigint,
  check ((confirmed is null) = (last_step is null))
);

create table passkey (
  id uuid primary key default uuidv7(),
  person_id uuid not null references person (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- As authenticators name it, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- Signatures that the authenticator has counted. 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Whether it exists on several devices.
  is_synced boolean not null,
  created timestamptz not null default now(),
  last_used timestamptz
);
create index passkey_of_person on passkey (person_id, created, id);

-- Single-use codes for a person who has lost the other factors.
create table recovery_code (
  person_id uuid not null references person (id) on delete cascade,
  -- SHA-256 of the code, which cannot be read again.
  hash bytea not null check (length(hash) = 32),
  used timestamptz,
  primary key (person_id, hash)
);

-- What a passkey has to sign. Each is used once, and replaced by the next of its subject.
create table passkey_challenge (
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'enrolment')),
  -- The sign-in page, or the person who adds a passkey.
  subject text not null,
  challenge text not null,
  expires timestamptz not null,
  primary key (purpose, subject)
);
create index passkey_challenge_expires on passkey_challenge (expires);

grant select, insert, update, delete on authenticator_app, passkey, recovery_code, passkey_challenge to switchboard_identity;

-- Administrators see which factors there are, and no secrets.
grant select (person_id, confirmed) on authenticator_app to switchboard_admin;
grant select (person_id, id) on passkey to switchboard_admin;
grant select (person_id, used) on recovery_code to switchboard_admin;

-- Mails about factors are written when they are sent, from what the person has then.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
  check (kind in ('password_reset', 'daily_summary', 'factors_changed', 'factors_reset'));

alter table admin_act drop constraint admin_act_kind_check;
alter table admin_act add constraint admin_act_kind_check
  check (kind in ('account_created', 'account_changed', 'account_deactivated', 'user_created',
    'user_renamed', 'user_deactivated', 'user_reactivated', 'roles_changed', 'global_roles_changed',
    'removed_from_account', 'password_changed', 'password_reset_sent', 'identity_blocked', 'identity_unblocked',
    'factors_reset'));

-- Removes the factors of a person for an administrator, ends their sessions, and mails them.
create function reset_factors_of(of_person uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from authenticator_app where person_id = of_person;
  delete from passkey where person_id = of_person;
  delete from recovery_code where person_id = of_person;
  select end_sessions_of(of_person);
  insert into mail (kind, person_id) values ('factors_reset', of_person);
  select pg_notify('switchboard_changes', 'access ' || of_person)
$$;
revoke execute on function reset_factors_of(uuid) from public;
grant execute on function reset_factors_of(uuid) to switchboard_admin;
