-- A flow may evaluate an assertion again for the uploads that a person retries. Its outcome for uploads that were delivered
-- before stays beside the new one.

alter table assertion_result drop constraint assertion_result_account_id_flow_id_name_key;
create index assertion_of_flow on assertion_result (account_id, flow_id, name);
