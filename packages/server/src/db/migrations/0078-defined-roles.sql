-- Roles that accounts define out of permissions, besides the six presets.
create table account_role (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 60 and name = btrim(name)),
  -- What concerns all accounts is granted by global roles alone. The program knows the names of the others.
  permissions text[] not null check (cardinality(permissions) between 1 and 60
    and not permissions && array['list-accounts-v2', 'manage-accounts', 'manage-global-users']),
  -- Counts changes, so that an administrator changes what they have read.
  version integer not null default 1,
  created timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index account_role_name on account_role (account_id, lower(name));
alter table account_role enable row level security;
alter table account_role force row level security;
create policy own_account on account_role to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on account_role to switchboard_engine using (true) with check (true);
create policy sign_in on account_role for select to switchboard_identity using (true);
create policy administration on account_role to switchboard_admin using (true) with check (true);
grant select on account_role to switchboard_app, switchboard_engine, switchboard_identity;
grant select, insert, update, delete on account_role to switchboard_admin;

-- A membership has a preset or a defined role, which it keeps from being removed.
alter table membership drop constraint membership_pkey;
alter table membership alter column role drop not null;
alter table membership add column role_id uuid;
alter table membership add constraint membership_one_role check (num_nonnulls(role, role_id) = 1);
alter table membership add constraint membership_defined_role
  foreign key (account_id, role_id) references account_role (account_id, id);
alter table membership add column role_key text not null generated always as (coalesce(role, role_id::text)) stored;
alter table membership add primary key (account_id, person_id, role_key);
create index membership_defined on membership (account_id, role_id) where role_id is not null;

-- Open streams of those who hold a role are confirmed when what it permits changes.
create function tell_access_of_role() returns trigger language plpgsql as $$
begin
  perform pg_notify('switchboard_changes', 'access ' || m.person_id) from membership m
    where m.account_id = new.account_id and m.role_id = new.id;
  return null;
end $$;
create trigger tell_access after update of permissions on account_role for each row execute function tell_access_of_role();
