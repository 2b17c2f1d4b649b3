import { createHash, randomBytes } from 'node:crypto';
import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Secrets are 43 characters long. */
const MAX_SECRET = 100;

/** Roles are keys: presets, or ids of roles that the account defines. */
export type InvitationToStore = {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly invitedBy: string;
};

/** An invitation, as its receiver sees it. */
export type OpenInvitation = {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly url_name: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Names of the roles that still exist, as they are shown. */
  readonly role_names: readonly string[];
  readonly invited_by: string;
  readonly inviter_name: string;
  readonly expires: Date;
};

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Stores an invitation and queues its mail. Null when the account has invited this address already. */
export async function storeInvitation(
  tx: Tx,
  { accountId, email, name, roles, invitedBy }: InvitationToStore,
): Promise<string | null> {
  // One that has expired does not stand in the way.
  await sql`
    delete from invitation
    where account_id = ${accountId}::uuid and lower(email) = lower(${email}) and expires <= now()`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into invitation (account_id, email, name, roles, invited_by)
    values (${accountId}::uuid, ${email}, ${name}, ${[...roles]}::text[], ${invitedBy}::uuid)
    on conflict do nothing returning id`.execute(tx);
  const id = rows[0]?.id ?? null;
  if (id !== null) await queueInvitationMail(tx, id);
  return id;
}

const queueInvitationMail = (tx: Tx, id: string): Promise<unknown> =>
  sql`select queue_invitation_mail(${id}::uuid)`.execute(tx);

/** Gives an invitation another week, makes the sender its inviter, and queues another mail. Returns its address; null without one. */
export async function renewInvitation(
  tx: Tx,
  accountId: string,
  { id, invitedBy }: { readonly id: string; readonly invitedBy: string },
): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    update invitation set expires = now() + interval '7 days', invited_by = ${invitedBy}::uuid
    where id = ${id}::uuid and account_id = ${accountId}::uuid returning email`.execute(tx);
  const [renewed] = rows;
  if (renewed === undefined) return null;
  await queueInvitationMail(tx, id);
  return renewed.email;
}

/** Deletes an invitation of an account. Returns its address and roles; null without one. */
export async function deleteInvitation(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ readonly email: string; readonly roles: readonly string[] } | null> {
  const { rows } = await sql<{ email: string; roles: readonly string[] }>`
    delete from invitation where id = ${id}::uuid and account_id = ${accountId}::uuid returning email, roles`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Deletes the invitation of an account to an address. Returns its id and roles; null without one. */
export async function deleteInvitationTo(
  tx: Tx,
  accountId: string,
  email: string,
): Promise<{ readonly id: string; readonly roles: readonly string[] } | null> {
  const { rows } = await sql<{ id: string; roles: readonly string[] }>`
    delete from invitation where account_id = ${accountId}::uuid and lower(email) = lower(${email}) returning id, roles`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Changes what the open invitation to an address grants. Returns its id; null without one. */
export async function changeInvitedRoles(
  tx: Tx,
  accountId: string,
  { email, roles, invitedBy }: Pick<InvitationToStore, 'email' | 'roles' | 'invitedBy'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update invitation set roles = ${[...roles]}::text[], invited_by = ${invitedBy}::uuid
    where account_id = ${accountId}::uuid and lower(email) = lower(${email}) and expires > now()
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The names of the roles of an invitation that still exist. @param alias of the invitation */
export const namesOf = (alias: string) => sql`array(
  select coalesce(r.name, key) from unnest(${sql.ref(`${alias}.roles`)}) with ordinality as invited (key, place)
  left join account_role r on r.account_id = ${sql.ref(`${alias}.account_id`)} and r.id::text = key
  where r.id is not null or key = any(${[...ROLES]}::text[])
  order by array_position(${[...ROLES]}::text[], key), r.name)`;

/** Names of roles as people read them. */
export const labelsOf = (names: readonly string[]): string =>
  names
    .map((name) => {
      const preset = ROLES.find((role) => role === name);
      return preset === undefined ? name : ROLE_LABELS[preset];
    })
    .join(', ');

const OPEN = sql`
  select i.id, i.account_id, a.name as account_name, a.url_name, i.email, i.name, i.roles,
    ${namesOf('i')} as role_names, i.invited_by, p.name as inviter_name, i.expires
  from invitation i join account a on a.id = i.account_id and a.status = 'active' join person p on p.id = i.invited_by
  where i.expires > now()`;

/** The invitation with this id that can still be accepted; null without one. */
export async function openInvitationById(tx: Tx, id: string): Promise<OpenInvitation | null> {
  const { rows } = await sql<OpenInvitation>`${OPEN} and i.id = ${id}::uuid`.execute(tx);
  return rows[0] ?? null;
}

/** The invitation of an account to an address, if it can still be accepted; null without one. Locks it. */
export async function openInvitationTo(tx: Tx, accountId: string, email: string): Promise<OpenInvitation | null> {
  const { rows } = await sql<OpenInvitation>`
    ${OPEN} and i.account_id = ${accountId}::uuid and lower(i.email) = lower(${email}) for update of i`.execute(tx);
  return rows[0] ?? null;
}

/** The invitation of the newest mail with this secret, if it can still be accepted; null without one. Locks it. */
export async function openInvitation(tx: Tx, secret: string): Promise<OpenInvitation | null> {
  if (secret.length > MAX_SECRET) return null;
  const { rows } = await sql<OpenInvitation>`
    ${OPEN} and i.token_hash = ${hashOf(secret)} for update of i`.execute(tx);
  return rows[0] ?? null;
}

/** Gives an invitation a new secret, with which the one before ends. */
export async function createInvitationSecret(tx: Tx, id: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`update invitation set token_hash = ${hashOf(secret)} where id = ${id}::uuid`.execute(tx);
  return secret;
}

/** Deletes an invitation that was answered. */
export async function endInvitation(tx: Tx, id: string): Promise<void> {
  await sql`delete from invitation where id = ${id}::uuid`.execute(tx);
}
