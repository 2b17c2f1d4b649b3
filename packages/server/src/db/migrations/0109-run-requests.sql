-- A run that a person orders is made once for each request of the client, also when it stands in the place of a scheduled one.
alter table download add column run_request text check (length(run_request) between 1 and 200);
create unique index download_run_request on download (account_id, source, report_date, run_request)
  nulls not distinct where run_request is not null;

-- Many completed downloads or uploads are run again at once.
alter table bulk_change drop constraint bulk_change_action_check;
alter table bulk_change add constraint bulk_change_actions check (action in ('abandon', 'retry', 'run_again'));
alter table bulk_change_item drop constraint bulk_change_item_outcome_check;
alter table bulk_change_item add constraint bulk_change_item_outcomes check
  (outcome in ('ok', 'not_found', 'finished', 'undecided', 'inputs', 'replaced', 'running', 'stopped', 'no_run', 'error'));
