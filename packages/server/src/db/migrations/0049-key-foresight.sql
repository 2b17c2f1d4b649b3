-- Keys that end: `expires` is the end as it was known when the key was saved or its access refreshed.

-- What ends: the label of a field, or the access that a provider gave. Null without an end.
alter table key add column expires_of text;
-- The end of which notices were written, or were not wanted by any filter.
alter table key add column expiry_noted timestamptz;
create index key_expires on key (expires) where expires is not null and status <> 'archived';

-- Notices are written of keys, too. The unit of a key is its id and its end, so that each end has a notice of its own.
alter table failure_change drop constraint failure_change_transfer_check;
alter table failure_change add constraint failure_change_transfer_check
  check (transfer in ('download', 'upload', 'late_upload', 'key'));
alter table failure_group drop constraint failure_group_transfer_check;
alter table failure_group add constraint failure_group_transfer_check
  check (transfer in ('download', 'upload', 'late_upload', 'key'));

create function expiry_unit(of_key uuid, ends timestamptz) returns text language sql immutable
as $$ select of_key || ' ' || to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- A key that was renewed or archived does not end any more.
create function note_key_renewal() returns trigger language plpgsql as $$
begin
  perform note_failure_change(old.account_id, 'key', expiry_unit(old.id, old.expiry_noted), false);
  return null;
end $$;
create trigger note_key_renewal after update on key for each row
  when (old.expiry_noted is not null and (new.expires is distinct from old.expires or new.status = 'archived'))
  execute function note_key_renewal();
