-- A changelist is published as itself, saved by compare-and-set, and shares the texts of its files with those it was branched from.

-- Each content once, by its SHA-256 in hexadecimal: branching 10,000 files copies no text.
create table script_text (
  account_id uuid not null references account (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  text text not null,
  primary key (account_id, sha256)
);
alter table script_text enable row level security;
alter table script_text force row level security;
create policy own_account on script_text to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on script_text to switchboard_engine using (true) with check (true);
grant select, insert, update, delete on script_text to switchboard_app, switchboard_engine;

alter table changelist add column updated_by uuid references person (id);
-- Rises with every save and publication: who saves names the version that they have read.
alter table changelist add column version integer not null default 1;
-- The same file in a changelist and in those branched from it, also under another path.
alter table changelist_file add column id uuid not null default uuidv7();
alter table changelist_file add column sha256 text;

set local role switchboard_engine;
insert into script_text (account_id, sha256, text)
select distinct account_id, encode(sha256(convert_to(text, 'UTF8')), 'hex'), text from changelist_file;
update changelist_file set sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex');
-- Until now a path was all that said which file it was.
update changelist_file f set id = same.id
from (
  select distinct on (account_id, path) account_id, path, id from changelist_file order by account_id, path, changelist_id
) same
where f.account_id = same.account_id and f.path = same.path and f.id <> same.id;
update changelist set updated_by = coalesce(published_by, created_by);
reset role;

alter table changelist_file alter column sha256 set not null;
alter table changelist_file drop column text;
alter table changelist_file add foreign key (account_id, sha256) references script_text (account_id, sha256);
create unique index changelist_file_id on changelist_file (account_id, changelist_id, id);
create index changelist_file_text on changelist_file (account_id, sha256);

-- From a changelist to its flows, and from a test run to what it launched.
create index flow_changelist on flow (account_id, changelist_id);
create index flow_of_proof on flow (account_id, proof_id) where proof_id is not null;
create index download_of_proof on download (account_id, proof_id) where proof_id is not null;
