-- When an asynchronous report was first asked for, so that one that never gets ready ends in an error that says so.
alter table download add column requested_at timestamptz;
