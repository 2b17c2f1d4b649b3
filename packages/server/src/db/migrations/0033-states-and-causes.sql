-- Why downloads and uploads count as failed, as data, and indexes by which their states are counted.

-- An error code, or UPLOAD_STOPPED. Set while a transfer is failed, or completed with dirty rows only; each change of the status
-- sets or removes it.
alter table download add column failure_code text;
alter table upload add column failure_code text;

-- Rows of all accounts are read and written as the engine's role, since row-level security also binds the owner of a table.
alter table download disable trigger tell;
alter table upload disable trigger tell;
set local role switchboard_engine;
update download d set failure_code = (
  select e.code from event e
  where e.account_id = d.account_id and e.download_id = d.id and e.will_retry = false and e.code <> 'DECLARATION_SUSPENDED'
  order by e.created desc, e.id desc limit 1)
where d.status = 'failed' or d.status = 'completed' and d.dirty_row_status = 'all';
update upload u set failure_code = (
  select e.code from event e
  where e.account_id = u.account_id and e.upload_id = u.id and e.code <> 'DECLARATION_SUSPENDED'
    and (e.will_retry = false or e.code = 'UPLOAD_STOPPED')
  order by e.created desc, e.id desc limit 1)
where u.status = 'failed';
reset role;
alter table download enable trigger tell;
alter table upload enable trigger tell;

-- The groups of failures by cause are found by skipping from one to the next.
create index download_cause on download (account_id, failure_code, source, finished desc) where failure_code is not null;
create index upload_cause on upload (account_id, failure_code, name, finished desc) where failure_code is not null;

-- The states that lists count and filter by, alone and by name or project.
create index download_failed_only on download (account_id, report_date desc nulls last, id desc) where status = 'failed';
create index download_failed_source on download (account_id, source, report_date desc nulls last, id desc)
  where status = 'failed';
create index download_failed_project on download (account_id, project, report_date desc nulls last, id desc)
  where status = 'failed';
create index download_dirty_source on download (account_id, source, report_date desc nulls last, id desc)
  where new_dirty_row_count > 0;
create index download_dirty_project on download (account_id, project, report_date desc nulls last, id desc)
  where new_dirty_row_count > 0;
create index download_unfinished_due on download (account_id, due, id)
  where status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying');
create index upload_failed_name on upload (account_id, name, report_date desc nulls last, id desc) where status = 'failed';
create index upload_failed_project on upload (account_id, project, report_date desc nulls last, id desc)
  where status = 'failed';
create index event_errors on event (account_id, created desc, id desc) where severity in ('error', 'fatal');
create index event_warnings on event (account_id, created desc, id desc) where severity = 'warn';

-- Which of these accounts have failures. The caller has proved that its person may see them; rows stay behind the tenant door.
create function accounts_with_failures(candidates uuid[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.id from unnest(candidates) as c(id)
  where exists (select from download d where d.account_id = c.id and d.failure_code is not null)
    or exists (select from upload u where u.account_id = c.id and u.failure_code is not null)
$$;
-- Owned by the role that sees every account, since a table's owner is bound by forced row-level security too.
grant create on schema public to switchboard_engine;
alter function accounts_with_failures(uuid[]) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function accounts_with_failures(uuid[]) from public;
grant execute on function accounts_with_failures(uuid[]) to switchboard_identity;
