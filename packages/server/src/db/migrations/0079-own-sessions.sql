-- The sessions of people, as they see them: a grant has an id that may be shown, where it began, and when it was last used.
alter table oidc_payload add column session_id uuid not null default uuidv7(), add column user_agent text,
  add column address text, add column last_used timestamptz;
update oidc_payload set last_used = to_timestamp((payload ->> 'usedAt')::float8) where kind = 'Grant' and payload ? 'usedAt';
create unique index oidc_payload_session on oidc_payload (session_id) where kind = 'Grant';

-- Ends the sessions of a person for an administrator, also the streams that they have open, and returns how many there were.
drop function end_sessions_of(uuid);
create function end_sessions_of(ended uuid) returns int
  language sql security definer set search_path = public, pg_temp as $$
  select pg_notify('switchboard_changes', 'access ' || ended);
  with gone as (delete from oidc_payload where payload ->> 'accountId' = ended::text returning kind)
  select count(*)::int from gone where kind = 'Grant'
$$;
revoke execute on function end_sessions_of(uuid) from public;
grant execute on function end_sessions_of(uuid) to switchboard_admin;

-- A sign-in from a device that a person has not signed in from before is mailed to them.
alter table mail add column detail jsonb;
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
  check (kind in ('password_reset', 'daily_summary', 'factors_changed', 'factors_reset', 'factor_link', 'new_device'));
