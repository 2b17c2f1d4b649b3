-- Mail ingest: addresses that receive mail, ordered rules that give a mail its path, and what was received.

-- Every address that an account has or had, in lower case. Mail for a former address never reaches another account.
create table ingest_address (
  account_id uuid not null references account (id),
  address text primary key check (address = lower(address) and length(address) between 3 and 254),
  unique (account_id, address)
);

create table ingest_recipient (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  address text not null,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  updated timestamptz not null default now(),
  updated_by uuid references person (id),
  deleted timestamptz,
  primary key (account_id, id),
  foreign key (account_id, address) references ingest_address (account_id, address)
);
create unique index ingest_recipient_address on ingest_recipient (address) where deleted is null;
create index ingest_recipient_created on ingest_recipient (account_id, created, id) where deleted is null;

create table ingest_rule (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  recipient_id uuid not null,
  -- The first rule that matches gives the path.
  match_order integer not null,
  sender_glob text,
  sender_regex text,
  subject_glob text,
  subject_regex text,
  path text not null check (length(path) between 1 and 500),
  primary key (account_id, id),
  unique (account_id, recipient_id, match_order) deferrable initially deferred,
  foreign key (account_id, recipient_id) references ingest_recipient (account_id, id),
  check (sender_glob is null or sender_regex is null),
  check (subject_glob is null or subject_regex is null)
);

-- A mail as one recipient received it. It is committed after its files are stored, and before the sender hears that it is accepted.
create table received_mail (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  recipient_id uuid not null,
  -- Of Message-ID and content: a mail that is delivered again is the same mail.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  received timestamptz not null,
  message_id text,
  -- The address in From, and the one that the sending server named.
  sender text not null,
  envelope_sender text not null,
  subject text not null,
  bytes bigint not null,
  outcome text not null check (outcome in ('matched', 'unmatched', 'rejected')),
  -- Why it was rejected.
  reason text,
  -- The rule that matched, as it was: it may have been changed or deleted since.
  rule_id uuid,
  path text,
  primary key (account_id, id),
  unique (account_id, recipient_id, digest),
  foreign key (account_id, recipient_id) references ingest_recipient (account_id, id),
  check ((outcome = 'matched') = (path is not null)),
  check ((outcome = 'rejected') = (reason is not null))
);
create index received_mail_path on received_mail (account_id, path, received) where path is not null;

-- Attachments and bodies. Those of an unmatched mail are kept, too.
create table received_file (
  account_id uuid not null,
  mail_id uuid not null,
  place integer not null,
  kind text not null check (kind in ('attachment', 'text', 'html')),
  name text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  store_key text not null,
  primary key (account_id, mail_id, place),
  unique (account_id, mail_id, name),
  foreign key (account_id, mail_id) references received_mail (account_id, id) on delete cascade
);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['ingest_address', 'ingest_recipient', 'ingest_rule', 'received_mail', 'received_file']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('grant select, insert on %I to switchboard_app, switchboard_engine', scoped);
  end loop;
end $$;
grant update on ingest_recipient to switchboard_app;
grant update, delete on ingest_rule to switchboard_app;
select name_people_of('ingest_recipient');
