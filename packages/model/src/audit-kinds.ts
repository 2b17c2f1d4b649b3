/** Subjects of the audit log, in the order in which they are offered. */
export const AUDIT_SUBJECTS = [
  'sign-in',
  'factors',
  'tokens',
  'users',
  'keys',
  'data',
  'publishing',
  'integrations',
  'administration',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

type Kind = { readonly label: string; readonly subject: AuditSubject };

/** Security-relevant acts that the audit log records. */
export const AUDIT_KINDS = {
  signed_in: { label: 'Signed in', subject: 'sign-in' },
  sign_in_failed: { label: 'Sign-in failed', subject: 'sign-in' },
  sign_in_locked: { label: 'Sign-in locked', subject: 'sign-in' },
  signed_out: { label: 'Signed out', subject: 'sign-in' },
  sessions_ended: { label: 'Sessions ended', subject: 'sign-in' },
  password_changed: { label: 'Password changed', subject: 'sign-in' },
  password_reset_sent: { label: 'Password reset sent', subject: 'sign-in' },
  factor_added: { label: 'Factor added', subject: 'factors' },
  factor_removed: { label: 'Factor removed', subject: 'factors' },
  factor_used: { label: 'Factor used', subject: 'factors' },
  factor_refused: { label: 'Factor refused', subject: 'factors' },
  recovery_codes_created: { label: 'Recovery codes created', subject: 'factors' },
  recovery_code_used: { label: 'Recovery code used', subject: 'factors' },
  factors_reset: { label: 'Factors reset', subject: 'factors' },
  token_created: { label: 'Token created', subject: 'tokens' },
  token_first_used: { label: 'Token used first', subject: 'tokens' },
  token_revoked: { label: 'Token revoked', subject: 'tokens' },
  user_created: { label: 'User added', subject: 'users' },
  user_renamed: { label: 'User renamed', subject: 'users' },
  user_deactivated: { label: 'User deactivated', subject: 'users' },
  user_reactivated: { label: 'User reactivated', subject: 'users' },
  roles_changed: { label: 'Roles changed', subject: 'users' },
  global_roles_changed: { label: 'Global roles changed', subject: 'users' },
  removed_from_account: { label: 'Removed from account', subject: 'users' },
  identity_blocked: { label: 'Identity blocked', subject: 'users' },
  identity_unblocked: { label: 'Identity unblocked', subject: 'users' },
  key_created: { label: 'Key created', subject: 'keys' },
  key_changed: { label: 'Key changed', subject: 'keys' },
  key_connected: { label: 'Key connected', subject: 'keys' },
  key_archived: { label: 'Key deleted', subject: 'keys' },
  key_used_by_script: { label: 'Key used by a new script', subject: 'keys' },
  rows_exported: { label: 'List exported', subject: 'data' },
  rows_sampled: { label: 'Rows sampled', subject: 'data' },
  rows_downloaded: { label: 'Rows downloaded', subject: 'data' },
  draft_approved: { label: 'Draft approved', subject: 'publishing' },
  draft_changes_requested: { label: 'Changes of a draft requested', subject: 'publishing' },
  script_published: { label: 'Script published', subject: 'publishing' },
  approval_rule_changed: { label: 'Approval rule changed', subject: 'publishing' },
  approval_rule_change_requested: { label: 'Change of the approval rule requested', subject: 'publishing' },
  approval_rule_change_refused: { label: 'Change of the approval rule refused', subject: 'publishing' },
  approval_rule_change_withdrawn: { label: 'Change of the approval rule withdrawn', subject: 'publishing' },
  integration_added: { label: 'Integration added', subject: 'integrations' },
  integration_changed: { label: 'Integration changed', subject: 'integrations' },
  integration_removed: { label: 'Integration removed', subject: 'integrations' },
  mail_rules_changed: { label: 'Mail rules changed', subject: 'integrations' },
  account_created: { label: 'Account added', subject: 'administration' },
  account_changed: { label: 'Account changed', subject: 'administration' },
  account_deactivated: { label: 'Account deactivated', subject: 'administration' },
  act_refused: { label: 'Refused', subject: 'administration' },
  audit_exported: { label: 'Audit log exported', subject: 'administration' },
} as const satisfies Record<string, Kind>;

export type AuditKind = keyof typeof AUDIT_KINDS;

export const isAuditKind = (name: string): name is AuditKind => Object.hasOwn(AUDIT_KINDS, name);
