-- The dashboards of runs a day, and lists that filter by the end of a transfer, read indexes without the rows behind them.

drop index download_source;
create index download_source on download (account_id, source, report_date desc nulls last, id desc)
  include (purpose, status, finished, row_count, bytes, dirty_row_count);
drop index download_source_finished;
create index download_source_finished on download (account_id, source, finished desc)
  include (purpose, status, report_date, row_count, bytes, dirty_row_count)
  where purpose = 'production' and finished is not null;
drop index upload_name;
create index upload_name on upload (account_id, name, report_date desc nulls last, id desc)
  include (purpose, status, finished, row_count, bytes);
drop index upload_name_finished;
create index upload_name_finished on upload (account_id, name, finished desc)
  include (purpose, status, report_date, row_count, bytes)
  where purpose = 'production' and finished is not null;

drop index download_finished;
create index download_finished on download (account_id, finished desc nulls last, id desc)
  include (report_date, status);
drop index upload_finished;
create index upload_finished on upload (account_id, finished desc nulls last, id desc) include (report_date, status);

-- What has not ended, by declaration.
create index download_unfinished_source on download (account_id, source)
  include (purpose, report_date, status, row_count, bytes, dirty_row_count)
  where status in ('queued', 'requested', 'downloading', 'unpacking', 'retrying');
create index upload_unfinished_name on upload (account_id, name)
  include (purpose, report_date, status, row_count, bytes)
  where status in ('preparing', 'queued', 'uploading', 'loading', 'retrying');
