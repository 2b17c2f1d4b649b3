-- The most frequent reasons of a part's dirty rows: [{ column, reason, dirty, rejected }], at most five. Parts that were loaded
-- before have none.
alter table download_part add column dirty_reasons jsonb not null default '[]';
