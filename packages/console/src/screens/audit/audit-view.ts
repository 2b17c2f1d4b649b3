import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { choices, day, type ParameterSet, text } from '../../lib/address/url-state.ts';

/** Labels of administrative acts. */
export const ACT_LABELS = {
  account_created: 'Account added',
  account_changed: 'Account changed',
  account_deactivated: 'Account deactivated',
  account_reactivated: 'Account activated again',
  account_erasure_started: 'Erasure of the account started',
  account_erased: 'Account erased',
  user_created: 'User added',
  user_renamed: 'User renamed',
  user_deactivated: 'User deactivated',
  user_reactivated: 'User added again',
  user_erased: 'User erased',
  address_erased: 'Address erased',
  roles_changed: 'Roles changed',
  global_roles_changed: 'Global roles changed',
  removed_from_account: 'Removed from account',
  password_changed: 'Password set',
  password_reset_sent: 'Password reset sent',
  identity_blocked: 'Sign-in blocked',
  identity_unblocked: 'Sign-in unblocked',
  factors_reset: 'Factors reset',
  sessions_ended: 'Sessions ended',
  failed_work_retried: 'Failed work retried',
  act_refused: 'Refused',
} as const;
export type ActKind = keyof typeof ACT_LABELS;
export const ACT_KINDS = Object.keys(ACT_LABELS) as readonly ActKind[];

export const actLabel = (kind: string): string => ACT_LABELS[kind as ActKind] ?? kind;

/** The name of who made a change: a person, or a program that acts as one, with the person in parentheses. */
export const actorText = ({
  person_name: person,
  program,
}: {
  readonly person_name: string;
  readonly program: string | null;
}): string => (program === null ? person : `${program} (${person})`);

/** The query parameters of /admin/audit. */
export const AUDIT_PARAMETERS = {
  kinds: choices(ACT_KINDS),
  account: text,
  person: text,
  subject: text,
  createdAfter: day,
  createdBefore: day,
} satisfies ParameterSet;

type AuditFilter = {
  readonly kinds: readonly string[];
  readonly account: string;
  readonly person: string;
  readonly subject: string;
  readonly createdAfter: string | null;
  readonly createdBefore: string | null;
};

/** The variables of the query; both days of the range are included. */
export function auditVariables(filter: AuditFilter) {
  const { kinds, account, person, subject, createdAfter, createdBefore } = filter;
  return {
    ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
    ...(account === '' ? {} : { account }),
    ...(person === '' ? {} : { person }),
    ...(subject === '' ? {} : { subject }),
    ...(createdAfter === null ? {} : { created_after: `${createdAfter}T00:00:00.000Z` }),
    ...(createdBefore === null
      ? {}
      : { created_before: new Date(Date.parse(`${createdBefore}T00:00:00.000Z`) + DAY_MS).toISOString() }),
  };
}
