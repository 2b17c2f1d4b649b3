import { UUID } from '../../graphql/cursor.ts';
import type { Filter } from './filter.ts';
import type { Group } from './group.ts';
import type { GroupValues } from './group-store.ts';
import { ROLE_EXTENSION } from './resources.ts';
import { invalid } from './scim-error.ts';
import { type PatchOperation, readRole, readText } from './user-draft.ts';

/** A change of a group: its values, the members that it adds and removes, and whether it removes all others. */
export type GroupChange = {
  values: GroupValues;
  readonly added: Set<string>;
  readonly removed: Set<string>;
  isReplaced: boolean;
};

type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

function readMember(value: unknown): string {
  const id = isObject(value) && 'value' in value ? value['value'] : value;
  if (typeof id !== 'string' || !UUID.test(id))
    throw invalid('invalidValue', 'A member must be an object with the id of a user as its value.');
  return id.toLowerCase();
}

/** The one member that a path such as members[value eq "…"] selects. */
function selectedMember(filter: Filter): string {
  if (filter.kind !== 'compare' || filter.path !== 'value' || filter.operator !== 'eq')
    throw invalid('invalidPath', 'Select a member by members[value eq "…"].');
  return readMember(filter.value);
}

function changeMembers(change: GroupChange, { op, path, value }: PatchOperation): void {
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

/** The key of the role that a group stands for; null for none. */
const readGroupRole = (value: unknown): string | null => (value === null || value === '' ? null : readRole(value));

function readName(value: unknown): string {
  const name = readText('displayName', value);
  if (name === '') throw invalid('invalidValue', 'A group must have a displayName.');
  return name;
}

function requireRoleName({ id, name, isRole }: Group, value: unknown): void {
  if (isRole && value !== id && value !== name)
    throw invalid('mutability', `The group ${id} is a role of the account and cannot be renamed.`);
}

function changeRole(group: Group, change: GroupChange, value: unknown): void {
  if (group.isRole) {
    if (value !== group.role) throw invalid('mutability', `The group ${group.id} is a role of the account.`);
    return;
  }
  change.values = { ...change.values, role: readGroupRole(value) };
}

function applyOperation(group: Group, change: GroupChange, operation: PatchOperation): void {
  const { op, path, value } = operation;
  const isRemoval = op === 'remove';
  switch (path?.attribute) {
    case 'members':
      changeMembers(change, operation);
      return;
    case 'displayname':
      requireRoleName(group, value);
      if (!group.isRole) change.values = { ...change.values, name: readName(isRemoval ? '' : value) };
      return;
    case 'externalid': {
      const externalId = isRemoval ? null : readText('externalId', value) || null;
      if (!group.isRole) change.values = { ...change.values, externalId };
      return;
    }
    case 'role':
      changeRole(group, change, isRemoval ? null : value);
      return;
    // The path of the extension ends so.
    case 'group':
      changeRole(group, change, isRemoval || !isObject(value) ? null : (value['role'] ?? null));
      return;
    case undefined:
      if (isRemoval) throw invalid('noTarget', 'An operation that removes needs a path.');
      if (!isObject(value)) throw invalid('invalidValue', 'An operation without a path needs an object of values.');
      changeEach(group, change, op, value);
      return;
    default:
      throw invalid('invalidPath', `A group has no ${path?.attribute ?? ''} that can be changed.`);
  }
}

/** Attributes of a group by their names in a body; others are ignored. */
function changeEach(group: Group, change: GroupChange, op: 'add' | 'replace', values: Values): void {
  const { members, displayName, externalId, [ROLE_EXTENSION]: extension } = values;
  const apply = (attribute: string, value: unknown): void =>
    applyOperation(group, change, { op, path: { attribute, selected: null, part: null }, value });
  if (displayName !== undefined) apply('displayname', displayName);
  if (externalId !== undefined) apply('externalid', externalId);
  if (members !== undefined) apply('members', members);
  if (isObject(extension) && 'role' in extension) apply('role', extension['role'] ?? null);
}

/** Reads the operations of a request on a group. @throws ScimError */
export function readGroupChange(group: Group, operations: readonly PatchOperation[]): GroupChange {
  const { name, externalId, role } = group;
  const change: GroupChange = {
    values: { name, externalId, role },
    added: new Set(),
    removed: new Set(),
    isReplaced: false,
  };
  for (const operation of operations) applyOperation(group, change, operation);
  return change;
}
