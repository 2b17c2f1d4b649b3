import { createHash } from 'node:crypto';
import { ROLE_LABELS, type Role } from '@switchboard/model/permissions';
import type { UserDraft } from './user-draft.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** A user of the account as its directory sees them. */
export type DirectoryUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly given_name: string;
  readonly family_name: string;
  /** False when the directory has deactivated the user. */
  readonly active: boolean;
  /** Held in the account. */
  readonly roles: readonly Role[];
  /** Roles that activating the user again restores. */
  readonly former_roles: readonly Role[];
  readonly created: Date;
};

export type Member = { readonly id: string; readonly name: string };
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
      roles: user.roles.map((role) => ({ value: role, display: ROLE_LABELS[role] })),
      groups: user.roles.map((role) => ({
        value: role,
        display: ROLE_LABELS[role],
        $ref: `${base}/Groups/${role}`,
        type: 'direct',
      })),
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
export function groupResource(role: Role, members: readonly Member[] | null, base: string): Resource {
  return describe(
    {
      schemas: [GROUP_SCHEMA],
      id: role,
      displayName: ROLE_LABELS[role],
      ...(members === null
        ? {}
        : {
            members: members.map(({ id, name }) => ({
              value: id,
              display: name,
              $ref: `${base}/Users/${id}`,
              type: 'User',
            })),
          }),
    },
    { resourceType: 'Group', location: `${base}/Groups/${role}` },
  );
}

export function listResponse(resources: readonly object[], startIndex: number, totalResults: number): object {
  return { schemas: [LIST_SCHEMA], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
