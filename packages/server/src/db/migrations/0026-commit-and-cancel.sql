-- Columns of a unit that say whether its upload may be at the destination, under the names of the protocol.

-- The attempt that last began to commit; null before, and once it is known whether the commit took place.
alter table unit rename column swap_attempt to commit_attempt;
-- How a person has ended the upload meanwhile, and who: it ends so, unless the destination turns out to have it.
alter table unit rename column called_off to cancel_requested;
alter table unit rename column called_off_by to cancel_requested_by;
