-- What the lists of the console need besides the tables' own indexes.

-- A source table's name leads to its source.
create index download_part_name on download_part (account_id, name, id desc);
-- Strict reading never refuses fewer rows than the lenient one, so this covers both filters on dirty rows.
create index download_dirty on download (account_id, report_date desc nulls last, id desc) where new_dirty_row_count > 0;
-- What is not production is rare, and looked for by itself.
create index download_other_purpose on download (account_id, purpose, report_date desc nulls last, id desc)
  where purpose in ('backfill', 'proof');
create index upload_other_purpose on upload (account_id, purpose, report_date desc nulls last, id desc)
  where purpose in ('backfill', 'proof');
create index event_report_date on event (account_id, report_date, created desc, id desc) where report_date is not null;
create index event_project on event (account_id, project, created desc, id desc);
create index event_download_declaration on event (account_id, download_declaration, created desc, id desc)
  where download_declaration is not null;
create index event_upload_declaration on event (account_id, upload_declaration, created desc, id desc)
  where upload_declaration is not null;
create index event_commented on event (account_id, created desc, id desc) where comment is not null;
create index upload_flow on upload (account_id, flow_id);

drop index event_search;
create index event_search on event using gin (
  (message || ' ' || coalesce(download_declaration, '') || ' ' || coalesce(upload_declaration, '') || ' ' || id::text)
  gin_trgm_ops);

-- Row-level security keeps the application's role from using a trigram index: ILIKE is not leakproof, so the planner
-- checks the account first, row by row. These functions may use it, and answer only for the transaction's own account.
create function search_download(pattern text) returns setof uuid
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select d.id from download d
  where (d.source || ' ' || d.description || ' ' || d.id::text) ilike pattern
    and d.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create function search_upload(pattern text) returns setof uuid
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select u.id from upload u
  where (u.name || ' ' || u.destination || ' ' || u.id::text) ilike pattern
    and u.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create function search_event(pattern text) returns setof uuid
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select e.id from event e
  where (e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '') || ' ' || e.id::text)
      ilike pattern
    and e.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;

-- Owned by the role that sees every account, since a table's owner is bound by forced row-level security too.
grant create on schema public to switchboard_engine;
alter function search_download(text) owner to switchboard_engine;
alter function search_upload(text) owner to switchboard_engine;
alter function search_event(text) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function search_download(text), search_upload(text), search_event(text) from public;
grant execute on function search_download(text), search_upload(text), search_event(text) to switchboard_app;
