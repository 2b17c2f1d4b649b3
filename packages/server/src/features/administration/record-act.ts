import { type AuditTarget, type AuditValues, actorOf, recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';

/** Kinds of the audit log that administrators cause. */
export const ADMIN_ACT_KINDS = [
  'account_created',
  'account_changed',
  'account_deactivated',
  'account_reactivated',
  'account_erasure_started',
  'account_erased',
  'user_created',
  'user_renamed',
  'user_deactivated',
  'user_reactivated',
  'user_erased',
  'address_erased',
  'roles_changed',
  'global_roles_changed',
  'role_created',
  'role_changed',
  'role_removed',
  'removed_from_account',
  'invitation_sent',
  'invitation_revoked',
  'invitation_accepted',
  'password_changed',
  'password_reset_sent',
  'identity_blocked',
  'identity_unblocked',
  'factors_reset',
  'sessions_ended',
  'failed_work_retried',
  'act_refused',
] as const;
export type AdminActKind = (typeof ADMIN_ACT_KINDS)[number];

export type ActValues = AuditValues;

export type AdminAct = {
  readonly kind: AdminActKind;
  /** The account that it concerns. */
  readonly accountId?: string;
  /** The person whom it concerns. */
  readonly subjectId?: string;
  /** The thing that it concerns. */
  readonly target?: AuditTarget;
  readonly before?: ActValues;
  readonly after?: ActValues;
};

/** Records a change in the transaction of the administrator that makes it. */
export async function recordAct(
  tx: Tx,
  session: Pick<Session, 'person' | 'serviceTokenId'>,
  { accountId, ...act }: AdminAct,
): Promise<void> {
  await recordAudit(tx, { ...act, actor: actorOf(session), accountId: accountId ?? null });
}
