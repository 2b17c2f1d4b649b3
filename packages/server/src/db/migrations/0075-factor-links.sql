-- The mailed link with which a person who must have a second factor, and has none, adds the first one.

create table factor_link (
  -- The newest link of a person replaces the one before.
  person_id uuid primary key references person (id) on delete cascade,
  -- SHA-256 of the link's secret, which cannot be read again.
  hash bytea not null check (length(hash) = 32),
  -- When the password was set that the person had then. The link ends with that password.
  password_set timestamptz not null,
  expires timestamptz not null
);
grant select, insert, update, delete on factor_link to switchboard_identity;

alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
  check (kind in ('password_reset', 'daily_summary', 'factors_changed', 'factors_reset', 'factor_link'));

-- A link from before does not add a factor to those that were removed.
create or replace function reset_factors_of(of_person uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from factor_link where person_id = of_person;
  delete from authenticator_app where person_id = of_person;
  delete from passkey where person_id = of_person;
  delete from recovery_code where person_id = of_person;
  select end_sessions_of(of_person);
  insert into mail (kind, person_id) values ('factors_reset', of_person);
  select pg_notify('switchboard_changes', 'access ' || of_person)
$$;
