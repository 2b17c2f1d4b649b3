-- What happened, what blocks a unit and which runs are re-pulls is stored as data; sentences are only shown.

-- Rows of all accounts are read and written as the engine's role, since row-level security also binds the owner of a table.
alter table event add column parameters jsonb not null default '{}';
alter table event disable trigger tell;
alter table unit add column blocked_kind text check (blocked_kind in ('account', 'source', 'upload', 'key', 'files',
  'account_slot', 'key_slot'));
alter table unit add column called_off_by text;
alter table download add column repull_days integer check (repull_days > 0);
alter table download disable trigger tell;
drop index unit_blocked;
drop index event_ignored;
drop index event_without_rows;

set local role switchboard_engine;
update event set code = case
    when message = 'Query has completed successfully, no uploads will result.' then 'RESULT_WITHOUT_ROWS'
    when message = 'Identical report already downloaded' then 'REPORT_UNCHANGED'
    when message = 'Replaced by a newer version of its files.' then 'FILES_SUPERSEDED'
    when message like '%: columns that are not declared were ignored: %' then 'COLUMNS_IGNORED'
    when message like '%: downloaded % rows.' then 'DOWNLOAD_COMPLETED'
    when message like '%: % of % rows are dirty.' then 'DOWNLOAD_ROWS_DIRTY'
    when message like '% replaces % as the version of %' then 'VERSION_REPLACED'
    when message like '% of the version before % no longer there and not part of this one.' then 'FILES_REMOVED'
    when message like 'The script no longer has %' then 'SOURCE_REMOVED'
    when message like 'The script no longer takes % from files.' then 'SOURCE_NOT_FROM_FILES'
    when message like '%: uploaded % It had been delivered already by an earlier attempt.' then 'UPLOAD_ALREADY_DELIVERED'
    when message like '%: uploaded % rows to %' then 'UPLOAD_COMPLETED'
    when message like '% was uploaded % after its deadline.' then 'UPLOAD_AFTER_DEADLINE'
    when message like 'Abandoned by %' then 'ABANDONED'
    when message like 'Cancelled by %' then 'CANCELLED'
    when message like 'Started again by %' then 'RETRIED'
    when message like 'The key % was unsuspended by %' then 'KEY_UNSUSPENDED'
    when message like '% was unsuspended by %' then 'DECLARATION_UNSUSPENDED'
    when message like '% launched the backfill %' then 'BACKFILL_LAUNCHED'
    when message like '% cancelled the backfill %' then 'BACKFILL_CANCELLED'
    when message like 'The backfill % is over: %' then 'BACKFILL_COMPLETED'
    when message like '%: the test result of % rows is ready to look at.' then 'TEST_RESULT_READY'
    when message like '%: the test result has no rows.' then 'TEST_RESULT_EMPTY'
    when message like '% launched a test run of %' then 'TEST_LAUNCHED'
    else 'UNCLASSIFIED'
  end
where code is null;
update event set parameters = jsonb_build_object('name', download_declaration,
    'columns', substring(message from ': columns that are not declared were ignored: (.*)\.$'))
where code = 'COLUMNS_IGNORED';
update unit set blocked_kind = case
    when blocked_by = 'turn account' then 'account_slot'
    when blocked_by like 'turn key %' then 'key_slot'
    else split_part(blocked_by, ' ', 1)
  end,
  blocked_by = case
    when blocked_by in ('account', 'turn account') then null
    when blocked_by like 'turn key %' then substring(blocked_by from 10)
    else substring(blocked_by from position(' ' in blocked_by) + 1)
  end
where blocked_by is not null;
update unit set called_off_by = regexp_replace(called_off_message, '^(Abandoned|Cancelled) by ', '')
where called_off is not null;
update download set repull_days = substring(trigger from ' repull (\d+)$')::integer where trigger ~ ' repull [1-9]\d*$';
reset role;

alter table download enable trigger tell;
alter table event enable trigger tell;
alter table event alter column code set not null;
-- Of which report dates an upload's result had no rows: no upload is left of them, only this event.
create index event_without_rows on event (account_id, upload_declaration, report_date) where code = 'RESULT_WITHOUT_ROWS';
-- Which undeclared columns of a source were reported already. By their hash, since a list may be longer than an index takes.
create index event_ignored on event (account_id, download_declaration, md5(parameters ->> 'columns'))
  where code = 'COLUMNS_IGNORED';

-- Whatever unblocks a thing releases the units that name it; an account is named by its own units.
create index unit_blocked on unit (account_id, blocked_kind, blocked_by) where blocked_kind is not null;
alter table unit add check (coalesce(blocked_kind not in ('account', 'account_slot'), false) = (blocked_by is not null));
alter table unit drop column called_off_message;
alter table unit add check ((called_off is null) = (called_off_by is null));
