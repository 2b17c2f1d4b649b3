-- Incidents group the failures of the last days, which are mostly few: one scan instead of one for each cause that ever was.
create index download_recent_failure on download (account_id, finished) include (failure_code, source) where failure_code is not null;
create index upload_recent_failure on upload (account_id, finished) include (failure_code, name) where failure_code is not null;
