-- Integrations: where an account's notices go. Secrets are sealed as those of keys are, bound to account, integration, type and version.
create table integration (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  type text not null check (length(type) between 1 and 40),
  -- Whom it speaks for, as people see it: team_name, name, email.
  public_authorization jsonb not null default '{}',
  configuration jsonb not null default '{}',
  secrets bytea,
  wrapped_key bytea,
  master_key_id text,
  version integer not null default 1,
  -- Why nothing can be sent; null while it works.
  problem text,
  created timestamptz not null default now(),
  created_by uuid references person (id),
  updated timestamptz not null default now(),
  updated_by uuid references person (id),
  primary key (account_id, id)
);

-- Which notices go to which receiver of an integration.
create table integration_filter (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  place integer not null,
  -- The receiver: channel_id and channel_name, name, or address.
  configuration jsonb not null default '{}',
  production boolean not null,
  backfills boolean not null,
  proofs boolean not null,
  late_uploads boolean not null,
  -- Why nothing can be sent there; null while it works.
  problem text,
  primary key (account_id, id),
  foreign key (account_id, integration_id) references integration (account_id, id) on delete cascade,
  check (production or backfills or proofs or late_uploads)
);
create index integration_created on integration (account_id, created, id);
create index integration_filter_of on integration_filter (account_id, integration_id, place);

do $$
declare
  scoped text;
begin
  foreach scoped in array array['integration', 'integration_filter']
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
select name_people_of('integration');
