-- Users that a customer's directory provisions over SCIM, and a record of administrative acts that were refused.

alter table admin_act drop constraint admin_act_kind_check;
alter table admin_act add constraint admin_act_kind_check check (kind in ('account_created', 'account_changed',
  'account_deactivated', 'user_created', 'user_renamed', 'user_deactivated', 'user_reactivated', 'roles_changed',
  'global_roles_changed', 'removed_from_account', 'password_changed', 'password_reset_sent', 'identity_blocked',
  'identity_unblocked', 'factors_reset', 'act_refused'));
-- The service token of the program that made it; null for a person.
alter table admin_act add column service_token_id uuid;

-- Records that an act was refused, at most hourly_limit times an hour for a person, so that refused calls cannot fill the table. The
-- last one of an hour says that later ones are not recorded. For callers who must not write the table themselves.
create function record_refused_act(of_person uuid, field text, reason text, of_request text, url_name text, email text,
    token uuid, hourly_limit int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('record_refused_act ' || of_person, 0));
  select count(*) into recorded from admin_act a
    where a.person_id = of_person and a.kind = 'act_refused' and a.created > now() - interval '1 hour';
  if recorded >= hourly_limit then return; end if;
  insert into admin_act (person_id, kind, request_id, service_token_id, subject_account_id, subject_id, before, after)
    values (of_person, 'act_refused', of_request, token,
      (select a.id from account a where a.url_name = record_refused_act.url_name),
      (select p.id from person p where lower(p.email) = lower(record_refused_act.email)), '{}',
      jsonb_build_object('act', field, 'reason', reason) || case when recorded = hourly_limit - 1
        then '{"further": "not recorded within this hour"}'::jsonb else '{}'::jsonb end);
end $$;
revoke execute on function record_refused_act(uuid, text, text, text, text, text, uuid, int) from public;
grant execute on function record_refused_act(uuid, text, text, text, text, text, uuid, int) to switchboard_identity;

-- Tokens for a directory that manages the users of the account, and may do nothing else.
alter table service_token add column manages_users boolean not null default false;
alter table service_token add constraint service_token_one_purpose check (not (manages_users and may_publish));
grant select (manages_users), insert (manages_users) on service_token to switchboard_app;
grant select (id, account_id, name) on service_token to switchboard_admin;
-- The audit log names the token of an act.
create unique index service_token_id on service_token (id);

-- What a directory keeps of a user of its account.
create table provisioned_user (
  account_id uuid not null references account (id),
  person_id uuid not null references person (id),
  -- The directory's own id of the user.
  external_id text check (length(external_id) between 1 and 200),
  given_name text not null default '' check (length(given_name) <= 200),
  family_name text not null default '' check (length(family_name) <= 200),
  -- False: the directory has deactivated the user, who has lost all roles in the account.
  active boolean not null default true,
  -- The roles that activating the user again restores.
  roles text[] not null default '{}',
  created timestamptz not null default now(),
  primary key (account_id, person_id)
);
create index provisioned_user_external_id on provisioned_user (account_id, external_id);
create index provisioned_user_person on provisioned_user (person_id);
alter table provisioned_user enable row level security;
alter table provisioned_user force row level security;
create policy own_account on provisioned_user to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy administration on provisioned_user to switchboard_admin using (true) with check (true);
create policy every_account on provisioned_user to switchboard_engine using (true) with check (true);
grant select on provisioned_user to switchboard_app;
grant select, insert, update, delete on provisioned_user to switchboard_admin;
select name_people_of('provisioned_user');
