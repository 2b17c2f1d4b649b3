import { ROLE_LABELS, ROLES, type Role } from '@switchboard/model/permissions';
import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeUser, type Directory, lockUsers, NO_USER, requireVersion } from './change-users.ts';
import type { Filter } from './filter.ts';
import { findUser, formerMembersOf, membersOf, rolesOf } from './queries.ts';
import { groupResource, type Member } from './resources.ts';
import { invalid, ScimError } from './scim-error.ts';
import type { PatchOperation } from './user-draft.ts';

/** Members of a group that an answer contains at most. */
const MAX_MEMBERS = 5_000;
/** Members that one request changes at most. */
const MAX_CHANGED = 500;

export const roleOfId = (id: string): Role => {
  const role = ROLES.find((known) => known === id);
  if (role === undefined)
    throw new ScimError(
      404,
      `Group ${id.slice(0, 50)} does not exist. Groups are the roles of the account: ${ROLES.join(', ')}.`,
    );
  return role;
};

export const loadMembers = (tx: Tx, accountId: string, role: Role): Promise<readonly Member[]> =>
  membersOf(tx, accountId, role, MAX_MEMBERS);

/** Change of the members: those it adds and removes, and whether it removes all others. */
type MemberChange = { readonly added: Set<string>; readonly removed: Set<string>; isReplaced: boolean };

type Values = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

function readMember(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  if (typeof id !== 'string' || !UUID.test(id))
    throw invalid('invalidValue', 'A member must be an object with the id of a user as its value.');
  return id.toLowerCase();
}

function requireName(role: Role, name: unknown): void {
  if (name !== role && name !== ROLE_LABELS[role])
    throw invalid('mutability', `The group ${role} is a role of the account and cannot be renamed.`);
}

/** The one member that a path such as members[value eq "…"] selects. */
function selectedMember(filter: Filter): string {
  if (filter.kind !== 'compare' || filter.path !== 'value' || filter.operator !== 'eq')
    throw invalid('invalidPath', 'Select a member by members[value eq "…"].');
  return readMember(filter.value);
}

function changeMembers(change: MemberChange, { op, path, value }: PatchOperation): void {
  if (path?.selected != null) {
    if (op !== 'remove') throw invalid('invalidPath', 'A selected member can be removed only.');
    const id = selectedMember(path.selected);
    change.added.delete(id);
    change.removed.add(id);
    return;
  }
  const ids = listOf(value).map(readMember);
  if (op === 'replace' || (op === 'remove' && value == null)) {
    change.isReplaced = true;
    change.added.clear();
    change.removed.clear();
  }
  for (const id of ids) {
    (op === 'remove' ? change.removed : change.added).add(id);
    (op === 'remove' ? change.added : change.removed).delete(id);
  }
}

function applyOperation(role: Role, change: MemberChange, operation: PatchOperation): void {
  const { op, path, value } = operation;
  switch (path?.attribute) {
    case 'members':
      changeMembers(change, operation);
      return;
    case 'displayname':
      requireName(role, value);
      return;
    case 'externalid':
      return;
    case undefined: {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw invalid('invalidValue', 'An operation without a path needs an object of values.');
      const { members, displayName } = value as Values;
      if (displayName !== undefined) requireName(role, displayName);
      if (members !== undefined) changeMembers(change, { op, path: null, value: members });
      return;
    }
    default:
      throw invalid('invalidPath', `A group has no ${path?.attribute ?? ''} that can be changed.`);
  }
}

/**
 * Adds people to a role of the account, and removes them from it. Who loses their last role may do nothing in the account; who was
 * deactivated stays so.
 * @throws ScimError, RequestError
 */
export async function changeGroup(
  tx: Tx,
  directory: Directory,
  { role, ifMatch }: { readonly role: Role; readonly ifMatch: string | null },
  operations: readonly PatchOperation[],
): Promise<void> {
  const change: MemberChange = { added: new Set(), removed: new Set(), isReplaced: false };
  for (const operation of operations) applyOperation(role, change, operation);
  const members = await membersOf(tx, directory.accountId, role, MAX_MEMBERS);
  if (ifMatch !== null) requireVersion(groupResource(role, members, directory.base).meta.version, ifMatch);
  const held = new Set(members.map(({ id }) => id));
  const former = await formerMembersOf(tx, directory.accountId, role);
  const all = [...held, ...former];
  if (change.isReplaced) for (const id of all) if (!change.added.has(id)) change.removed.add(id);
  const added = [...change.added].filter((id) => !held.has(id));
  const removed = all.filter((id) => change.removed.has(id));
  const ids = [...added, ...removed].sort();
  if (ids.length > MAX_CHANGED) throw invalid('tooMany', `A request changes at most ${MAX_CHANGED} members.`);
  await lockUsers(tx, directory, ids);
  for (const id of ids) {
    if ((await findUser(tx, directory.accountId, id)) === null) throw NO_USER();
    const isAdded = change.added.has(id);
    await changeUser(tx, directory, { id, ifMatch: null }, (draft) => ({
      ...draft,
      roles: rolesWith(draft.roles, role, isAdded),
    }));
  }
}

const rolesWith = (roles: readonly Role[], role: Role, isHeld: boolean): readonly Role[] =>
  ROLES.filter((each) => (each === role ? isHeld : roles.includes(each)));

/** The groups that match a filter. @throws ScimError invalidFilter */
export async function matchingGroups(tx: Tx, accountId: string, filter: Filter | null): Promise<readonly Role[]> {
  if (filter === null) return ROLES;
  const ids = memberIds(filter).filter((id) => UUID.test(id));
  const held = ids.length === 0 ? new Map<string, readonly Role[]>() : await rolesOf(tx, accountId, ids);
  return ROLES.filter((role) => isMatch(filter, role, held));
}

function memberIds(filter: Filter): readonly string[] {
  if (filter.kind === 'not') return memberIds(filter.of);
  if (filter.kind !== 'compare') return [...memberIds(filter.left), ...memberIds(filter.right)];
  return ['members', 'members.value'].includes(filter.path) && typeof filter.value === 'string' ? [filter.value] : [];
}

function isMatch(filter: Filter, role: Role, held: ReadonlyMap<string, readonly Role[]>): boolean {
  switch (filter.kind) {
    case 'and':
      return isMatch(filter.left, role, held) && isMatch(filter.right, role, held);
    case 'or':
      return isMatch(filter.left, role, held) || isMatch(filter.right, role, held);
    case 'not':
      return !isMatch(filter.of, role, held);
    case 'compare':
      break;
  }
  const { path, operator, value } = filter;
  if (operator !== 'eq') throw invalid('invalidFilter', `Groups cannot be filtered by ${path} ${operator}.`);
  const text = String(value);
  switch (path) {
    case 'id':
      return text === role;
    case 'displayname':
      return [role, ROLE_LABELS[role]].some((name) => name.toLowerCase() === text.toLowerCase());
    case 'externalid':
      return false;
    case 'members':
    case 'members.value':
      return held.get(text.toLowerCase())?.includes(role) ?? false;
    default:
      throw invalid('invalidFilter', `Groups cannot be filtered by ${path}.`);
  }
}
