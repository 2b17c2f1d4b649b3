import { LIMITS } from './limits.ts';
import { GROUP_SCHEMA, listResponse, ROLE_EXTENSION, USER_SCHEMA } from './resources.ts';

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** Capabilities of the service (RFC 7643, 5). */
export const serviceProviderConfig = (base: string): object => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: LIMITS.bulkOperations, maxPayloadSize: LIMITS.body },
  filter: { supported: true, maxResults: LIMITS.pageSize },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Service token',
      description: 'A service token of the account that manages users, as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const resourceType =
  (
    name: 'User' | 'Group',
    schema: string,
    { description, extensions }: { readonly description: string; readonly extensions: readonly string[] },
  ) =>
  (base: string) => ({
    schemas: [RESOURCE_TYPE],
    id: name,
    name,
    endpoint: `/${name}s`,
    description,
    schema,
    schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });

const RESOURCE_TYPES = [
  resourceType('User', USER_SCHEMA, { description: 'A person with access to the account.', extensions: [] }),
  resourceType('Group', GROUP_SCHEMA, {
    description: 'A role of the account, or a group that the directory has added.',
    extensions: [ROLE_EXTENSION],
  }),
];

type Attribute = { readonly name: string; readonly description: string } & Readonly<Record<string, unknown>>;

/** An attribute with what RFC 7643, 7 says of one. */
const attribute = (name: string, description: string, more: object = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const READ_ONLY = { mutability: 'readOnly' };
const REFERENCE = { type: 'reference', caseExact: true, referenceTypes: ['User', 'Group'], ...READ_ONLY };

const USER_ATTRIBUTES = [
  attribute('userName', 'Email address, by which the user signs in. It changes within its mail domain.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Name of the user.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The name as it is shown.'),
      attribute('givenName', 'Given name.'),
      attribute('familyName', 'Family name.'),
    ],
  }),
  attribute('displayName', 'The name as it is shown.'),
  attribute('active', 'Whether the user has access to the account.', { type: 'boolean' }),
  attribute('emails', 'The email address, which is the userName.', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'Email address.', READ_ONLY),
      attribute('type', 'work.', READ_ONLY),
      attribute('primary', 'true.', { type: 'boolean', ...READ_ONLY }),
    ],
  }),
  attribute('roles', 'Roles held in the account. A user who is added without one is a viewer.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [attribute('value', 'Name of the role.'), attribute('display', 'Its label.', READ_ONLY)],
  }),
  attribute('groups', 'The roles held, and the groups that the directory has added.', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'Id of the group.', READ_ONLY),
      attribute('$ref', 'Address of the group.', REFERENCE),
      attribute('display', 'Name of the group.', READ_ONLY),
      attribute('type', 'direct.', READ_ONLY),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name of the group. That of a role cannot be changed.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'The users of the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user.', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'Address of the user.', REFERENCE),
      attribute('display', 'Name of the user.', READ_ONLY),
      attribute('type', 'User.', { mutability: 'immutable' }),
    ],
  }),
];

const schema = (id: string, name: string, description: string, attributes: readonly Attribute[]) => (base: string) => ({
  schemas: [SCHEMA],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

const SCHEMAS = [
  schema(USER_SCHEMA, 'User', 'A person with access to the account.', USER_ATTRIBUTES),
  schema(GROUP_SCHEMA, 'Group', 'A role of the account, or a group that the directory has added.', GROUP_ATTRIBUTES),
  schema(ROLE_EXTENSION, 'Role of a group', 'The role that the members of a group get.', [
    attribute('role', 'Name of a role of the account; null for none.'),
  ]),
];

type Described = ((base: string) => { readonly id: string })[];
const listOf = (described: Described) => (base: string) =>
  listResponse(
    described.map((of) => of(base)),
    1,
    described.length,
  );
const oneOf = (described: Described) => (base: string, id: string) =>
  described.map((of) => of(base)).find((each) => each.id === id) ?? null;

export const resourceTypes = listOf(RESOURCE_TYPES);
export const findResourceType = oneOf(RESOURCE_TYPES);
export const schemas = listOf(SCHEMAS);
export const findSchema = oneOf(SCHEMAS);
