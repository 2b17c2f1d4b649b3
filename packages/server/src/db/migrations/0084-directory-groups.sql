-- Groups that a customer's directory pushes over SCIM. One may stand for a role of the account.
create table directory_group (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  display_name text not null check (length(display_name) between 1 and 200),
  -- The directory's own id of the group.
  external_id text check (length(external_id) between 1 and 200),
  -- The role that members get; null for a group that gives none.
  role text,
  created timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index directory_group_name on directory_group (account_id, lower(display_name));

create table directory_group_member (
  account_id uuid not null,
  group_id uuid not null,
  person_id uuid not null references person (id),
  -- Whether the person got the role of the group by it, and loses it with it. False: they held it before.
  gives_role boolean not null default false,
  primary key (account_id, group_id, person_id),
  foreign key (account_id, group_id) references directory_group (account_id, id) on delete cascade
);
create index directory_group_member_person on directory_group_member (account_id, person_id);

do $$
declare
  of_table text;
begin
  foreach of_table in array array['directory_group', 'directory_group_member'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('alter table %I force row level security', of_table);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', of_table);
    execute format('create policy administration on %I to switchboard_admin using (true) with check (true)', of_table);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', of_table);
    execute format('grant select on %I to switchboard_app', of_table);
    execute format('grant select, insert, update, delete on %I to switchboard_admin', of_table);
  end loop;
end $$;

select name_people_of('directory_group_member');

-- Another email address of a person is mailed to the former one.
do $$
declare
  kinds text := (select pg_get_expr(conbin, conrelid) from pg_constraint
    where conname = 'mail_kind_check' and conrelid = 'mail'::regclass);
begin
  alter table mail drop constraint mail_kind_check;
  execute format('alter table mail add constraint mail_kind_check check (%s or kind = ''address_changed'')', kinds);
end $$;

-- Gives a person another email address to sign in by, for an administrator. Sessions and links of the former address end.
create function change_address_of(of_person uuid, address text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former text := (select email from person where id = of_person);
begin
  update person set email = address where id = of_person;
  update person_identity set email = address where person_id = of_person and connection_type = 'password';
  update credential_password set updated = now()
    where identity_id in (select id from person_identity where person_id = of_person);
  delete from factor_link where person_id = of_person;
  perform end_sessions_of(of_person);
  insert into mail (kind, person_id, detail)
    values ('address_changed', of_person, jsonb_build_object('sent_to', former, 'address', address));
end $$;
revoke execute on function change_address_of(uuid, text) from public;
grant execute on function change_address_of(uuid, text) to switchboard_admin;
