import type { Client } from './graphql-server.ts';

type Json = Readonly<Record<string, unknown>>;
export type ScimAnswer = { readonly status: number; readonly headers: Headers; readonly body: Json };

/** A directory that calls the SCIM service with the token of an account. */
export type DirectoryClient = {
  readonly token: string;
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ScimAnswer>;
};

export const SCIM_PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const SCIM_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The body of a patch. */
export const patchOf = (...operations: readonly object[]): object => ({
  schemas: [SCIM_PATCH],
  Operations: operations,
});

export function directoryWith(url: string, token: string): DirectoryClient {
  return {
    token,
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${url}/api/scim/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : (JSON.parse(text) as Json),
      };
    },
  };
}

/** A directory whose token a person created. */
export async function createDirectory(url: string, creator: Client): Promise<DirectoryClient> {
  const { create_service_token: made } = await creator.data<{ create_service_token: { token: string } }>(
    'mutation { create_service_token(name: "Directory", days: 30, manages_users: true) { ... on NewServiceToken { token } } }',
  );
  return directoryWith(url, made.token);
}
