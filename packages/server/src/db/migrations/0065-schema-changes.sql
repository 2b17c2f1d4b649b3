-- The changes of all downloads of an account, and those that a query may notice, are listed from indexes, the newest first.
create index schema_change_created on schema_change (account_id, created desc, id desc);
create index schema_change_breaking on schema_change (account_id, created desc, id desc)
  where jsonb_path_exists(changes, '$[*] ? (@.kind != "added" && @.kind != "moved")');
create index schema_change_breaking_source on schema_change (account_id, source, created desc, id desc)
  where jsonb_path_exists(changes, '$[*] ? (@.kind != "added" && @.kind != "moved")');
