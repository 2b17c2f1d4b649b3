import {
  DEFINABLE_PERMISSIONS,
  lackedPermissions,
  type Permission,
  ROLE_LABELS,
  ROLES,
} from '@switchboard/model/permissions';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { badRequest } from '../../graphql/request-error.ts';
import type { Session } from '../../identity/session.ts';
import { type ActValues, recordAct } from '../administration/record-act.ts';
import { lockStanding, requireInAccounts } from '../administration/standing.ts';

/** Roles that an account defines at most. */
export const MAX_ROLES = 50;
const MAX_NAME = 60;

export type RoleRefusal = { readonly kind: 'missing' | 'refused' | 'conflict'; readonly message: string };
type InvalidValue = { readonly kind: 'invalid'; readonly field: 'name' | 'permissions'; readonly message: string };
type RoleSaved = { readonly kind: 'saved'; readonly id: string; readonly accountId: string };

type RoleEdit = {
  readonly urlName: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** The role to change, and its version that the person was shown; null adds a role. */
  readonly of: RoleVersion | null;
};
type RoleVersion = { readonly id: string; readonly version: number };

type StoredRole = {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly version: number;
};
type Place = { readonly tx: Tx; readonly session: Session; readonly accountId: string };

const NO_ROLE = { kind: 'missing', message: 'The account has no such role.' } as const;
const CHANGED = { kind: 'conflict', message: 'Somebody changed the role meanwhile. Read it again.' } as const;

/** The permissions with these names, in the order in which they are offered. @throws RequestError BAD_REQUEST */
function readPermissions(names: readonly string[]): readonly Permission[] {
  const unknown = names.find((name) => DEFINABLE_PERMISSIONS.every((permission) => permission !== name));
  if (unknown !== undefined) throw badRequest(`No role of an account can hold ${unknown.slice(0, 50)}.`);
  return DEFINABLE_PERMISSIONS.filter((permission) => names.includes(permission));
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Required field';
  const presets: readonly string[] = [...ROLES, ...Object.values(ROLE_LABELS)].map((role) => role.toLowerCase());
  if (presets.includes(name.toLowerCase())) return `${name} is a preset. Choose another name.`;
  // Lists of roles in addresses separate names by commas, and ids stand beside names.
  if (name.includes(',') || UUID.test(name)) return 'The name can be neither an id nor contain a comma.';
  return textProblem('A name', name, MAX_NAME);
}

/**
 * Adds a role to an account, or changes one. Its permissions count at once for those who hold it. Refused with a permission that
 * the administrator lacks, before or after the change, and for a role that they hold themselves.
 * @throws RequestError NOT_ALLOWED, BAD_REQUEST
 */
export async function saveRole(
  tx: Tx,
  session: Session,
  edit: RoleEdit,
): Promise<RoleSaved | InvalidValue | RoleRefusal> {
  const permissions = readPermissions(edit.permissions);
  const opened = await openRole(tx, session, edit.urlName, edit.of);
  if ('kind' in opened) return opened;
  const { accountId, role, holders, held } = opened;
  const name = edit.name.trim();
  const invalid = nameProblem(name);
  if (invalid !== null) return { kind: 'invalid', field: 'name', message: invalid };
  if (permissions.length === 0)
    return { kind: 'invalid', field: 'permissions', message: 'Select at least one permission.' };
  if (role !== null && role.version !== edit.of?.version) return CHANGED;
  const isSame = role !== null && role.permissions.join() === permissions.join();
  const lacked = lackedPermissions([...new Set([...permissions, ...(role?.permissions ?? [])])], held);
  if (lacked.length > 0) {
    const message = `You lack ${lacked.join(', ')}. Ask a person who has ${lacked.length === 1 ? 'it' : 'them'}.`;
    return { kind: 'refused', message };
  }
  if (!isSame && holders.includes(session.person.id))
    return { kind: 'refused', message: 'You hold this role. Ask another administrator to change what it permits.' };
  const { rows } = await sql<{ count: number; is_taken: boolean }>`
    select count(*) as count, coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${role?.id ?? null}::uuid),
      false) as is_taken
    from account_role where account_id = ${accountId}`.execute(tx);
  const [others = { count: 0, is_taken: false }] = rows;
  if (others.is_taken) return { kind: 'invalid', field: 'name', message: `The account has a role ${name} already.` };
  if (role === null && others.count >= MAX_ROLES)
    return { kind: 'refused', message: `An account defines at most ${MAX_ROLES} roles. Remove one first.` };
  return { kind: 'saved', accountId, id: await writeRole({ tx, session, accountId }, role, { name, permissions }) };
}

