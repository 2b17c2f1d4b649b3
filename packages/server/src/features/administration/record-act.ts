import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';

export const ADMIN_ACT_KINDS = [
  'account_created',
  'account_changed',
  'account_deactivated',
  'user_created',
  'user_renamed',
  'user_deactivated',
  'user_reactivated',
  'roles_changed',
  'global_roles_changed',
  'removed_from_account',
  'password_changed',
  'password_reset_sent',
  'identity_blocked',
  'identity_unblocked',
  'factors_reset',
  'act_refused',
] as const;
export type AdminActKind = (typeof ADMIN_ACT_KINDS)[number];

/** The values that a change concerns, without secrets. */
export type ActValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export type AdminAct = {
  readonly kind: AdminActKind;
  /** The account that it concerns. */
  readonly accountId?: string;
  /** The person whom it concerns. */
  readonly subjectId?: string;
  readonly before?: ActValues;
  readonly after?: ActValues;
};

/** Records a change in the transaction of the administrator that makes it. */
export async function recordAct(
  tx: Tx,
  { person, requestId, serviceTokenId }: Pick<Session, 'person' | 'requestId' | 'serviceTokenId'>,
  { kind, accountId, subjectId, before = {}, after = {} }: AdminAct,
): Promise<void> {
  await tx
    .insertInto('admin_act')
    .values({
      person_id: person.id,
      kind,
      request_id: requestId,
      service_token_id: serviceTokenId,
      subject_account_id: accountId ?? null,
      subject_id: subjectId ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();
}
