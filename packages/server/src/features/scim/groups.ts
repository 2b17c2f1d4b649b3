import { ROLES } from '@switchboard/model/permissions';
import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeUser, type Directory, lockUsers, NO_USER, requireGrantable, requireVersion } from './change-users.ts';
import type { Group, Member } from './group.ts';
import { type GroupChange, readGroupChange } from './group-change.ts';
import {
  addGroup,
  addMember,
  deleteGroup,
  findGroup,
  type GroupValues,
  listGroups,
  listRoleGroups,
  MAX_MEMBERS,
  membersOf,
  passRoleOn,
  putGroup,
  removeMember,
} from './group-store.ts';
import { LIMITS } from './limits.ts';
import { findUser, formerMembersOf } from './queries.ts';
import { groupResource } from './resources.ts';
import { invalid, ScimError } from './scim-error.ts';
import { type PatchOperation, sortedKeys } from './user-draft.ts';

const NO_GROUP = (id: string): ScimError =>
  new ScimError(
    404,
    `Group ${id.slice(0, 50)} does not exist. Groups are the roles of the account, ${ROLES.join(', ')}, and those that were added.`,
  );
const NAME_TAKEN = (name: string): ScimError =>
  new ScimError(409, `A group with the displayName ${name} exists.`, 'uniqueness');

/** @throws ScimError 404 */
export async function readGroup(tx: Tx, accountId: string, id: string, lock: 'lock' | null = null): Promise<Group> {
  const key = id.toLowerCase();
  const role = (await listRoleGroups(tx, accountId)).find((group) => group.id === key);
  const group = role ?? (UUID.test(key) ? await findGroup(tx, accountId, key, lock) : null);
  if (group === null) throw NO_GROUP(id);
  return group;
}

export const loadMembers = (tx: Tx, accountId: string, group: Group): Promise<readonly Member[]> =>
  membersOf(tx, accountId, group, MAX_MEMBERS);

/** Requires that a group has a name of its own, and a role that exists. */
async function requireOwn(tx: Tx, accountId: string, { name, role }: GroupValues): Promise<void> {
  const roles = await listRoleGroups(tx, accountId);
  const isTaken = roles.some((known) =>
    [known.id, known.name].some((each) => each.toLowerCase() === name.toLowerCase()),
  );
  if (isTaken) throw NAME_TAKEN(name);
  if (role !== null && roles.every(({ id }) => id !== role))
    throw invalid('invalidValue', 'The role of a group must be one of the account.');
}

const EMPTY = { id: '', name: '', externalId: null, role: null, isRole: false } as const;

/**
 * Adds a group with its members. It gives a role to them if it names one.
 * @throws ScimError, RequestError
 */
export async function createGroup(tx: Tx, directory: Directory, operations: readonly PatchOperation[]): Promise<Group> {
  const { accountId } = directory;
  const change = readGroupChange(EMPTY, operations);
  const { name } = change.values;
  if (name === '') throw invalid('invalidValue', 'A group must have a displayName.');
  await lockUsers(tx, directory, [...change.added]);
  await requireOwn(tx, accountId, change.values);
  if ((await listGroups(tx, accountId)).length >= LIMITS.groups)
    throw new ScimError(403, `An account has at most ${LIMITS.groups} groups. Delete one first.`);
  const id = await addGroup(tx, accountId, change.values);
  if (id === null) throw NAME_TAKEN(name);
  const group: Group = { ...change.values, id, isRole: false };
  await changeMembers(tx, directory, { before: { ...group, role: null }, after: group }, change);
  return group;
}

/**
 * Changes a group: a role of the account, or one that was added. Who loses their last role may do nothing in the account; who was
 * deactivated stays so.
 * @throws ScimError, RequestError
 */
