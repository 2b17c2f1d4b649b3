-- People who hold a role everywhere belong to no account, so its transactions do not see them. Whom a row of the account
-- names must be told all the same: this answers for rows of the transaction's own account only, by their ids. Who has done
-- nothing there stays unseen.
create function people_behind(row_ids uuid[]) returns table (id uuid, name text, email text)
language sql stable security definer rows 20 set search_path = public, pg_temp
as $$
  select p.id, p.name, p.email from person p
  where p.id in (
    select f.launched_by from flow f
    where f.account_id = nullif(current_setting('app.account_id', true), '')::uuid and f.id = any(row_ids)
    union
    select unnest(array[b.created_by, b.cancelled_by]) from backfill b
    where b.account_id = nullif(current_setting('app.account_id', true), '')::uuid and b.id = any(row_ids)
    union
    select e.commented_by from event e
    where e.account_id = nullif(current_setting('app.account_id', true), '')::uuid and e.id = any(row_ids)
  )
$$;

-- As with the searches: owned by the role that sees every account, since a table's owner is bound by forced row-level security.
grant create on schema public to switchboard_engine;
alter function people_behind(uuid[]) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function people_behind(uuid[]) from public;
grant execute on function people_behind(uuid[]) to switchboard_app;
