import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { changeUser, type Directory, lockUsers, NO_USER, requireVersion } from './change-users.ts';
import type { Filter } from './filter.ts';
import { definedRolesOf, findUser, formerMembersOf, membersOf, rolesOf } from './queries.ts';
import { type Group, groupResource, type Member } from './resources.ts';
import { invalid, ScimError } from './scim-error.ts';
import { type PatchOperation, sortedKeys } from './user-draft.ts';

/** Members of a group that an answer contains at most. */
const MAX_MEMBERS = 5_000;
/** Members that one request changes at most. */
const MAX_CHANGED = 500;

/** The role with this key. @throws ScimError 404 */
export async function findGroup(tx: Tx, accountId: string, key: string): Promise<Group> {
  const group = (await listGroups(tx, accountId)).find((each) => each.key === key.toLowerCase());
  if (group === undefined)
    throw new ScimError(
      404,
      `Group ${key.slice(0, 50)} does not exist. Groups are the roles of the account: ${ROLES.join(', ')}, and those that it defines.`,
    );
  return group;
}

/** The presets, and the roles that the account defines. */
async function listGroups(tx: Tx, accountId: string): Promise<readonly Group[]> {
  const defined = await definedRolesOf(tx, accountId);
  const presets = ROLES.map((role): Group => ({ key: role, name: role, label: ROLE_LABELS[role] }));
  return [...presets, ...defined.map(({ key, name }) => ({ key, name, label: name }))];
}

export const loadMembers = (tx: Tx, accountId: string, { key }: Group): Promise<readonly Member[]> =>
  membersOf(tx, accountId, key, MAX_MEMBERS);

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

function requireName({ name: own, label }: Group, name: unknown): void {
  if (name !== own && name !== label)
    throw invalid('mutability', `The group ${label} is a role of the account and cannot be renamed.`);
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

function applyOperation(group: Group, change: MemberChange, operation: PatchOperation): void {
  const { op, path, value } = operation;
  switch (path?.attribute) {
    case 'members':
      changeMembers(change, operation);
      return;
    case 'displayname':
      requireName(group, value);
      return;
    case 'externalid':
      return;
    case undefined: {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw invalid('invalidValue', 'An operation without a path needs an object of values.');
      const { members, displayName } = value as Values;
      if (displayName !== undefined) requireName(group, displayName);
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
  { group, ifMatch }: { readonly group: Group; readonly ifMatch: string | null },
  operations: readonly PatchOperation[],
): Promise<void> {
  const change: MemberChange = { added: new Set(), removed: new Set(), isReplaced: false };
  for (const operation of operations) applyOperation(group, change, operation);
  const members = await loadMembers(tx, directory.accountId, group);
  if (ifMatch !== null) requireVersion(groupResource(group, members, directory.base).meta.version, ifMatch);
  const held = new Set(members.map(({ id }) => id));
  const former = await formerMembersOf(tx, directory.accountId, group.key);
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
      roles: rolesWith(draft.roles, group.key, isAdded),
    }));
  }
}

const rolesWith = (keys: readonly string[], key: string, isHeld: boolean): readonly string[] =>
  sortedKeys([...keys.filter((each) => each !== key), ...(isHeld ? [key] : [])]);

/** The groups that match a filter. @throws ScimError invalidFilter */
export async function matchingGroups(tx: Tx, accountId: string, filter: Filter | null): Promise<readonly Group[]> {
  const groups = await listGroups(tx, accountId);
  if (filter === null) return groups;
  const ids = memberIds(filter).filter((id) => UUID.test(id));
  const held = ids.length === 0 ? new Map<string, readonly string[]>() : await rolesOf(tx, accountId, ids);
  return groups.filter((group) => isMatch(filter, group, held));
}

function memberIds(filter: Filter): readonly string[] {
  if (filter.kind === 'not') return memberIds(filter.of);
  if (filter.kind !== 'compare') return [...memberIds(filter.left), ...memberIds(filter.right)];
  return ['members', 'members.value'].includes(filter.path) && typeof filter.value === 'string' ? [filter.value] : [];
}

function isMatch(filter: Filter, group: Group, held: ReadonlyMap<string, readonly string[]>): boolean {
  switch (filter.kind) {
    case 'and':
      return isMatch(filter.left, group, held) && isMatch(filter.right, group, held);
    case 'or':
      return isMatch(filter.left, group, held) || isMatch(filter.right, group, held);
    case 'not':
      return !isMatch(filter.of, group, held);
    case 'compare':
      break;
  }
  const { path, operator, value } = filter;
  if (operator !== 'eq') throw invalid('invalidFilter', `Groups cannot be filtered by ${path} ${operator}.`);
  const text = String(value);
  switch (path) {
    case 'id':
      return text === group.key;
    case 'displayname':
      return [group.name, group.label].some((name) => name.toLowerCase() === text.toLowerCase());
    case 'externalid':
      return false;
    case 'members':
    case 'members.value':
      return held.get(text.toLowerCase())?.includes(group.key) ?? false;
    default:
      throw invalid('invalidFilter', `Groups cannot be filtered by ${path}.`);
  }
}
