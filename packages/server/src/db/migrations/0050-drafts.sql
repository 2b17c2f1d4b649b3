-- Drafts as people list, merge and follow them.

-- The published script whose changes a draft contains: that from which it was branched, or with which it was last merged.
alter table changelist add column base_id uuid;
alter table changelist add foreign key (account_id, base_id) references changelist (account_id, id);
set local role switchboard_engine;
update changelist set base_id = branched_from where branched_from is not null;
reset role;

create index changelist_drafts on changelist (account_id, updated_on, id) where status in ('draft', 'proofing');
create index changelist_archived on changelist (account_id, updated_on, id) where status = 'archived';
create index changelist_published on changelist (account_id, published_on desc nulls last, id desc)
  where status in ('running', 'replaced');
-- The flows of a changelist are counted in the index.
create index flow_summary on flow (account_id, changelist_id) include (purpose, status);
drop index flow_changelist;
-- Flows with dirty rows are counted from the few downloads that have them.
create index download_dirty_rows on download (account_id, id) include (dirty_row_status) where dirty_row_status <> 'none';

create trigger tell after insert or update on changelist for each row execute function tell_change('changelist');
