-- `retry_limit` is the number of attempts, the first included. Stored rows counted the retries after it.

alter table event disable trigger tell;
set local role switchboard_engine;
update unit set retry_limit = retry_limit + 1;
update event set retry_limit = retry_limit + 1 where retry_limit is not null;
reset role;
alter table event enable trigger tell;
