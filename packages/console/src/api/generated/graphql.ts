// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** One change of a file: a text writes it, null deletes it. With original_path the file is moved, and keeps its content without a text. */
export type ChangelistFileInput = {
  /** Path from which the file is moved. */
  original_path?: string | null | undefined;
  /** Path of the file after the change. */
  path: string;
  /** The whole content; null deletes the file. */
  text?: string | null | undefined;
};

/** Changes to make; the rest stays. */
export type ChangelistInput = {
  /** New description, cut to 500 characters. */
  description?: string | null | undefined;
  /** Changes of files; each path at most once. Needs version. */
  files?: Array<ChangelistFileInput> | null | undefined;
};

/** Values of a rule. Those that are left out stay; null or an empty pattern fits every mail. */
export type EmailRuleInput = {
  /** Its place among the rules, from 0; a new rule is the last without it. */
  newIndex?: number | null | undefined;
  /** Steps of letters, digits and safe characters, separated by slashes. */
  path?: string | null | undefined;
  /** Replaces senderRegex. */
  senderGlob?: string | null | undefined;
  /** Replaces senderGlob. */
  senderRegex?: string | null | undefined;
  /** Replaces subjectRegex. */
  subjectGlob?: string | null | undefined;
  /** Replaces subjectGlob. */
  subjectRegex?: string | null | undefined;
};

/** The day to which a run of the upload belongs: its report date, or the UTC day on which it ended. */
export type ExportStatusGroupBy =
  | 'reportDate'
  | 'uploadDate';

/** The day to which a run of the download belongs: its report date, or the UTC day on which it ended. */
export type ImportStatusGroupBy =
  | 'downloadDate'
  | 'reportDate';

/** Content of a file with a conflict after the merge. */
export type MergeResolution = {
  /** Path of the conflict. */
  path: string;
  /** The whole content; null deletes the file. */
  text?: string | null | undefined;
};

/** Dimension that splits the rows of a report, besides the month. */
export type RowsReportDimension =
  | 'project'
  | 'purpose';

/** Filters of the rows of a report. */
export type RowsReportFilters = {
  /** Months before the last whole month, 12 by default and at most 24: 12 gives 13 whole months and the current one. */
  monthsAgo?: number | null | undefined;
  /** Only these projects, at most 5. */
  projects?: Array<string> | null | undefined;
  /** Only so many projects, those with the most rows, tests apart; at most 5, which is the default of reports by project. Without effect beside projects. */
  topProjects?: number | null | undefined;
};

/** Columns by which downloads and uploads can be sorted. Rows without a value come last. */
export type SortColumn =
  | 'CREATED'
  | 'FINISHED'
  | 'REPORT_DATETIME'
  | 'STARTED';

/** Ascending or descending order. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** Conditions on a title, case-insensitive. They combine with AND. */
export type TitleFilter = {
  /** Part of the title. */
  contains?: string | null | undefined;
  /** The whole title. */
  equals?: string | null | undefined;
  /** Start of the title. */
  startsWith?: string | null | undefined;
};

export type FilterOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type FilterOptionsQuery = { filter_options: { projects: Array<string>, download_names: Array<string>, bundle_names: Array<string>, upload_names: Array<string>, destinations: Array<string> } };

export type StateCountFragment = { count: number, has_more: boolean };

export type ChangesSubscriptionVariables = Exact<{
  missed_ms?: number | null | undefined;
}>;


export type ChangesSubscription = { changes: { incidents: Array<string>, overflow: boolean, downloads: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, uploads: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null }>, events: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }>, changelists: Array<{ id: string, status: string, description: string, needs_merge: boolean, updated_on: string }> } };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { meV2: { id: string, email: string, name: string, datagridPreferences: unknown, userPreferences: { prefersMiniNavbar: boolean, mode: string, drawerWidth: number | null } } };

export type SavePreferenceMutationVariables = Exact<{
  name: string;
  value: unknown;
}>;


export type SavePreferenceMutation = { savePreference: { name: string, value: unknown } };

export type SavedViewFragment = { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null };

export type SavedViewsQueryVariables = Exact<{
  list: string;
}>;


export type SavedViewsQuery = { saved_views: { nodes: Array<{ id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }> } };

export type SaveViewMutationVariables = Exact<{
  list: string;
  name: string;
  query: string;
}>;


