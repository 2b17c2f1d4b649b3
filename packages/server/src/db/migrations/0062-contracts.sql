-- The health of each account as it was determined last, for the page over all accounts; the columns that sources deliver, their
-- changes and the contracts for them.

-- Written by the scheduler. Its numbers are those of the account's own Home at `computed`.
create table account_health (
  account_id uuid primary key references account (id),
  computed timestamptz not null,
  -- Whether the account has published a script.
  published boolean not null,
  errors int not null default 0,
  issues int not null default 0,
  notices int not null default 0,
  working int not null default 0,
  suspended int not null default 0,
  -- Uploads of the last seven report dates that missed their deadline and are not delivered.
  late int not null default 0,
  -- The newest error of the last seven days, without those of tests; null without.
  newest_error_at timestamptz,
  newest_error_name text,
  newest_error text
);

-- The columns that a table of a source was delivered with last, and the contract for them. Written by the transaction that
-- completes a download, only when they differ from those of the run before.
create table source_columns (
  account_id uuid not null references account (id),
  source text not null,
  table_name text not null,
  -- A `Delivery`.
  delivered jsonb not null,
  -- When it was delivered first, by which version of the script.
  since timestamptz not null default now(),
  changelist_id uuid not null,
  -- Raised with each change of columns or contract.
  revision int not null default 1,
  -- The `Delivery` that a person has accepted as the contract; null without one.
  contract jsonb,
  contract_on timestamptz,
  contract_by uuid references person (id),
  primary key (account_id, source, table_name)
);

-- One row for each change of delivered columns, never one for each run.
create table schema_change (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  created timestamptz not null default now(),
  source text not null,
  table_name text not null,
  -- The first download with the changed columns. It may be deleted later.
  download_id uuid not null,
  report_date date,
  changelist_id uuid not null,
  -- A list of `ColumnChange`.
  changes jsonb not null,
  -- Rows of the download, and its dirty ones by column: the most frequent reasons.
  row_count bigint not null,
  dirty jsonb not null,
  primary key (account_id, id)
);
create index schema_change_source on schema_change (account_id, source, created desc, id desc);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['account_health', 'source_columns', 'schema_change']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
  end loop;
end $$;
select name_people_of('source_columns');
grant select, insert, update, delete on account_health, source_columns, schema_change to switchboard_app, switchboard_engine;

-- The health of these accounts. The caller has proved that its person may view them; all other rows stay behind the tenant door.
create function health_of_accounts(candidates uuid[]) returns setof account_health
language sql stable security definer set search_path = public, pg_temp
as $$
  select h.* from account_health h where h.account_id = any(candidates)
$$;
-- Owned by the role that sees every account, since a table's owner is bound by forced row-level security too.
grant create on schema public to switchboard_engine;
alter function health_of_accounts(uuid[]) owner to switchboard_engine;
revoke create on schema public from switchboard_engine;
revoke execute on function health_of_accounts(uuid[]) from public;
grant execute on function health_of_accounts(uuid[]) to switchboard_identity;
