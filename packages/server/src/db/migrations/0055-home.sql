-- The health of a day is that of its newest ended run. Home finds it by one probe for each declaration and day, however many
-- runs the history has.

-- The day that a run belongs to. An index of the expression could not be used: row-level security keeps conditions that are not
-- leakproof out of index scans.
alter table download add column health_day date
  generated always as (coalesce(report_date, (due at time zone 'UTC')::date)) stored;
alter table upload add column health_day date
  generated always as (coalesce(report_date, (created at time zone 'UTC')::date)) stored;

create index download_health on download (account_id, source, health_day, (status = 'skipped'), created desc, id desc)
  where purpose = 'production' and status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped');
create index upload_health on upload (account_id, name, health_day, (status = 'skipped'), created desc, id desc)
  where purpose = 'production' and status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped');

-- Whether a run has an error that did not end it.
create index event_error_download on event (account_id, download_id) where severity = 'error' and download_id is not null;
create index event_error_upload on event (account_id, upload_id) where severity = 'error' and upload_id is not null;

-- The latest warning or error of a declaration.
create index event_severe_download on event (account_id, download_declaration, created desc, id desc)
  where severity in ('warn', 'error', 'fatal') and download_declaration is not null;
create index event_severe_upload on event (account_id, upload_declaration, created desc, id desc)
  where severity in ('warn', 'error', 'fatal') and upload_declaration is not null;

-- Results without rows of uploads without report dates.
create index event_without_rows_created on event (account_id, upload_declaration, created)
  where code = 'RESULT_WITHOUT_ROWS' and report_date is null;
