-- A search selects by the rarest parts of its text alone, and tests the text on what they select: a trigram index reads the
-- rows of each trigram that it is asked for, and most trigrams of a name or a date are in nearly every row.

drop function search_download(text);
drop function search_upload(text);
drop function search_event(text);

-- They return whole rows, which they have read already. The text is tested on an expression that is not the index's, so that its trigrams are not asked for.
create function search_download(pattern text, selecting text) returns setof download
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select d.* from download d
  where (d.source || ' ' || d.description || ' ' || d.id::text) ilike selecting
    and (d.source || ' ' || d.description || ' ' || d.id::text || '') ilike pattern
    and d.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create function search_upload(pattern text, selecting text) returns setof upload
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select u.* from upload u
  where (u.name || ' ' || u.destination || ' ' || u.id::text) ilike selecting
    and (u.name || ' ' || u.destination || ' ' || u.id::text || '') ilike pattern
    and u.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;
create function search_event(pattern text, selecting text) returns setof event
language sql stable security definer rows 50 set search_path = public, pg_temp
as $$
  select e.* from event e
  cross join lateral (select e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '')
    || ' ' || e.id::text || '' as text) shown
  where (e.message || ' ' || coalesce(e.download_declaration, '') || ' ' || coalesce(e.upload_declaration, '') || ' ' || e.id::text)
      ilike selecting
    and shown.text ilike pattern
    and e.account_id = nullif(current_setting('app.account_id', true), '')::uuid
$$;

-- Owned by the role that sees every account, since a table's owner is bound by forced row-level security too.
grant create on schema public to switchboard_engine;
alter function search_download(text, text) owner to switchboard_engine;
alter function search_upload(text, text) owner to switchboard_engine;
alter function search_event(text, text) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function search_download(text, text), search_upload(text, text), search_event(text, text) from public;
grant execute on function search_download(text, text), search_upload(text, text), search_event(text, text) to switchboard_app;
