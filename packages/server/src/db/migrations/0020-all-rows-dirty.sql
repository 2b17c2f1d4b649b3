-- A download whose rows are all dirty is completed: it ran to its end, and its flows do not run.

alter table download disable trigger tell;
set local role switchboard_engine;
update download set status = 'completed'
where status = 'failed' and dirty_row_status = 'all' and message = 'Processing failed; all rows are dirty.';
reset role;
alter table download enable trigger tell;
