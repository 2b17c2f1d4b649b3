-- A key whose type has no fixed hosts is sent only to those that it lists. What ran before goes on: a key is bound to the hosts that
-- the published script uses it with, and to that of its own verification. A key that nothing published uses is bound to none.

-- The host of an address as lists of hosts name it: with its port, unless that is 443; null for any other text.
create function pg_temp.listed_host(address text) returns text
language sql immutable
as $$
  select case
    when found[3] is not null and found[3] <> '443' then found[2] || ':' || found[3]
    when found[3] is null and found[1] = 'http' then found[2] || ':80'
    else found[2] end
  from regexp_match(lower(address), '^(https?)://(?:[^/?#@\s]*@)?([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?:[/?#]|$)') as found
$$;

with used as (
  select c.account_id, d.declared #>> '{key,id}' as key_id, text_of.value #>> '{}' as address
  from changelist c
  cross join lateral jsonb_array_elements(coalesce(c.plan -> 'sources', '[]') || coalesce(c.plan -> 'uploads', '[]')) as d (declared)
  cross join lateral jsonb_path_query(d.declared -> 'parameters', 'strict $.** ? (@.type() == "string")') as text_of (value)
  where c.status = 'running' and c.plan is not null
), bound as (
  select k.account_id, k.id, lower(k.properties ->> 'host') as former, pg_temp.listed_host(a.address) as host
  from key k
  cross join lateral (
    select u.address from used u where u.account_id = k.account_id and u.key_id = k.id::text
    union all
    select k.properties ->> 'verify_url') as a
  where k.type in ('api_token', 'basic', 'sample_oauth') and k.status <> 'archived'
), hosts as (
  -- Of a key that was bound to a host, other hosts were refused before, and stay so.
  select account_id, id, string_agg(distinct host, ', ' order by host) as list
  from bound
  where host is not null and (former is null or former in (host, regexp_replace(host, ':[0-9]+$', '')))
  group by account_id, id
)
update key k
set properties = (k.properties - 'host') || jsonb_strip_nulls(jsonb_build_object('hosts', coalesce(
  (select h.list from hosts h where h.account_id = k.account_id and h.id = k.id),
  substring(lower(k.properties ->> 'host') from '^[a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?$'))))
where k.type in ('api_token', 'basic', 'sample_oauth') and k.status <> 'archived';
