import { createHash } from 'node:crypto';
import { ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import type { Group, Member } from './group.ts';
import type { UserDraft } from './user-draft.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
/** Our extension of a group: the role of the account that it stands for. */
export const ROLE_EXTENSION = 'urn:switchboard:params:scim:schemas:extension:2.0:Group';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A user of the account as its directory sees them. */
export type DirectoryUser = {
  readonly id: string;
  /** Null until the user has accepted the invitation to the account. */
  readonly person_id: string | null;
  readonly email: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly given_name: string;
  readonly family_name: string;
  /** False when the directory has deactivated the user. */
  readonly active: boolean;
  /** Keys of the roles held in the account: presets, and ids of roles that it defines. */
  readonly roles: readonly string[];
  /** The name of each role held. */
  readonly role_names: readonly string[];
  /** Keys of the roles that activating the user again restores. */
  readonly former_roles: readonly string[];
  /** Groups that the directory has added, by name. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly created: Date;
};

export type Resource = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly meta: { readonly version: string };
};

/** The parts of the name, if they are those of the name that is shown; others are taken from it. */
function nameParts({ name, given_name: given, family_name: family }: DirectoryUser) {
  const isCurrent = [given, family].filter((word) => word !== '').join(' ') === name;
  const words = name.split(/\s+/);
  return {
    formatted: name,
    givenName: isCurrent ? given : words.length === 1 ? name : words.slice(0, -1).join(' '),
    familyName: isCurrent ? family : words.length === 1 ? '' : (words.at(-1) ?? ''),
  };
}

/** The entity tag of what a resource says. */
const versionOf = (content: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;

function describe(content: { readonly id: string } & Readonly<Record<string, unknown>>, meta: object): Resource {
  return { ...content, meta: { ...meta, version: versionOf(content) } };
}

function labelOf(key: string, name: string | undefined): string {
  const preset = ROLES.find((role) => role === key);
  return preset === undefined ? (name ?? key) : ROLE_LABELS[preset];
}

/** @param base address of the SCIM service without a slash at its end */
export function userResource(user: DirectoryUser, base: string): Resource {
  return describe(
    {
      schemas: [USER_SCHEMA],
      id: user.id,
      ...(user.external_id === null ? {} : { externalId: user.external_id }),
      userName: user.email,
      name: nameParts(user),
      displayName: user.name,
      emails: [{ value: user.email, type: 'work', primary: true }],
      active: user.active,
      roles: user.roles.map((key, index) => ({ value: key, display: labelOf(key, user.role_names[index]) })),
      groups: [
        ...user.roles.map((key, index) => ({ id: key, name: labelOf(key, user.role_names[index]) })),
        ...user.groups,
      ].map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}`, type: 'direct' })),
    },
    { resourceType: 'User', created: user.created.toISOString(), location: `${base}/Users/${user.id}` },
  );
}

export function draftOf(user: DirectoryUser): UserDraft {
  const { givenName, familyName } = nameParts(user);
  return {
    userName: user.email,
    externalId: user.external_id,
    givenName,
    familyName,
    name: user.name,
    active: user.active,
    roles: user.active ? user.roles : user.former_roles,
  };
}

/** @param members null: they are left out */
export function groupResource(group: Group, members: readonly Member[] | null, base: string): Resource {
  const { id, name, externalId, role, isRole } = group;
  return describe(
    {
      schemas: isRole ? [GROUP_SCHEMA] : [GROUP_SCHEMA, ROLE_EXTENSION],
      id,
      ...(externalId === null ? {} : { externalId }),
      displayName: name,
      ...(isRole ? {} : { [ROLE_EXTENSION]: { role } }),
      ...(members === null
        ? {}
        : {
            members: members.map((member) => ({
              value: member.id,
              display: member.name,
              $ref: `${base}/Users/${member.id}`,
              type: 'User',
            })),
          }),
    },
    { resourceType: 'Group', location: `${base}/Groups/${id}` },
  );
}

export function listResponse(resources: readonly object[], startIndex: number, totalResults: number): object {
  return { schemas: [LIST_SCHEMA], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
