// Generated from the migrations by "npm run generate". Do not edit.
import type { ColumnType, Generated } from 'kysely';

// Dates are texts yyyy-MM-dd; JSON is written as text (JSON.stringify) and read as parsed, to be checked by the reader.
type Time = ColumnType<Date, Date | string, Date | string>;
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json = ColumnType<unknown, string, string>;
type DefaultJson = ColumnType<unknown, string | undefined, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;

/** Columns of one type. */
type Of<Type, Names extends string> = { [Name in Names]: Type };

/** Every table of the database. */
export type Tables = {
  account: Of<Generated<string>, 'id'> &
    Of<string, 'url_name' | 'name'> &
    Of<Generated<'active' | 'deactivated'>, 'status'> &
    Of<Generated<boolean>, 'show_download_summary' | 'requires_approval'> &
    Of<DefaultTime, 'created'> &
    Of<
      string | null,
      | 'default_deadline_time'
      | 'default_deadline_timezone'
      | 'daily_summary_time'
      | 'daily_summary_timezone'
      | 'erasure_by'
    > &
    Of<number | null, 'contracted_row_count' | 'running_limit' | 'key_running_limit'> &
    Of<Generated<string[]>, 'daily_summary_recipients'> &
    Of<NullableTime, 'daily_summary_next' | 'deactivated_on' | 'erasure_started' | 'erased'> &
    Of<Generated<number>, 'queue_weight'>;
  account_health: Of<string, 'account_id'> &
    Of<Time, 'computed'> &
    Of<boolean, 'published'> &
    Of<Generated<number>, 'errors' | 'issues' | 'notices' | 'working' | 'suspended' | 'late'> &
    Of<NullableTime, 'newest_error_at'> &
    Of<string | null, 'newest_error_name' | 'newest_error'>;
  account_key: Of<string, 'account_id' | 'reference' | 'wrapped' | 'fingerprint' | 'master_key_id'> &
    Of<Generated<string>, 'id'> &
    Of<Buffer, 'credentials'> &
    Of<Generated<boolean>, 'is_current'> &
    Of<NullableTime, 'retired'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'created_by' | 'problem'> &
    Of<Generated<number>, 'sealed_secrets' | 'secrets'>;
  account_person: Of<string, 'account_id' | 'person_id'>;
  account_pruning: Of<string, 'account_id'> &
    Of<NullableTime, 'pruned' | 'swept'>;
  account_role: Of<string, 'account_id' | 'name'> &
    Of<Generated<string>, 'id'> &
    Of<string[], 'permissions'> &
    Of<Generated<number>, 'version'> &
    Of<DefaultTime, 'created'>;
  admin_event: Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<string, 'person_id' | 'action' | 'request_id'> &
    Of<string | null, 'subject_account_id'> &
    Of<DefaultJson, 'details'>;
  approval_rule_change: Of<string, 'account_id' | 'requested_by'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<Generated<'pending' | 'approved' | 'refused' | 'withdrawn'>, 'state'> &
    Of<string | null, 'decided_by'> &
    Of<NullableTime, 'decided'>;
  assertion_result: Of<string, 'account_id' | 'flow_id' | 'name' | 'table_name'> &
    Of<Generated<string>, 'id'> &
    Of<'stop' | 'warn', 'severity'> &
    Of<'passed' | 'failed' | 'skipped', 'outcome'> &
    Of<number, 'row_count'> &
    Of<number | null, 'allowed_low' | 'allowed_high'> &
    Of<string | null, 'rows_key'> &
    Of<string[], 'uploads'>;
  audit_entry: Of<Generated<string>, 'id' | 'chain'> &
    Of<DefaultTime, 'created'> &
    Of<
      string | null,
      | 'account_id'
      | 'person_id'
      | 'service_token_id'
      | 'subject_id'
      | 'target_kind'
      | 'target_id'
      | 'target_name'
      | 'address'
      | 'user_agent'
      | 'request_id'
    > &
    Of<string, 'kind'> &
    Of<'person' | 'token' | 'system' | 'anonymous', 'actor'> &
    Of<DefaultJson, 'before' | 'after'> &
    Of<number | null, 'sequence'> &
    Of<Buffer | null, 'previous_hash' | 'hash'>;
  audit_retention: Of<string | null, 'account_id' | 'updated_by'> &
    Of<Generated<string>, 'chain'> &
    Of<number, 'days'> &
    Of<DefaultTime, 'updated'>;
  audit_stream: Of<Generated<string>, 'id'> &
    Of<
      string | null,
      | 'account_id'
      | 'address'
      | 'host'
      | 'authority'
      | 'master_key_id'
      | 'created_by'
      | 'updated_by'
      | 'lease'
      | 'problem'
    > &
    Of<string, 'chain'> &
    Of<'webhook' | 'otlp' | 'syslog', 'type'> &
    Of<Generated<boolean>, 'enabled'> &
    Of<Generated<number>, 'version' | 'sequence' | 'attempts'> &
    Of<Buffer | null, 'secrets' | 'wrapped_key'> &
    Of<DefaultTime, 'created' | 'updated' | 'next_attempt'> &
    Of<NullableTime, 'delivered' | 'lease_until'>;
  authenticator_app: Of<string, 'person_id'> &
    Of<Buffer, 'secret'> &
    Of<DefaultTime, 'started'> &
    Of<NullableTime, 'confirmed'> &
    Of<number | null, 'last_step'> &
    Of<string | null, 'master_key_id'>;
  backfill: Of<string, 'account_id' | 'title' | 'start_date' | 'end_date' | 'changelist_id'> &
    Of<Generated<string>, 'id' | 'description'> &
    Of<Generated<'preparing' | 'running' | 'completed' | 'completed_with_errors' | 'cancelled'>, 'status'> &
    Of<string[], 'upload_names' | 'download_names'> &
    Of<string | null, 'created_by' | 'cancelled_by'> &
    Of<DefaultTime, 'created_on'> &
    Of<NullableTime, 'cancelled_on' | 'finished'>;
  backfill_upload: Of<string, 'account_id' | 'backfill_id' | 'upload_name' | 'dates'> &
    Of<Generated<boolean>, 'active'>;
  bulk_change: Of<string, 'account_id' | 'created_by'> &
    Of<Generated<string>, 'id'> &
    Of<'download' | 'upload', 'kind'> &
    Of<'abandon' | 'retry' | 'run_again', 'action'> &
    Of<boolean, 'is_limited'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'request_id'> &
    Of<NullableTime, 'finished'>;
  bulk_change_item: Of<string, 'account_id' | 'bulk_change_id' | 'unit_id'> &
    Of<number, 'position'> &
    Of<
      'ok' | 'not_found' | 'finished' | 'undecided' | 'inputs' | 'replaced' | 'running' | 'stopped' | 'no_run' | 'frozen' | 'error' | null,
      | 'outcome'
    >;
  changelist: Of<string, 'account_id' | 'description'> &
    Of<Generated<string>, 'id'> &
    Of<Generated<'draft' | 'proofing' | 'running' | 'replaced' | 'archived'>, 'status'> &
    Of<
      string | null,
      | 'branched_from'
      | 'created_by'
      | 'published_by'
      | 'updated_by'
      | 'base_id'
      | 'files_by'
      | 'approved_by'
    > &
    Of<NullableJson, 'plan'> &
    Of<DefaultTime, 'created_on' | 'updated_on'> &
    Of<NullableTime, 'published_on' | 'approved_on'> &
    Of<Generated<number>, 'version'>;
  changelist_file: Of<string, 'account_id' | 'changelist_id' | 'path' | 'sha256'> &
    Of<Generated<string>, 'id'>;
  credential_password: Of<string, 'hash' | 'identity_id'> &
    Of<Generated<boolean>, 'must_change'> &
    Of<DefaultTime, 'updated'>;
  daily_summary: Of<string, 'account_id' | 'day'> &
    Of<Time, 'due' | 'since' | 'through'> &
    Of<Json, 'facts'>;
  data_retention: Of<string, 'account_id'> &
    Of<'raw_files' | 'tables' | 'results' | 'samples' | 'events' | 'units' | 'archive', 'kind'> &
    Of<number | null, 'days'> &
    Of<DefaultTime, 'updated'>;
  directory_group: Of<string, 'account_id' | 'display_name'> &
    Of<Generated<string>, 'id'> &
    Of<string | null, 'external_id' | 'role'> &
    Of<DefaultTime, 'created'>;
  directory_group_member: Of<string, 'account_id' | 'group_id' | 'user_id'> &
    Of<Generated<boolean>, 'gives_role'>;
  download: Of<string, 'account_id' | 'source' | 'project' | 'trigger' | 'changelist_id'> &
    Of<Generated<string>, 'id' | 'description'> &
    Of<Generated<'production' | 'backfill' | 'proof'>, 'purpose'> &
    Of<string | null, 'report_date' | 'message' | 'backfill_id' | 'proof_id' | 'failure_code' | 'run_request'> &
    Of<
      Generated<'queued' | 'requested' | 'downloading' | 'unpacking' | 'retrying' | 'completed' | 'STOPPED' | 'cancelled' | 'abandoned' | 'failed' | 'skipped'>,
      | 'status'
    > &
    Of<DefaultTime, 'created' | 'due'> &
    Of<
      NullableTime,
      | 'started'
      | 'finished'
      | 'requested_at'
      | 'raw_removed'
      | 'tables_removed'
      | 'samples_removed'
    > &
    Of<DefaultJson, 'handle' | 'progress'> &
    Of<NullableJson, 'state' | 'raw' | 'files'> &
    Of<number | null, 'row_count' | 'dirty_row_count' | 'new_dirty_row_count' | 'repull_days' | 'bytes'> &
    Of<Generated<'none' | 'some' | 'all'>, 'dirty_row_status' | 'new_dirty_row_status'> &
    Of<Generated<boolean>, 'refill'> &
    Of<Generated<string | null>, 'finished_day' | 'health_day'>;
  download_declaration: Of<string, 'account_id' | 'name' | 'project' | 'connector'> &
    Of<Generated<string>, 'id'> &
    Of<Generated<'active' | 'suspended' | 'paused' | 'removed'>, 'status'> &
    Of<string | null, 'status_reason' | 'key_id'> &
    Of<Time, 'scheduled_through'> &
    Of<NullableTime, 'last_probe' | 'next_due' | 'suspended_on' | 'next_probe' | 'probing_until' | 'paused_on'> &
    Of<Generated<number>, 'probe_number' | 'probe_failures'> &
    Of<Generated<string[]>, 'skipped_dates'>;
  download_part: Of<string, 'account_id' | 'download_id' | 'name' | 'project' | 'dirty_row_status' | 'new_dirty_row_status'> &
    Of<Generated<string>, 'id'> &
    Of<Json, 'tables' | 'columns'> &
    Of<number, 'row_count' | 'dirty_row_count' | 'new_dirty_row_count' | 'bytes'> &
    Of<string | null, 'dirty_key' | 'new_dirty_key' | 'sample_key'> &
    Of<DefaultJson, 'dirty_reasons'>;
  draft_comment: Of<string, 'account_id' | 'changelist_id' | 'body' | 'created_by'> &
    Of<Generated<string>, 'id'> &
    Of<string | null, 'thread_id' | 'file_id' | 'path' | 'sha256' | 'resolved_by'> &
    Of<number, 'version'> &
    Of<number | null, 'line'> &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'edited' | 'deleted' | 'resolved'>;
  draft_presence: Of<string, 'account_id' | 'changelist_id' | 'tab_id' | 'person_id'> &
    Of<boolean, 'is_editing'> &
    Of<DefaultTime, 'entered' | 'seen'>;
  draft_review: Of<string, 'account_id' | 'changelist_id' | 'person_id'> &
    Of<Generated<string>, 'id' | 'note'> &
    Of<number, 'version'> &
    Of<'requested' | 'approved' | 'changes_requested', 'kind'> &
    Of<DefaultTime, 'created'>;
  event: Of<string, 'account_id' | 'code' | 'message'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<'debug' | 'info' | 'warn' | 'error' | 'fatal', 'severity'> &
    Of<
      string | null,
      | 'report_date'
      | 'project'
      | 'purpose'
      | 'download_id'
      | 'flow_id'
      | 'upload_id'
      | 'download_declaration'
      | 'upload_declaration'
      | 'comment'
      | 'commented_by'
      | 'backfill_id'
    > &
    Of<boolean | null, 'will_retry'> &
    Of<number | null, 'retry_count' | 'retry_limit'> &
    Of<NullableTime, 'commented_on'> &
    Of<DefaultJson, 'parameters' | 'people'>;
  expired_object: Of<string, 'account_id' | 'key'> &
    Of<number, 'bytes'> &
    Of<DefaultTime, 'expired'>;
  factor_link: Of<string, 'person_id'> &
    Of<Buffer, 'hash'> &
    Of<Time, 'password_set' | 'expires'>;
  failure_change: Of<Generated<number>, 'id'> &
    Of<string, 'account_id' | 'unit_id'> &
    Of<'download' | 'upload' | 'late_upload' | 'key', 'transfer'>;
  failure_group: Of<string, 'account_id' | 'code' | 'subject_kind' | 'subject'> &
    Of<Generated<string>, 'id'> &
    Of<'production' | 'backfills' | 'proofs' | 'late_uploads', 'kind'> &
    Of<'download' | 'upload' | 'late_upload' | 'key', 'transfer'> &
    Of<DefaultTime, 'opened'> &
    Of<NullableTime, 'announced' | 'resolved'> &
    Of<Generated<number>, 'total'>;
  failure_member: Of<string, 'account_id' | 'transfer' | 'unit_id' | 'group_id' | 'name'> &
    Of<string | null, 'report_date' | 'message'>;
  fence_epoch: Of<Generated<boolean>, 'singleton'> &
    Of<number, 'epoch'> &
    Of<string, 'history'> &
    Of<DefaultTime, 'since'>;
  flow: Of<string, 'account_id' | 'changelist_id' | 'identity'> &
    Of<Generated<string>, 'id'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<string | null, 'report_date' | 'launched_by' | 'message' | 'backfill_id' | 'proof_id'> &
    Of<
      Generated<'PENDING' | 'SOURCING' | 'STARTED' | 'PROCESSING' | 'RETRIED' | 'SINKING' | 'STOPPED' | 'SKIPPED' | 'WARNING' | 'ERROR' | 'FATAL' | 'ABANDONED'>,
      | 'status'
    > &
    Of<Generated<number>, 'fence' | 'kept_rows'> &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'started' | 'finished' | 'samples_removed'> &
    Of<Generated<boolean>, 'archived'>;
  flow_input: Of<string, 'account_id' | 'flow_id' | 'part_id' | 'download_id'>;
  flow_source: Of<string, 'account_id' | 'flow_id' | 'download_id'>;
  global_role: Of<string, 'person_id'> &
    Of<'operator' | 'viewer' | 'developer' | 'tester' | 'cs' | 'beta_backfill', 'role'>;
  incident_act: Of<string, 'account_id' | 'incident_id' | 'person_id'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<
      'acknowledged' | 'reopened' | 'assigned' | 'unassigned' | 'snoozed' | 'woken' | 'muted' | 'unmuted' | 'commented',
      | 'act'
    > &
    Of<string | null, 'assigned_to' | 'note'> &
    Of<NullableTime, 'until'>;
  incident_work: Of<string, 'account_id' | 'incident_id' | 'code' | 'subject_kind' | 'subject'> &
    Of<'download' | 'upload', 'transfer'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<NullableTime, 'acknowledged_on' | 'snoozed_until' | 'muted_until'> &
    Of<string | null, 'acknowledged_by' | 'assigned_to'> &
    Of<DefaultTime, 'updated'>;
  ingest_address: Of<string, 'account_id' | 'address'>;
  ingest_recipient: Of<string, 'account_id' | 'address'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created' | 'updated'> &
    Of<string | null, 'created_by' | 'updated_by'> &
    Of<NullableTime, 'deleted'>;
  ingest_rule: Of<string, 'account_id' | 'recipient_id' | 'path'> &
    Of<Generated<string>, 'id'> &
    Of<number, 'match_order'> &
    Of<string | null, 'sender_glob' | 'sender_regex' | 'subject_glob' | 'subject_regex'>;
  integration: Of<string, 'account_id' | 'type'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultJson, 'public_authorization' | 'configuration'> &
    Of<Buffer | null, 'secrets' | 'wrapped_key'> &
    Of<string | null, 'master_key_id' | 'problem' | 'created_by' | 'updated_by'> &
    Of<Generated<number>, 'version'> &
    Of<DefaultTime, 'created' | 'updated'>;
  integration_filter: Of<string, 'account_id' | 'integration_id'> &
    Of<Generated<string>, 'id'> &
    Of<number, 'place'> &
    Of<DefaultJson, 'configuration'> &
    Of<boolean, 'production' | 'backfills' | 'proofs' | 'late_uploads'> &
    Of<string | null, 'problem'>;
  invitation: Of<Generated<string>, 'id'> &
    Of<string, 'account_id' | 'email' | 'name' | 'invited_by'> &
    Of<string[], 'roles'> &
    Of<DefaultTime, 'created' | 'expires'> &
    Of<Buffer | null, 'token_hash'>;
  journal_change: Of<Generated<number>, 'id'> &
    Of<string, 'account_id' | 'transfer' | 'day_of' | 'name' | 'day'>;
  journal_day: Of<string, 'account_id' | 'name' | 'day'> &
    Of<'download' | 'upload', 'transfer'> &
    Of<'report' | 'finish' | 'finish_undated', 'day_of'> &
    Of<number, 'completed' | 'failed' | 'total_rows' | 'total_bytes' | 'dirty_rows'> &
    Of<number | null, 'min_rows' | 'max_rows' | 'min_bytes' | 'max_bytes'>;
  key: Of<string, 'account_id' | 'name' | 'type'> &
    Of<Generated<string>, 'id' | 'description'> &
    Of<Generated<'active' | 'suspended' | 'paused' | 'archived'>, 'status'> &
    Of<DefaultJson, 'properties'> &
    Of<Buffer | null, 'secrets' | 'wrapped_key'> &
    Of<
      string | null,
      | 'master_key_id'
      | 'sealed_type'
      | 'created_by'
      | 'updated_by'
      | 'suspended_reason'
      | 'expires_of'
    > &
    Of<Generated<number>, 'version'> &
    Of<DefaultTime, 'created' | 'updated'> &
    Of<NullableTime, 'expires' | 'access_ends' | 'access_due' | 'expiry_noted' | 'paused_on'>;
  key_alias: Of<string, 'account_id' | 'name' | 'key_id'> &
    Of<DefaultTime, 'created'>;
  key_change: Of<string, 'account_id' | 'key_id'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<
      'created' | 'renamed' | 'changed' | 'secret' | 'reconnected' | 'suspended' | 'unsuspended' | 'paused' | 'resumed' | 'repointed' | 'deleted',
      | 'change'
    > &
    Of<string | null, 'person_id'> &
    Of<DefaultJson, 'details'>;
  late_upload: Of<string, 'account_id' | 'upload_name' | 'report_date'> &
    Of<Time, 'deadline'> &
    Of<NullableTime, 'delivered'>;
  mail: Of<Generated<string>, 'id'> &
    Of<
      'password_reset' | 'daily_summary' | 'factors_changed' | 'factors_reset' | 'factor_link' | 'new_device' | 'address_changed' | 'invitation' | 'outage',
      | 'kind'
    > &
    Of<string | null, 'person_id' | 'problem' | 'summary_account_id' | 'day' | 'address' | 'invitation_id'> &
    Of<DefaultTime, 'created' | 'next_attempt'> &
    Of<Generated<'pending' | 'sent' | 'failed'>, 'state'> &
    Of<Generated<number>, 'attempts'> &
    Of<NullableTime, 'lease_until' | 'sent'> &
    Of<NullableJson, 'detail'>;
  maintenance: Of<Generated<boolean>, 'singleton'> &
    Of<DefaultTime, 'since'>;
  maintenance_window: Of<string, 'account_id' | 'reason' | 'planned_by'> &
    Of<Generated<string>, 'id'> &
    Of<'account' | 'download' | 'upload', 'kind'> &
    Of<string | null, 'name'> &
    Of<Time, 'starts' | 'ends'> &
    Of<DefaultTime, 'created'>;
  membership: Of<string, 'account_id' | 'person_id'> &
    Of<'operator' | 'viewer' | 'developer' | 'tester' | 'cs' | 'beta_backfill' | null, 'role'> &
    Of<string | null, 'role_id'> &
    Of<Generated<string>, 'role_key'>;
  newest_run: Of<string, 'account_id' | 'day' | 'name'> &
    Of<'download' | 'upload', 'transfer'> &
    Of<string | null, 'run_id' | 'flow_id' | 'status' | 'dirty_row_status'>;
  notice: Of<string, 'account_id' | 'filter_id' | 'group_id'> &
    Of<Generated<string>, 'id'> &
    Of<Generated<number>, 'sequence' | 'attempts'> &
    Of<'failed' | 'resolved', 'change'> &
    Of<Json, 'facts'> &
    Of<DefaultTime, 'created' | 'next_attempt'> &
    Of<Generated<'pending' | 'sent' | 'failed'>, 'state'> &
    Of<NullableTime, 'lease_until' | 'sent'> &
    Of<string | null, 'problem'>;
  oauth_sign_in: Of<string, 'account_id' | 'person_id' | 'name' | 'route'> &
    Of<Generated<string>, 'id' | 'description'> &
    Of<Buffer, 'state_hash' | 'browser_hash'> &
    Of<string | null, 'key_type' | 'key_id' | 'integration_type' | 'integration_id'> &
    Of<Time, 'expires'>;
  oidc_payload: Of<string, 'kind' | 'id'> &
    Of<Buffer, 'secret_id'> &
    Of<Json, 'payload'> &
    Of<
      string | null,
      | 'grant_id'
      | 'uid'
      | 'master_key_id'
      | 'user_agent'
      | 'address'
      | 'sso_account_id'
      | 'sso_connection_id'
    > &
    Of<NullableTime, 'consumed' | 'expires' | 'last_used'> &
    Of<Generated<string>, 'session_id'>;
  passkey: Of<Generated<string>, 'id'> &
    Of<string, 'person_id' | 'name' | 'credential_id'> &
    Of<Buffer, 'public_key'> &
    Of<number, 'counter'> &
    Of<string[], 'transports'> &
    Of<boolean, 'is_synced'> &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'last_used'>;
  passkey_challenge: Of<'sign-in' | 'second-factor' | 'enrolment', 'purpose'> &
    Of<string, 'subject' | 'challenge'> &
    Of<Time, 'expires'>;
  password_reset: Of<Buffer, 'token_hash'> &
    Of<string, 'identity_id'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'created_by'> &
    Of<Time, 'expires'> &
    Of<NullableTime, 'used'>;
  pause: Of<string, 'account_id' | 'target' | 'reason' | 'paused_by'> &
    Of<'download' | 'upload' | 'key' | 'project', 'kind'> &
    Of<NullableTime, 'until'> &
    Of<Generated<boolean>, 'catches_up'> &
    Of<DefaultTime, 'created'>;
  person: Of<Generated<string>, 'id'> &
    Of<string, 'email' | 'name'> &
    Of<Generated<'active' | 'deactivated'>, 'status'> &
    Of<string | null, 'default_account_id'> &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'erased' | 'erasure_started'>;
  person_identity: Of<string | null, 'issuer' | 'subject' | 'sso_account_id' | 'connection_id'> &
    Of<string, 'person_id' | 'email' | 'name'> &
    Of<DefaultTime, 'created'> &
    Of<Generated<string>, 'id'> &
    Of<'password' | 'oidc' | 'sso', 'connection_type'> &
    Of<Generated<boolean>, 'email_verified' | 'blocked' | 'left_by_groups'>;
  preference: Of<string, 'person_id' | 'name'> &
    Of<Json, 'value'>;
  program: Of<string, 'id' | 'host'> &
    Of<string[], 'roles'> &
    Of<number, 'migration' | 'clock_ahead_ms'> &
    Of<DefaultTime, 'started' | 'seen'> &
    Of<DefaultJson, 'failing'> &
    Of<number | null, 'disk_free' | 'disk_size'> &
    Of<string | null, 'pool'> &
    Of<Generated<number>, 'running'> &
    Of<NullableTime, 'drains_seen'>;
  proof: Of<string, 'account_id' | 'changelist_id'> &
    Of<Generated<string>, 'id'> &
    Of<NullableJson, 'plan'> &
    Of<string[], 'upload_names'> &
    Of<boolean, 'fetch_new'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'created_by'> &
    Of<NullableTime, 'swept'>;
  provisioned_user: Of<string, 'account_id'> &
    Of<string | null, 'person_id' | 'external_id' | 'email' | 'name'> &
    Of<Generated<string>, 'given_name' | 'family_name' | 'id'> &
    Of<Generated<boolean>, 'active'> &
    Of<Generated<string[]>, 'roles'> &
    Of<DefaultTime, 'created'>;
  received_file: Of<string, 'account_id' | 'mail_id' | 'name' | 'content_type' | 'sha256' | 'store_key'> &
    Of<number, 'place' | 'bytes'> &
    Of<'attachment' | 'text' | 'html', 'kind'>;
  received_mail: Of<string, 'account_id' | 'recipient_id' | 'digest' | 'sender' | 'envelope_sender' | 'subject'> &
    Of<Generated<string>, 'id'> &
    Of<Time, 'received'> &
    Of<string | null, 'message_id' | 'reason' | 'rule_id' | 'path'> &
    Of<number, 'bytes'> &
    Of<'matched' | 'unmatched' | 'rejected', 'outcome'> &
    Of<
      'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | null,
      | 'spf'
      | 'dkim'
      | 'dmarc'
    > &
    Of<'none' | 'quarantine' | 'reject' | null, 'dmarc_policy'> &
    Of<Generated<boolean>, 'forged'>;
  recovery_code: Of<string, 'person_id'> &
    Of<Buffer, 'hash'> &
    Of<NullableTime, 'used'>;
  refused_act_count: Of<string, 'chain' | 'person_id'> &
    Of<number, 'acts'> &
    Of<DefaultTime, 'since'>;
  report_freeze: Of<string, 'account_id' | 'last_date' | 'reason' | 'frozen_by'> &
    Of<Generated<string>, 'id'> &
    Of<string | null, 'upload_name' | 'first_date'> &
    Of<DefaultTime, 'created'>;
  reserved_url_name: Of<string, 'name'>;
  restatement: Of<
      string,
      | 'account_id'
      | 'upload_id'
      | 'replaced_id'
      | 'upload_name'
      | 'project'
      | 'report_date'
      | 'changelist_id'
      | 'changelist_before'
    > &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created'> &
    Of<number, 'rows_before' | 'rows_after'> &
    Of<DefaultJson, 'totals'> &
    Of<'backfill' | 'run_again' | 'retry' | 'source' | 'schedule' | 'script', 'cause'> &
    Of<string | null, 'caused_by' | 'download_id'> &
    Of<NullableTime, 'delivered'>;
  saml_assertion: Of<string, 'sso_account_id' | 'connection_id'> &
    Of<Buffer, 'id_hash'> &
    Of<Time, 'expires'>;
  saved_view: Of<string, 'account_id' | 'list' | 'owner_id' | 'name' | 'query'> &
    Of<Generated<string>, 'id'> &
    Of<DefaultTime, 'created' | 'updated'>;
  script_text: Of<string, 'account_id' | 'sha256' | 'text'>;
  service_token: Of<string, 'account_id' | 'name' | 'created_by'> &
    Of<Generated<string>, 'id'> &
    Of<Buffer, 'hash'> &
    Of<boolean, 'may_publish'> &
    Of<DefaultTime, 'created'> &
    Of<Time, 'expires'> &
    Of<NullableTime, 'last_used' | 'revoked'> &
    Of<string | null, 'revoked_by'> &
    Of<Generated<boolean>, 'manages_users' | 'may_fetch_new_downloads'>;
  sign_in_failure: Of<Buffer, 'email_hash'> &
    Of<number, 'failures'> &
    Of<Time, 'last_failure'> &
    Of<NullableTime, 'locked_until'>;
  sign_in_level: Of<Buffer, 'key_hash'> &
    Of<number, 'level'> &
    Of<Time, 'updated'>;
  signing_key: Of<Generated<string>, 'id'> &
    Of<'token' | 'cookie', 'purpose'> &
    Of<Buffer, 'secret'> &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'retired'> &
    Of<string | null, 'master_key_id'>;
  source_columns: Of<string, 'account_id' | 'source' | 'table_name' | 'changelist_id'> &
    Of<Json, 'delivered'> &
    Of<DefaultTime, 'since'> &
    Of<Generated<number>, 'revision'> &
    Of<NullableJson, 'contract'> &
    Of<NullableTime, 'contract_on'> &
    Of<string | null, 'contract_by'>;
  source_file: Of<string, 'account_id' | 'source' | 'path' | 'checksum'> &
    Of<number | null, 'size'> &
    Of<NullableTime, 'modified'> &
    Of<DefaultTime, 'seen'> &
    Of<string | null, 'download_id' | 'report_date'>;
  sso_attempt: Of<Buffer, 'state_hash'> &
    Of<string, 'sso_account_id' | 'connection_id' | 'uid'> &
    Of<Time, 'expires'>;
  sso_break_glass: Of<string, 'account_id' | 'person_id'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'created_by'>;
  sso_connection: Of<string, 'account_id' | 'name'> &
    Of<Generated<string>, 'id'> &
    Of<'OIDC' | 'SAML', 'kind'> &
    Of<DefaultJson, 'settings'> &
    Of<Buffer | null, 'secrets' | 'wrapped_key'> &
    Of<string | null, 'master_key_id' | 'default_role' | 'created_by' | 'updated_by'> &
    Of<Generated<number>, 'version' | 'edit_version'> &
    Of<Generated<boolean>, 'enabled' | 'sso_only'> &
    Of<NullableTime, 'first_used'> &
    Of<DefaultTime, 'created' | 'updated'>;
  sso_domain: Of<string, 'account_id' | 'domain' | 'token'> &
    Of<Generated<string>, 'id'> &
    Of<NullableTime, 'verified' | 'checked' | 'missing_since'> &
    Of<DefaultTime, 'created'> &
    Of<string | null, 'created_by'>;
  table_row_count: Of<string, 'account_id' | 'table_name' | 'report_date'> &
    Of<number, 'row_count' | 'fence'>;
  table_state: Of<string, 'account_id' | 'table_name' | 'state_key' | 'flow_id'> &
    Of<number, 'version' | 'row_count'> &
    Of<Json, 'columns'> &
    Of<DefaultTime, 'updated'>;
  table_state_input: Of<string, 'account_id' | 'table_name' | 'part_name' | 'download_id'> &
    Of<string | null, 'report_date'> &
    Of<number, 'fence'>;
  table_volume_day: Of<string, 'account_id' | 'source' | 'day' | 'table_name'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<Generated<number>, 'row_count' | 'bytes' | 'refill_row_count' | 'refill_bytes'>;
  test_object: Of<string, 'account_id' | 'target' | 'connector' | 'destination'> &
    Of<string | null, 'key_id'> &
    Of<DefaultTime, 'created'>;
  unit: Of<string, 'account_id' | 'id'> &
    Of<'download' | 'flow' | 'upload', 'kind'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<'ready' | 'running' | 'waiting' | 'held' | 'done', 'state'> &
    Of<Generated<number>, 'attempt' | 'retry_count' | 'retry_limit'> &
    Of<
      string | null,
      | 'phase'
      | 'worker'
      | 'blocked_by'
      | 'request_id'
      | 'trace_parent'
      | 'cancel_requested_by'
      | 'cancel_requested_person'
    > &
    Of<NullableTime, 'lease_until' | 'next_try' | 'enqueued'> &
    Of<DefaultTime, 'created'> &
    Of<number | null, 'commit_attempt'> &
    Of<'abandoned' | 'cancelled' | null, 'cancel_requested'> &
    Of<
      'account' | 'source' | 'upload' | 'key' | 'files' | 'account_slot' | 'key_slot' | 'freeze' | null,
      | 'blocked_kind'
    > &
    Of<Generated<boolean>, 'interactive'>;
  unit_archive: Of<string, 'account_id' | 'id' | 'status' | 'expires'> &
    Of<'download' | 'flow' | 'upload', 'kind'> &
    Of<string | null, 'name' | 'report_date'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<Time, 'finished'> &
    Of<DefaultTime, 'archived'> &
    Of<number, 'kept_days'> &
    Of<Json, 'document'>;
  upload: Of<string, 'account_id' | 'flow_id' | 'name' | 'project' | 'destination' | 'destination_type'> &
    Of<Generated<string>, 'id'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<string | null, 'report_date' | 'result_key' | 'sha256' | 'message' | 'file_key' | 'failure_code'> &
    Of<
      Generated<'preparing' | 'queued' | 'uploading' | 'loading' | 'retrying' | 'completed' | 'failed' | 'cancelled' | 'abandoned'>,
      | 'status'
    > &
    Of<DefaultTime, 'created'> &
    Of<NullableTime, 'ready' | 'started' | 'finished' | 'result_removed'> &
    Of<NullableJson, 'columns' | 'difference' | 'totals'> &
    Of<number | null, 'row_count' | 'bytes' | 'fence'> &
    Of<DefaultJson, 'progress'> &
    Of<Generated<string | null>, 'finished_day' | 'health_day'> &
    Of<Generated<boolean>, 'replaces_frozen'>;
  upload_declaration: Of<string, 'account_id' | 'name' | 'project' | 'connector' | 'destination'> &
    Of<Generated<string>, 'id'> &
    Of<Generated<'active' | 'suspended' | 'paused' | 'removed'>, 'status'> &
    Of<string | null, 'status_reason' | 'deadline_time' | 'deadline_timezone' | 'key_id'> &
    Of<NullableTime, 'suspended_on' | 'next_deadline' | 'paused_on'> &
    Of<DefaultTime, 'deadline_through'> &
    Of<Generated<string[]>, 'skipped_dates'>;
  upload_input: Of<string, 'account_id' | 'upload_id' | 'part_id' | 'download_id'>;
  volume_day: Of<string, 'account_id' | 'day' | 'project'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<Generated<number>, 'row_count' | 'bytes' | 'refill_row_count' | 'refill_bytes'>;
  volume_month: Of<string, 'account_id' | 'month' | 'project'> &
    Of<'production' | 'backfill' | 'proof', 'purpose'> &
    Of<Generated<number>, 'row_count' | 'bytes' | 'refill_row_count' | 'refill_bytes'>;
  wrapped_master_key: Of<string, 'reference' | 'master_key_id' | 'wrapped'> &
    Of<DefaultTime, 'created' | 'wrapped_at'>;
};
