-- Of which report dates an upload's result had no rows: no upload is left of them, only this text.
create index event_without_rows on event (account_id, upload_declaration, report_date)
  where message = 'Query has completed successfully, no uploads will result.';
