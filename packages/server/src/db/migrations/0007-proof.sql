-- Test runs: each keeps the plan that it was launched with, so that editing the draft meanwhile changes nothing for it.

create table proof (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  changelist_id uuid not null,
  plan jsonb not null,
  upload_names text[] not null,
  fetch_new boolean not null,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id)
);
create index proof_changelist on proof (account_id, changelist_id, created desc);

alter table download add column proof_id uuid;
alter table download add foreign key (account_id, proof_id) references proof (account_id, id);
alter table flow add column proof_id uuid;
alter table flow add foreign key (account_id, proof_id) references proof (account_id, id);
-- The result of a test run without a target of its own, as a compressed CSV file in the store.
alter table upload add column file_key text;

alter table proof enable row level security;
alter table proof force row level security;
create policy own_account on proof to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on proof to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on proof to switchboard_app, switchboard_engine;
