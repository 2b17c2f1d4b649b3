-- What becomes of an upload that is cancelled while its result is just being shown at the destination.

-- The attempt that began to show it last, as long as nobody knows whether it did; null before, and once it is known.
alter table unit add column swap_attempt integer;
-- How a person has ended it meanwhile, and the words for it: it ends so, unless the destination turns out to have it.
alter table unit add column called_off text check (called_off in ('abandoned', 'cancelled'));
alter table unit add column called_off_message text;
alter table unit add check ((called_off is null) = (called_off_message is null));
-- Test runs whose data is kept no longer: plan and results are gone, what happened is still told.
alter table proof alter column plan drop not null;
-- When its files were removed.
alter table proof add column swept timestamptz;
create index proof_kept on proof (created) where swept is null;
