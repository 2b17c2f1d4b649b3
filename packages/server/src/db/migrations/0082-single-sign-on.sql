-- Single sign-on of an account: people sign in through the identity provider of their company, and enter that account only.

create table sso_connection (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('OIDC', 'SAML')),
  name text not null check (length(name) between 1 and 100),
  -- What the provider and Switchboard know of each other, without secrets.
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- The client secret, sealed as the secrets of keys are.
  secrets bytea,
  wrapped_key bytea,
  master_key_id text,
  version integer not null default 1,
  -- The role of people whom the first sign-in adds to the account. Null: only people of the account sign in.
  default_role text,
  enabled boolean not null default true,
  -- Whether people of the account's verified domains sign in only this way.
  sso_only boolean not null default false,
  -- When somebody first signed in through it.
  first_used timestamptz,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  updated timestamptz not null default now(),
  updated_by uuid references person (id),
  primary key (account_id, id),
  check (num_nulls(secrets, wrapped_key, master_key_id) in (0, 3)),
  check (not sso_only or (enabled and first_used is not null))
);
create index sso_connection_only on sso_connection (account_id) where sso_only;

-- Mail domains of an account. A record in the DNS proves that it owns them.
create table sso_domain (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  -- In lower case, without a dot at its end.
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253 and domain ~ '^[a-z0-9.-]+$'),
  -- Published by whoever owns the domain, so not a secret.
  token text not null check (length(token) between 20 and 200),
  verified timestamptz,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  primary key (account_id, id),
  unique (account_id, domain)
);
-- One account signs in the people of a domain.
create unique index sso_domain_verified on sso_domain (domain) where verified is not null;

-- People who may enter with a password and a second factor where single sign-on is required, such as while the provider is down.
create table sso_break_glass (
  account_id uuid not null references account (id),
  person_id uuid not null references person (id) on delete cascade,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  primary key (account_id, person_id)
);
create index sso_break_glass_person on sso_break_glass (person_id);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['sso_connection', 'sso_domain', 'sso_break_glass']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('create policy sign_in on %I to switchboard_identity using (true) with check (true)', scoped);
    execute format('grant select on %I to switchboard_engine, switchboard_identity', scoped);
    execute format('select name_people_of(%L)', scoped);
  end loop;
end $$;
-- Those who change a connection cannot read its secret.
grant select (account_id, id, kind, name, settings, version, default_role, enabled, sso_only, first_used, created, created_by,
    updated, updated_by),
  insert (account_id, id, kind, name, settings, secrets, wrapped_key, master_key_id, version, default_role, enabled, created_by,
    updated_by),
  update (name, settings, secrets, wrapped_key, master_key_id, version, default_role, enabled, sso_only, updated, updated_by),
  delete on sso_connection to switchboard_app;
grant update (wrapped_key, master_key_id) on sso_connection to switchboard_engine;
grant update (first_used) on sso_connection to switchboard_identity;
grant select, insert (account_id, domain, token, created_by), update (verified), delete on sso_domain to switchboard_app;
grant select, insert (account_id, person_id, created_by), delete on sso_break_glass to switchboard_app;

-- A person at the provider of a connection. They are known by the connection and its subject, whatever their address.
alter table person_identity drop constraint person_identity_connection_type_check;
alter table person_identity add constraint person_identity_connection_type_check
  check (connection_type in ('password', 'oidc', 'sso'));
alter table person_identity add column sso_account_id uuid;
alter table person_identity add column connection_id uuid;
alter table person_identity add foreign key (sso_account_id, connection_id) references sso_connection (account_id, id) on delete cascade;
alter table person_identity add constraint person_identity_of_provider
  check (num_nulls(sso_account_id, connection_id) = case connection_type when 'sso' then 0 else 2 end
    and (connection_type <> 'sso' or subject is not null));
create unique index person_identity_connection on person_identity (connection_id, subject) where connection_type = 'sso';
create unique index person_identity_of_connection on person_identity (person_id, connection_id) where connection_type = 'sso';
create index person_identity_sso on person_identity (sso_account_id, connection_id) where connection_type = 'sso';

-- A sign-in of single sign-on that has begun at a provider. It ends when the provider's answer is read: no answer counts twice.
create table sso_attempt (
  -- SHA-256 of the text with which the provider answers.
  state_hash bytea primary key check (length(state_hash) = 32),
  sso_account_id uuid not null,
  connection_id uuid not null,
  -- The sign-in page.
  uid text not null,
  expires timestamptz not null,
  foreign key (sso_account_id, connection_id) references sso_connection (account_id, id) on delete cascade
);
create index sso_attempt_expires on sso_attempt (expires);
create index sso_attempt_connection on sso_attempt (sso_account_id, connection_id);
grant select, insert, delete on sso_attempt to switchboard_identity;

-- A grant of single sign-on enters the account of its connection only, and ends with it.
alter table oidc_payload add column sso_account_id uuid;
alter table oidc_payload add column sso_connection_id uuid;
alter table oidc_payload add constraint oidc_payload_sso check (num_nulls(sso_account_id, sso_connection_id) in (0, 2));
alter table oidc_payload add foreign key (sso_account_id, sso_connection_id) references sso_connection (account_id, id) on delete cascade;
create index oidc_payload_sso on oidc_payload (sso_account_id, sso_connection_id) where sso_connection_id is not null;

-- Whether a person may sign in by password or passkey: open, second_factor (one is required), or closed.
create function password_rule_of(of_person uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when count(*) = 0 then 'open' when bool_and(b.person_id is not null) then 'second_factor' else 'closed' end
  from sso_connection c
  join account a on a.id = c.account_id and a.status = 'active'
  join person p on p.id = of_person
  join sso_domain d on d.account_id = c.account_id and d.verified is not null and d.domain = lower(split_part(p.email, '@', -1))
  left join sso_break_glass b on b.account_id = c.account_id and b.person_id = p.id
  where c.sso_only and exists (select from membership m where m.account_id = c.account_id and m.person_id = p.id)
$$;
grant create on schema public to switchboard_identity;
alter function password_rule_of(uuid) owner to switchboard_identity;
revoke create on schema public from switchboard_identity;
revoke execute on function password_rule_of(uuid) from public;
grant execute on function password_rule_of(uuid) to switchboard_identity, switchboard_admin, session_user;

create or replace function queue_password_reset(of_person uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mail (kind, person_id) select 'password_reset', of_person
    where password_rule_of(of_person) <> 'closed' and not exists (
      select from mail where person_id = of_person and kind = 'password_reset' and created > now() - interval '1 minute')
$$;

-- A user whom the directory of the account has deactivated does not sign in through its provider either.
create policy sign_in on provisioned_user for select to switchboard_identity using (true);
grant select (account_id, person_id, active) on provisioned_user to switchboard_identity;
