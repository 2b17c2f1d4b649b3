-- Most rows show their own report date, so that its parts select few of them. A search for a month reads the periods of that month,
-- and by an index of their own the rows that show another date than theirs.

-- Whether a text shows the month of another date than the day, once the day is left out. What only looks like one does no harm.
create function shows_other_month(shown text, day date) returns boolean
language sql immutable parallel safe
return coalesce(replace(shown, lpad(extract(year from day)::text, 4, '0') || '-' || lpad(extract(month from day)::text, 2, '0')
  || '-' || lpad(extract(day from day)::text, 2, '0'), '00'), shown) ~ '[0-9]{4}-[0-9]{2}';

create index download_search_other_month on download using gin (
  (array[search_period_key(account_id, 0)]), search_text(source || ' ' || description) gin_trgm_ops)
  where shows_other_month(source || ' ' || description, report_date);
create index upload_search_other_month on upload using gin (
  (array[search_period_key(account_id, 0)]), search_text(name || ' ' || destination) gin_trgm_ops)
  where shows_other_month(name || ' ' || destination, report_date);

-- As the functions of all rows, for those that show another month than that of their own date.
create function search_download_other_month(pattern text, selecting text) returns setof download
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select d.* from download d
  where shows_other_month(d.source || ' ' || d.description, d.report_date)
    and array[search_period_key(d.account_id, 0)]
      @> array[search_period_key(nullif(current_setting('app.account_id', true), '')::uuid, 0)]
    and search_text(d.source || ' ' || d.description) like selecting
    and lower(d.source || ' ' || d.description) like pattern
    and d.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create function search_upload_other_month(pattern text, selecting text) returns setof upload
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select u.* from upload u
  where shows_other_month(u.name || ' ' || u.destination, u.report_date)
    and array[search_period_key(u.account_id, 0)]
      @> array[search_period_key(nullif(current_setting('app.account_id', true), '')::uuid, 0)]
    and search_text(u.name || ' ' || u.destination) like selecting
    and lower(u.name || ' ' || u.destination) like pattern
    and u.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;

-- As the role that sees every account, since row-level security would keep their conditions from the indexes.
grant create on schema public to switchboard_engine;
alter function search_download_other_month(text, text) owner to switchboard_engine;
alter function search_upload_other_month(text, text) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function search_download_other_month(text, text), search_upload_other_month(text, text) from public;
grant execute on function search_download_other_month(text, text), search_upload_other_month(text, text) to switchboard_app;
