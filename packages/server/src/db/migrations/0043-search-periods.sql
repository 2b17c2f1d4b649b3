-- Searches read the newest rows first: a page is mostly found in the first periods of the list's order.

-- The number of the 31 days that a day lies in. What has no day has a period of its own.
create function search_period(day date) returns integer
language sql immutable parallel safe
return coalesce((day - date '2000-01-01') / 31, -1000000);
-- The period of an account as the search indexes have it.
create function search_period_key(of_account uuid, period integer) returns bigint
language sql immutable strict parallel safe
return uuid_hash_extended(of_account, period);

-- The first column is compared first, so that what lies outside of the periods is skipped.
drop index download_search;
create index download_search on download using gin (
  (array[search_period_key(account_id, search_period(report_date))]), search_text(source || ' ' || description) gin_trgm_ops);
drop index upload_search;
create index upload_search on upload using gin (
  (array[search_period_key(account_id, search_period(report_date))]), search_text(name || ' ' || destination) gin_trgm_ops);
drop index event_search;
create index event_search on event using gin (
  (array[search_period_key(account_id, search_period((created at time zone 'UTC')::date))]),
  search_text(message || ' ' || coalesce(download_declaration, '') || ' ' || coalesce(upload_declaration, '')) gin_trgm_ops);

-- As the functions without a period, for the rows of one: of several at once, the index would merge all rows.
create function search_download(pattern text, selecting text, of_period integer) returns setof download
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select d.* from download d
  where array[search_period_key(d.account_id, search_period(d.report_date))]
      @> array[search_period_key(nullif(current_setting('app.account_id', true), '')::uuid, of_period)]
    and search_text(d.source || ' ' || d.description) like selecting
    and lower(d.source || ' ' || d.description) like pattern
    and d.account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and search_period(d.report_date) = of_period
$$;
create function search_upload(pattern text, selecting text, of_period integer) returns setof upload
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select u.* from upload u
  where array[search_period_key(u.account_id, search_period(u.report_date))]
      @> array[search_period_key(nullif(current_setting('app.account_id', true), '')::uuid, of_period)]
    and search_text(u.name || ' ' || u.destination) like selecting
    and lower(u.name || ' ' || u.destination) like pattern
    and u.account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and search_period(u.report_date) = of_period
$$;
create function search_event(pattern text, selecting text, of_period integer) returns setof event
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select e.* from event e
  cross join lateral (select e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '') as text) shown
  where array[search_period_key(e.account_id, search_period((e.created at time zone 'UTC')::date))]
      @> array[search_period_key(nullif(current_setting('app.account_id', true), '')::uuid, of_period)]
    and search_text(e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '')) like selecting
    and lower(shown.text) like pattern
    and e.account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and search_period((e.created at time zone 'UTC')::date) = of_period
$$;

-- As the role that sees every account, since row-level security would keep their conditions from the indexes.
grant create on schema public to switchboard_engine;
alter function search_download(text, text, integer) owner to switchboard_engine;
alter function search_upload(text, text, integer) owner to switchboard_engine;
alter function search_event(text, text, integer) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function search_download(text, text, integer), search_upload(text, text, integer),
  search_event(text, text, integer) from public;
grant execute on function search_download(text, text, integer), search_upload(text, text, integer),
  search_event(text, text, integer) to switchboard_app;
