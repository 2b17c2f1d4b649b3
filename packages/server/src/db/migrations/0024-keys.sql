-- Former names of keys, and who changed a key when.

alter table key add column expires timestamptz;
alter table key add column created_by uuid references person (id);
alter table key add column updated timestamptz not null default now();
alter table key add column updated_by uuid references person (id);
-- What the other side answered when the key was suspended.
alter table key add column suspended_reason text;
select name_people_of('key');

-- A former name resolves to its key until another key takes it.
create table key_alias (
  account_id uuid not null references account (id),
  name text not null,
  key_id uuid not null,
  created timestamptz not null default now(),
  primary key (account_id, name),
  foreign key (account_id, key_id) references key (account_id, id)
);
create index key_alias_key on key_alias (account_id, key_id);
alter table key_alias enable row level security;
alter table key_alias force row level security;
create policy own_account on key_alias to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on key_alias to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on key_alias to switchboard_app, switchboard_engine;

-- The key that a script means by a name: the one that has it, else the one that had it. Rows are those the caller may see.
create function key_named(of_account uuid, wanted text) returns uuid
language sql stable set search_path = public, pg_temp
as $$
  select coalesce(
    (select k.id from key k where k.account_id = of_account and k.name = wanted and k.status <> 'archived'),
    (select a.key_id from key_alias a join key k on k.account_id = a.account_id and k.id = a.key_id
      where a.account_id = of_account and a.name = wanted and k.status <> 'archived'))
$$;
