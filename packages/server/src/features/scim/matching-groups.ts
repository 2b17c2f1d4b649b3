import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import type { Filter } from './filter.ts';
import type { Group } from './group.ts';
import { groupsOf, listGroups, listRoleGroups } from './group-store.ts';
import { rolesOf } from './queries.ts';
import { invalid } from './scim-error.ts';

type Comparison = Extract<Filter, { kind: 'compare' }>;
/** The ids of the groups of people who are named by a filter. */
type Memberships = ReadonlyMap<string, ReadonlySet<string>>;

/** The groups that match a filter: the roles of the account, then those that were added. @throws ScimError invalidFilter */
export async function matchingGroups(tx: Tx, accountId: string, filter: Filter | null): Promise<readonly Group[]> {
  const groups = [...(await listRoleGroups(tx, accountId)), ...(await listGroups(tx, accountId))];
  if (filter === null) return groups;
  const held = await membershipsOf(tx, accountId, filter);
  return groups.filter((group) => isMatch(filter, group, held));
}

async function membershipsOf(tx: Tx, accountId: string, filter: Filter): Promise<Memberships> {
  const ids = [
    ...new Set(
      memberIds(filter)
        .filter((id) => UUID.test(id))
        .map((id) => id.toLowerCase()),
    ),
  ];
  if (ids.length === 0) return new Map();
  const [roles, groups] = [await rolesOf(tx, accountId, ids), await groupsOf(tx, accountId, ids)];
  return new Map(ids.map((id) => [id, new Set<string>([...(roles.get(id) ?? []), ...(groups.get(id) ?? [])])]));
}

function memberIds(filter: Filter): readonly string[] {
  if (filter.kind === 'not') return memberIds(filter.of);
  if (filter.kind !== 'compare') return [...memberIds(filter.left), ...memberIds(filter.right)];
  return ['members', 'members.value'].includes(filter.path) && typeof filter.value === 'string' ? [filter.value] : [];
}

function isMatch(filter: Filter, group: Group, held: Memberships): boolean {
  switch (filter.kind) {
    case 'and':
      return isMatch(filter.left, group, held) && isMatch(filter.right, group, held);
    case 'or':
      return isMatch(filter.left, group, held) || isMatch(filter.right, group, held);
    case 'not':
      return !isMatch(filter.of, group, held);
    case 'compare':
      return compare(filter, group, held);
  }
}

function compare(comparison: Comparison, group: Group, held: Memberships): boolean {
  const { path, operator, value } = comparison;
  switch (path) {
    case 'displayname':
      // A role is found by its name, too.
      return compareText(comparison, group.isRole ? [group.id, group.name] : [group.name]);
    case 'externalid':
      return compareText(comparison, group.externalId === null ? [] : [group.externalId]);
    case 'id':
    case 'members':
    case 'members.value': {
      if (operator !== 'eq') throw unsupported(comparison);
      const text = String(value).toLowerCase();
      return path === 'id' ? group.id === text : (held.get(text)?.has(group.id) ?? false);
    }
    default:
      throw unsupported(comparison);
  }
}

/** Compares the values of an attribute without regard to case. */
function compareText(comparison: Comparison, values: readonly string[]): boolean {
  const { operator } = comparison;
  if (operator === 'pr') return values.length > 0;
  if (typeof comparison.value !== 'string')
    throw invalid('invalidFilter', `${comparison.path} is compared with a text.`);
  const text = comparison.value.toLowerCase();
  const known = values.map((value) => value.toLowerCase());
  switch (operator) {
    case 'eq':
      return known.includes(text);
    case 'ne':
      return !known.includes(text);
    case 'co':
      return known.some((value) => value.includes(text));
    case 'sw':
      return known.some((value) => value.startsWith(text));
    case 'ew':
      return known.some((value) => value.endsWith(text));
    default:
      throw unsupported(comparison);
  }
}

const unsupported = ({ path, operator }: Comparison) =>
  invalid('invalidFilter', `Groups cannot be filtered by ${path} ${operator}.`);
