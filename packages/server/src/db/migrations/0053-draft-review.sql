-- Comments on drafts, and the approval of a draft by a second person.

alter table account add column requires_approval boolean not null default false;
-- People of the account change it, in a transaction that sees this account only.
grant update (requires_approval) on account to switchboard_app;

alter table changelist
  -- Who changed its files last; null when they are as they were branched.
  add column files_by uuid references person (id),
  -- Whose approval it was published with.
  add column approved_by uuid references person (id),
  add column approved_on timestamptz;
select name_people_of('changelist');
set local role switchboard_engine;
update changelist set files_by = updated_by where version > 1 and status in ('draft', 'proofing') and updated_by is not null;
reset role;

-- Requests for a review and their answers, each about one version of the draft's files. A later version withdraws them.
create table draft_review (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  changelist_id uuid not null,
  version integer not null,
  kind text not null check (kind in ('requested', 'approved', 'changes_requested')),
  note text not null default '' check (length(note) <= 2000),
  person_id uuid not null references person (id),
  created timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id)
);
create index draft_review_of on draft_review (account_id, changelist_id, id);

create table draft_comment (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  changelist_id uuid not null,
  -- The first comment of the thread; null for a first one.
  thread_id uuid,
  -- Version of the draft that the person read.
  version integer not null,
  -- A line of a file as it was then; null of comments on the whole draft.
  file_id uuid,
  path text,
  sha256 text,
  line integer check (line > 0),
  body text not null check (length(body) <= 4000),
  created_by uuid not null references person (id),
  created timestamptz not null default now(),
  edited timestamptz,
  deleted timestamptz,
  resolved timestamptz,
  resolved_by uuid references person (id),
  primary key (account_id, id),
  foreign key (account_id, changelist_id) references changelist (account_id, id),
  foreign key (account_id, thread_id) references draft_comment (account_id, id),
  check (num_nulls(file_id, path, sha256, line) in (0, 4)),
  check (thread_id is null or (file_id is null and resolved is null))
);
create index draft_comment_of on draft_comment (account_id, changelist_id, id);
-- The threads that drafts are listed with.
create index draft_comment_open on draft_comment (account_id, changelist_id)
  where thread_id is null and resolved is null and deleted is null;

do $$
declare
  scoped text;
begin
  foreach scoped in array array['draft_review', 'draft_comment']
  loop
    execute format('alter table %I enable row level security', scoped);
    execute format('alter table %I force row level security', scoped);
    execute format('create policy own_account on %I to switchboard_app
      using (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)
      with check (account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid)', scoped);
    execute format('create policy every_account on %I to switchboard_engine using (true) with check (true)', scoped);
  end loop;
end $$;
-- An answer is never changed. A comment keeps its author, place and thread.
grant select, insert on draft_review to switchboard_app;
grant select, insert, update (body, edited, deleted, resolved, resolved_by) on draft_comment to switchboard_app;
select name_people_of('draft_review'), name_people_of('draft_comment');

-- Followers of the account are notified of the draft.
create function tell_draft() returns trigger language plpgsql as $$
begin
  perform pg_notify('switchboard_changes', 'changelist ' || new.account_id || ' ' || new.changelist_id);
  return null;
end $$;
create trigger tell after insert or update on draft_review for each row execute function tell_draft();
create trigger tell after insert or update on draft_comment for each row execute function tell_draft();
