-- Incidents are worked: somebody acknowledges, takes or snoozes one. An incident is computed from failures; its id names its cause.

create table incident_work (
  account_id uuid not null references account (id),
  incident_id uuid not null,
  transfer text not null check (transfer in ('download', 'upload')),
  code text not null,
  subject_kind text not null,
  subject text not null,
  -- The most important purpose that people have seen of it: a more important one brings it back.
  purpose text not null check (purpose in ('production', 'backfill', 'proof')),
  acknowledged_on timestamptz,
  acknowledged_by uuid references person (id),
  assigned_to uuid references person (id),
  snoozed_until timestamptz,
  -- Failures that all began later are another incident.
  updated timestamptz not null default now(),
  primary key (account_id, incident_id)
);
create index incident_work_acknowledged_by on incident_work (acknowledged_by) where acknowledged_by is not null;
create index incident_work_assigned_to on incident_work (assigned_to) where assigned_to is not null;
create index incident_work_snoozed on incident_work (account_id, snoozed_until) where snoozed_until is not null;

-- Who did what about an incident, and what they wrote.
create table incident_act (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  incident_id uuid not null,
  created timestamptz not null default now(),
  person_id uuid not null references person (id),
  act text not null check (act in ('acknowledged', 'reopened', 'assigned', 'unassigned', 'snoozed', 'woken', 'commented')),
  assigned_to uuid references person (id),
  until timestamptz,
  note text check (length(note) between 1 and 2000),
  primary key (account_id, id)
);
create index incident_act_of on incident_act (account_id, incident_id, id desc);
create index incident_act_person on incident_act (person_id);
create index incident_act_assigned_to on incident_act (assigned_to) where assigned_to is not null;

do $$
declare
  named text;
begin
  foreach named in array array['incident_work', 'incident_act'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', named);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', named);
    perform name_people_of(named::regclass);
    perform let_erasure_delete(named::regclass);
  end loop;
end $$;
grant select, insert, update on incident_work to switchboard_app;
grant select on incident_work to switchboard_engine;
grant select, insert on incident_act to switchboard_app;
grant select on incident_act to switchboard_engine;
