import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireInAccounts } from '../administration/standing.ts';
import { accessOf, roleProblem } from './access.ts';
import { findUserId, type UserRefusal } from './save-user.ts';

const MAX_EMAIL = 320;

export type AddressChange = { readonly personId: string; readonly accountId: string; readonly email: string };

const domainOf = (email: string): string => (email.split('@').at(-1) ?? '').toLowerCase();

/** Whether a person belongs to no account besides this one, and to none by a role held everywhere. */
async function belongsHereOnly(tx: Tx, { personId, accountId }: AddressChange): Promise<boolean> {
  const { rows } = await sql`
    select from membership where person_id = ${personId}::uuid and account_id <> ${accountId}::uuid
    union all select from provisioned_user where person_id = ${personId}::uuid and account_id <> ${accountId}::uuid
    union all select from global_role where person_id = ${personId}::uuid`.execute(tx);
  return rows.length === 0;
}

const NOT_OWNED =
  'Addresses change within a verified mail domain of the account only. Verify the domain, or add another user.';

/** Whether a record in the DNS has proved that the account owns a mail domain. The account must not learn who has an address of another domain. */
async function ownsDomain(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select from sso_domain where account_id = ${accountId}::uuid and domain = ${domain} and verified is not null`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Gives a user of an account another email address of the same mail domain, which the account owns, for who manages the users there: a link to choose a
 * password goes to it. So the user must belong to no other account, and hold no role that the administrator cannot grant. Ends
 * their sessions, and mails the former address.
 * @throws RequestError NOT_ALLOWED
 */
export async function changeAddress(
  tx: Tx,
  session: Session,
  change: AddressChange,
): Promise<{ readonly kind: 'saved' } | UserRefusal> {
  const { personId, accountId } = change;
  const email = change.email.trim();
  const { standing, subject } = await lockStanding(tx, session, personId);
  await requireInAccounts(standing, 'manage-users', [accountId]);
  if (subject === null) return { kind: 'missing', message: 'There is no such user.' };
  const problem = email.length > MAX_EMAIL || email.includes('\0') ? 'The email is invalid' : emailProblem(email);
  if (problem !== null)
    return { kind: 'invalid', field: 'userEmail', message: `The email address is refused: ${problem}.` };
  if (!(await belongsHereOnly(tx, change)))
    return {
      kind: 'attached',
      message: `The address of ${subject.name} is not changed from here: other accounts use it, too.`,
    };
  if (domainOf(email) !== domainOf(subject.email))
    return {
      kind: 'attached',
      message: `The address of ${subject.name} changes within ${domainOf(subject.email)} only. Add another user.`,
    };
  if (!(await ownsDomain(tx, accountId, domainOf(email)))) return { kind: 'attached', message: NOT_OWNED };
  const { memberships } = await accessOf(tx, personId);
  const held = memberships.get(accountId) ?? [];
  const refused = roleProblem({ before: [], after: held }, await standing.inAccount(accountId));
  if (refused !== null) return { kind: 'refused', message: refused };
  const known = await findUserId(tx, email);
  if (known !== null && known !== personId) return { kind: 'conflicting_email' };
  await sql`select change_address_of(${personId}::uuid, ${email})`.execute(tx);
  await recordAct(tx, session, {
    kind: 'user_renamed',
    accountId,
    subjectId: personId,
    before: { email: subject.email },
    after: { email },
  });
  return { kind: 'saved' };
}
