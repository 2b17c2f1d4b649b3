import type { Tx } from '../../../db/database.ts';
import { changeInvitedRoles, deleteInvitationTo } from '../../../identity/invitations/store-invitation.ts';
import { recordAct } from '../../administration/record-act.ts';
import { lockStanding } from '../../administration/standing.ts';
import { type GrantedRole, roleProblem, rolesNamed } from '../access.ts';
import { type Actor, type InvitationDraft, inviteUser } from './invite-users.ts';

/** The roles of a draft, or why the creator of a directory's token may not grant them in its account. */
async function readGrants(
  tx: Tx,
  session: Actor,
  { roles, accountIds }: InvitationDraft,
): Promise<readonly GrantedRole[] | string> {
  const { standing } = await lockStanding(tx, session, null);
  const [accountId = null] = accountIds;
  const after = await rolesNamed(tx, accountId, roles);
  const held = accountId === null ? standing.everywhere : await standing.inAccount(accountId);
  return roleProblem({ before: [], after }, held) ?? after;
}

/** Invites a user of a directory, or changes the roles of the invitation that they have. Returns why it is refused; null when it is not. */
export async function putInvitation(tx: Tx, session: Actor, draft: InvitationDraft): Promise<string | null> {
  const granted = await readGrants(tx, session, draft);
  if (typeof granted === 'string') return granted;
  const roles = granted.map(({ key }) => key);
  for (const accountId of draft.accountIds) {
    const changed = await changeInvitedRoles(tx, accountId, { ...draft, roles, invitedBy: session.person.id });
    if (changed === null) {
      await inviteUser(tx, session, { ...draft, accountIds: [accountId] });
      continue;
    }
    const target = { kind: 'invitation', id: changed, name: draft.email };
    await recordAct(tx, session, { kind: 'invitation_sent', accountId, target, after: { roles: draft.roles } });
  }
  return null;
}

/** Revokes the invitation of a user of a directory. */
export async function withdrawInvitation(tx: Tx, session: Actor, draft: InvitationDraft): Promise<string | null> {
  const granted = await readGrants(tx, session, draft);
  if (typeof granted === 'string') return granted;
  for (const accountId of draft.accountIds) {
    const ended = await deleteInvitationTo(tx, accountId, draft.email);
    if (ended === null) continue;
    const target = { kind: 'invitation', id: ended.id, name: draft.email };
    await recordAct(tx, session, { kind: 'invitation_revoked', accountId, target, before: { roles: ended.roles } });
  }
  return null;
}
