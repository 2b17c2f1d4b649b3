-- An account sees its members and every person that one of its rows names: who launched, commented, published, cancelled.
-- People with global roles belong to no account and are named all the same. A trigger on each such column keeps the list.

create table account_person (
  account_id uuid not null references account (id),
  person_id uuid not null references person (id),
  primary key (account_id, person_id)
);
alter table account_person enable row level security;
alter table account_person force row level security;
create policy own_account on account_person to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on account_person to switchboard_engine using (true) with check (true);
-- Only the trigger adds to it.
grant select on account_person to switchboard_app;
grant select, insert on account_person to switchboard_engine;

create function name_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  named uuid;
begin
  execute format('select ($1).%I', tg_argv[0]) into named using new;
  insert into account_person (account_id, person_id) values (new.account_id, named) on conflict do nothing;
  return null;
end $$;

-- A new table joins by one call, after its last column that refers to person: select name_people_of('table').
create function name_people_of(named_table regclass) returns void language plpgsql as $$
declare
  named_column name;
begin
  for named_column in
    select a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.conrelid = named_table and c.confrelid = 'person'::regclass
  loop
    execute format('create or replace trigger %I after insert or update of %I on %s for each row when (new.%I is not null)
      execute function name_person(%L)', 'name_' || named_column, named_column, named_table, named_column, named_column);
  end loop;
end $$;

grant create on schema public to switchboard_engine;
alter function name_person() owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function name_person(), name_people_of(regclass) from public;

select name_people_of('changelist'), name_people_of('flow'), name_people_of('event'), name_people_of('backfill'),
  name_people_of('proof');
set local role switchboard_engine;
insert into account_person (account_id, person_id)
  select account_id, person_id from (
  select account_id, unnest(array[created_by, published_by]) as person_id from changelist
  union select account_id, launched_by from flow
  union select account_id, commented_by from event
  union select account_id, unnest(array[created_by, cancelled_by]) from backfill
  union select account_id, created_by from proof
  ) named where person_id is not null
on conflict do nothing;
reset role;

drop policy own_people on person;
create policy own_people on person for select to switchboard_app using (
  exists (
    select from membership m
    where m.person_id = person.id and m.account_id = nullif(current_setting('app.account_id', true), '')::uuid
  ) or exists (
    select from account_person n
    where n.person_id = person.id and n.account_id = nullif(current_setting('app.account_id', true), '')::uuid
  )
);
drop function people_behind(uuid[]);
