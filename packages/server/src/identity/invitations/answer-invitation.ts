import { grantableRoles, lackedPermissions, type Permission, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import { addPerson, grantRoles } from '../people/store-person.ts';
import { heldPermissions } from '../resolve-session.ts';
import { endInvitation, type OpenInvitation } from './store-invitation.ts';

/** Whether the person who sent an invitation could still send it now. */
export async function isStillGranted(tx: Tx, invitation: OpenInvitation): Promise<boolean> {
  const { invited_by: inviter, account_id: accountId, roles } = invitation;
  const { rows } = await sql`select from person where id = ${inviter}::uuid and status = 'active'`.execute(tx);
  const held = new Set(await heldPermissions(tx, inviter, accountId));
  if (rows.length === 0 || !held.has('manage-users')) return false;
  const grantable: readonly string[] = grantableRoles(held);
  const { rows: defined } = await sql<{ id: string; permissions: readonly Permission[] }>`
    select id, permissions from account_role
    where account_id = ${accountId}::uuid and id::text = any(${[...roles]}::text[])`.execute(tx);
  return roles.every((key) => {
    if (ROLES.some((role) => role === key)) return grantable.includes(key);
    const role = defined.find(({ id }) => id === key);
    return role !== undefined && lackedPermissions(role.permissions, held).length === 0;
  });
}

/** Whether there is a person with the address of an invitation, active or not. */
export async function isKnown(tx: Tx, { email }: Pick<OpenInvitation, 'email'>): Promise<boolean> {
  const { rows } = await sql`select from person where lower(email) = lower(${email})`.execute(tx);
  return rows.length > 0;
}

/** Adds the person of an invitation, who has no roles yet. Null when there is one with the address meanwhile. */
export const addInvited = (tx: Tx, { email, account_id: accountId }: OpenInvitation, name: string) =>
  addPerson(tx, { email, name, accountId });

const targetOf = ({ id, email }: OpenInvitation) => ({ kind: 'invitation', id, name: email });

/** Gives a person the roles of an invitation, which ends. Roles that they hold in the account stay. */
export async function acceptInvitation(tx: Tx, invitation: OpenInvitation, personId: string): Promise<void> {
  const { account_id: accountId, roles, role_names: names, email } = invitation;
  const { rows } = await sql<{ key: string; name: string }>`
    select m.role_key as key, coalesce(m.role, r.name) as name from membership m
    left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.account_id = ${accountId}::uuid and m.person_id = ${personId}::uuid`.execute(tx);
  const before = rows.map(({ name }) => name);
  await grantRoles(
    tx,
    { personId, accountId },
    roles.filter((key) => rows.every((held) => held.key !== key)),
  );
  await sql`select join_provisioned_user(${accountId}::uuid, ${email}, ${personId}::uuid)`.execute(tx);
  await endInvitation(tx, invitation.id);
  await recordAudit(tx, {
    kind: 'invitation_accepted',
    actor: { kind: 'person', personId },
    accountId,
    subjectId: personId,
    target: targetOf(invitation),
    before: { roles: before },
    after: { roles: [...new Set([...before, ...names])] },
  });
}

/** Ends an invitation without giving any role. The account does not learn who declined: that the person exists is theirs to show. */
export async function declineInvitation(tx: Tx, invitation: OpenInvitation): Promise<void> {
  await endInvitation(tx, invitation.id);
  await recordAudit(tx, {
    kind: 'invitation_declined',
    actor: { kind: 'anonymous' },
    accountId: invitation.account_id,
    target: targetOf(invitation),
    hidesOrigin: true,
  });
}
