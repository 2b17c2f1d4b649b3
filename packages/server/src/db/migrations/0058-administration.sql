-- What administrators change: an append-only record, the rights of their role, and signals that end streams at once.

-- Each change by an administrator, written in the transaction that makes it. Rows are added and read, never changed.
create table admin_act (
  id uuid primary key default uuidv7(),
  created timestamptz not null default now(),
  person_id uuid not null references person (id),
  kind text not null check (kind in ('account_created', 'account_changed', 'account_deactivated', 'user_created',
    'user_renamed', 'user_deactivated', 'user_reactivated', 'roles_changed', 'global_roles_changed',
    'removed_from_account', 'password_changed', 'password_reset_sent', 'identity_blocked', 'identity_unblocked')),
  -- The account that it concerns; null for none.
  subject_account_id uuid references account (id),
  -- The person whom it concerns; null for none.
  subject_id uuid references person (id),
  request_id text not null check (length(request_id) <= 128),
  -- The values that it changed; no secrets.
  before jsonb not null,
  after jsonb not null
);
create index admin_act_created on admin_act (created, id);
create index admin_act_kind on admin_act (kind, created, id);
create index admin_act_account on admin_act (subject_account_id, created, id);
create index admin_act_person on admin_act (person_id, created, id);
create index admin_act_subject on admin_act (subject_id, created, id);
grant select, insert on admin_act to switchboard_admin;

-- A person whom an administrator adds gets a login method. Its password is written without being read.
grant insert (person_id, connection_type, email, name) on person_identity to switchboard_admin;

-- These write secrets of sign-in and mail, which the role for administration must not read.
create function set_handed_out_password(of_identity uuid, new_hash text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into credential_password (identity_id, hash, must_change, updated) values (of_identity, new_hash, true, now())
    on conflict (identity_id) do update set hash = excluded.hash, must_change = true, updated = now()
$$;
create function end_sessions_of(ended uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from oidc_payload where payload ->> 'accountId' = ended::text
$$;
create function queue_password_reset(of_person uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mail (kind, person_id) select 'password_reset', of_person
    where not exists (
      select from mail where person_id = of_person and kind = 'password_reset' and created > now() - interval '1 minute')
$$;
revoke execute on function set_handed_out_password(uuid, text), end_sessions_of(uuid), queue_password_reset(uuid) from public;
grant execute on function set_handed_out_password(uuid, text), end_sessions_of(uuid), queue_password_reset(uuid)
  to switchboard_admin;

-- The tokens of a person who is deactivated end for good, also when the person is added again.
grant select (created_by, revoked), update (revoked, revoked_by) on service_token to switchboard_admin;
create policy administration on service_token to switchboard_admin using (true) with check (true);

-- Every process confirms the streams of a person or an account whose access changed.
create function tell_access() returns trigger language plpgsql as $$
declare
  -- As JSON, since the tables name the person differently.
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('switchboard_changes', 'access ' || (changed ->> tg_argv[0]));
  return null;
end $$;
create trigger tell_access after update of status on person for each row execute function tell_access('id');
create trigger tell_access after update of status, url_name on account for each row execute function tell_access('id');
create trigger tell_access after update of blocked on person_identity for each row execute function tell_access('person_id');
create trigger tell_access after delete on membership for each row execute function tell_access('person_id');
create trigger tell_access after delete on global_role for each row execute function tell_access('person_id');
create trigger tell_access after update of revoked on service_token for each row execute function tell_access('created_by');
