-- The outbox of notices. A trigger writes a notice in the transaction of its event, for each subscription that wants it.
-- A sender delivers it at least once; receivers tell repetitions by its id. The sequence orders notices: ids of events are
-- ordered by creation and not by commit, and a cursor over them could pass by one that commits late. There is no cursor:
-- what is pending is sent, the lowest sequence first.

create table notice_subscription (
  account_id uuid not null references account (id),
  id uuid not null default uuidv7(),
  channel text not null check (channel in ('mail', 'slack')),
  -- A mail address, or the id of a channel.
  recipient text not null check (length(recipient) between 1 and 320),
  production boolean not null default false,
  backfills boolean not null default false,
  proofs boolean not null default false,
  late_uploads boolean not null default false,
  primary key (account_id, id),
  unique (account_id, channel, recipient),
  check (production or backfills or proofs or late_uploads)
);

create table notice (
  account_id uuid not null,
  id uuid not null default uuidv7(),
  sequence bigint not null generated always as identity,
  subscription_id uuid not null,
  event_id uuid not null,
  created timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  lease_until timestamptz,
  sent timestamptz,
  -- Why the latest attempt failed.
  problem text,
  primary key (account_id, id),
  unique (account_id, subscription_id, event_id),
  foreign key (account_id, subscription_id) references notice_subscription (account_id, id) on delete cascade,
  foreign key (account_id, event_id) references event (account_id, id) on delete cascade,
  check ((state = 'sent') = (sent is not null))
);
create index notice_pending on notice (account_id, subscription_id, sequence) where state = 'pending';
create index notice_due on notice (next_attempt) where state = 'pending';

do $$
declare
  scoped text;
begin
  foreach scoped in array array['notice_subscription', 'notice']
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

create function notify_subscribers() returns trigger language plpgsql as $$
begin
  insert into notice (account_id, subscription_id, event_id)
  select new.account_id, s.id, new.id from notice_subscription s
  where s.account_id = new.account_id and case
    when new.code = 'UPLOAD_LATE' then s.late_uploads
    when new.purpose = 'backfill' then s.backfills
    when new.purpose = 'proof' then s.proofs
    else s.production end
  order by s.id;
  return null;
end $$;
create trigger notify_subscribers after insert on event for each row
  when (new.severity in ('warn', 'error', 'fatal')) execute function notify_subscribers();
