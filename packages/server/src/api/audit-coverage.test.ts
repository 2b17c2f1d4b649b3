import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_KINDS, type AuditKind } from '@switchboard/model/audit-kinds';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { featureRoutes } from './routes.ts';
import { graphqlSchema } from './schema.ts';

/** The kinds of entries that a call causes, or why it is not relevant for security. */
type Coverage = Readonly<Record<string, readonly AuditKind[] | string>>;

const OWN_TEXT = 'Changes texts of people, which give no access.';
const DRAFT = 'Changes a draft, which takes effect by its publication, which is recorded.';
const JOURNAL = 'Operates pipelines that were published; the journal names the person.';
const NO_CHANGE = 'Changes nothing and shows no rows of customers.';

const MUTATIONS: Coverage = {
  abandon_upload: JOURNAL,
  abort_download: JOURNAL,
  add_passkey: ['factor_added'],
  add_sso_domain: ['sso_domain_added'],
  answer_publish_settings_change: [
    'approval_rule_changed',
    'approval_rule_change_refused',
    'approval_rule_change_withdrawn',
  ],
  answer_invitation: ['invitation_accepted', 'invitation_declined'],
  branch_changelist: DRAFT,
  cancel_backfills: JOURNAL,
  comment_changelist: OWN_TEXT,
  confirm_authenticator_app: ['factor_added', 'recovery_codes_created'],
  create_service_token: ['token_created'],
  deactivateAccountV2: ['account_deactivated'],
  delete_comment: OWN_TEXT,
  delete_view: OWN_TEXT,
  edit_comment: OWN_TEXT,
  endUserSessions: ['sessions_ended'],
  end_other_sessions: ['sessions_ended'],
  end_session: ['sessions_ended'],
  enter_changelist: NO_CHANGE,
  eraseAccount: ['account_erasure_started'],
  eraseAddress: ['address_erased'],
  eraseUser: ['user_erased', 'user_deactivated', 'token_revoked'],
  deliver_held_upload: ['frozen_date_replaced'],
  freeze_dates: ['dates_frozen'],
  unfreeze_dates: ['dates_unfrozen'],
  launch_backfill: ['backfill_launched'],
  leave_changelist: NO_CHANGE,
  merge_changelist: DRAFT,
  end_maintenance: JOURNAL,
  pause: JOURNAL,
  plan_maintenance: JOURNAL,
  pause_key: ['key_changed'],
  preview_bulk_downloads: NO_CHANGE,
  preview_bulk_uploads: NO_CHANGE,
  preview_publish: NO_CHANGE,
  preview_publish_rows: ['rows_previewed'],
  preview_table: ['rows_previewed'],
  removeAccountRole: ['role_removed'],
  removeUserFromAccountV2: ['removed_from_account'],
  removeUserV2: ['user_deactivated', 'token_revoked', 'global_roles_changed'],
  resume: JOURNAL,
  retry_failed_work: ['failed_work_retried'],
  save_kept_data: ['data_retention_changed'],
  run_download: JOURNAL,
  run_upload: JOURNAL,
  resume_key: ['key_changed'],
  reactivateAccount: ['account_reactivated'],
  remove_audit_stream: ['audit_stream_removed'],
  remove_authenticator_app: ['factor_removed'],
  remove_account_key: ['account_key_removed'],
  remove_integration: ['integration_removed'],
  remove_passkey: ['factor_removed'],
  remove_sso_connection: ['sso_connection_removed'],
  remove_sso_domain: ['sso_domain_removed'],
  rename_passkey: OWN_TEXT,
  rename_view: OWN_TEXT,
  renew_recovery_codes: ['recovery_codes_created'],
  replay_received_mail: JOURNAL,
  repoint_key: ['script_published', 'key_used_by_script'],
  request_review: DRAFT,
  resetAuth0Password: ['password_reset_sent'],
  resetUserFactors: ['factors_reset'],
  resend_invitation: ['invitation_sent'],
  resolve_comment: OWN_TEXT,
  retry_flow: JOURNAL,
  review_changelist: ['draft_approved', 'draft_changes_requested'],
  revoke_invitation: ['invitation_revoked'],
  revoke_service_token: ['token_revoked'],
  rollback_changelist: ['script_published', 'key_used_by_script'],
  run_bulk_change: JOURNAL,
  saveAccountRole: ['role_created', 'role_changed'],
  saveAccountV2: ['account_created', 'account_changed'],
  savePreference: OWN_TEXT,
  save_audit_retention: ['audit_retention_changed'],
  save_audit_stream: ['audit_stream_added', 'audit_stream_changed'],
  save_account_key: ['account_key_set'],
  saveUserV2: [
    'invitation_sent',
    'user_created',
    'user_renamed',
    'user_reactivated',
    'roles_changed',
    'global_roles_changed',
  ],
  save_backfill: JOURNAL,
  save_changelist: ['script_published', 'key_used_by_script'],
  save_credential: ['key_created', 'key_changed', 'key_archived'],
  save_download: JOURNAL,
  save_emailmatch: ['mail_rules_changed'],
  save_emailrecipient: ['mail_rules_changed'],
  save_event: JOURNAL,
  save_export: DRAFT,
  save_flow: JOURNAL,
  save_integration: ['integration_added', 'integration_changed'],
  save_publish_settings: ['approval_rule_changed', 'approval_rule_change_requested'],
  save_source_bundle: DRAFT,
  save_source_contract: JOURNAL,
  save_sso_break_glass: ['sso_break_glass_changed'],
  save_sso_connection: ['sso_connection_added', 'sso_connection_changed'],
  save_upload: JOURNAL,
  save_view: OWN_TEXT,
  setAuth0UserBlock: ['identity_blocked', 'identity_unblocked'],
  set_sso_only: ['sso_only_changed'],
  start_authenticator_app: 'Prepares a factor; its confirmation is recorded.',
  start_passkey: 'Prepares a factor; its confirmation is recorded.',
  test_audit_stream: 'Sends a text without data to a target that is stored already.',
  verify_sso_domain: ['sso_domain_verified'],
  test_credential: 'Tries a key, and changes nothing.',
  test_integration_draft: 'Tries a receiver, and changes nothing.',
  test_integration: 'Sends a text without data to a receiver that is stored already.',
  work_incident: 'Says who works on a failure; the history of the incident names the person.',
};

