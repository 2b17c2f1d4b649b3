import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import { ADMIN_ACT_KINDS } from '../src/features/administration/record-act.ts';

const USER = 'id email name globalRoles accounts { urlName roles } identities { id connectionType blocked }';
const ERRORS = `
  ... on ConflictingEmailError { message } ... on InsecurePasswordError { errors } ... on InvalidUserError { field message }
  ... on AttachedToMoreAccountsError { message } ... on ConflictError { message } ... on NotFoundError { message }`;
const ACCOUNT_ERRORS = `
  ... on ConflictingNameError { message } ... on ConflictingUrlNameError { message }
  ... on InvalidAccountError { field message } ... on NotFoundError { message }`;

/** The calls of administrators, as the console sends them. */
export const ADMIN_CALLS = {
  saveUser: `mutation($userEmail: String!, $userName: String, $userPassword: String, $roles: [String!], $urlNames: [String!]) {
    saveUserV2(userEmail: $userEmail, userName: $userName, userPassword: $userPassword, roles: $roles, urlNames: $urlNames) {
      __typename ... on SavedUser { user { ${USER} } accounts { urlName users { email roles } } } ${ERRORS} } }`,
  invitations: `query($urlName: String!) { account(urlName: $urlName) {
    invitations { id email name roles inviterName hasExpired } } }`,
  resendInvitation: `mutation($urlName: String!, $id: ID!) { resend_invitation(urlName: $urlName, id: $id) { __typename
    ... on Account { invitations { id email inviterName hasExpired } } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  revokeInvitation: `mutation($urlName: String!, $id: ID!) { revoke_invitation(urlName: $urlName, id: $id) { __typename
    ... on Account { invitations { id email } } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  removeUser: `mutation($email: String!) { removeUserV2(email: $email) { __typename ... on EndedUser { email name }
    ... on ConflictError { message } ... on NotFoundError { message } } }`,
  removeFromAccount: `mutation($urlName: String!, $email: String!, $isLast: Boolean) {
    removeUserFromAccountV2(urlName: $urlName, email: $email, isLast: $isLast) { __typename
      ... on SavedUser { accounts { urlName users { email } } } ... on AttachedToMoreAccountsError { message }
      ... on ConflictError { message } ... on NotFoundError { message } } }`,
  block: `mutation($id: ID!, $blocked: Boolean!) { setAuth0UserBlock(id: $id, blocked: $blocked) { __typename
    ... on User { ${USER} } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  resetFactors: `mutation($userId: ID!) { resetUserFactors(userId: $userId) { __typename
    ... on User { ${USER} identities { hasAuthenticatorApp passkeyCount } } ... on ConflictError { message }
    ... on NotFoundError { message } } }`,
  endUserSessions: `mutation($userId: ID!) { endUserSessions(userId: $userId) { __typename
    ... on User { ${USER} } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  verifyEmail:
    'query($email: String!, $urlName: String) { verifyEmail(email: $email, urlName: $urlName) { auth0Name userId } }',
  saveAccount: `mutation($urlName: String, $name: String, $newUrlName: String, $contractedRowCount: Float,
      $showDownloadSummary: Boolean, $queueWeight: Int, $runningLimit: Int, $keyRunningLimit: Int, $requiresApproval: Boolean, $setDefaultDeadline: String, $removeDefaultDeadline: Boolean,
      $setSummaryTime: String, $removeSummaryTime: Boolean, $setSummaryRecipients: [String!], $clearSummaryRecipients: Boolean) {
    saveAccountV2(urlName: $urlName, name: $name, newUrlName: $newUrlName, contractedRowCount: $contractedRowCount,
      showDownloadSummary: $showDownloadSummary, queueWeight: $queueWeight, runningLimit: $runningLimit,
      keyRunningLimit: $keyRunningLimit, requiresApproval: $requiresApproval, setDefaultDeadline: $setDefaultDeadline,
      removeDefaultDeadline: $removeDefaultDeadline, setSummaryTime: $setSummaryTime, removeSummaryTime: $removeSummaryTime,
      setSummaryRecipients: $setSummaryRecipients, clearSummaryRecipients: $clearSummaryRecipients) { __typename
      ... on Account { urlName name contractedRowCount showDownloadSummary requiresApproval defaultDeadline dailySummaryTime
        dailySummaryRecipients } ${ACCOUNT_ERRORS} } }`,
  deactivateAccount: `mutation($urlName: String!) { deactivateAccountV2(urlName: $urlName) { __typename
    ... on Account { urlName } ... on NotFoundError { message } } }`,
  reactivateAccount: `mutation($urlName: String!) { reactivateAccount(urlName: $urlName) { __typename
    ... on Account { urlName } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  eraseAccount: `mutation($urlName: String!, $confirmation: String!) { eraseAccount(urlName: $urlName, confirmation: $confirmation) {
    __typename ... on DeactivatedAccount { urlName isBeingErased } ... on ConflictError { message }
    ... on NotFoundError { message } } }`,
  deactivatedAccounts: `query($search: String) { deactivatedAccounts(search: $search) {
    nodes { urlName name deactivatedOn erasesOn isBeingErased } } }`,
  acts: `query($first: Int, $after: String, $kinds: [String!], $account: String, $person: String, $subject: String,
      $created_after: DateTime, $created_before: DateTime) {
    admin_acts(first: $first, after: $after, kinds: $kinds, account: $account, person: $person, subject: $subject,
      created_after: $created_after, created_before: $created_before) {
      nodes { kind created person_email subject_email url_name before after request_id }
      pageInfo { hasNextPage endCursor } } }`,
} as const;

export type ActText = {
  readonly kind: string;
  readonly subject: string | null;
  readonly before: object;
  readonly after: object;
};

/** The acts of administrators, oldest first. */
export async function actsOf(database: Database, personId: string): Promise<readonly ActText[]> {
  const action = { personId, name: 'test', requestId: 'test', accountId: null };
  const { rows } = await database.withAdmin(action, (tx) =>
    sql<ActText>`
      select c.kind, s.email as subject, c.before, c.after from audit_entry c left join person s on s.id = c.subject_id
      where c.kind = any(${[...ADMIN_ACT_KINDS]}) order by c.id`.execute(tx),
  );
  return rows;
}
