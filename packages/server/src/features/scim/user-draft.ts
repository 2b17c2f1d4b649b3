import { ROLES } from '@switchboard/model/permissions';
import { changesDirection } from '@switchboard/model/presentation/text-problem';
import { UUID } from '../../graphql/cursor.ts';
import { type Filter, type PatchPath, parsePatchPath } from './filter.ts';
import { invalid } from './scim-error.ts';

/** Attributes of a user that a directory may change. Unsupported attributes are ignored. */
export type UserDraft = {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  /** The name as it is shown. */
  readonly name: string;
  readonly active: boolean;
  /** Keys of the roles held in the account; for an inactive user, of the roles that activation restores. */
  readonly roles: readonly string[];
};

export type PatchVerb = 'add' | 'replace' | 'remove';
export type PatchOperation = { readonly op: PatchVerb; readonly path: PatchPath | null; readonly value: unknown };

const MAX_TEXT = 200;
const READ_ONLY = new Set(['id', 'meta', 'groups', 'schemas']);

type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of an attribute; empty for null. @throws ScimError invalidValue */
export function readText(attribute: string, value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0'))
    throw invalid('invalidValue', `${attribute} must be a text of at most ${MAX_TEXT} characters.`);
  if (changesDirection(value))
    throw invalid('invalidValue', `${attribute} cannot contain hidden characters that change the direction of text.`);
  return value.trim();
}

/** Entra ID sends "True" and "False". */
function readBoolean(attribute: string, value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw invalid('invalidValue', `${attribute} must be true or false.`);
}

/** A role by its key, or by a group or role object that has it as its value. */
export function readRole(value: unknown): string {
  const given = isObject(value) ? value['value'] : value;
  const preset = ROLES.find((known) => known === given);
  if (preset !== undefined) return preset;
  if (typeof given === 'string' && UUID.test(given)) return given.toLowerCase();
  throw invalid(
    'invalidValue',
    `${typeof given === 'string' ? given.slice(0, 50) : 'A role'} must be one of ${ROLES.join(', ')}, or the id of a role that the account defines.`,
  );
}

/** Each key once: presets, then ids. */
export const sortedKeys = (keys: readonly string[]): readonly string[] => [
  ...ROLES.filter((role) => keys.includes(role)),
  ...new Set(keys.filter((key) => ROLES.every((role) => role !== key)).toSorted()),
];

function changeRoles(roles: readonly string[], { op, path, value }: PatchOperation): readonly string[] {
  const chosen = path?.selected == null ? null : roles.filter((role) => matchesRole(path.selected, role));
  if (op === 'remove') {
    if (chosen !== null) return roles.filter((role) => !chosen.includes(role));
    const removed = value == null ? roles : listOf(value).map(readRole);
    return roles.filter((role) => !removed.includes(role));
  }
  const given = listOf(value).map(readRole);
  return sortedKeys(op === 'add' ? [...roles, ...given] : given);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

/** Whether a filter on roles selects one; a filter on anything but its value selects each, as the role has nothing else. */
function matchesRole(filter: Filter | null, role: string): boolean {
  if (filter === null) return true;
  switch (filter.kind) {
    case 'and':
      return matchesRole(filter.left, role) && matchesRole(filter.right, role);
    case 'or':
      return matchesRole(filter.left, role) || matchesRole(filter.right, role);
    case 'not':
      return !matchesRole(filter.of, role);
    case 'compare':
      return filter.path !== 'value' || (filter.operator === 'ne') !== (filter.value === role);
  }
}

function changeName(draft: UserDraft, part: string | null, { op, path, value }: PatchOperation): UserDraft {
  if (part === null) {
    if (op === 'remove') return draft;
    if (!isObject(value)) throw invalid('invalidValue', 'name must be an object.');
    return ['givenName', 'familyName', 'formatted']
      .filter((key) => key in value)
      .reduce((changed, key) => changeName(changed, key.toLowerCase(), { op, path, value: value[key] }), draft);
  }
  const text = op === 'remove' ? '' : readText(`name.${part}`, value);
  if (part === 'formatted') return text === '' ? draft : { ...draft, name: text };
  if (part !== 'givenname' && part !== 'familyname') return draft;
  const changed = part === 'givenname' ? { ...draft, givenName: text } : { ...draft, familyName: text };
  const name = [changed.givenName, changed.familyName].filter((word) => word !== '').join(' ');
  return name === '' ? changed : { ...changed, name };
}

/** Changes one attribute. The names of attributes are lower-case. */
function changeAttribute(draft: UserDraft, path: PatchPath, operation: PatchOperation): UserDraft {
  const { op, value } = operation;
  const { attribute, part } = path;
  const asPath = { ...operation, path };
  switch (attribute) {
    case 'username':
      return op === 'remove' ? draft : { ...draft, userName: readText('userName', value) };
    case 'externalid':
      return { ...draft, externalId: (op === 'remove' ? '' : readText('externalId', value)) || null };
    case 'displayname': {
      const name = op === 'remove' ? '' : readText('displayName', value);
      return name === '' ? draft : { ...draft, name };
    }
    case 'name':
      return changeName(draft, part, asPath);
    case 'active':
      if (op === 'remove') throw invalid('mutability', 'active cannot be removed. Set it to false.');
      return { ...draft, active: readBoolean('active', value) };
    case 'roles':
      return { ...draft, roles: changeRoles(draft.roles, asPath) };
    default:
      return draft;
  }
}

/** Values by attribute, also those that are named by a path: Entra ID sends {"name.givenName": "…"}. */
function changeEach(draft: UserDraft, values: Values, op: PatchVerb): UserDraft {
  return Object.entries(values).reduce((changed, [key, value]) => {
    if (READ_ONLY.has(key.toLowerCase())) return changed;
    // An extension schema is an object of its own, of which nothing is kept.
    if (key.startsWith('urn:') && isObject(value)) return changed;
    const path = parsePatchPath(key);
    return changeAttribute(changed, path, { op, path, value });
  }, draft);
}

/** @throws ScimError */
export function patchUser(draft: UserDraft, operations: readonly PatchOperation[]): UserDraft {
  return operations.reduce((changed, operation) => {
    const { op, path, value } = operation;
    if (path === null) {
      if (op === 'remove') throw invalid('noTarget', 'An operation that removes needs a path.');
      if (!isObject(value)) throw invalid('invalidValue', 'An operation without a path needs an object of values.');
      return changeEach(changed, value, op);
    }
    if (READ_ONLY.has(path.attribute)) throw invalid('mutability', `${path.attribute} cannot be changed.`);
    return changeAttribute(changed, path, operation);
  }, draft);
}

/** The draft of a whole user. What the directory leaves out stays. @throws ScimError */
export function replaceUser(draft: UserDraft, body: Values): UserDraft {
  const { name, displayName, ...rest } = body;
  // The formatted name counts before the display name, and both before the parts.
  const named = changeEach(draft, { ...(name == null ? {} : { name }) }, 'replace');
  const shown = changeEach(named, { ...(displayName == null ? {} : { displayName }) }, 'replace');
  const formatted =
    isObject(name) && typeof name['formatted'] === 'string' ? { name: { formatted: name['formatted'] } } : {};
  return changeEach(changeEach(shown, formatted, 'replace'), rest, 'replace');
}
