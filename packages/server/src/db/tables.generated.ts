// Generated from the migrations by "npm run generate". Do not edit.
import type { ColumnType, Generated } from 'kysely';

// Dates are texts yyyy-MM-dd; JSON is written as text (JSON.stringify) and read as parsed, to be checked by the reader.

export type AccountTable = {
  id: Generated<string>;
  url_name: string;
  name: string;
  status: Generated<'active' | 'deactivated'>;
  show_download_summary: Generated<boolean>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  default_deadline_time: string | null;
  default_deadline_timezone: string | null;
  contracted_row_count: number | null;
  daily_summary_time: string | null;
  daily_summary_timezone: string | null;
  daily_summary_recipients: Generated<string[]>;
};

export type AccountPersonTable = {
  account_id: string;
  person_id: string;
};

export type AdminEventTable = {
  id: Generated<string>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  person_id: string;
  action: string;
  subject_account_id: string | null;
  request_id: string;
  details: ColumnType<unknown, string | undefined, string>;
};

export type BackfillTable = {
  account_id: string;
  id: Generated<string>;
  title: string;
  description: Generated<string>;
  status: Generated<'preparing' | 'running' | 'completed' | 'completed_with_errors' | 'cancelled'>;
  start_date: string;
  end_date: string;
  changelist_id: string;
  upload_names: string[];
  download_names: string[];
  created_by: string | null;
  created_on: ColumnType<Date, Date | string | undefined, Date | string>;
  cancelled_by: string | null;
  cancelled_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type BackfillUploadTable = {
  account_id: string;
  backfill_id: string;
  upload_name: string;
  dates: string;
  active: Generated<boolean>;
};

export type ChangelistTable = {
  account_id: string;
  id: Generated<string>;
  description: string;
  status: Generated<'draft' | 'proofing' | 'running' | 'replaced' | 'archived'>;
  branched_from: string | null;
  plan: ColumnType<unknown, string | null | undefined, string | null>;
  created_on: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string | null;
  updated_on: ColumnType<Date, Date | string | undefined, Date | string>;
  published_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  published_by: string | null;
  updated_by: string | null;
  version: Generated<number>;
};

export type ChangelistFileTable = {
  account_id: string;
  changelist_id: string;
  path: string;
  id: Generated<string>;
  sha256: string;
};

export type CredentialPasswordTable = {
  hash: string;
  must_change: Generated<boolean>;
  updated: ColumnType<Date, Date | string | undefined, Date | string>;
  identity_id: string;
};

export type DownloadTable = {
  account_id: string;
  id: Generated<string>;
  source: string;
  project: string;
  purpose: Generated<'production' | 'backfill' | 'proof'>;
  report_date: string | null;
  trigger: string;
  changelist_id: string;
  status: Generated<'queued' | 'requested' | 'downloading' | 'unpacking' | 'retrying' | 'completed' | 'STOPPED' | 'cancelled' | 'abandoned' | 'failed' | 'skipped'>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  due: ColumnType<Date, Date | string | undefined, Date | string>;
  started: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  description: Generated<string>;
  handle: ColumnType<unknown, string | undefined, string>;
  state: ColumnType<unknown, string | null | undefined, string | null>;
  raw: ColumnType<unknown, string | null | undefined, string | null>;
  progress: ColumnType<unknown, string | undefined, string>;
  row_count: number | null;
  dirty_row_count: number | null;
  dirty_row_status: Generated<'none' | 'some' | 'all'>;
  new_dirty_row_count: number | null;
  new_dirty_row_status: Generated<'none' | 'some' | 'all'>;
  message: string | null;
  backfill_id: string | null;
  files: ColumnType<unknown, string | null | undefined, string | null>;
  proof_id: string | null;
  requested_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  repull_days: number | null;
  bytes: number | null;
  refill: Generated<boolean>;
};

export type DownloadPartTable = {
  account_id: string;
  id: Generated<string>;
  download_id: string;
  name: string;
  project: string;
  tables: ColumnType<unknown, string, string>;
  columns: ColumnType<unknown, string, string>;
  row_count: number;
  dirty_row_count: number;
  dirty_row_status: string;
  new_dirty_row_count: number;
  new_dirty_row_status: string;
  bytes: number;
  dirty_key: string | null;
  new_dirty_key: string | null;
  sample_key: string | null;
};

export type EventTable = {
  account_id: string;
  id: Generated<string>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  severity: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  code: string;
  message: string;
  report_date: string | null;
  project: string | null;
  purpose: string | null;
  download_id: string | null;
  flow_id: string | null;
  upload_id: string | null;
  download_declaration: string | null;
  upload_declaration: string | null;
  will_retry: boolean | null;
  retry_count: number | null;
  retry_limit: number | null;
  comment: string | null;
  commented_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  commented_by: string | null;
  backfill_id: string | null;
  parameters: ColumnType<unknown, string | undefined, string>;
};

export type FlowTable = {
  account_id: string;
  id: Generated<string>;
  changelist_id: string;
  purpose: 'production' | 'backfill' | 'proof';
  report_date: string | null;
  identity: string;
  status: Generated<'PENDING' | 'SOURCING' | 'STARTED' | 'PROCESSING' | 'RETRIED' | 'SINKING' | 'STOPPED' | 'SKIPPED' | 'WARNING' | 'ERROR' | 'FATAL' | 'ABANDONED'>;
  fence: Generated<number>;
  launched_by: string | null;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  started: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  message: string | null;
  backfill_id: string | null;
  archived: Generated<boolean>;
  proof_id: string | null;
};

export type FlowInputTable = {
  account_id: string;
  flow_id: string;
  part_id: string;
  download_id: string;
};

export type FlowSourceTable = {
  account_id: string;
  flow_id: string;
  download_id: string;
};

export type GlobalRoleTable = {
  person_id: string;
  role: 'operator' | 'viewer' | 'developer' | 'tester' | 'cs' | 'beta_backfill';
};

export type KeyTable = {
  account_id: string;
  id: Generated<string>;
  name: string;
  type: string;
  status: Generated<'active' | 'suspended' | 'archived'>;
  description: Generated<string>;
  properties: ColumnType<unknown, string | undefined, string>;
  secrets: Buffer | null;
  wrapped_key: Buffer | null;
  master_key_id: string | null;
  version: Generated<number>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  sealed_type: string | null;
  expires: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: string | null;
  updated: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  suspended_reason: string | null;
};

export type KeyAliasTable = {
  account_id: string;
  name: string;
  key_id: string;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
};

export type LateUploadTable = {
  account_id: string;
  upload_name: string;
  report_date: string;
  deadline: ColumnType<Date, Date | string, Date | string>;
  delivered: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type MembershipTable = {
  account_id: string;
  person_id: string;
  role: 'operator' | 'viewer' | 'developer' | 'tester' | 'cs' | 'beta_backfill';
};

export type NoticeTable = {
  account_id: string;
  id: Generated<string>;
  sequence: Generated<number>;
  subscription_id: string;
  event_id: string;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  state: Generated<'pending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_attempt: ColumnType<Date, Date | string | undefined, Date | string>;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  problem: string | null;
};

export type NoticeSubscriptionTable = {
  account_id: string;
  id: Generated<string>;
  channel: 'mail' | 'slack';
  recipient: string;
  production: Generated<boolean>;
  backfills: Generated<boolean>;
  proofs: Generated<boolean>;
  late_uploads: Generated<boolean>;
};

export type OidcPayloadTable = {
  kind: string;
  id: string;
  secret_id: Buffer;
  payload: ColumnType<unknown, string, string>;
  grant_id: string | null;
  uid: string | null;
  consumed: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type PasswordResetTable = {
  token_hash: Buffer;
  identity_id: string;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string | null;
  expires: ColumnType<Date, Date | string, Date | string>;
  used: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type PersonTable = {
  id: Generated<string>;
  email: string;
  name: string;
  status: Generated<'active' | 'deactivated'>;
  default_account_id: string | null;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
};

export type PersonIdentityTable = {
  issuer: string | null;
  subject: string | null;
  person_id: string;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  id: Generated<string>;
  connection_type: 'password' | 'oidc';
  email: string;
  name: string;
  email_verified: Generated<boolean>;
  blocked: Generated<boolean>;
};

export type PreferenceTable = {
  person_id: string;
  name: string;
  value: ColumnType<unknown, string, string>;
};

export type ProofTable = {
  account_id: string;
  id: Generated<string>;
  changelist_id: string;
  plan: ColumnType<unknown, string | null | undefined, string | null>;
  upload_names: string[];
  fetch_new: boolean;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  created_by: string | null;
  swept: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type ReservedUrlNameTable = {
  name: string;
};

export type ScriptTextTable = {
  account_id: string;
  sha256: string;
  text: string;
};

export type SignInFailureTable = {
  email_hash: Buffer;
  failures: number;
  last_failure: ColumnType<Date, Date | string, Date | string>;
  locked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type SigningKeyTable = {
  id: Generated<string>;
  purpose: 'token' | 'cookie';
  secret: Buffer;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  retired: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
};

export type SourceTable = {
  account_id: string;
  id: Generated<string>;
  name: string;
  project: string;
  connector: string;
  status: Generated<'active' | 'suspended' | 'removed'>;
  status_reason: string | null;
  scheduled_through: ColumnType<Date, Date | string, Date | string>;
  last_probe: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  next_due: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  suspended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  next_probe: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  probing_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  probe_number: Generated<number>;
  probe_failures: Generated<number>;
  key_id: string | null;
};

export type SourceFileTable = {
  account_id: string;
  source: string;
  path: string;
  checksum: string;
  size: number | null;
  modified: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  seen: ColumnType<Date, Date | string | undefined, Date | string>;
  download_id: string | null;
  report_date: string | null;
};

export type TableStateTable = {
  account_id: string;
  table_name: string;
  version: number;
  state_key: string;
  columns: ColumnType<unknown, string, string>;
  row_count: number;
  flow_id: string;
  updated: ColumnType<Date, Date | string | undefined, Date | string>;
};

export type TableStateInputTable = {
  account_id: string;
  table_name: string;
  report_date: string | null;
  part_name: string;
  download_id: string;
  fence: number;
};

export type UnitTable = {
  account_id: string;
  id: string;
  kind: 'download' | 'flow' | 'upload';
  purpose: 'production' | 'backfill' | 'proof';
  state: 'ready' | 'running' | 'waiting' | 'held' | 'done';
  attempt: Generated<number>;
  phase: string | null;
  worker: string | null;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  next_try: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  retry_count: Generated<number>;
  retry_limit: Generated<number>;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  enqueued: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  blocked_by: string | null;
  request_id: string | null;
  trace_parent: string | null;
  commit_attempt: number | null;
  cancel_requested: 'abandoned' | 'cancelled' | null;
  blocked_kind: 'account' | 'source' | 'upload' | 'key' | 'files' | 'account_slot' | 'key_slot' | null;
  cancel_requested_by: string | null;
};

export type UploadTable = {
  account_id: string;
  id: Generated<string>;
  flow_id: string;
  name: string;
  project: string;
  purpose: 'production' | 'backfill' | 'proof';
  report_date: string | null;
  status: Generated<'preparing' | 'queued' | 'uploading' | 'loading' | 'retrying' | 'completed' | 'failed' | 'cancelled' | 'abandoned'>;
  destination: string;
  destination_type: string;
  created: ColumnType<Date, Date | string | undefined, Date | string>;
  ready: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  started: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  result_key: string | null;
  columns: ColumnType<unknown, string | null | undefined, string | null>;
  sha256: string | null;
  row_count: number | null;
  bytes: number | null;
  progress: ColumnType<unknown, string | undefined, string>;
  message: string | null;
  difference: ColumnType<unknown, string | null | undefined, string | null>;
  file_key: string | null;
  fence: number | null;
};

export type UploadDeclarationTable = {
  account_id: string;
  id: Generated<string>;
  name: string;
  project: string;
  connector: string;
  status: Generated<'active' | 'suspended' | 'removed'>;
  status_reason: string | null;
  destination: string;
  suspended_on: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deadline_time: string | null;
  deadline_timezone: string | null;
  deadline_through: ColumnType<Date, Date | string | undefined, Date | string>;
  next_deadline: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  key_id: string | null;
};

export type UploadInputTable = {
  account_id: string;
  upload_id: string;
  part_id: string;
  download_id: string;
};

export type VolumeMonthTable = {
  account_id: string;
  month: string;
  project: string;
  purpose: 'production' | 'backfill' | 'proof';
  row_count: Generated<number>;
  bytes: Generated<number>;
  refill_row_count: Generated<number>;
  refill_bytes: Generated<number>;
};

/** Every table of the database. */
export type Tables = {
  account: AccountTable;
  account_person: AccountPersonTable;
  admin_event: AdminEventTable;
  backfill: BackfillTable;
  backfill_upload: BackfillUploadTable;
  changelist: ChangelistTable;
  changelist_file: ChangelistFileTable;
  credential_password: CredentialPasswordTable;
  download: DownloadTable;
  download_part: DownloadPartTable;
  event: EventTable;
  flow: FlowTable;
  flow_input: FlowInputTable;
  flow_source: FlowSourceTable;
  global_role: GlobalRoleTable;
  key: KeyTable;
  key_alias: KeyAliasTable;
  late_upload: LateUploadTable;
  membership: MembershipTable;
  notice: NoticeTable;
  notice_subscription: NoticeSubscriptionTable;
  oidc_payload: OidcPayloadTable;
  password_reset: PasswordResetTable;
  person: PersonTable;
  person_identity: PersonIdentityTable;
  preference: PreferenceTable;
  proof: ProofTable;
  reserved_url_name: ReservedUrlNameTable;
  script_text: ScriptTextTable;
  sign_in_failure: SignInFailureTable;
  signing_key: SigningKeyTable;
  source: SourceTable;
  source_file: SourceFileTable;
  table_state: TableStateTable;
  table_state_input: TableStateInputTable;
  unit: UnitTable;
  upload: UploadTable;
  upload_declaration: UploadDeclarationTable;
  upload_input: UploadInputTable;
  volume_month: VolumeMonthTable;
};
