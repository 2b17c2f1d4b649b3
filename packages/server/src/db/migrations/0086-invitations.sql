-- Invitations: people join an account by their own choice, and until then it knows of them what its administrator wrote.

create table invitation (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  -- Address and name as the administrator wrote them, whether or not there is such a person.
  email text not null check (length(email) between 3 and 320),
  name text not null check (length(name) between 1 and 200),
  roles text[] not null check (cardinality(roles) > 0),
  -- Who may still grant these roles when it is accepted; otherwise it ends.
  invited_by uuid not null references person (id),
  created timestamptz not null default now(),
  expires timestamptz not null default now() + interval '7 days',
  -- SHA-256 of the secret in the newest mail. Null until one was sent.
  token_hash bytea unique check (length(token_hash) = 32)
);
-- One at a time: it is deleted when it is accepted, declined or revoked.
create unique index invitation_of_address on invitation (account_id, lower(email));
create index invitation_expires on invitation (expires);
create index invitation_inviter on invitation (invited_by);
alter table invitation enable row level security;
alter table invitation force row level security;
create policy own_account on invitation to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy administration on invitation to switchboard_admin using (true) with check (true);
create policy sign_in on invitation to switchboard_identity using (true) with check (true);
create policy every_account on invitation to switchboard_engine using (true) with check (true);
grant select (id, account_id, email, name, roles, invited_by, created, expires) on invitation to switchboard_admin;
grant insert (account_id, email, name, roles, invited_by), update (name, roles, invited_by, expires), delete on invitation to switchboard_admin;
grant select, update (token_hash), delete on invitation to switchboard_identity;
select name_people_of('invitation');

-- The console shows an invitation there.
insert into reserved_url_name (name) values ('invitation');

-- Its mail is for an address: whether a person has it counts when the mail is sent. It outlives the invitation, to be counted.
alter table mail add column invitation_id uuid;
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kinds
  check (kind in ('password_reset', 'daily_summary', 'factors_changed', 'factors_reset', 'factor_link', 'new_device',
    'address_changed', 'invitation'));
alter table mail drop constraint mail_check1;
alter table mail add constraint mail_receiver check (
  case kind
    when 'daily_summary' then num_nonnulls(person_id, invitation_id) = 0 and num_nulls(summary_account_id, day, address) = 0
    when 'invitation' then num_nonnulls(person_id, summary_account_id, day) = 0 and address is not null
    else person_id is not null and num_nonnulls(summary_account_id, day, address, invitation_id) = 0 end);

-- Queues the mail of an invitation, unless one went to its address within the last minute, or five within the last hour: whoever invites
-- must not flood a mailbox. An administrator does not learn which.
create function queue_invitation_mail(of_invitation uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into mail (kind, invitation_id, address)
    select 'invitation', i.id, i.email from invitation i
    where i.id = of_invitation
      and not exists (select from mail m
        where m.kind = 'invitation' and lower(m.address) = lower(i.email) and m.created > now() - interval '1 minute')
      and (select count(*) from mail m
        where m.kind = 'invitation' and lower(m.address) = lower(i.email) and m.created > now() - interval '1 hour') < 5
$$;
grant create on schema public to switchboard_identity;
alter function queue_invitation_mail(uuid) owner to switchboard_identity;
revoke create on schema public from switchboard_identity;
revoke execute on function queue_invitation_mail(uuid) from public;
grant execute on function queue_invitation_mail(uuid) to switchboard_admin;

-- A user of a directory has an id of their own: that of the person would show two directories that they have the same one. Those that
-- directories know already keep theirs. Until the user joins, there is no person.
alter table provisioned_user add column id uuid not null default uuidv7();
alter table provisioned_user add column email text check (length(email) between 3 and 320);
alter table provisioned_user add column name text check (length(name) between 1 and 200);
set local role switchboard_admin;
update provisioned_user set id = person_id;
reset role;
alter table provisioned_user drop constraint provisioned_user_pkey;
alter table provisioned_user add primary key (account_id, id);
alter table provisioned_user alter column person_id drop not null;
alter table provisioned_user add constraint provisioned_user_once unique (account_id, person_id);
alter table provisioned_user add constraint provisioned_user_known
  check (person_id is not null or (email is not null and name is not null));
-- Members of groups are users of the directory, whether or not they have joined.
drop trigger name_person_id on directory_group_member;
alter table directory_group_member drop constraint directory_group_member_person_id_fkey;
alter table directory_group_member rename column person_id to user_id;
alter index directory_group_member_person rename to directory_group_member_user;
create unique index provisioned_user_address on provisioned_user (account_id, lower(email)) where person_id is null;

-- Links the user of a directory with the person who has accepted the invitation to their address.
create function join_provisioned_user(of_account uuid, address text, joined uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update provisioned_user u set person_id = joined, roles = '{}'
    where u.account_id = of_account and u.person_id is null and lower(u.email) = lower(address)
      and not exists (select from provisioned_user o where o.account_id = of_account and o.person_id = joined)
$$;
grant create on schema public to switchboard_admin;
alter function join_provisioned_user(uuid, text, uuid) owner to switchboard_admin;
revoke create on schema public from switchboard_admin;
revoke execute on function join_provisioned_user(uuid, text, uuid) from public;
grant execute on function join_provisioned_user(uuid, text, uuid) to switchboard_identity;