export type SaveViewMutation = { save_view:
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type RenameViewMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenameViewMutation = { rename_view:
    | { message: string }
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type DeleteViewMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteViewMutation = { delete_view:
    | { message: string }
    | { id: string, name: string, query: string, is_own: boolean, owner: { id: string, name: string } | null }
   };

export type AccountNamesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type AccountNamesQuery = { accountsV2: { nodes: Array<{ id: string, urlName: string, name: string }>, pageInfo: { hasNextPage: boolean } } };

export type RoleFactsFragment = { id: string, name: string, permissions: Array<string>, version: number, holders: number };

export type AccountRolesQueryVariables = Exact<{
  urlName: string;
}>;


export type AccountRolesQuery = { account: { id: string, definedRoles: Array<{ id: string, name: string, permissions: Array<string>, version: number, holders: number }> } | null };

export type SaveRoleMutationVariables = Exact<{
  urlName: string;
  name: string;
  permissions: Array<string> | string;
  roleId?: string | number | null | undefined;
  version?: number | null | undefined;
}>;


export type SaveRoleMutation = { saveAccountRole:
    | { __typename: 'AccountRole', id: string, name: string, permissions: Array<string>, version: number, holders: number, account: { id: string, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, definedRoles: Array<{ id: string, name: string, permissions: Array<string>, version: number, holders: number }> } | null }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'InvalidRoleError', field: string, problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type RemoveRoleMutationVariables = Exact<{
  urlName: string;
  roleId: string | number;
  version: number;
}>;


export type RemoveRoleMutation = { removeAccountRole:
    | { __typename: 'Account', id: string, definedRoles: Array<{ id: string, name: string, permissions: Array<string>, version: number, holders: number }> }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type UserFactsFragment = { id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> };

export type AccountFactsFragment = { id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> };

export type SaveUserMutationVariables = Exact<{
  userEmail: string;
  userName?: string | null | undefined;
  userPassword?: string | null | undefined;
  roles?: Array<string> | string | null | undefined;
  urlNames?: Array<string> | string | null | undefined;
}>;


export type SaveUserMutation = { saveUserV2:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'InsecurePasswordError', errors: Array<string> }
    | { __typename: 'InvalidUserError', field: string, problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SavedUser', invited: boolean, user: { id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> } | null, accounts: Array<{ id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> }> }
   };

export type VerifyEmailQueryVariables = Exact<{
  email: string;
  urlName?: string | null | undefined;
}>;


export type VerifyEmailQuery = { verifyEmail: { auth0Name: string | null, userId: string | null, invites: boolean } };

export type ResendInvitationMutationVariables = Exact<{
  urlName: string;
  id: string | number;
}>;


export type ResendInvitationMutation = { resend_invitation:
    | { __typename: 'Account', id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type RevokeInvitationMutationVariables = Exact<{
  urlName: string;
  id: string | number;
}>;


export type RevokeInvitationMutation = { revoke_invitation:
    | { __typename: 'Account', id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type RemoveFromAccountMutationVariables = Exact<{
  urlName: string;
  email: string;
  isLast?: boolean | null | undefined;
}>;


export type RemoveFromAccountMutation = { removeUserFromAccountV2:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SavedUser', user: { id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> } | null, accounts: Array<{ id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> }> }
   };

export type SaveAccountMutationVariables = Exact<{
  urlName?: string | null | undefined;
  name?: string | null | undefined;
  newUrlName?: string | null | undefined;
  contractedRowCount?: number | null | undefined;
  showDownloadSummary?: boolean | null | undefined;
  queueWeight?: number | null | undefined;
  runningLimit?: number | null | undefined;
  keyRunningLimit?: number | null | undefined;
  requiresApproval?: boolean | null | undefined;
  setDefaultDeadline?: string | null | undefined;
  removeDefaultDeadline?: boolean | null | undefined;
  setSummaryTime?: string | null | undefined;
  removeSummaryTime?: boolean | null | undefined;
  setSummaryRecipients?: Array<string> | string | null | undefined;
  clearSummaryRecipients?: boolean | null | undefined;
}>;


export type SaveAccountMutation = { saveAccountV2:
    | { __typename: 'Account', id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> }
    | { __typename: 'ConflictingNameError', problem: string }
    | { __typename: 'ConflictingUrlNameError', problem: string }
    | { __typename: 'InvalidAccountError', field: string, problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type DeactivatedQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type DeactivatedQuery = { deactivatedAccounts: { nodes: Array<{ id: string, urlName: string, name: string, deactivatedOn: string | null, erasesOn: string | null, isBeingErased: boolean }>, pageInfo: { hasNextPage: boolean } }, deactivatedUsers: { nodes: Array<{ id: string, name: string, email: string }>, pageInfo: { hasNextPage: boolean } } };

export type DeactivatedAccountFactsFragment = { id: string, urlName: string, name: string, deactivatedOn: string | null, erasesOn: string | null, isBeingErased: boolean };

export type ReactivateAccountMutationVariables = Exact<{
  urlName: string;
}>;


export type ReactivateAccountMutation = { reactivateAccount:
    | { __typename: 'Account' }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EraseAccountMutationVariables = Exact<{
  urlName: string;
  confirmation: string;
}>;


export type EraseAccountMutation = { eraseAccount:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'DeactivatedAccount', id: string, urlName: string, name: string, deactivatedOn: string | null, erasesOn: string | null, isBeingErased: boolean }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EraseUserMutationVariables = Exact<{
  userId: string | number;
}>;


export type EraseUserMutation = { eraseUser:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'EndedUser' }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EraseAddressMutationVariables = Exact<{
  email: string;
}>;


export type EraseAddressMutation = { eraseAddress:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ErasedAddress' }
    | { __typename: 'NotFoundError', problem: string }
   };

export type DownloadRowFragment = { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null };

export type DownloadQueryVariables = Exact<{
  id: string | number;
}>;


export type DownloadQuery = { download: { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null } | null };

export type DownloadsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  sortBy?: SortColumn | null | undefined;
  sortDirection?: SortDirection | null | undefined;
  upload_id?: string | number | null | undefined;
  import_name?: string | null | undefined;
}>;


export type DownloadsQuery = { downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FlowDownloadsQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FlowDownloadsQuery = { flow_downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SaveDownloadMutationVariables = Exact<{
  id: string | number;
  status: string;
}>;


export type SaveDownloadMutation = { save_download:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'Download', id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }
    | { __typename: 'NotFoundError', problem: string }
   };

export type RunConsequencesQueryVariables = Exact<{
  name: string;
}>;


export type RunConsequencesQuery = { downloadDetails:
    | { __typename: 'DownloadDetails', name: string, uploads: Array<{ name: string, status: string }> }
    | { __typename: 'NoPublishedScriptbook' }
    | { __typename: 'NotFoundError' }
   };

export type RunDownloadMutationVariables = Exact<{
  name: string;
  report_date?: string | null | undefined;
  request_id: string;
}>;


export type RunDownloadMutation = { run_download:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'Download', id: string, status: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type BranchChangelistMutationVariables = Exact<{
  description: string;
  id?: string | number | null | undefined;
}>;


export type BranchChangelistMutation = { branch_changelist:
    | { __typename: 'Changelist', id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type ArchiveDraftMutationVariables = Exact<{
  id: string | number;
}>;


export type ArchiveDraftMutation = { save_changelist:
    | { __typename: 'CompilationErrors', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NeedsMergeError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SaveChangelistOk', changelist: { id: string, status: string } }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type RenameDraftMutationVariables = Exact<{
  id: string | number;
  description: string;
}>;


export type RenameDraftMutation = { save_changelist:
    | { __typename: 'CompilationErrors', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NeedsMergeError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SaveChangelistOk', changelist: { id: string, description: string, updated_on: string, updated_by: { id: string, name: string } | null } }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type RollBackMutationVariables = Exact<{
  id: string | number;
}>;


export type RollBackMutation = { rollback_changelist:
    | { __typename: 'CompilationErrors', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NeedsMergeError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SaveChangelistOk', changelist: { id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null } }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type ChangelistRowFragment = { id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null };

export type FlowSummaryRowFragment = { purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number };

export type DraftsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  archived?: boolean | null | undefined;
}>;


export type DraftsQuery = { drafts: { nodes: Array<{ id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type HistoryQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type HistoryQuery = { history: { nodes: Array<{ id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PublishedChangelistQueryVariables = Exact<{ [key: string]: never; }>;


export type PublishedChangelistQuery = { published_changelist: { id: string, description: string, status: string, needs_merge: boolean, created_on: string, updated_on: string, published_on: string | null, open_comments: number, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }>, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, published_by: { id: string, name: string } | null, approved_by: { id: string, name: string } | null, present: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }>, parent: { id: string, description: string } | null } | null };

export type ChangelistDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type ChangelistDetailQuery = { changelist: { id: string, compilation_result: { messages: Array<{ type: string, path: string, startLine: number, endLine: number, startColumn: number, endColumn: number, message: string }>, declarations: Array<{ path: string, name: string, declaration_type: string, connector_type: string, key_name: string | null, line: number, column: number }> }, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }> } | null };

export type ChangelistChangesQueryVariables = Exact<{
  original: string | number;
  modified: string | number;
}>;


export type ChangelistChangesQuery = { changelist_diff: { modified_files: Array<{ id: string, path: string, original_path: string }>, created_files: Array<{ id: string, path: string }>, deleted_files: Array<{ id: string, path: string }> } | null };

export type SaveEventMutationVariables = Exact<{
  id: string | number;
  comment: string;
}>;


export type SaveEventMutation = { save_event:
    | { __typename: 'Event', id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EventRowFragment = { id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null };

export type EventQueryVariables = Exact<{
  id: string | number;
}>;


export type EventQuery = { event: { id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null } | null };

export type EventsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  severities?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  withComments?: boolean | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventsQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FailureKeyQueryVariables = Exact<{
  kind: string;
  id: string | number;
}>;


export type FailureKeyQuery = { failure_explanation: { id: string, code: string, key_name: string | null } | null };

export type FailurePartsFragment = { id: string, kind: string, name: string, status: string, code: string, message: string | null, next_try: string | null, is_in_script: boolean, is_changed: boolean, subject_kind: string | null, subject: string | null, column: string | null, key_name: string | null, rows_file: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, place: { path: string, startLine: number, startColumn: number, endLine: number, endColumn: number, part: string } | null, changelist: { id: string, description: string }, download: { id: string, name: string, dirty_row_status: string, parts: Array<{ id: string, name: string, row_count: number | null, dirty_row_count: number | null, new_dirty_row_count: number | null, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }> } | null };

export type FailureExplanationQueryVariables = Exact<{
  kind: string;
  id: string | number;
}>;


export type FailureExplanationQuery = { failure_explanation: { id: string, kind: string, name: string, status: string, code: string, message: string | null, next_try: string | null, is_in_script: boolean, is_changed: boolean, subject_kind: string | null, subject: string | null, column: string | null, key_name: string | null, rows_file: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, place: { path: string, startLine: number, startColumn: number, endLine: number, endColumn: number, part: string } | null, changelist: { id: string, description: string }, download: { id: string, name: string, dirty_row_status: string, parts: Array<{ id: string, name: string, row_count: number | null, dirty_row_count: number | null, new_dirty_row_count: number | null, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }> } | null } | null };

export type FlowWaitingFragment = { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null };

export type FlowQueryVariables = Exact<{
  id: string | number;
}>;


export type FlowQuery = { flow: { id: string, status: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, processing: Array<{ id: string, started: string | null, finished: string | null, status: string }> } | null };

export type HealthDayFragment = { status: string | null, running: boolean };

export type HealthEventFragment = { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null };

export type DeclarationPositionFragment = { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number };

export type HealthRowFragment = { name: string, project: string, destination: string | null, artifactStatus: string, dependencyStatus: string, level: string, idle: boolean, message: string, messageKind: string, cause: { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null } | null, sparkline: Array<{ status: string | null, running: boolean }>, event: { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null } | null, pos: { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number } };

export type HomepageQueryVariables = Exact<{
  refresh?: boolean | null | undefined;
}>;


export type HomepageQuery = { homepage:
    | { __typename: 'Homepage', refreshedAt: string, sparklineFirstDate: string, downloads: Array<{ name: string, project: string, destination: string | null, artifactStatus: string, dependencyStatus: string, level: string, idle: boolean, message: string, messageKind: string, cause: { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null } | null, sparkline: Array<{ status: string | null, running: boolean }>, event: { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null } | null, pos: { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number } }>, uploads: Array<{ name: string, project: string, destination: string | null, artifactStatus: string, dependencyStatus: string, level: string, idle: boolean, message: string, messageKind: string, cause: { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null } | null, sparkline: Array<{ status: string | null, running: boolean }>, event: { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null } | null, pos: { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number } }> }
    | { __typename: 'NoPublishedScriptbook', message: string }
   };

export type HealthCauseFragment = { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null };

export type IncidentRowFragment = { id: string, transfer: string, code: string, purpose: string, subject_kind: string, subject: string, names: Array<string>, is_suspended: boolean, latest_id: string | null, message: string | null, since: string, latest: string, next_try: string | null, account: { url_name: string, name: string }, work: { acknowledged_on: string | null, acknowledged_by: string | null, assigned_to: string | null, is_mine: boolean, snoozed_until: string | null, muted_until: string | null }, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean }, waiting: { count: number, has_more: boolean }, affected_uploads: Array<{ name: string, deadline: string | null, is_late: boolean }> };

export type IncidentsQueryVariables = Exact<{
  account?: string | null | undefined;
  first?: number | null | undefined;
  work?: string | null | undefined;
}>;


export type IncidentsQuery = { incidents: { nodes: Array<{ id: string, transfer: string, code: string, purpose: string, subject_kind: string, subject: string, names: Array<string>, is_suspended: boolean, latest_id: string | null, message: string | null, since: string, latest: string, next_try: string | null, account: { url_name: string, name: string }, work: { acknowledged_on: string | null, acknowledged_by: string | null, assigned_to: string | null, is_mine: boolean, snoozed_until: string | null, muted_until: string | null }, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean }, waiting: { count: number, has_more: boolean }, affected_uploads: Array<{ name: string, deadline: string | null, is_late: boolean }> }>, pageInfo: { hasNextPage: boolean } } };

export type IncidentCausesQueryVariables = Exact<{
  account?: string | null | undefined;
}>;


export type IncidentCausesQuery = { incidents: { nodes: Array<{ id: string, transfer: string, code: string, subject: string, failed: { count: number, has_more: boolean }, retrying: { count: number, has_more: boolean } }>, pageInfo: { hasNextPage: boolean } } };

export type IncidentCountQueryVariables = Exact<{
  account?: string | null | undefined;
}>;


export type IncidentCountQuery = { incidents: { nodes: Array<{ id: string, purpose: string }>, pageInfo: { hasNextPage: boolean } } };

export type JournalDayFragment = { date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number };

export type KeyImpactQueryVariables = Exact<{
  name: string;
}>;


export type KeyImpactQuery = { impactedDownloads: { nodes: Array<{ id: string, name: string }> }, impactedUploads: { nodes: Array<{ id: string, name: string }> } };

export type DeleteKeyMutationVariables = Exact<{
  name: string;
}>;


export type DeleteKeyMutation = { save_credential:
    | { __typename: 'InvalidCredential', problem: string }
    | { __typename: 'SaveCredentialOk', credential: { id: string } | null }
    | { __typename: 'ValidationErrors' }
   };

export type KeyRowFragment = { id: string, name: string, credential_type_name: string, status: string, description: string, expires: string | null, expires_of: string | null };

export type CredentialsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  credentialTypes?: Array<string> | string | null | undefined;
}>;


export type CredentialsQuery = { credentials: { nodes: Array<{ id: string, name: string, credential_type_name: string, status: string, description: string, expires: string | null, expires_of: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type UnsuspendKeyMutationVariables = Exact<{
  name: string;
}>;


export type UnsuspendKeyMutation = { save_credential:
    | { __typename: 'InvalidCredential', problem: string }
    | { __typename: 'SaveCredentialOk' }
    | { __typename: 'ValidationErrors' }
   };

export type LineageVersionQueryVariables = Exact<{ [key: string]: never; }>;


export type LineageVersionQuery = { published_changelist: { id: string } | null };

export type MaintenanceFactsFragment = { id: string, kind: string, name: string | null, starts: string, ends: string, reason: string, planned_by: { id: string, name: string } | null };

export type MaintenanceWindowsQueryVariables = Exact<{ [key: string]: never; }>;


export type MaintenanceWindowsQuery = { maintenance: { windows: Array<{ id: string, kind: string, name: string | null, starts: string, ends: string, reason: string, planned_by: { id: string, name: string } | null }> } };

export type PlanMaintenanceMutationVariables = Exact<{
  kind: string;
  name?: string | null | undefined;
  starts?: string | null | undefined;
  ends: string;
  reason: string;
}>;


export type PlanMaintenanceMutation = { plan_maintenance:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'MaintenanceWindow', id: string, kind: string, name: string | null, starts: string, ends: string, reason: string, planned_by: { id: string, name: string } | null }
    | { __typename: 'NotFoundError', problem: string }
   };

export type EndMaintenanceMutationVariables = Exact<{
  id: string | number;
}>;


export type EndMaintenanceMutation = { end_maintenance:
    | { __typename: 'MaintenanceWindow', id: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type StartOAuthQueryVariables = Exact<{
  entity: string;
  type: string;
  id?: string | number | null | undefined;
  name?: string | null | undefined;
}>;


export type StartOAuthQuery = { start_oauth: string };

export type PauseFactsFragment = { kind: string, name: string, reason: string, until: string | null, catches_up: boolean, since: string, paused_by: { id: string, name: string } | null };

export type PauseOfQueryVariables = Exact<{
  kind: string;
  name: string;
}>;


export type PauseOfQuery = { pause: { kind: string, name: string, reason: string, until: string | null, catches_up: boolean, since: string, paused_by: { id: string, name: string } | null } | null };

export type PauseBacklogQueryVariables = Exact<{
  kind: string;
  name: string;
}>;


export type PauseBacklogQuery = { pause_backlog: { count: number, items: Array<{ id: string, kind: string, name: string, report_date: string | null, due: string }> } };

export type PausePipelineMutationVariables = Exact<{
  kind: string;
  name: string;
  reason: string;
  until?: string | null | undefined;
  catches_up?: boolean | null | undefined;
}>;


export type PausePipelineMutation = { pause:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Pause', kind: string, name: string, reason: string, until: string | null, catches_up: boolean, since: string, paused_by: { id: string, name: string } | null }
   };

export type PauseKeyMutationVariables = Exact<{
  name: string;
  reason: string;
  until?: string | null | undefined;
  catches_up?: boolean | null | undefined;
}>;


export type PauseKeyMutation = { pause_key:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Pause', kind: string, name: string, reason: string, until: string | null, catches_up: boolean, since: string, paused_by: { id: string, name: string } | null }
   };

export type ResumePipelineMutationVariables = Exact<{
  kind: string;
  name: string;
  catch_up: string;
  items?: Array<string> | string | null | undefined;
}>;


export type ResumePipelineMutation = { resume:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Resumed' }
   };

export type ResumeKeyMutationVariables = Exact<{
  name: string;
  catch_up: string;
  items?: Array<string> | string | null | undefined;
}>;


export type ResumeKeyMutation = { resume_key:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Resumed' }
   };

export type PublishRulesFragment = { requires_approval: boolean, change_problem: string | null, pending_change: { id: string, created: string, is_mine: boolean, answer_problem: string | null, requested_by: { id: string, name: string } | null } | null };

export type PublishRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type PublishRulesQuery = { publish_settings: { requires_approval: boolean, change_problem: string | null, pending_change: { id: string, created: string, is_mine: boolean, answer_problem: string | null, requested_by: { id: string, name: string } | null } | null } };

export type SavePublishRulesMutationVariables = Exact<{
  required: boolean;
}>;


export type SavePublishRulesMutation = { save_publish_settings: { requires_approval: boolean, change_problem: string | null, pending_change: { id: string, created: string, is_mine: boolean, answer_problem: string | null, requested_by: { id: string, name: string } | null } | null } };

export type AnswerPublishRulesMutationVariables = Exact<{
  id: string | number;
  answer: string;
}>;


export type AnswerPublishRulesMutation = { outcome:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'PublishSettings', requires_approval: boolean, change_problem: string | null, pending_change: { id: string, created: string, is_mine: boolean, answer_problem: string | null, requested_by: { id: string, name: string } | null } | null }
   };

export type FreezeFactsFragment = { id: string, upload_name: string | null, dates: string, reason: string, created: string, held: number, frozen_by: { id: string, name: string } | null };

export type DateFreezesQueryVariables = Exact<{ [key: string]: never; }>;


export type DateFreezesQuery = { date_freezes: { freezes: Array<{ id: string, upload_name: string | null, dates: string, reason: string, created: string, held: number, frozen_by: { id: string, name: string } | null }> } };

export type DraftToTestQueryVariables = Exact<{
  id: string | number;
}>;


export type DraftToTestQuery = { changelist: { id: string, description: string, compilation_result: { messages: Array<{ type: string, path: string, line: number, message: string }>, declarations: Array<{ name: string, declaration_type: string, path: string, test: boolean }> } } | null };

export type LaunchTestMutationVariables = Exact<{
  changelist_id: string | number;
  test_exports: Array<string> | string;
  fetch_new_downloads: boolean;
}>;


export type LaunchTestMutation = { save_changelist:
    | { __typename: 'CompilationErrors', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NeedsMergeError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SaveChangelistOk', compilation_result: { messages: Array<{ type: string }> }, flows: Array<{ id: string }> }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type DifferenceCountsFragment = { failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { rows: number }, removed: { rows: number }, changed: { rows: number }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> };

export type DifferenceRowsFragment = { columns: Array<string>, failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { sample: unknown, rows: number }, removed: { sample: unknown, rows: number }, changed: { rows: number, sample: Array<{ before: unknown, after: unknown, columns: Array<string> }> }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> };

export type TestRunRowFragment = { id: string, created: string, status: string, failed: boolean, message: string | null, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, launched_by: { id: string, name: string } | null, changelist: { id: string, description: string, status: string }, outputs: Array<{ id: string, name: string, status: string, difference: { failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { rows: number }, removed: { rows: number }, changed: { rows: number }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> } | null }>, events: Array<{ id: string, created: string, severity: string, message: string, code: string }> };

export type TestRunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TestRunsQuery = { flows: { nodes: Array<{ id: string, created: string, status: string, failed: boolean, message: string | null, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, launched_by: { id: string, name: string } | null, changelist: { id: string, description: string, status: string }, outputs: Array<{ id: string, name: string, status: string, difference: { failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { rows: number }, removed: { rows: number }, changed: { rows: number }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> } | null }>, events: Array<{ id: string, created: string, severity: string, message: string, code: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TestRunQueryVariables = Exact<{
  id: string | number;
}>;


export type TestRunQuery = { flow: { purpose: string, id: string, created: string, status: string, failed: boolean, message: string | null, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, launched_by: { id: string, name: string } | null, changelist: { id: string, description: string, status: string }, outputs: Array<{ id: string, name: string, status: string, difference: { failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { rows: number }, removed: { rows: number }, changed: { rows: number }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> } | null }>, events: Array<{ id: string, created: string, severity: string, message: string, code: string }> } | null };

export type TestRunEventsQueryVariables = Exact<{
  flow_id: string | number;
  first?: number | null | undefined;
}>;


export type TestRunEventsQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }> } };

export type TestRunDifferencesQueryVariables = Exact<{
  id: string | number;
}>;


export type TestRunDifferencesQuery = { flow: { id: string, outputs: Array<{ id: string, name: string, status: string, result_file: string | null, difference: { columns: Array<string>, failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { sample: unknown, rows: number }, removed: { sample: unknown, rows: number }, changed: { rows: number, sample: Array<{ before: unknown, after: unknown, columns: Array<string> }> }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> } | null }> } | null };

export type ArchiveTestRunMutationVariables = Exact<{
  id: string | number;
  archived: boolean;
}>;


export type ArchiveTestRunMutation = { save_flow:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'Flow', id: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type BulkProgressFragment = { id: string, count: number, open: number, finished: string | null, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> };

export type BulkPreviewFragment = { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> };

export type PreviewBulkDownloadsMutationVariables = Exact<{
  action: string;
  ids?: Array<string | number> | string | number | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type PreviewBulkDownloadsMutation = { preview: { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> } };

export type PreviewBulkUploadsMutationVariables = Exact<{
  action: string;
  ids?: Array<string | number> | string | number | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type PreviewBulkUploadsMutation = { preview: { is_limited: boolean, id: string, count: number, open: number, finished: string | null, skipped: Array<{ status: string, count: number, has_more: boolean }>, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> } };

export type RunBulkChangeMutationVariables = Exact<{
  id: string | number;
  request_id: string;
}>;


export type RunBulkChangeMutation = { run_bulk_change:
    | { __typename: 'BulkChange', id: string, count: number, open: number, finished: string | null, outcomes: Array<{ outcome: string, count: number }>, refusals: Array<{ outcome: string, message: string, download: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null, upload: { id: string, name: string, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null }> }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type MatchingDownloadsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type MatchingDownloadsQuery = { matching: { count: number, has_more: boolean } };

export type MatchingUploadsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type MatchingUploadsQuery = { matching: { count: number, has_more: boolean } };

export type ReportDateFragment = { short: string, long: string, long_utc: string, iso: string };

export type AmountsFragment = { rows: number | null, bytes: number | null, reports: number | null };

export type TransferProgressFragment = { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } };

export type TransferWaitingFragment = { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null };

export type TransferEventsQueryVariables = Exact<{
  download_id?: string | number | null | undefined;
  upload_id?: string | number | null | undefined;
  first?: number | null | undefined;
}>;


export type TransferEventsQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }> } };

export type RunUploadMutationVariables = Exact<{
  id: string | number;
  request_id: string;
}>;


export type RunUploadMutation = { run_upload:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Upload', id: string, status: string }
   };

export type UploadRowFragment = { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null };

export type UploadQueryVariables = Exact<{
  id: string | number;
}>;


export type UploadQuery = { upload: { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null } | null };

export type UploadsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
  sortBy?: SortColumn | null | undefined;
  sortDirection?: SortDirection | null | undefined;
  download_id?: string | number | null | undefined;
  flow_id?: string | number | null | undefined;
}>;


export type UploadsQuery = { uploads: { nodes: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SaveUploadMutationVariables = Exact<{
  id: string | number;
  status: string;
}>;


export type SaveUploadMutation = { save_upload:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Upload', id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null }
   };

export type RowsReportQueryVariables = Exact<{
  dimensions?: Array<RowsReportDimension> | RowsReportDimension | null | undefined;
  filters?: RowsReportFilters | null | undefined;
}>;


export type RowsReportQuery = { downloadRowsReport: { contracted: number | null, forecast: number, backfillRowCount: number, productionRowCount: number, testRowCount: number, isVisibleForCustomer: boolean, rows: Array<{ project: string | null, purpose: string | null, year: number, month: number, totalRowCount: number, totalByteCount: number }> } | null };

export type UsageProjectsQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageProjectsQuery = { filter_options: { projects: Array<string> } };

export type AccountKeyFactsFragment = { id: string, reference: string, created: string, is_current: boolean, sealed_secrets: number, secrets: number, problem: string | null };

export type AccountKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountKeyQuery = { account_key: { id: string, reference: string, created: string, is_current: boolean, sealed_secrets: number, secrets: number, problem: string | null } | null };

export type SaveAccountKeyMutationVariables = Exact<{
  reference: string;
  credentials: unknown;
}>;


export type SaveAccountKeyMutation = { outcome:
    | { __typename: 'AccountKey' }
    | { __typename: 'ConflictError', problem: string }
   | null };

export type RemoveAccountKeyMutationVariables = Exact<{ [key: string]: never; }>;


export type RemoveAccountKeyMutation = { outcome:
    | { __typename: 'AccountKey' }
    | { __typename: 'NotFoundError', problem: string }
   | null };

export type AccountQueryVariables = Exact<{
  urlName: string;
}>;


export type AccountQuery = { account: { id: string, urlName: string, name: string, contractedRowCount: number | null, showDownloadSummary: boolean, queueWeight: number, runningLimit: number | null, keyRunningLimit: number | null, requiresApproval: boolean, defaultDeadline: string | null, dailySummaryTime: string | null, dailySummaryRecipients: Array<string>, users: Array<{ id: string, name: string, email: string, roles: Array<string>, isLastAccount: boolean }>, invitations: Array<{ id: string, email: string, name: string, roles: Array<string>, inviterName: string, expires: string, hasExpired: boolean }> } | null };

export type DeactivateAccountMutationVariables = Exact<{
  urlName: string;
}>;


export type DeactivateAccountMutation = { deactivateAccountV2:
    | { __typename: 'Account' }
    | { __typename: 'NotFoundError', problem: string }
   };

export type AdministeredAccountFragment = { id: string, urlName: string, name: string };

export type AccountsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { accountsV2: { nodes: Array<{ id: string, urlName: string, name: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type InstallationReportQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationReportQuery = { installation_report: { at: string, database: string, isStuck: boolean, findings: Array<{ check: string, level: string, title: string, total: number, todo: string | null, items: Array<{ account: string | null, what: string, why: string, since: string | null, todo: string | null }> }> } };

export type RetryFailedWorkMutationVariables = Exact<{
  from: string;
  to: string;
  causes?: Array<string> | string | null | undefined;
  account?: string | null | undefined;
  dry_run?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type RetryFailedWorkMutation = { retry_failed_work:
    | { problem: string }
    | { retried: number, left: number, next: string | null }
   };

export type KeptKindFactsFragment = { kind: string, label: string, days: number | null, is_own: boolean, installation_days: number | null, min_days: number, due: number | null, due_bytes: number | null };

export type KeptDataQueryVariables = Exact<{
  account: string;
}>;


export type KeptDataQuery = { kept_data: { kept_kinds: Array<{ kind: string, label: string, days: number | null, is_own: boolean, installation_days: number | null, min_days: number, due: number | null, due_bytes: number | null }> } | null };

export type SaveKeptDataMutationVariables = Exact<{
  account: string;
  kind: string;
  days?: number | null | undefined;
  as_installation?: boolean | null | undefined;
}>;


export type SaveKeptDataMutation = { save_kept_data:
    | { kept_kinds: Array<{ kind: string, label: string, days: number | null, is_own: boolean, installation_days: number | null, min_days: number, due: number | null, due_bytes: number | null }> }
    | { problem: string }
   };

export type AdministeredUserFragment = { id: string, name: string, email: string, globalRoles: Array<string> };

export type UsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type UsersQuery = { users: { nodes: Array<{ id: string, name: string, email: string, globalRoles: Array<string> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AssetFragment = { id: string, kind: string, name: string, project: string, destination: string | null, level: string, artifact_status: string, is_running: boolean, message: string | null, message_kind: string | null, fresh_date: string | null, late_dates: Array<string>, inputs: Array<number> };

export type AssetGraphQueryVariables = Exact<{
  refresh?: boolean | null | undefined;
}>;


export type AssetGraphQuery = { asset_graph:
    | { __typename: 'AssetGraph', changelist_id: string, refreshed_at: string, assets: Array<{ id: string, kind: string, name: string, project: string, destination: string | null, level: string, artifact_status: string, is_running: boolean, message: string | null, message_kind: string | null, fresh_date: string | null, late_dates: Array<string>, inputs: Array<number> }> }
    | { __typename: 'NoPublishedScriptbook', message: string }
   };

export type AuditEntryRowFragment = { id: string, created: string, kind: string, actor: string, person_name: string | null, person_email: string | null, program: string | null, subject_name: string | null, subject_email: string | null, target_kind: string | null, target_name: string | null, before: unknown, after: unknown, address: string | null, user_agent: string | null, request_id: string | null, sequence: number, hash: string };

export type AuditEntriesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  kinds?: Array<string> | string | null | undefined;
  person?: string | null | undefined;
  target?: string | null | undefined;
  address?: string | null | undefined;
  created_after?: string | null | undefined;
  created_before?: string | null | undefined;
}>;


export type AuditEntriesQuery = { audit_entries: { nodes: Array<{ id: string, created: string, kind: string, actor: string, person_name: string | null, person_email: string | null, program: string | null, subject_name: string | null, subject_email: string | null, target_kind: string | null, target_name: string | null, before: unknown, after: unknown, address: string | null, user_agent: string | null, request_id: string | null, sequence: number, hash: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditStreamFragment = { id: string, type: string, address: string, authority: string | null, enabled: boolean, has_secrets: boolean, version: number, status: string, sequence: number, delivered: string | null, behind: number, oldest: string | null, problem: string | null, next_attempt: string, holds_expired: boolean };

export type AuditRetentionFragment = { retention_days: number | null, default_retention_days: number | null, oldest: string | null };

export type AuditSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditSettingsQuery = { audit_settings: { retention_days: number | null, default_retention_days: number | null, oldest: string | null, streams: Array<{ id: string, type: string, address: string, authority: string | null, enabled: boolean, has_secrets: boolean, version: number, status: string, sequence: number, delivered: string | null, behind: number, oldest: string | null, problem: string | null, next_attempt: string, holds_expired: boolean }> } };

export type SaveAuditRetentionMutationVariables = Exact<{
  days?: number | null | undefined;
}>;


export type SaveAuditRetentionMutation = { save_audit_retention: { retention_days: number | null, default_retention_days: number | null, oldest: string | null } };

export type SaveAuditStreamMutationVariables = Exact<{
  id?: string | number | null | undefined;
  type: string;
  address: string;
  authority?: string | null | undefined;
  signing_secret?: string | null | undefined;
  headers?: string | null | undefined;
  enabled: boolean;
  version?: number | null | undefined;
}>;


export type SaveAuditStreamMutation = { outcome:
    | { __typename: 'AuditStreamErrors', errors: Array<{ field: string | null, message: string }> }
    | { __typename: 'AuditStreamOk', stream: { id: string, type: string, address: string, authority: string | null, enabled: boolean, has_secrets: boolean, version: number, status: string, sequence: number, delivered: string | null, behind: number, oldest: string | null, problem: string | null, next_attempt: string, holds_expired: boolean } }
    | { __typename: 'NotFoundError', problem: string }
   };

export type TestAuditStreamMutationVariables = Exact<{
  id: string | number;
}>;


export type TestAuditStreamMutation = { outcome:
    | { __typename: 'AuditStreamErrors', errors: Array<{ field: string | null, message: string }> }
    | { __typename: 'AuditStreamOk' }
    | { __typename: 'NotFoundError', problem: string }
   };

export type RemoveAuditStreamMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveAuditStreamMutation = { outcome:
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'RemoveAuditStreamOk' }
   };

export type AdminActRowFragment = { id: string, created: string, kind: string, person_name: string, person_email: string, program: string | null, subject_name: string | null, subject_email: string | null, account_name: string | null, url_name: string | null, before: unknown, after: unknown, request_id: string };

export type AdminActsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  kinds?: Array<string> | string | null | undefined;
  account?: string | null | undefined;
  person?: string | null | undefined;
  subject?: string | null | undefined;
  created_after?: string | null | undefined;
  created_before?: string | null | undefined;
}>;


export type AdminActsQuery = { admin_acts: { nodes: Array<{ id: string, created: string, kind: string, person_name: string, person_email: string, program: string | null, subject_name: string | null, subject_email: string | null, account_name: string | null, url_name: string | null, before: unknown, after: unknown, request_id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SubgraphPartsFragment = { download_declarations: Array<{ name: string, project: string, bundle_name: string | null, tables: Array<{ name: string, exports: Array<{ name: string }> }> }>, upload_declarations: Array<{ name: string }> };

export type BackfillFactsFragment = { description: string, cancelled_on: string | null, id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, cancelled_by: { id: string, name: string } | null, created_by: { id: string, name: string } | null };

export type BackfillDetailQueryVariables = Exact<{
  backfill_id: string | number;
}>;


export type BackfillDetailQuery = { backfill_detail: { description: string, cancelled_on: string | null, id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, subgraph: { download_declarations: Array<{ name: string, project: string, bundle_name: string | null, tables: Array<{ name: string, exports: Array<{ name: string }> }> }>, upload_declarations: Array<{ name: string }> }, cancelled_by: { id: string, name: string } | null, created_by: { id: string, name: string } | null } | null };

export type EditBackfillMutationVariables = Exact<{
  backfill_id: string | number;
  title?: string | null | undefined;
  description?: string | null | undefined;
}>;


export type EditBackfillMutation = { save_backfill:
    | { __typename: 'Backfill', description: string, cancelled_on: string | null, id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, cancelled_by: { id: string, name: string } | null, created_by: { id: string, name: string } | null }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'InvalidBackfillError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type BackfillMessagesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  backfill_id: string | number;
}>;


export type BackfillMessagesQuery = { events: { nodes: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type BackfillProblemsQueryVariables = Exact<{
  backfill_id: string | number;
}>;


export type BackfillProblemsQuery = { events: { nodes: Array<{ id: string, message: string, download_declaration: string | null }> } };

export type BackfillRowFragment = { id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, created_by: { id: string, name: string } | null };

export type BackfillsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  status?: Array<string> | string | null | undefined;
  created_datetime_after?: string | null | undefined;
  created_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  title?: TitleFilter | null | undefined;
}>;


export type BackfillsQuery = { backfills: { nodes: Array<{ id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, created_by: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CancelBackfillMutationVariables = Exact<{
  backfill_id: string | number;
}>;


export type CancelBackfillMutation = { save_backfill:
    | { __typename: 'Backfill', cancelled_on: string | null, id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, cancelled_by: { id: string, name: string } | null, created_by: { id: string, name: string } | null }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'InvalidBackfillError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type BackfillsToCancelQueryVariables = Exact<{
  backfill_ids: Array<string | number> | string | number;
}>;


export type BackfillsToCancelQuery = { backfills_to_cancel: { missing: number, backfills: Array<{ id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, created_by: { id: string, name: string } | null }> } };

export type CancelBackfillsMutationVariables = Exact<{
  backfill_ids: Array<string | number> | string | number;
}>;


export type CancelBackfillsMutation = { cancel_backfills: { results: Array<{ backfill_id: string, outcome: string, message: string | null, backfill: { id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, created_by: { id: string, name: string } | null } | null }> } };

export type UploadNamesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type UploadNamesQuery = { export_declarations: { nodes: Array<{ id: string, name: string, project: string }> } };

export type ImportBundlesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ImportBundlesQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string, tables: Array<{ id: string, name: string, exports: Array<{ name: string }> }> }> } };

export type PreviewBackfillQueryVariables = Exact<{
  upload_names: Array<string> | string;
  start_datetime: string;
  end_datetime: string;
}>;


export type PreviewBackfillQuery = { preview_backfill:
    | { __typename: 'BackfillPreview', without_runs: Array<string>, without_history: Array<string>, warnings: Array<string>, dates: Array<{ pipelines: number, report_datetime: { iso: string } | null, expected: { rows: number | null, minutes: number | null, unknown: number }, uploads: Array<{ name: string, action: string, reason: string | null, delivered: string | null, conflict: { id: string, title: string } | null }> }>, counts: { create: number, skip: number, conflict: number, delivered: number, downloads: number, pipelines: number }, expected: { rows: number | null, minutes: number | null, unknown: number }, conflicting_backfills: Array<{ id: string, title: string }> }
    | { __typename: 'InvalidBackfillError', field: string, problem: string }
   };

export type LaunchBackfillMutationVariables = Exact<{
  upload_names: Array<string> | string;
  title: string;
  description?: string | null | undefined;
  start_datetime: string;
  end_datetime: string;
}>;


export type LaunchBackfillMutation = { launch_backfill:
    | { __typename: 'Backfill', id: string, title: string, status: string, start_datetime: string, end_datetime: string, created_on: string, total_pipelines: number, succeeded_pipelines: number, failed_pipelines: number, cancelled_pipelines: number, kept_pipelines: number, is_active: boolean, hasDirtyRows: boolean, created_by: { id: string, name: string } | null }
    | { __typename: 'ConflictingBackfillsError', conflicting_backfills: Array<{ id: string, title: string }> }
    | { __typename: 'InvalidBackfillError', field: string, problem: string }
   | null };

export type RunRowFragment = { id: string, status: string, phase: string, failed: boolean, kept_rows: number, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null };

export type RunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  backfill_id: string | number;
  status?: Array<string> | string | null | undefined;
  sortDirection?: SortDirection | null | undefined;
}>;


export type RunsQuery = { flows: { nodes: Array<{ id: string, status: string, phase: string, failed: boolean, kept_rows: number, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RunDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type RunDetailQuery = { flow: { created: string, id: string, status: string, phase: string, failed: boolean, kept_rows: number, launched_by: { id: string, name: string } | null, changelist: { id: string, description: string }, inputs: Array<{ source_table: { id: string, name: string }, download: { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }, download_part: { id: string, dirty_row_count: number | null } | null }>, outputs: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null }>, events: Array<{ id: string, created: string, severity: string, code: string, message: string, project_name: string | null, download_declaration: string | null, upload_declaration: string | null, will_retry: boolean | null, retry_count: number | null, retry_limit: number | null, comment: string | null, commented_on: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, download: { id: string } | null, upload: { id: string } | null, flow: { id: string } | null, commented_by: { id: string, name: string } | null }>, processing: Array<{ id: string, started: string | null, finished: string | null, status: string }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null, input: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null } | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null } | null };

export type AffectedUploadsQueryVariables = Exact<{
  id: string | number;
}>;


export type AffectedUploadsQuery = { download: { id: string, affected_uploads: Array<{ name: string, project: string, destination: string, deadline: string | null, is_late: boolean }> } | null };

export type DownloadCountsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  bundleNames?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  downloaded_before?: string | null | undefined;
  downloaded_after?: string | null | undefined;
  import_name?: string | null | undefined;
}>;


export type DownloadCountsQuery = { download_counts: { failed: { count: number, has_more: boolean }, dirty: { count: number, has_more: boolean }, running: { count: number, has_more: boolean }, late: { count: number, has_more: boolean } } };

export type EditorHeadFragment = { id: string, description: string, status: string, archived: boolean, needs_merge: boolean, version: number, branched_from: string | null, updated_on: string, published_on: string | null, updated_by: { id: string, name: string } | null, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }> };

export type EditorFileFragment = { id: string, path: string, hash: string };

export type EditorDraftQueryVariables = Exact<{
  id: string | number;
  paths?: Array<string> | string | null | undefined;
}>;


export type EditorDraftQuery = { changelist: { id: string, description: string, status: string, archived: boolean, needs_merge: boolean, version: number, branched_from: string | null, updated_on: string, published_on: string | null, files: Array<{ id: string, path: string, hash: string }>, opened: Array<{ text: string | null, id: string, path: string, hash: string }>, updated_by: { id: string, name: string } | null, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }> } | null, published_changelist: { id: string } | null };

export type EditorHeadQueryVariables = Exact<{
  id: string | number;
}>;


export type EditorHeadQuery = { changelist: { id: string, description: string, status: string, archived: boolean, needs_merge: boolean, version: number, branched_from: string | null, updated_on: string, published_on: string | null, updated_by: { id: string, name: string } | null, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }> } | null, published_changelist: { id: string } | null };

export type EditorTextsQueryVariables = Exact<{
  id: string | number;
  paths?: Array<string> | string | null | undefined;
}>;


export type EditorTextsQuery = { changelist: { id: string, files: Array<{ id: string, path: string, hash: string, text: string | null }> } | null };

export type EditorCatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type EditorCatalogQuery = { script_catalog: unknown };

export type EditorDiffQueryVariables = Exact<{
  original: string | number;
  modified: string | number;
}>;


export type EditorDiffQuery = { changelist_diff: { original: { id: string, description: string, status: string }, modified_files: Array<{ id: string, original_path: string, original_hash: string }>, deleted_files: Array<{ id: string, path: string, hash: string }>, unchanged_files: Array<{ id: string, path: string, hash: string }> } | null };

export type EditorVersionsQueryVariables = Exact<{ [key: string]: never; }>;


export type EditorVersionsQuery = { history: { nodes: Array<{ id: string, description: string, status: string, published_on: string | null }> } };

export type SaveDraftMutationVariables = Exact<{
  id: string | number;
  version?: number | null | undefined;
  changelist?: ChangelistInput | null | undefined;
  action?: string | null | undefined;
  uploads?: Array<string> | string | null | undefined;
  fetchNew?: boolean | null | undefined;
  force?: boolean | null | undefined;
  paths?: Array<string> | string | null | undefined;
}>;


export type SaveDraftMutation = { save_changelist:
    | { __typename: 'CompilationErrors', message: string }
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'NeedsMergeError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'SaveChangelistOk', changelist: { id: string, description: string, status: string, archived: boolean, needs_merge: boolean, version: number, branched_from: string | null, updated_on: string, published_on: string | null, files: Array<{ id: string, path: string, hash: string }>, updated_by: { id: string, name: string } | null, flow_summary: Array<{ purpose: string, unfinished: number, succeeded: number, failed: number, dirty_rows_all: number, dirty_rows_some: number }> }, compilation_result: { messages: Array<{ type: string }> }, flows: Array<{ id: string }> }
    | { __typename: 'StaleChangelistError', message: string, version: number, updated_on: string, updated_by: { id: string, name: string } | null }
   };

export type MergeDraftMutationVariables = Exact<{
  id: string | number;
  version: number;
  publishedId?: string | number | null | undefined;
  resolutions?: Array<MergeResolution> | MergeResolution | null | undefined;
}>;


export type MergeDraftMutation = { merge_changelist:
    | { __typename: 'CompilationErrors' }
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'MergeConflicts', message: string, published_id: string, conflicts: Array<{ path: string, kind: string, merged_text: string | null, texts: { draft: string | null, published: string | null } }> }
    | { __typename: 'NeedsMergeError' }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'SaveChangelistOk', changelist_id: string }
    | { __typename: 'StaleChangelistError', message: string }
   };

export type PreviewTableMutationVariables = Exact<{
  id: string | number;
  table: string;
  version?: number | null | undefined;
  files?: Array<ChangelistFileInput> | ChangelistFileInput | null | undefined;
}>;


export type PreviewTableMutation = { preview_table:
    | { __typename: 'CompilationErrors', message: string, compilation_result: { messages: Array<{ type: string, path: string, line: number, message: string }> } }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'PreviewFailure', reason: string, message: string, declaration: string | null, path: string | null, line: number | null }
    | { __typename: 'TablePreview', table: string, is_source: boolean, rows: unknown, row_count: number | null, dirty_row_count: number | null, milliseconds: number, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, columns: Array<{ name: string, type: string }>, dirty_rows: Array<{ before: number, line: number, column: string, reason: string, raw: string }>, inputs: Array<{ name: string, download_id: string, reloaded: boolean }> }
   };

export type PreviewPublishMutationVariables = Exact<{
  id: string | number;
  version?: number | null | undefined;
  files?: Array<ChangelistFileInput> | ChangelistFileInput | null | undefined;
}>;


export type PreviewPublishMutation = { preview_publish:
    | { __typename: 'CompilationErrors', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'PreviewFailure', message: string }
    | { __typename: 'PublishImpact', published_id: string | null, unchanged: number, uploads: Array<{ name: string, change: string, destination: string, aspects: Array<string>, rows_may_change: boolean, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> }>, schedules: Array<{ name: string, change: string, before: string | null, after: string | null }> }
   };

export type PreviewPublishRowsMutationVariables = Exact<{
  id: string | number;
  version?: number | null | undefined;
  files?: Array<ChangelistFileInput> | ChangelistFileInput | null | undefined;
  upload: string;
}>;


export type PreviewPublishRowsMutation = { preview_publish_rows:
    | { __typename: 'CompilationErrors', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'PreviewFailure', reason: string, declaration: string | null, path: string | null, line: number | null, message: string }
    | { __typename: 'PublishedRows', upload: string, milliseconds: number, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, difference: { columns: Array<string>, failure: string | null, rows_before: number, rows_after: number, keys: Array<string>, added: { sample: unknown, rows: number }, removed: { sample: unknown, rows: number }, changed: { rows: number, sample: Array<{ before: unknown, after: unknown, columns: Array<string> }> }, columns_changed: Array<{ name: string, rows: number }>, columns_added: Array<{ name: string, type: string }>, columns_removed: Array<{ name: string, type: string }>, columns_retyped: Array<{ name: string, before: string, after: string }> } }
   };

export type DraftCommentRowFragment = { id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null };

export type DraftThreadRowFragment = { id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> };

export type DraftReviewPartsFragment = { id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } };

export type DraftReviewQueryVariables = Exact<{
  id: string | number;
}>;


export type DraftReviewQuery = { changelist: { id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } } | null };

export type CommentDraftMutationVariables = Exact<{
  id: string | number;
  version: number;
  body: string;
  path?: string | null | undefined;
  line?: number | null | undefined;
  thread?: string | number | null | undefined;
}>;


export type CommentDraftMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type EditCommentMutationVariables = Exact<{
  id: string | number;
  body: string;
}>;


export type EditCommentMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type DeleteCommentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCommentMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type ResolveCommentMutationVariables = Exact<{
  id: string | number;
  resolved: boolean;
}>;


export type ResolveCommentMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type RequestReviewMutationVariables = Exact<{
  id: string | number;
  version: number;
  note?: string | null | undefined;
}>;


export type RequestReviewMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type AnswerReviewMutationVariables = Exact<{
  id: string | number;
  version: number;
  answer: string;
  note?: string | null | undefined;
}>;


export type AnswerReviewMutation = { outcome:
    | { __typename: 'Changelist', id: string, version: number, open_comments: number, approved_on: string | null, approved_by: { id: string, name: string } | null, comments: Array<{ id: string, body: string, created: string, edited: string | null, deleted: string | null, is_mine: boolean, original_path: string | null, original_line: number | null, path: string | null, line: number | null, outdated: boolean, resolved: string | null, created_by: { id: string, name: string } | null, resolved_by: { id: string, name: string } | null, replies: Array<{ id: string, body: string, created: string, edited: string | null, is_mine: boolean, created_by: { id: string, name: string } | null }> }>, review: { is_required: boolean, state: string, publish_problem: string | null, answer_problem: string | null, history: Array<{ version: number, kind: string, note: string, created: string, person: { id: string, name: string } | null }> } }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type EnterDraftMutationVariables = Exact<{
  id: string | number;
  tab: string | number;
  editing?: boolean | null | undefined;
}>;


export type EnterDraftMutation = { enter_changelist: { own_tabs: number, others: Array<{ is_editing: boolean, expires_in: number, person: { id: string, name: string } | null }> } | null };

export type LeaveDraftMutationVariables = Exact<{
  id: string | number;
  tab: string | number;
}>;


export type LeaveDraftMutation = { leave_changelist: boolean };

export type RecipientCardFragment = { id: string, email: string, rules: Array<{ id: string, path: string, senderGlob: string | null, senderRegex: string | null, subjectGlob: string | null, subjectRegex: string | null, matchOrder: number }> };

export type RecipientsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type RecipientsQuery = { recipients: { nodes: Array<{ id: string, email: string, rules: Array<{ id: string, path: string, senderGlob: string | null, senderRegex: string | null, subjectGlob: string | null, subjectRegex: string | null, matchOrder: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type IngestSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type IngestSettingsQuery = { ingest_settings: { domain: string } };

export type SaveRecipientMutationVariables = Exact<{
  recipient?: string | null | undefined;
  newRecipient?: string | null | undefined;
  deactivate?: boolean | null | undefined;
}>;


export type SaveRecipientMutation = { save_emailrecipient:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'EmailRecipient', id: string, email: string, rules: Array<{ id: string, path: string, senderGlob: string | null, senderRegex: string | null, subjectGlob: string | null, subjectRegex: string | null, matchOrder: number }> }
    | { __typename: 'InvalidRecipientError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'RecipientAlreadyExistsError', problem: string }
   };

export type SaveRuleMutationVariables = Exact<{
  recipient: string;
  id?: string | number | null | undefined;
  rule?: EmailRuleInput | null | undefined;
  deactivate?: boolean | null | undefined;
}>;


export type SaveRuleMutation = { save_emailmatch:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'EmailRecipient', id: string, email: string, rules: Array<{ id: string, path: string, senderGlob: string | null, senderRegex: string | null, subjectGlob: string | null, subjectRegex: string | null, matchOrder: number }> }
    | { __typename: 'InvalidPathError', field: string, problem: string }
    | { __typename: 'InvalidRegexError', field: string, problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type TestRuleQueryVariables = Exact<{
  recipient: string;
  id?: string | number | null | undefined;
  rule?: EmailRuleInput | null | undefined;
}>;


export type TestRuleQuery = { test_emailmatch:
    | { __typename: 'EmailRuleTest', tested: number, count: number, taken: number, mails: Array<{ id: string, subject: string, sender: string }> }
    | { __typename: 'InvalidRegexError', field: string, problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type MailCardFragment = { id: string, recipient: string, received: string, sender: string, subject: string, outcome: string, path: string | null };

export type ReceivedMailsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  outcome?: string | null | undefined;
}>;


export type ReceivedMailsQuery = { received_mails: { nodes: Array<{ id: string, recipient: string, received: string, sender: string, subject: string, outcome: string, path: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReceivedMailQueryVariables = Exact<{
  id: string | number;
}>;


export type ReceivedMailQuery = { received_mail: { message_id: string | null, envelope_sender: string, bytes: number, reason: string | null, spf: string | null, dkim: string | null, dmarc: string | null, forged: boolean, id: string, recipient: string, received: string, sender: string, subject: string, outcome: string, path: string | null, files: Array<{ name: string, kind: string, content_type: string, bytes: number }> } | null };

export type ReplayMailMutationVariables = Exact<{
  id: string | number;
}>;


export type ReplayMailMutation = { replay_received_mail:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'ReceivedMail', id: string, recipient: string, received: string, sender: string, subject: string, outcome: string, path: string | null }
   };

export type EventCountsQueryVariables = Exact<{
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventCountsQuery = { event_counts: { errors: { count: number, has_more: boolean }, warnings: { count: number, has_more: boolean }, info: { count: number, has_more: boolean } } };

export type EventHistogramQueryVariables = Exact<{
  search?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  created_before?: string | null | undefined;
  created_after?: string | null | undefined;
  project?: Array<string> | string | null | undefined;
  downloadName?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  around?: string | number | null | undefined;
}>;


export type EventHistogramQuery = { event_histogram: { bars: Array<{ start: string, end: string, errors: { count: number, has_more: boolean }, warnings: { count: number, has_more: boolean }, info: { count: number, has_more: boolean } }> } };

export type ExportStatusQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  lookback_days?: number | null | undefined;
  project?: string | null | undefined;
  name?: string | null | undefined;
  group_by?: ExportStatusGroupBy | null | undefined;
}>;


export type ExportStatusQuery = { export_status: { nodes: Array<{ id: string, name: string, project: string, status: string, journal: Array<{ date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ExportNamesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ExportNamesQuery = { export_declarations: { nodes: Array<{ id: string, name: string, project: string }> } };

export type PipelineFileQueryVariables = Exact<{
  paths?: Array<string> | string | null | undefined;
}>;


export type PipelineFileQuery = { published_changelist: { id: string, files: Array<{ id: string, path: string }> } | null };

export type StartPipelineDraftMutationVariables = Exact<{
  description: string;
}>;


export type StartPipelineDraftMutation = { branch_changelist:
    | { __typename: 'Changelist', id: string, version: number }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type PublishPipelineMutationVariables = Exact<{
  id: string | number;
  version: number;
  files: Array<ChangelistFileInput> | ChangelistFileInput;
}>;


export type PublishPipelineMutation = { save_changelist:
    | { __typename: 'CompilationErrors', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NeedsMergeError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SaveChangelistOk', changelist: { id: string, status: string } }
    | { __typename: 'StaleChangelistError', problem: string }
   };

export type PipelineProgressQueryVariables = Exact<{
  names: Array<string> | string;
  paths: Array<string> | string;
}>;


export type PipelineProgressQuery = { downloads: { nodes: Array<{ id: string, status: string, row_count: number | null, dirty_row_count: number | null, message: string | null }> }, uploads: { nodes: Array<{ id: string, name: string, status: string, row_count: number | null, message: string | null }> }, published_changelist: { id: string, files: Array<{ id: string, path: string }> } | null };

export type AccountHealthRowFragment = { id: string, urlName: string, name: string, level: string, determined: string | null, errors: number, issues: number, notices: number, working: number, suspended: number, late: number, newestErrorAt: string | null, newestErrorName: string | null, newestError: string | null };

export type AccountHealthsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type AccountHealthsQuery = { account_health: { nodes: Array<{ id: string, urlName: string, name: string, level: string, determined: string | null, errors: number, issues: number, notices: number, working: number, suspended: number, late: number, newestErrorAt: string | null, newestErrorName: string | null, newestError: string | null }>, pageInfo: { hasNextPage: boolean } } };

export type DownloadDetailsQueryVariables = Exact<{
  downloadName: string;
  refresh?: boolean | null | undefined;
}>;


export type DownloadDetailsQuery = { downloadDetails:
    | { __typename: 'DownloadDetails', name: string, project: string, destination: string | null, status: string, dependencyStatus: string, level: string, message: string, messageKind: string, refreshedAt: string, sparklineFirstDate: string, scriptbookId: string, hasReportDates: boolean, cause: { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null } | null, sparkline: Array<{ status: string | null, running: boolean }>, event: { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null } | null, pos: { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number }, keys: Array<{ name: string, status: string }>, uploads: Array<{ name: string, status: string }> }
    | { __typename: 'NoPublishedScriptbook', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type UploadDetailsQueryVariables = Exact<{
  uploadName: string;
  refresh?: boolean | null | undefined;
}>;


export type UploadDetailsQuery = { uploadDetails:
    | { __typename: 'NoPublishedScriptbook', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'UploadDetails', name: string, project: string, destination: string | null, status: string, dependencyStatus: string, level: string, message: string, messageKind: string, refreshedAt: string, sparklineFirstDate: string, scriptbookId: string, hasReportDates: boolean, cause: { kind: string, code: string | null, runId: string | null, title: string, since: string | null, day: string | null, subjectKind: string, subject: string, via: string | null, affected: Array<string>, lateSince: string | null } | null, sparkline: Array<{ status: string | null, running: boolean }>, event: { eventId: string, created: string, message: string, purpose: string | null, qualname: string, severity: string, willRetry: boolean | null } | null, pos: { path: string, startLine: number, endLine: number, startColumn: number, endColumn: number }, keys: Array<{ name: string, status: string }>, downloads: Array<{ name: string, status: string }> }
   };

export type UnsuspendDownloadMutationVariables = Exact<{
  name: string;
}>;


export type UnsuspendDownloadMutation = { save_source_bundle:
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SourceBundle' }
   };

export type UnsuspendUploadMutationVariables = Exact<{
  name: string;
}>;


export type UnsuspendUploadMutation = { save_export:
    | { __typename: 'ExportDeclaration' }
    | { __typename: 'NotFoundError', problem: string }
   };

export type ImportStatusQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  lookback_days?: number | null | undefined;
  project?: string | null | undefined;
  name?: string | null | undefined;
  group_by?: ImportStatusGroupBy | null | undefined;
}>;


export type ImportStatusQuery = { import_status: { nodes: Array<{ id: string, name: string, project: string, status: string, journal: Array<{ date: string | null, running: number, completed: number, failed: number, total_rows: number, min_rows: number | null, max_rows: number | null, dirty_rows: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ImportNamesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ImportNamesQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string, project: string }> } };

export type IncidentHistoryQueryVariables = Exact<{
  id: string | number;
}>;


export type IncidentHistoryQuery = { incident_history: { acts: Array<{ id: string, created: string, person: string, act: string, assigned_to: string | null, until: string | null, note: string | null }>, notices: Array<{ id: string, integration: string, change: string, state: string, sent: string | null }> } | null };

export type IncidentAssigneesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type IncidentAssigneesQuery = { incident_assignees: { nodes: Array<{ id: string, name: string, email: string }> } };

export type WorkIncidentMutationVariables = Exact<{
  id: string | number;
  act: string;
  person_id?: string | number | null | undefined;
  until?: string | null | undefined;
  note?: string | null | undefined;
}>;


export type WorkIncidentMutation = { work_incident:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'WorkedIncident' }
   };

export type TestIntegrationDraftMutationVariables = Exact<{
  id?: string | number | null | undefined;
  type?: string | null | undefined;
  authorization?: unknown;
  configuration?: unknown;
  filters?: unknown;
}>;


export type TestIntegrationDraftMutation = { test_integration_draft:
    | { __typename: 'IntegrationTest', steps: Array<{ code: string, status: string, milliseconds: number | null, place: string | null, message: string, advice: string | null }>, errors: Array<{ path: string | null, message: string }> }
    | { __typename: 'InvalidIntegration', message: string }
   };

export type IntegrationRowFragment = { id: string, integration_type: string, label: string, status: string, version: number, configuration: unknown, public_authorization: { team_name: string | null, name: string | null, email: string | null, error: string | null }, filters: Array<{ id: string, production: boolean, backfills: boolean, proofs: boolean, lateUploads: boolean, status: string, configuration: { channel_id: string | null, channel_name: string | null, is_member: boolean, name: string | null, address: string | null, error: string | null } }> };

export type IntegrationsQueryVariables = Exact<{ [key: string]: never; }>;


export type IntegrationsQuery = { integrations: { nodes: Array<{ id: string, integration_type: string, label: string, status: string, version: number, configuration: unknown, public_authorization: { team_name: string | null, name: string | null, email: string | null, error: string | null }, filters: Array<{ id: string, production: boolean, backfills: boolean, proofs: boolean, lateUploads: boolean, status: string, configuration: { channel_id: string | null, channel_name: string | null, is_member: boolean, name: string | null, address: string | null, error: string | null } }> }> } };

export type IntegrationSignInQueryVariables = Exact<{
  type: string;
}>;


export type IntegrationSignInQuery = { integration_sign_in: boolean };

export type IntegrationChannelsQueryVariables = Exact<{
  id: string | number;
}>;


export type IntegrationChannelsQuery = { integration: { id: string, assistance: { error: string | null, channels: Array<{ id: string, name: string, purpose: string, is_general: boolean, is_member: boolean }> } } | null };

export type SaveIntegrationMutationVariables = Exact<{
  id?: string | number | null | undefined;
  type?: string | null | undefined;
  version?: number | null | undefined;
  authorization?: unknown;
  configuration?: unknown;
  filters?: unknown;
}>;


export type SaveIntegrationMutation = { save_integration:
    | { __typename: 'IntegrationErrors', errors: Array<{ code: string | null, path: string | null, message: string }> }
    | { __typename: 'InvalidIntegration', message: string }
    | { __typename: 'SaveIntegrationOk', integration: { id: string, integration_type: string, label: string, status: string, version: number, configuration: unknown, public_authorization: { team_name: string | null, name: string | null, email: string | null, error: string | null }, filters: Array<{ id: string, production: boolean, backfills: boolean, proofs: boolean, lateUploads: boolean, status: string, configuration: { channel_id: string | null, channel_name: string | null, is_member: boolean, name: string | null, address: string | null, error: string | null } }> } }
   };

export type TestIntegrationMutationVariables = Exact<{
  id: string | number;
  filter: string | number;
}>;


export type TestIntegrationMutation = { test_integration:
    | { __typename: 'IntegrationErrors', errors: Array<{ path: string | null, message: string }> }
    | { __typename: 'InvalidIntegration', message: string }
    | { __typename: 'SaveIntegrationOk' }
   };

export type RemoveIntegrationMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveIntegrationMutation = { remove_integration:
    | { __typename: 'InvalidIntegration', message: string }
    | { __typename: 'RemoveIntegrationOk' }
   };

export type ReceivedInvitationQueryVariables = Exact<{
  secret: string;
}>;


export type ReceivedInvitationQuery = { received_invitation:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'ReceivedInvitation', account_name: string, inviter_name: string, roles: Array<string>, expires: string }
   };

export type AnswerInvitationMutationVariables = Exact<{
  secret: string;
  accept: boolean;
}>;


export type AnswerInvitationMutation = { answer_invitation:
    | { __typename: 'AnsweredInvitation', accepted: boolean, url_name: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type TestKeyMutationVariables = Exact<{
  name?: string | null | undefined;
  type: string;
  properties?: unknown;
}>;


export type TestKeyMutation = { test_credential:
    | { __typename: 'ConnectionTest', verified: boolean, steps: Array<{ code: string, status: string, milliseconds: number | null, place: string | null, message: string, advice: string | null }>, errors: Array<{ typeId: string, properties: Array<string>, message: string }> }
    | { __typename: 'InvalidCredential', message: string }
   };

export type KeyUserFragment = { id: string, kind: string, name: string, project: string, status: string };

export type KeyDetailsQueryVariables = Exact<{
  name: string;
}>;


export type KeyDetailsQuery = { credential: { credential_type: string, version: number, suspended_reason: string | null, properties: unknown, properties_exist: unknown, created: string, updated: string, last_used: string | null, id: string, name: string, credential_type_name: string, status: string, description: string, expires: string | null, expires_of: string | null, created_by: { id: string, name: string } | null, updated_by: { id: string, name: string } | null, last_used_by: { id: string, kind: string, name: string } | null, next_affected: { upload: string, at: string, is_deadline: boolean, report_date: string | null } | null, downloadsUsingKey: Array<{ id: string, kind: string, name: string, project: string, status: string }>, uploadsUsingKey: Array<{ id: string, kind: string, name: string, project: string, status: string }> } | null };

export type KeyHistoryQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type KeyHistoryQuery = { credential_changes: { nodes: Array<{ id: string, created: string, change: string, fields: Array<string>, items: Array<string>, former: string | null, present: string | null, reason: string | null, person: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type KeysOfTypeQueryVariables = Exact<{
  type: string;
}>;


export type KeysOfTypeQuery = { credentials: { nodes: Array<{ id: string, name: string }> } };

export type PreviewRepointQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type PreviewRepointQuery = { preview_repoint:
    | { __typename: 'InvalidCredential', message: string }
    | { __typename: 'RepointPreview', items: Array<{ id: string, kind: string, name: string, project: string, path: string, line: number, is_test: boolean, is_draft: boolean, changelist: string, problem: string | null }> }
   };

export type RepointKeyMutationVariables = Exact<{
  from: string;
  to: string;
  items: Array<string> | string;
}>;


export type RepointKeyMutation = { repoint_key:
    | { __typename: 'InvalidCredential', message: string }
    | { __typename: 'RepointOk', changelist_id: string | null, outcomes: Array<{ id: string, outcome: string, message: string | null }> }
   };

export type SaveKeyMutationVariables = Exact<{
  name: string;
  newName?: string | null | undefined;
  type?: string | null | undefined;
  status?: string | null | undefined;
  description?: string | null | undefined;
  properties?: unknown;
  version?: number | null | undefined;
  validate?: boolean | null | undefined;
}>;


export type SaveKeyMutation = { save_credential:
    | { __typename: 'InvalidCredential', message: string }
    | { __typename: 'SaveCredentialOk', oauth_url: string | null, credential: { id: string, name: string, credential_type_name: string, status: string, description: string, expires: string | null, expires_of: string | null } | null }
    | { __typename: 'ValidationErrors', errors: Array<{ typeId: string, properties: Array<string>, message: string }> }
   };

export type ReportImportsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type ReportImportsQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string, project: string, status: string }> } };

export type VolumeAmountFragment = { rows: number, bytes: number };

export type SourceReportQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  importName?: string | null | undefined;
  project?: string | null | undefined;
  include_suspended?: boolean | null | undefined;
}>;


export type SourceReportQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string, project: string, status: string, scheduling: { period_hours: number | null, hour_of_day: Array<number>, day_of_week: Array<string>, day_of_month: Array<number>, delay_hours: number | null, timezone: string, repull_days: Array<number> } | null, tables: Array<{ id: string, name: string, changelist_id: string, path: string, line: number, volume: { production: { rows: number, bytes: number }, refill: { rows: number, bytes: number }, backfill: { rows: number, bytes: number }, proof: { rows: number, bytes: number } }, exports: Array<{ name: string, declaration: { id: string, destination: string } | null }> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SchemaReportQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  importName?: string | null | undefined;
  project?: string | null | undefined;
  include_suspended?: boolean | null | undefined;
}>;


export type SchemaReportQuery = { sbs_schemas: { nodes: Array<{ id: string, bundle_name: string, project: string, status: string, import_type: string, network: string | null, pattern: string | null, regex: string | null, tables: Array<{ id: string, name: string, changelist_id: string, path: string, line: number, schema: Array<{ name: string, type: string }>, exports: Array<{ name: string, declaration: { id: string, export_type: string | null, descriptor: { truncate: boolean, project: string | null, dataset: string | null, table: string | null } | null } | null }> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ColumnDifferenceFragment = { kind: string, column: string, cause: string, text: string, uploads: Array<string> };

export type DeliveredColumnsFragment = { id: string, since: string, revision: number, contract_on: string | null, contract_by: { id: string, name: string } | null, columns: Array<{ name: string, type: string | null, nullable: boolean | null, use: string, uploads: Array<string> }>, deviations: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }> };

export type SourceDayFragment = { day: string, rows: number | null, bytes: number | null, arrived: string | null, compared: number, rows_low: number | null, rows_high: number | null, rows_verdict: string, bytes_verdict: string, expected_by: string | null, arrival_verdict: string };

export type SourceQualityQueryVariables = Exact<{
  name: string;
}>;


export type SourceQualityQuery = { sbs_schema: { id: string, bundle_name: string, days: Array<{ day: string, rows: number | null, bytes: number | null, arrived: string | null, compared: number, rows_low: number | null, rows_high: number | null, rows_verdict: string, bytes_verdict: string, expected_by: string | null, arrival_verdict: string }>, tables: Array<{ id: string, name: string, delivered: { id: string, since: string, revision: number, contract_on: string | null, contract_by: { id: string, name: string } | null, columns: Array<{ name: string, type: string | null, nullable: boolean | null, use: string, uploads: Array<string> }>, deviations: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }> } | null }> } | null };

export type SchemaChangeFragment = { id: string, created: string, table: string, row_count: number, script: string | null, published_on: string | null, report_datetime: { iso: string } | null, published_by: { id: string, name: string } | null, changes: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }>, dirty: Array<{ column: string, reason: string, rows: number }> };

export type SchemaChangesQueryVariables = Exact<{
  source: string;
  first?: number | null | undefined;
}>;


export type SchemaChangesQuery = { schema_changes: { nodes: Array<{ id: string, created: string, table: string, row_count: number, script: string | null, published_on: string | null, report_datetime: { iso: string } | null, published_by: { id: string, name: string } | null, changes: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }>, dirty: Array<{ column: string, reason: string, rows: number }> }>, pageInfo: { hasNextPage: boolean } } };

export type SaveSourceContractMutationVariables = Exact<{
  source: string;
  table: string;
  revision: number;
  action: string;
}>;


export type SaveSourceContractMutation = { save_source_contract:
    | { __typename: 'ConflictError', message: string }
    | { __typename: 'DeliveredColumns', id: string, since: string, revision: number, contract_on: string | null, contract_by: { id: string, name: string } | null, columns: Array<{ name: string, type: string | null, nullable: boolean | null, use: string, uploads: Array<string> }>, deviations: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }> }
    | { __typename: 'NotFoundError', message: string }
   };

export type ListedRestatementFragment = { id: string, created: string, upload_id: string, replaced_id: string, upload_name: string, rows_before: number, rows_after: number, cause: string, download_id: string | null, changelist_id: string, script: string | null, has_other_script: boolean, destination: string, state: string, delivered: string | null, report_datetime: { iso: string, short: string, long: string, long_utc: string } | null, totals: Array<{ column: string, before: string | null, after: string | null }>, caused_by: { id: string, name: string } | null, held_by: { id: string, dates: string } | null };

export type RestatementsQueryVariables = Exact<{
  state?: string | null | undefined;
  cause?: Array<string> | string | null | undefined;
  uploadName?: Array<string> | string | null | undefined;
  report_datetime_after?: string | null | undefined;
  report_datetime_before?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type RestatementsQuery = { restatements: { nodes: Array<{ id: string, created: string, upload_id: string, replaced_id: string, upload_name: string, rows_before: number, rows_after: number, cause: string, download_id: string | null, changelist_id: string, script: string | null, has_other_script: boolean, destination: string, state: string, delivered: string | null, report_datetime: { iso: string, short: string, long: string, long_utc: string } | null, totals: Array<{ column: string, before: string | null, after: string | null }>, caused_by: { id: string, name: string } | null, held_by: { id: string, dates: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type FreezeDatesMutationVariables = Exact<{
  first?: string | null | undefined;
  last: string;
  upload_name?: string | null | undefined;
  reason: string;
}>;


export type FreezeDatesMutation = { freeze_dates:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'DatesFrozen', under_way: number, freeze: { id: string, upload_name: string | null, dates: string, reason: string, created: string, held: number, frozen_by: { id: string, name: string } | null } }
    | { __typename: 'NotFoundError', problem: string }
   };

export type UnfreezeDatesMutationVariables = Exact<{
  id: string | number;
  held: string;
}>;


export type UnfreezeDatesMutation = { unfreeze_dates:
    | { __typename: 'DatesUnfrozen', unfrozen: string, count: number }
    | { __typename: 'NotFoundError', problem: string }
   };

export type DeliverHeldUploadMutationVariables = Exact<{
  upload_id: string | number;
}>;


export type DeliverHeldUploadMutation = { deliver_held_upload:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'Restatement', id: string, created: string, upload_id: string, replaced_id: string, upload_name: string, rows_before: number, rows_after: number, cause: string, download_id: string | null, changelist_id: string, script: string | null, has_other_script: boolean, destination: string, state: string, delivered: string | null, report_datetime: { iso: string, short: string, long: string, long_utc: string } | null, totals: Array<{ column: string, before: string | null, after: string | null }>, caused_by: { id: string, name: string } | null, held_by: { id: string, dates: string } | null }
   };

export type ListedSchemaChangeFragment = { source: string, download_id: string, changelist_id: string, id: string, created: string, table: string, row_count: number, script: string | null, published_on: string | null, report_datetime: { iso: string, short: string, long: string, long_utc: string } | null, published_by: { id: string, name: string } | null, changes: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }>, dirty: Array<{ column: string, reason: string, rows: number }> };

export type AccountSchemaChangesQueryVariables = Exact<{
  source?: string | null | undefined;
  breaking?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountSchemaChangesQuery = { schema_changes: { nodes: Array<{ source: string, download_id: string, changelist_id: string, id: string, created: string, table: string, row_count: number, script: string | null, published_on: string | null, report_datetime: { iso: string, short: string, long: string, long_utc: string } | null, published_by: { id: string, name: string } | null, changes: Array<{ kind: string, column: string, cause: string, text: string, uploads: Array<string> }>, dirty: Array<{ column: string, reason: string, rows: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SchemaChangeSourcesQueryVariables = Exact<{
  first: number;
}>;


export type SchemaChangeSourcesQuery = { source_bundles: { nodes: Array<{ id: string, bundle_name: string }> } };

export type ServiceTokenRowFragment = { id: string, name: string, may_publish: boolean, may_fetch_new_downloads: boolean, manages_users: boolean, created: string, expires: string, last_used: string | null, created_by: { id: string, name: string } | null };

export type ServiceTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceTokensQuery = { service_tokens: { nodes: Array<{ id: string, name: string, may_publish: boolean, may_fetch_new_downloads: boolean, manages_users: boolean, created: string, expires: string, last_used: string | null, created_by: { id: string, name: string } | null }> } };

export type CreateServiceTokenMutationVariables = Exact<{
  name: string;
  days: number;
  may_publish?: boolean | null | undefined;
  may_fetch_new_downloads?: boolean | null | undefined;
  manages_users?: boolean | null | undefined;
}>;


export type CreateServiceTokenMutation = { create_service_token:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NewServiceToken', token: string, service_token: { id: string, name: string, may_publish: boolean, may_fetch_new_downloads: boolean, manages_users: boolean, created: string, expires: string, last_used: string | null, created_by: { id: string, name: string } | null } }
   };

export type RevokeServiceTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeServiceTokenMutation = { revoke_service_token:
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'ServiceToken', id: string }
   };

export type OwnSessionListFragment = { sessions: Array<{ id: string, device: string, address: string | null, created: string, last_used: string, is_current: boolean }> };

export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { own_sessions: { sessions: Array<{ id: string, device: string, address: string | null, created: string, last_used: string, is_current: boolean }> } };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { end_session:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'OwnSessions', sessions: Array<{ id: string, device: string, address: string | null, created: string, last_used: string, is_current: boolean }> }
   };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { end_other_sessions: { sessions: Array<{ id: string, device: string, address: string | null, created: string, last_used: string, is_current: boolean }> } };

export type OwnFactorsFragment = { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> };

export type NewFactorFragment = { recovery_codes: Array<string>, factors: { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> } };

export type SignInFactorsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInFactorsQuery = { sign_in_factors: { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> } };

export type StartAuthenticatorAppMutationVariables = Exact<{
  password: string;
}>;


export type StartAuthenticatorAppMutation = { start_authenticator_app:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NewAuthenticatorApp', secret: string, address: string, qr_size: number, qr_path: string }
   };

export type ConfirmAuthenticatorAppMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmAuthenticatorAppMutation = { confirm_authenticator_app:
    | { __typename: 'AddedFactor', recovery_codes: Array<string>, factors: { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> } }
    | { __typename: 'ConflictError', problem: string }
   };

export type RemoveAuthenticatorAppMutationVariables = Exact<{
  password: string;
}>;


export type RemoveAuthenticatorAppMutation = { remove_authenticator_app:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'SignInFactors', is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> }
   };

export type RenewRecoveryCodesMutationVariables = Exact<{
  password: string;
}>;


export type RenewRecoveryCodesMutation = { renew_recovery_codes:
    | { __typename: 'AddedFactor', recovery_codes: Array<string>, factors: { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> } }
    | { __typename: 'ConflictError', problem: string }
   };

export type StartPasskeyMutationVariables = Exact<{
  password: string;
}>;


export type StartPasskeyMutation = { start_passkey:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NewPasskey', creation_options: string }
   };

export type AddPasskeyMutationVariables = Exact<{
  name: string;
  response: string;
}>;


export type AddPasskeyMutation = { add_passkey:
    | { __typename: 'AddedFactor', recovery_codes: Array<string>, factors: { is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> } }
    | { __typename: 'ConflictError', problem: string }
   };

export type RenamePasskeyMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenamePasskeyMutation = { rename_passkey:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SignInFactors', is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> }
   };

export type RemovePasskeyMutationVariables = Exact<{
  id: string | number;
  password: string;
}>;


export type RemovePasskeyMutation = { remove_passkey:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SignInFactors', is_embedded: boolean, can_add_passkeys: boolean, authenticator_app: string | null, recovery_codes: number, passkeys: Array<{ id: string, name: string, is_synced: boolean, created: string, last_used: string | null }> }
   };

export type SsoConnectionFactsFragment = { id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> };

export type SsoDomainFactsFragment = { id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null };

export type SsoFactsFragment = { is_available: boolean, connections: Array<{ id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> }>, domains: Array<{ id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null }>, break_glass: Array<{ id: string, name: string, email: string }>, administrators: Array<{ id: string, name: string, email: string }> };

export type SingleSignOnQueryVariables = Exact<{ [key: string]: never; }>;


export type SingleSignOnQuery = { sso_settings: { is_available: boolean, connections: Array<{ id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> }>, domains: Array<{ id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null }>, break_glass: Array<{ id: string, name: string, email: string }>, administrators: Array<{ id: string, name: string, email: string }> } };

export type SaveSsoConnectionMutationVariables = Exact<{
  id?: string | number | null | undefined;
  version?: number | null | undefined;
  kind: string;
  name: string;
  settings: unknown;
  client_secret?: string | null | undefined;
  default_role?: string | null | undefined;
  enabled?: boolean | null | undefined;
}>;


export type SaveSsoConnectionMutation = { save_sso_connection:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoConnection', id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> }
    | { __typename: 'SsoErrors', errors: Array<{ path: string, message: string }> }
   };

export type RemoveSsoConnectionMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveSsoConnectionMutation = { remove_sso_connection:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoRemoved', id: string }
   };

export type SetSsoOnlyMutationVariables = Exact<{
  id: string | number;
  sso_only: boolean;
}>;


export type SetSsoOnlyMutation = { set_sso_only:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoConnection', id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> }
   };

export type AddSsoDomainMutationVariables = Exact<{
  domain: string;
}>;


export type AddSsoDomainMutation = { add_sso_domain:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoDomain', id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null }
   };

export type VerifySsoDomainMutationVariables = Exact<{
  id: string | number;
}>;


export type VerifySsoDomainMutation = { verify_sso_domain:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoDomain', id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null }
   };

export type RemoveSsoDomainMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveSsoDomainMutation = { remove_sso_domain:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoRemoved', id: string }
   };

export type SaveSsoBreakGlassMutationVariables = Exact<{
  person_ids: Array<string> | string;
}>;


export type SaveSsoBreakGlassMutation = { save_sso_break_glass:
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'SsoSettings', is_available: boolean, connections: Array<{ id: string, kind: string, name: string, version: number, settings: unknown, is_set_up: boolean, default_role: string | null, enabled: boolean, sso_only: boolean, first_used: string | null, sign_in_url: string, callback_url: string, entity_id: string | null, certificates: Array<{ subject: string, fingerprint: string, expires: string }> }>, domains: Array<{ id: string, domain: string, record_name: string, record_value: string, verified: string | null, missing_since: string | null }>, break_glass: Array<{ id: string, name: string, email: string }>, administrators: Array<{ id: string, name: string, email: string }> }
   };

export type TimelineUnitFragment = { id: string, kind: string, name: string, project: string, purpose: string, report_date: string | null, status: string, dirty_row_status: string, queued: number, flow_id: string | null, flow_started: number | null, flow_finished: number | null, ready: number | null, started: number | null, finished: number | null, attempts: number, worker: string | null, is_late: boolean, failures: Array<{ at: number, message: string }> };

export type TimelineQueryVariables = Exact<{
  report_date?: string | null | undefined;
  start?: string | null | undefined;
  end?: string | null | undefined;
  refresh?: boolean | null | undefined;
}>;


export type TimelineQuery = { timeline: { now: number, has_more: boolean, units: Array<{ id: string, kind: string, name: string, project: string, purpose: string, report_date: string | null, status: string, dirty_row_status: string, queued: number, flow_id: string | null, flow_started: number | null, flow_finished: number | null, ready: number | null, started: number | null, finished: number | null, attempts: number, worker: string | null, is_late: boolean, failures: Array<{ at: number, message: string }> }> } };

export type CriticalPathQueryVariables = Exact<{
  upload_id: string | number;
}>;


export type CriticalPathQuery = { critical_path:
    | { __typename: 'CriticalPath', steps: Array<{ id: string, kind: string, name: string, status: string, waited_from: number | null, started: number | null, finished: number | null, waited: number, ran: number }> }
    | { __typename: 'NotFoundError', message: string }
   };

export type UploadCountsQueryVariables = Exact<{
  projects?: Array<string> | string | null | undefined;
  names?: Array<string> | string | null | undefined;
  purpose?: Array<string> | string | null | undefined;
  search?: string | null | undefined;
  failure_codes?: Array<string> | string | null | undefined;
  destination?: Array<string> | string | null | undefined;
  report_datetime_before?: string | null | undefined;
  report_datetime_after?: string | null | undefined;
  uploaded_before?: string | null | undefined;
  uploaded_after?: string | null | undefined;
}>;


export type UploadCountsQuery = { upload_counts: { failed: { count: number, has_more: boolean }, running: { count: number, has_more: boolean }, late: { count: number, has_more: boolean } } };

export type UserQueryVariables = Exact<{
  userId: string | number;
}>;


export type UserQuery = { userV2: { id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> } | null };

export type DeactivateUserMutationVariables = Exact<{
  email: string;
}>;


export type DeactivateUserMutation = { removeUserV2:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'EndedUser' }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
   };

export type BlockIdentityMutationVariables = Exact<{
  id: string | number;
  blocked: boolean;
}>;


export type BlockIdentityMutation = { setAuth0UserBlock:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'User', id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> }
   };

export type ResetUserFactorsMutationVariables = Exact<{
  userId: string | number;
}>;


export type ResetUserFactorsMutation = { resetUserFactors:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'User', id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> }
   };

export type EndUserSessionsMutationVariables = Exact<{
  userId: string | number;
}>;


export type EndUserSessionsMutation = { endUserSessions:
    | { __typename: 'AttachedToMoreAccountsError', problem: string }
    | { __typename: 'ConflictError', problem: string }
    | { __typename: 'ConflictingEmailError', problem: string }
    | { __typename: 'InvalidUserError', problem: string }
    | { __typename: 'NotFoundError', problem: string }
    | { __typename: 'User', id: string, email: string, name: string, globalRoles: Array<string>, accounts: Array<{ id: string, urlName: string, name: string, roles: Array<string> }>, identities: Array<{ id: string, name: string, email: string, connectionType: string, emailVerified: boolean, blocked: boolean, hasAuthenticatorApp: boolean, passkeyCount: number }> }
   };

export type ResetPasswordMutationVariables = Exact<{
  email: string;
}>;


export type ResetPasswordMutation = { resetAuth0Password:
    | { __typename: 'ConflictError' }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'PasswordResetQueued', email: string }
   };

export type FindByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type FindByIdQuery = { download: { id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null } | null, upload: { id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null } | null };

export type FindTransfersQueryVariables = Exact<{
  search?: string | null | undefined;
  downloadStatus?: Array<string> | string | null | undefined;
  uploadStatus?: Array<string> | string | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}>;


export type FindTransfersQuery = { downloads: { nodes: Array<{ id: string, name: string, project: string, status: string, purpose: string, created: string, started: string | null, finished: string | null, description: string, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, uploads_hint: string, handle: { url: string | null, filename: string | null, handle: string }, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, parts: Array<{ id: string, name: string, legacy_flow_source_id: string | null, row_count: number | null, dirty_row_count: number | null, dirty_row_status: string, new_dirty_row_count: number | null, new_dirty_row_status: string, bytes: number, source_table: { id: string, name: string, project: string }, dirty_reasons: Array<{ column: string, reason: string, dirty_row_count: number, new_dirty_row_count: number }> }>, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, waiting_text: { text: string, tooltip: string } | null }> }, uploads: { nodes: Array<{ id: string, name: string, project: string, purpose: string, status: string, handle: string, destination: string, destination_type: string, result_file: string | null, late_since: string | null, row_count: number | null, created: string, started: string | null, finished: string | null, retry_count: number, retry_limit: number, next_try: string | null, message: string | null, report_datetime: { short: string, long: string, long_utc: string, iso: string } | null, progress: { completed: { rows: number | null, bytes: number | null, reports: number | null }, estimated: { rows: number | null, bytes: number | null, reports: number | null } }, waiting: { reason: string, waits_for: string | null, next_check: string | null, action: string | null, before: number | null, stopped_by: string | null } | null, forecast: { expected: string | null, deadline_text: string | null, minutes_missed: number } | null }> } };

export type PaletteSearchQueryVariables = Exact<{
  search: string;
  account: string;
}>;


export type PaletteSearchQuery = { credentials: { nodes: Array<{ id: string, name: string, credential_type_name: string, status: string }> }, incidents: { nodes: Array<{ id: string, transfer: string, code: string, subject: string, names: Array<string> }> }, drafts: { nodes: Array<{ id: string, description: string }> } };

export type PalettePeopleQueryVariables = Exact<{
  urlName: string;
}>;


export type PalettePeopleQuery = { account: { id: string, users: Array<{ id: string, name: string, email: string }> } | null };

export type SuspendedKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type SuspendedKeysQuery = { getSuspendedCredentialCount: number };

export type FailuresQueryVariables = Exact<{
  since: string;
}>;


export type FailuresQuery = { downloads: { nodes: Array<{ id: string }> }, uploads: { nodes: Array<{ id: string }> } };

