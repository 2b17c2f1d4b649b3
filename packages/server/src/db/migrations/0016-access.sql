-- Login methods as rows, administration through a role of its own, account settings and reserved url names.

-- Every login method of a person is a row, the password included. `issuer` and `subject` identify an OpenID login.
alter table person_identity drop constraint person_identity_pkey;
alter table person_identity add column id uuid not null default uuidv7() primary key;
alter table person_identity add column connection_type text not null default 'oidc'
  check (connection_type in ('password', 'oidc'));
alter table person_identity alter column connection_type drop default;
alter table person_identity alter column issuer drop not null;
alter table person_identity alter column subject drop not null;
alter table person_identity add column email text;
alter table person_identity add column name text;
alter table person_identity add column email_verified boolean not null default false;
alter table person_identity add column blocked boolean not null default false;
alter table person_identity add unique (issuer, subject);
alter table person_identity add check ((connection_type = 'oidc') = (issuer is not null and subject is not null));
create index person_identity_person on person_identity (person_id);
create unique index person_identity_password on person_identity (person_id) where connection_type = 'password';
grant update on person_identity to switchboard_identity;
-- As the role that sees every person: the tables' owner is bound by forced row-level security.
set local role switchboard_identity;
-- An OpenID login was linked by an address that its provider had verified.
update person_identity i set email = p.email, name = p.name, email_verified = true from person p where p.id = i.person_id;
insert into person_identity (person_id, connection_type, email, name, created)
  select p.id, 'password', p.email, p.name, c.updated from credential_password c join person p on p.id = c.person_id;
reset role;
alter table person_identity alter column email set not null;
alter table person_identity alter column name set not null;

-- A password belongs to its identity.
alter table credential_password add column identity_id uuid references person_identity (id) on delete cascade;
set local role switchboard_identity;
update credential_password c set identity_id = i.id from person_identity i
  where i.person_id = c.person_id and i.connection_type = 'password';
reset role;
alter table credential_password drop column person_id;
alter table credential_password add primary key (identity_id);

-- Links that set a new password. A link works once and before it expires; only the hash of its token is stored.
create table password_reset (
  token_hash bytea primary key,
  identity_id uuid not null references person_identity (id) on delete cascade,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  expires timestamptz not null,
  used timestamptz,
  check (expires > created)
);
create index password_reset_identity on password_reset (identity_id);
grant select, insert, update, delete on password_reset to switchboard_identity;

-- Account settings.
alter table account add column contracted_row_count bigint check (contracted_row_count >= 0);
alter table account add column daily_summary_time text check (daily_summary_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
alter table account add column daily_summary_timezone text;
alter table account add check ((daily_summary_time is null) = (daily_summary_timezone is null));
alter table account add column daily_summary_recipients text[] not null default '{}'
  check (cardinality(daily_summary_recipients) <= 100);

-- First segments of routes that an account's url name must not take. Accounts that already have such a name keep it.
create table reserved_url_name (name text primary key);
insert into reserved_url_name (name) values ('_heartbeat'), ('admin'), ('api'), ('app'), ('assets'), ('callback'),
  ('dashboard'), ('error'), ('healthz'), ('login'), ('logout'), ('metrics'), ('oauthinvalid'), ('oauthsuccess'), ('oidc'),
  ('signin'), ('sign-in'), ('sign-out'), ('silent-callback'), ('static'), ('system'), ('users');
create function refuse_reserved_url_name() returns trigger language plpgsql as $$
begin
  if exists (select from reserved_url_name r where r.name = new.url_name) then
    raise exception using errcode = 'check_violation', constraint = 'account_url_name_reserved', table = 'account',
      message = format('The url name %s is reserved.', new.url_name);
  end if;
  return new;
end $$;
create trigger refuse_reserved_url_name before insert or update of url_name on account
  for each row execute function refuse_reserved_url_name();
grant select on reserved_url_name to switchboard_identity, switchboard_engine, switchboard_app, switchboard_admin;

-- Administration across accounts: who people are and where they belong, no tenant data, no secrets of sign-in.
grant usage on schema public to switchboard_admin;
grant select, insert, update on account, person to switchboard_admin;
grant select, insert, delete on membership, global_role to switchboard_admin;
grant select on person_identity to switchboard_admin;
grant update (blocked) on person_identity to switchboard_admin;
create policy administration on account to switchboard_admin using (true) with check (true);
create policy administration on person to switchboard_admin using (true) with check (true);
create policy administration on membership to switchboard_admin using (true) with check (true);

-- Each use of that role, written in the transaction that used it. Rows are added and read, never changed.
create table admin_event (
  id uuid primary key default uuidv7(),
  created timestamptz not null default now(),
  person_id uuid not null references person (id),
  -- The GraphQL field.
  action text not null check (length(action) between 1 and 100),
  -- The account that it concerns; null for all.
  subject_account_id uuid references account (id),
  request_id text not null check (length(request_id) <= 128),
  details jsonb not null default '{}'
);
create index admin_event_person on admin_event (person_id, created desc);
grant select, insert on admin_event to switchboard_admin;
