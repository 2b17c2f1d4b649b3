-- Downloads or uploads that a person abandons or retries together. A change keeps the items that its preview counted. They are
-- changed in batches, each item in the transaction that stores its outcome, so that none is changed twice.

create table bulk_change (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('download', 'upload')),
  action text not null check (action in ('abandon', 'retry')),
  -- Whether more rows matched than one change may have.
  is_limited boolean not null,
  created timestamptz not null default now(),
  created_by uuid not null references person (id),
  -- That of the first run. Only runs with the same id continue the change.
  request_id text check (length(request_id) between 1 and 200),
  finished timestamptz,
  primary key (account_id, id)
);
create index bulk_change_created on bulk_change (account_id, created);

create table bulk_change_item (
  account_id uuid not null,
  bulk_change_id uuid not null,
  position integer not null,
  -- A download or upload.
  unit_id uuid not null,
  -- Null until it is processed.
  outcome text check (outcome in ('ok', 'not_found', 'finished', 'undecided', 'inputs', 'replaced', 'error')),
  primary key (account_id, bulk_change_id, position),
  foreign key (account_id, bulk_change_id) references bulk_change (account_id, id) on delete cascade
);
create index bulk_change_item_open on bulk_change_item (account_id, bulk_change_id, position) where outcome is null;

do $$
declare
  scoped text;
begin
  foreach scoped in array array['bulk_change', 'bulk_change_item']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
    execute format('grant select, insert, update, delete on %I to switchboard_app, switchboard_engine', scoped);
  end loop;
end $$;

select name_people_of('bulk_change');