const DISCOVERY = 'Describes the protocol.';
const READS_USERS = 'Shows users of the account to the program that administers them; its token is recorded.';
const ROUTES: Coverage = {
  'GET /api/:account/export': ['account_exported'],
  'GET /api/:account/exportAsCsv': ['rows_exported'],
  'GET /api/:account/users/:id/data': ['personal_data_exported'],
  'GET /api/users/:id/data': ['personal_data_exported'],
  'GET /api/:account/files/:file': ['rows_downloaded'],
  'GET /api/:account/metrics/sample/flow_sources/download/:id': ['rows_sampled'],
  'GET /api/:account/uploads/:id/file': ['rows_downloaded'],
  'PUT /api/:account/imports/:file': ['file_imported'],
  'GET /api/oauth/callback': ['key_connected', 'integration_added', 'integration_changed'],
  'GET /api/scim/v2/ResourceTypes': DISCOVERY,
  'GET /api/scim/v2/ResourceTypes/:id': DISCOVERY,
  'GET /api/scim/v2/Schemas': DISCOVERY,
  'GET /api/scim/v2/Schemas/:id': DISCOVERY,
  'GET /api/scim/v2/ServiceProviderConfig': DISCOVERY,
  'GET /api/scim/v2/Users': READS_USERS,
  'GET /api/scim/v2/Users/:id': READS_USERS,
  'GET /api/scim/v2/Groups': READS_USERS,
  'GET /api/scim/v2/Groups/:id': READS_USERS,
  'POST /api/scim/v2/Users': ['user_created', 'roles_changed'],
  'PUT /api/scim/v2/Users/:id': ['roles_changed', 'user_renamed', 'removed_from_account'],
  'POST /api/scim/v2/Bulk': ['user_created', 'roles_changed', 'user_renamed', 'removed_from_account'],
  'PATCH /api/scim/v2/Users/:id': ['roles_changed', 'user_renamed', 'removed_from_account'],
  'DELETE /api/scim/v2/Users/:id': ['removed_from_account'],
  'POST /api/scim/v2/Groups': ['roles_changed'],
  'DELETE /api/scim/v2/Groups/:id': ['roles_changed'],
  'PUT /api/scim/v2/Groups/:id': ['roles_changed'],
  'PATCH /api/scim/v2/Groups/:id': ['roles_changed'],
};

