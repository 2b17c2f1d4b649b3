import type { KeyHistoryQuery } from '../src/api/generated/graphql.ts';
import type { NamedKey } from '../src/screens/keys/use-named-key.ts';
import { buildKey } from './build-rows.ts';

const person = (name: string) => ({ __typename: 'Person', id: name, name });

/** An active SQL key with a stored password, used by nothing. */
export function buildNamedKey(patch: Partial<NamedKey> = {}): NamedKey {
  const described = {
    ...buildKey({ id: 'k1', name: 'warehouse', credential_type_name: 'SQL', description: 'Holds the orders.' }),
    credential_type: 'sql',
    version: 3,
    suspended_reason: null,
    properties: { dialect: 'postgresql', host: 'db.example', port: 5432, db_name: 'reports', user: 'loader' },
    properties_exist: {
      password: true,
      ssh_tunnel_password: false,
      ssh_tunnel_rsa_key: false,
      client_key_pem: false,
    },
    created: '2026-03-01T09:00:00Z',
    created_by: person('Olivia'),
    updated: '2026-03-04T10:00:00Z',
    updated_by: person('Dora'),
    last_used: '2026-03-05T06:10:00Z',
    last_used_by: null,
    next_affected: null,
    downloadsUsingKey: [],
    uploadsUsingKey: [],
    ...patch,
  };
  return described as NamedKey;
}

type Change = KeyHistoryQuery['credential_changes']['nodes'][number];

/** One change of a key. @param by who changed it; null for the system */
export const buildKeyChange = (change: string, by: string | null, patch: Partial<Change> = {}): Change =>
  ({
    __typename: 'CredentialChange',
    id: `${change} ${by}`,
    created: '2026-03-04T10:00:00Z',
    change,
    person: by === null ? null : person(by),
    fields: [],
    items: [],
    former: null,
    present: null,
    reason: null,
    ...patch,
  }) as Change;

/** A page of the history of a key. */
export const buildKeyHistory = (changes: readonly Change[] = [], hasNextPage = false) => ({
  credential_changes: {
    __typename: 'CredentialChangeConnection',
    nodes: changes,
    pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: hasNextPage ? 'next' : null },
  },
});

/** A download or upload that uses a key. */
export const buildKeyUser = (name: string, status: string): NamedKey['downloadsUsingKey'][number] =>
  ({
    __typename: 'CredentialUser',
    id: name,
    name,
    project: 'shop',
    status,
    kind: 'download',
  }) as NamedKey['downloadsUsingKey'][number];

/** Answer to saving a key. */
export const buildSavedKey = (name: string) => ({
  save_credential: { __typename: 'SaveCredentialOk', credential: buildKey({ id: 'k1', name }) },
});

/** Answer to saving an invalid key. */
export const buildKeyErrors = (
  ...errors: readonly (readonly [typeId: string, field: string | null, message: string])[]
) => ({
  save_credential: {
    __typename: 'ValidationErrors',
    errors: errors.map(([typeId, field, message]) => ({
      __typename: 'ValidationError',
      typeId,
      properties: field === null ? [] : [field],
      message,
    })),
  },
});
