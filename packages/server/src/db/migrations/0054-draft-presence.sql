-- Who has a draft open. A tab repeats its row while it lives; a row that was not repeated is as good as gone.
create table draft_presence (
  account_id uuid not null,
  changelist_id uuid not null,
  -- Chosen by the tab.
  tab_id uuid not null,
  person_id uuid not null references person (id),
  -- Whether the tab has changes that are not saved.
  is_editing boolean not null,
  entered timestamptz not null default now(),
  seen timestamptz not null default now(),
  primary key (account_id, changelist_id, tab_id),
  foreign key (account_id, changelist_id) references changelist (account_id, id)
) with (fillfactor = 50);
alter table draft_presence enable row level security;
alter table draft_presence force row level security;
create policy own_account on draft_presence to switchboard_app
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy every_account on draft_presence to switchboard_engine using (true) with check (true);
grant select, insert, update (is_editing, seen), delete on draft_presence to switchboard_app;
select name_people_of('draft_presence');

create function tell_presence() returns trigger language plpgsql as $$
declare
  changed draft_presence := coalesce(new, old);
begin
  perform pg_notify('switchboard_changes', 'changelist ' || changed.account_id || ' ' || changed.changelist_id);
  return null;
end $$;
-- A row that is only repeated changes nothing that people see.
create trigger tell after insert or delete on draft_presence for each row execute function tell_presence();
create trigger tell_editing after update on draft_presence for each row
  when (old.is_editing is distinct from new.is_editing) execute function tell_presence();
