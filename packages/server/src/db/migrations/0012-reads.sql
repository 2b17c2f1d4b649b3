-- Which columns nobody declared is told once: whether it was is looked up with every download that has any. By the hash, since
-- these texts may be longer than an index takes.
create index event_ignored on event (account_id, md5(message))
  where message like '%: columns that are not declared were ignored: %';

-- The home page asks what was due in the last days: of the downloads without dates, too, it reads those alone.
create index download_undated on download (account_id, due) where report_date is null;
