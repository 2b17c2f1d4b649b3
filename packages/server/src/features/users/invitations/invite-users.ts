import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import {
  deleteInvitation,
  namesOf,
  renewInvitation,
  storeInvitation,
} from '../../../identity/invitations/store-invitation.ts';
import type { Session } from '../../../identity/session.ts';
import { recordAct } from '../../administration/record-act.ts';
import { lockStanding, requireInAccounts } from '../../administration/standing.ts';
import { type GrantedRole, roleProblem, rolesNamed } from '../access.ts';

export type Actor = Pick<Session, 'person' | 'serviceTokenId'>;

export type InvitationDraft = {
  readonly email: string;
  readonly name: string;
  /** Names of presets, and of roles that each of the accounts defines. */
  readonly roles: readonly string[];
  readonly accountIds: readonly string[];
};

export type InvitationRefusal =
  | { readonly kind: 'member' | 'invited' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Invites an address to accounts. Whether a person has it elsewhere is not read, so that every answer is the same for one who exists
 * and one who does not.
 * @returns why not; null when the invitations are on their way
 * @throws RequestError NOT_ALLOWED
 */
export async function inviteUser(
  tx: Tx,
  session: Actor,
  { email, name, roles, accountIds }: InvitationDraft,
): Promise<InvitationRefusal | null> {
  const { standing } = await lockStanding(tx, session, null);
  await requireInAccounts(standing, 'manage-users', accountIds);
  const granted = new Map<string, readonly GrantedRole[]>();
  for (const id of accountIds) {
    const after = await rolesNamed(tx, id, roles);
    const message = roleProblem({ before: [], after }, await standing.inAccount(id));
    if (message !== null) return { kind: 'refused', message };
    granted.set(id, after);
  }
  const { rows: members } = await sql`
    select from membership m join person p on p.id = m.person_id
    where m.account_id = any(${[...accountIds]}::uuid[]) and lower(p.email) = lower(${email})`.execute(tx);
  if (members.length > 0) return { kind: 'member' };
  const { rows: invited } = await sql`
    select from invitation
    where account_id = any(${[...accountIds]}::uuid[]) and lower(email) = lower(${email}) and expires > now()`.execute(
    tx,
  );
  if (invited.length > 0) return { kind: 'invited' };
  for (const accountId of accountIds) {
    const id = await storeInvitation(tx, {
      accountId,
      email,
      name,
      roles: (granted.get(accountId) ?? []).map(({ key }) => key),
      invitedBy: session.person.id,
    });
    // Somebody else has invited them since.
    if (id === null) return { kind: 'invited' };
    const target = { kind: 'invitation', id, name: email };
    await recordAct(tx, session, { kind: 'invitation_sent', accountId, target, after: { roles } });
  }
  return null;
}

/** An invitation of an account. */
export type InvitationId = { readonly accountId: string; readonly id: string };

/** The sender vouches for the invitation from now on. @throws RequestError NOT_ALLOWED */
export async function resendInvitation(
  tx: Tx,
  session: Actor,
  { accountId, id }: InvitationId,
): Promise<'sent' | 'missing' | { readonly refused: string }> {
  const { standing } = await lockStanding(tx, session, null);
  await requireInAccounts(standing, 'manage-users', [accountId]);
  const { rows } = await sql<{ roles: readonly string[] }>`
    select ${namesOf('i')} as roles from invitation i where i.id = ${id}::uuid and i.account_id = ${accountId}::uuid`.execute(
    tx,
  );
  const [stored] = rows;
  if (stored === undefined) return 'missing';
  const after = await rolesNamed(tx, accountId, stored.roles);
  const refused = roleProblem({ before: [], after }, await standing.inAccount(accountId));
  if (refused !== null) return { refused };
  const email = await renewInvitation(tx, accountId, { id, invitedBy: session.person.id });
  if (email === null) return 'missing';
  const target = { kind: 'invitation', id, name: email };
  await recordAct(tx, session, { kind: 'invitation_sent', accountId, target, after: { roles: stored.roles } });
  return 'sent';
}

/** Ends an invitation, whose link then does not work. @throws RequestError NOT_ALLOWED */
export async function revokeInvitation(
  tx: Tx,
  session: Actor,
  { accountId, id }: InvitationId,
): Promise<'revoked' | 'missing'> {
  const { standing } = await lockStanding(tx, session, null);
  await requireInAccounts(standing, 'manage-users', [accountId]);
  const ended = await deleteInvitation(tx, accountId, id);
  if (ended === null) return 'missing';
  const target = { kind: 'invitation', id, name: ended.email };
  await recordAct(tx, session, { kind: 'invitation_revoked', accountId, target, before: { roles: ended.roles } });
  return 'revoked';
}