export async function changeGroup(
  tx: Tx,
  directory: Directory,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | null },
  operations: readonly PatchOperation[],
): Promise<Group> {
  const { accountId, base } = directory;
  const before = await readGroup(tx, accountId, id, 'lock');
  const change = readGroupChange(before, operations);
  if (ifMatch !== null)
    requireVersion(groupResource(before, await loadMembers(tx, accountId, before), base).meta.version, ifMatch);
  const after: Group = { ...before, ...change.values };
  if (!before.isRole) {
    await requireOwn(tx, accountId, after);
    if (!(await putGroup(tx, accountId, after))) throw NAME_TAKEN(after.name);
  }
  await changeMembers(tx, directory, { before, after }, change);
  return after;
}

/**
 * Deletes a group that was added. Its members lose the role that they got by it.
 * @throws ScimError, RequestError
 */
export async function removeGroup(
  tx: Tx,
  directory: Directory,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | null },
): Promise<void> {
  const { accountId } = directory;
  const group = await readGroup(tx, accountId, id);
  if (group.isRole)
    throw new ScimError(
      403,
      `The group ${id} is a role of the account and cannot be deleted. Remove the members instead.`,
    );
  await changeGroup(tx, directory, { id, ifMatch }, [
    { op: 'replace', path: { attribute: 'members', selected: null, part: null }, value: [] },
  ]);
  await deleteGroup(tx, accountId, group.id);
}

type Step = { readonly before: Group; readonly after: Group };

async function changeMembers(
  tx: Tx,
  directory: Directory,
  { before, after }: Step,
  change: GroupChange,
): Promise<void> {
  const { accountId } = directory;
  const held = (await loadMembers(tx, accountId, before)).map(({ id }) => id);
  const former = before.isRole && before.role !== null ? await formerMembersOf(tx, accountId, before.role) : [];
  const all = [...held, ...former];
  if (change.isReplaced) for (const id of all) if (!change.added.has(id)) change.removed.add(id);
  const added = [...change.added].filter((id) => !held.includes(id));
  const removed = all.filter((id) => change.removed.has(id));
  const isOtherRole = before.role !== after.role;
  // Another role is given to those who stay, too.
  const kept = isOtherRole ? held.filter((id) => !change.removed.has(id)) : [];
  const ids = [...added, ...removed, ...kept].sort();
  if (ids.length > LIMITS.changedMembers)
    throw invalid('tooMany', `A request changes at most ${LIMITS.changedMembers} members.`);
  const permissions = await lockUsers(tx, directory, ids);
  // Who is added later, perhaps by another program, gets the role.
  if (isOtherRole) await requireGrantable(tx, directory, { before: before.role, after: after.role }, permissions);
  // Whatever the order of the ids, an unknown one is answered alike.
  for (const id of ids) if ((await findUser(tx, accountId, id)) === null) throw NO_USER();
  for (const id of ids) {
    if (before.isRole && before.role !== null) await setRole(tx, directory, id, before.role, added.includes(id));
    else {
      if (!added.includes(id)) await leave(tx, directory, before, id);
      if (!removed.includes(id)) await join(tx, directory, after, id);
    }
  }
}

/** Gives a role to a user, or takes it. Returns whether that changed anything. */
async function setRole(tx: Tx, directory: Directory, id: string, role: string, isHeld: boolean): Promise<boolean> {
  let isChanged = false;
  await changeUser(tx, directory, { id, ifMatch: null }, (draft) => {
    isChanged = draft.roles.includes(role) !== isHeld;
    const others = draft.roles.filter((each) => each !== role);
    const roles = sortedKeys([...others, ...(isHeld ? [role] : [])]);
    return { ...draft, roles };
  });
  return isChanged;
}

async function join(tx: Tx, directory: Directory, { id: groupId, role }: Group, userId: string): Promise<void> {
  const givesRole = role !== null && (await setRole(tx, directory, userId, role, true));
  await addMember(tx, { accountId: directory.accountId, groupId, userId }, givesRole);
}

async function leave(tx: Tx, directory: Directory, { id: groupId, role }: Group, userId: string): Promise<void> {
  const { accountId } = directory;
  const gaveRole = await removeMember(tx, { accountId, groupId, userId });
  if (role === null || !gaveRole || (await passRoleOn(tx, accountId, userId, role))) return;
  await setRole(tx, directory, userId, role, false);
}
