-- Declarations and plans refer to keys by id. A name that another key has taken since must not lead an older script to that key.

-- The key that a name meant: one that has it, else one that had it, else the latest that is archived.
create function pg_temp.meant_key(of_account uuid, wanted text) returns uuid
language sql stable
as $$
  select coalesce(
    public.key_named(of_account, wanted),
    (select k.id from public.key k where k.account_id = of_account and k.name = wanted order by k.id desc limit 1))
$$;

alter table source add column key_id uuid;
alter table source add foreign key (account_id, key_id) references key (account_id, id);
alter table upload_declaration add column key_id uuid;
alter table upload_declaration add foreign key (account_id, key_id) references key (account_id, id);
update source set key_id = pg_temp.meant_key(account_id, key_name) where key_name is not null;
update upload_declaration set key_id = pg_temp.meant_key(account_id, key_name) where key_name is not null;
alter table source drop column key_name;
alter table upload_declaration drop column key_name;
create index source_key on source (account_id, key_id) where key_id is not null;
create index upload_declaration_key on upload_declaration (account_id, key_id) where key_id is not null;

-- Without any such key, the id of none: using it fails as KEY_MISSING.
create function pg_temp.plan_key(of_account uuid, named jsonb) returns jsonb
language sql stable
as $$
  select case when jsonb_typeof(named) = 'string' then jsonb_build_object(
    'id', coalesce(pg_temp.meant_key(of_account, named #>> '{}'), '00000000-0000-0000-0000-000000000000'),
    'name', named) else 'null' end
$$;
create function pg_temp.plan_with_keys(of_account uuid, plan jsonb) returns jsonb
language sql stable
as $$
  select plan || jsonb_build_object(
    'sources', (
      select coalesce(jsonb_agg(
        s.declared || jsonb_build_object('key', pg_temp.plan_key(of_account, s.declared -> 'key')) order by s.place), '[]')
      from jsonb_array_elements(plan -> 'sources') with ordinality s (declared, place)),
    'uploads', (
      select coalesce(jsonb_agg(
        u.declared || jsonb_strip_nulls(jsonb_build_object(
          'testKey', pg_temp.plan_key(of_account, u.declared #> '{parameters,test,key}')))
          || jsonb_build_object('key', pg_temp.plan_key(of_account, u.declared -> 'key')) order by u.place), '[]')
      from jsonb_array_elements(plan -> 'uploads') with ordinality u (declared, place)))
$$;
update changelist set plan = pg_temp.plan_with_keys(account_id, plan) where plan is not null;
update proof set plan = pg_temp.plan_with_keys(account_id, plan);

drop function key_named(uuid, text);