async function writeRole(
  { tx, session, accountId }: Place,
  role: StoredRole | null,
  { name, permissions }: Pick<StoredRole, 'name' | 'permissions'>,
): Promise<string> {
  const { rows } = await (role === null
    ? sql<{ id: string }>`
          insert into account_role (account_id, name, permissions)
          values (${accountId}, ${name}, ${[...permissions]}::text[]) returning id`
    : sql<{ id: string }>`
          update account_role set name = ${name}, permissions = ${[...permissions]}::text[], version = version + 1
          where account_id = ${accountId} and id = ${role.id} returning id`
  ).execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The role was locked before it was written.');
  await recordAct(tx, session, {
    kind: role === null ? 'role_created' : 'role_changed',
    accountId,
    target: { kind: 'role', id: row.id, name },
    ...(role === null ? {} : { before: valuesOf(role) }),
    after: valuesOf({ name, permissions }),
  });
  return row.id;
}

const valuesOf = ({ name, permissions }: Pick<StoredRole, 'name' | 'permissions'>): ActValues => ({
  name,
  permissions,
});

/**
 * Removes a role that no person holds.
 * @throws RequestError NOT_ALLOWED
 */
export async function removeRole(
  tx: Tx,
  session: Session,
  { urlName, of }: { readonly urlName: string; readonly of: RoleVersion },
): Promise<RoleSaved | RoleRefusal> {
  const opened = await openRole(tx, session, urlName, of);
  if ('kind' in opened) return opened;
  const { accountId, role, holders } = opened;
  if (role === null) return NO_ROLE;
  if (role.version !== of.version) return CHANGED;
  if (holders.length > 0) {
    const people = holders.length === 1 ? '1 person holds' : `${holders.length} people hold`;
    return { kind: 'conflict', message: `${people} the role ${role.name}. Give them other roles first.` };
  }
  await sql`delete from account_role where account_id = ${accountId} and id = ${role.id}`.execute(tx);
  const target = { kind: 'role', id: role.id, name: role.name };
  await recordAct(tx, session, { kind: 'role_removed', accountId, target, before: valuesOf(role) });
  return { kind: 'saved', accountId, id: role.id };
}

type OpenRole = {
  readonly accountId: string;
  /** Null for a role to add. */
  readonly role: StoredRole | null;
  /** Ids of the people who hold it, who are locked. */
  readonly holders: readonly string[];
  /** Permissions of the administrator in the account. */
  readonly held: ReadonlySet<Permission>;
};

/** Locks the account's role after its holders: who grants a role has locked its person before. */
async function openRole(
  tx: Tx,
  session: Session,
  urlName: string,
  of: RoleVersion | null,
): Promise<OpenRole | RoleRefusal> {
  const { rows } = await sql<{ id: string }>`
    select id from account where url_name = ${urlName} and status = 'active'`.execute(tx);
  const accountId = rows[0]?.id ?? null;
  const id = of !== null && UUID.test(of.id) ? of.id : null;
  const expected = accountId === null || id === null ? [] : await holdersOf(tx, accountId, id);
  const { standing } = await lockStanding(tx, session, null, expected);
  if (accountId === null) return { kind: 'missing', message: `There is no active account ${urlName}.` };
  await requireInAccounts(standing, 'manage-users', [accountId]);
  // Two roles that are added at once are counted, and compared by name, one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('account_role ' || ${accountId}::text, 0))`.execute(tx);
  const held = await standing.inAccount(accountId);
  if (of === null) return { accountId, role: null, holders: [], held };
  const { rows: found } = await sql<StoredRole>`
    select id, name, permissions, version from account_role
    where account_id = ${accountId} and id = ${id}::uuid for update`.execute(tx);
  const [role] = found;
  if (role === undefined) return NO_ROLE;
  const holders = await holdersOf(tx, accountId, role.id);
  // The rest are not locked.
  return holders.every((holder) => expected.includes(holder)) ? { accountId, role, holders, held } : CHANGED;
}

async function holdersOf(tx: Tx, accountId: string, roleId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from membership where account_id = ${accountId} and role_id = ${roleId}::uuid`.execute(tx);
  return rows.map(({ person_id: id }) => id);
}
