import type { Permission } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { RequestError } from '../../graphql/request-error.ts';
import { heldGlobally, heldPermissions, permissionsHeldIn } from '../../identity/resolve-session.ts';
import type { Person, Session } from '../../identity/session.ts';

export type LockedPerson = Person & { readonly status: 'active' | 'deactivated' };

/** Current permissions of the acting administrator. */
export type Standing = {
  readonly everywhere: ReadonlySet<Permission>;
  readonly inAccount: (accountId: string) => Promise<ReadonlySet<Permission>>;
};

/**
 * Locks the acting administrator and the people whom an act concerns, in the order of their ids, so that two administrators who act
 * on each other do so one after the other. The lock lets rows refer to them, as the event of each administrator's transaction does.
 * Reads the administrator's permissions under the lock.
 * @param otherIds further people whom the act concerns
 * @throws RequestError NOT_ALLOWED when the administrator was deactivated or blocked meanwhile
 */
export async function lockStanding(
  tx: Tx,
  { person, ssoAccountId = null }: Pick<Session, 'person' | 'ssoAccountId'>,
  subjectId: string | null,
  otherIds: readonly string[] = [],
): Promise<{ readonly standing: Standing; readonly subject: LockedPerson | null }> {
  const { rows } = await sql<LockedPerson & { readonly is_blocked: boolean }>`
    select p.id, p.email, p.name, p.status, coalesce((
        select bool_and(i.blocked) from person_identity i where i.person_id = p.id), false) as is_blocked
    from person p where p.id = any(${[person.id, subjectId, ...otherIds]}::uuid[]) order by p.id for no key update`.execute(
    tx,
  );
  const actor = rows.find(({ id }) => id === person.id);
  if (actor === undefined || actor.status !== 'active' || actor.is_blocked) throw new RequestError('NOT_ALLOWED');
  return {
    standing:
      ssoAccountId === null
        ? {
            everywhere: new Set(await heldGlobally(tx, person.id)),
            inAccount: async (accountId) => new Set(await heldPermissions(tx, person.id, accountId)),
          }
        : {
            everywhere: new Set(),
            inAccount: async (accountId) =>
              new Set(accountId === ssoAccountId ? await permissionsHeldIn(tx, person.id, accountId) : []),
          },
    subject: rows.find(({ id }) => id === subjectId) ?? null,
  };
}

/** @throws RequestError NOT_ALLOWED unless a global role has the permission */
export function requireEverywhere({ everywhere }: Standing, permission: Permission): void {
  if (!everywhere.has(permission)) throw new RequestError('NOT_ALLOWED');
}

/** @throws RequestError NOT_ALLOWED unless the permission is held in each of the accounts */
export async function requireInAccounts(
  standing: Standing,
  permission: Permission,
  accountIds: readonly string[],
): Promise<void> {
  for (const id of accountIds) {
    if (!(await standing.inAccount(id)).has(permission)) throw new RequestError('NOT_ALLOWED');
  }
}
