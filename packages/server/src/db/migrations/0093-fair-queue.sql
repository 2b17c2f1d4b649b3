-- Jobs wait in lanes, and accounts take turns in each. See docs/design/queue-and-units.md.

-- Whether a person waits for the unit: a test, or work that a person started again.
alter table unit add column interactive boolean not null default false;

-- How many turns of the queue an account gets while others wait too.
alter table account add column queue_weight integer not null default 1 check (queue_weight between 1 and 100);

alter table queue.job add column lane text not null default 'production'
  check (lane in ('interactive', 'production', 'backfill', 'proof'));
-- False until a postponed job has been found due, so that jobs of later do not lie between those of now.
alter table queue.job add column ready boolean not null default true;
update queue.job set ready = due <= now();
drop index queue.job_order;
create index job_turn on queue.job (lane, account_id, priority desc, made) where ready;
create index job_due on queue.job (due) where not ready;

-- Units that wait for a slot, in the order in which they get one.
create index unit_key_slot on unit (account_id, blocked_by, interactive desc, ((created - timestamptz '2026-01-01 00:00:00+00')
    + case purpose when 'production' then interval '0' when 'backfill' then interval '12 hours' else interval '24 hours' end))
  where state = 'held' and blocked_kind = 'key_slot';
create index unit_account_slot on unit (account_id, interactive desc, ((created - timestamptz '2026-01-01 00:00:00+00')
    + case purpose when 'production' then interval '0' when 'backfill' then interval '12 hours' else interval '24 hours' end))
  where state = 'held' and blocked_kind = 'account_slot';
