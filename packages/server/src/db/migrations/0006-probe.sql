-- Looking for new files: who looks at a source now, how often looking failed in a row, and what a download is made of.

-- A look is leased: `probe_number` fences what an older look, paused in the middle, would still write.
alter table source add column probing_until timestamptz;
alter table source add column probe_number bigint not null default 0;
alter table source add column probe_failures integer not null default 0;

-- The report date that a file was found to belong to; null of sources without dates, and while it has none.
alter table source_file add column report_date date;

-- Of a source that is looked at: the files that the download reads, as they were listed; null until they are found.
alter table download add column files jsonb;
