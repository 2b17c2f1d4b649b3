-- Searches select by the letters and digits of a text together with what separates them: "123-2024" is rare where "123" and
-- "2024" are not. The digits of ids, which made most trigrams occur by chance, are left out: ids are found by their beginning.

-- A trigram index sees letters and digits only, so these separators become letters. What that confuses is tested on the text itself.
create function search_text(text) returns text
language sql immutable strict parallel safe
return translate(lower($1), ' -_./:', 'jqxzkw');

drop index download_search;
create index download_search on download using gin (search_text(source || ' ' || description) gin_trgm_ops);
drop index upload_search;
create index upload_search on upload using gin (search_text(name || ' ' || destination) gin_trgm_ops);
drop index event_search;
create index event_search on event using gin (
  search_text(message || ' ' || coalesce(download_declaration, '') || ' ' || coalesce(upload_declaration, '')) gin_trgm_ops);

-- `pattern` is a LIKE pattern for the text in lower case, `selecting` one for what search_text makes of it.
-- Without the index each row would be tested, which an estimate of a short pattern may still prefer.
create or replace function search_download(pattern text, selecting text) returns setof download
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select d.* from download d
  where search_text(d.source || ' ' || d.description) like selecting
    and lower(d.source || ' ' || d.description) like pattern
    and d.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create or replace function search_upload(pattern text, selecting text) returns setof upload
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select u.* from upload u
  where search_text(u.name || ' ' || u.destination) like selecting
    and lower(u.name || ' ' || u.destination) like pattern
    and u.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create or replace function search_event(pattern text, selecting text) returns setof event
language sql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
as $$
  select e.* from event e
  cross join lateral (select e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '') as text) shown
  where search_text(e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '')) like selecting
    and lower(shown.text) like pattern
    and e.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