/** Kinds that no call of the API causes by itself. */
const OTHER_CAUSES: Readonly<Record<string, string>> = {
  master_key_rotation_started: 'switchboard keys rotate',
  master_key_rotated: 'switchboard keys rotate',
  master_key_created: 'the first start with a key of a key service',
  master_key_wrapped: 'switchboard keys rotate',
  account_key_resealed: 'the job that seals secrets again after a change of the key of the account',
  signing_key_rotated: 'switchboard keys rotate-signing, and the age of the key',
  sso_domain_missing: 'the job that verifies mail domains again',
  sso_domain_found_again: 'the job that verifies mail domains again',
  sso_domain_unverified: 'the job that verifies mail domains again',
  signed_in: 'the sign-in pages',
  sign_in_failed: 'the sign-in pages',
  sign_in_locked: 'the sign-in pages',
  signed_out: 'the OpenID provider',
  password_changed: 'the sign-in pages',
  factor_refused: 'the sign-in pages',
  recovery_code_used: 'the sign-in pages',
  token_first_used: 'the first request with a token',
  personal_data_downloaded: 'a download of the own data, which belongs to no account',
  support_entered: 'the first request of a day',
  access_denied: 'any call that is refused',
  refusals_counted: 'many calls that are refused',
  act_refused: 'any call of administration that is refused',
  account_erased: 'the job that erases accounts',
  audit_entries_expired: 'the removal of expired entries',
  work_drained: 'switchboard drain',
  work_undrained: 'switchboard undrain',
  data_pruned: 'the job that removes data of ended runs, and switchboard prune',
  audit_exported: 'a page of the audit log that is longer than that of the screen',
};

async function routes(): Promise<string[]> {
  const app = fastify();
  const found: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') found.push(`${each} ${url}`);
  });
  const options = { publicUrl: 'http://localhost', now: () => 0 } as unknown as Parameters<typeof featureRoutes>[1];
  await app.register(featureRoutes, options);
  await app.ready();
  await app.close();
  return found.toSorted();
}

const SOURCE = join(import.meta.dirname, '..');
const source = (): string =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|sql)$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
    .join('\n');

describe('the coverage of the audit log', () => {
  it('mutations of the schema are recorded, or listed with the reason why not', () => {
    const mutations = Object.keys(graphqlSchema().getMutationType()?.getFields() ?? {}).toSorted();
    expect(Object.keys(MUTATIONS).toSorted()).toEqual(mutations);
  });

  it('routes beside GraphQL are recorded, or listed with the reason why not', async () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(await routes());
  });

  it('kinds of the audit log have a cause, and a place in the program that records it', () => {
    const caused = [...Object.values(MUTATIONS), ...Object.values(ROUTES)].flatMap((each) =>
      typeof each === 'string' ? [] : each,
    );
    const kinds = new Set([...caused, ...Object.keys(OTHER_CAUSES)]);
    expect([...kinds].toSorted()).toEqual(Object.keys(AUDIT_KINDS).toSorted());
    const text = source();
    const unrecorded = Object.keys(AUDIT_KINDS).filter((kind) => !text.includes(`'${kind}'`));
    expect(unrecorded).toEqual([]);
  });
});
