-- Report dates that people have frozen: nothing replaces by itself what was delivered for them.
create table report_freeze (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  -- Name of the upload; null for all uploads of the account.
  upload_name text check (length(upload_name) between 1 and 500),
  -- Null for all report dates up to the last one.
  first_date date,
  last_date date not null check (last_date >= first_date),
  reason text not null check (length(reason) between 1 and 500),
  frozen_by uuid not null references person (id),
  created timestamptz not null default now(),
  primary key (account_id, id),
  unique nulls not distinct (account_id, upload_name, first_date, last_date)
);
create index report_freeze_frozen_by on report_freeze (frozen_by);

-- A person has ordered to deliver it although its report date is frozen.
alter table upload add column replaces_frozen boolean not null default false;

-- Totals of the numeric columns of the result, by column, as texts.
alter table upload add column totals jsonb;

-- Results that differ from what was delivered for their report date before.
create table restatement (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  created timestamptz not null default now(),
  upload_id uuid not null,
  -- The upload whose rows it replaces.
  replaced_id uuid not null,
  upload_name text not null,
  project text not null,
  report_date date not null,
  rows_before bigint not null,
  rows_after bigint not null,
  -- Totals that differ: [{column, before, after}], null where there was no such column.
  totals jsonb not null default '[]',
  cause text not null check (cause in ('backfill', 'run_again', 'retry', 'source', 'schedule', 'script')),
  caused_by uuid references person (id),
  -- The newest download among those that it is made from and the replaced one is not.
  download_id uuid,
  changelist_id uuid not null,
  changelist_before uuid not null,
  delivered timestamptz,
  primary key (account_id, id),
  unique (account_id, upload_id)
);
create index restatement_created on restatement (account_id, created desc, id desc);
create index restatement_name on restatement (account_id, upload_name, created desc, id desc);
create index restatement_date on restatement (account_id, report_date, upload_name);
create index restatement_caused_by on restatement (caused_by) where caused_by is not null;

do $$
declare
  named text;
begin
  foreach named in array array['report_freeze', 'restatement'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', named);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', named);
    perform name_people_of(named::regclass);
    perform let_erasure_delete(named::regclass);
  end loop;
  select conname into strict named from pg_constraint
  where conrelid = 'unit'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%blocked_kind%key_slot%';
  execute format('alter table unit drop constraint %I', named);
end $$;
grant select, insert, delete on report_freeze to switchboard_app;
grant select on report_freeze to switchboard_engine;
grant select, insert, update on restatement to switchboard_app;
grant select on restatement to switchboard_engine;

alter table unit add constraint unit_blocked_kind check (blocked_kind in ('account', 'source', 'upload', 'key', 'files', 'account_slot',
  'key_slot', 'freeze'));

-- One of many that are run again may be of a frozen report date.
alter table bulk_change_item drop constraint bulk_change_item_outcomes;
alter table bulk_change_item add constraint bulk_change_item_outcomes check
  (outcome in ('ok', 'not_found', 'finished', 'undecided', 'inputs', 'replaced', 'running', 'stopped', 'no_run', 'frozen', 'error'));
