import type { Permission } from '@switchboard/model/permissions';
import { decodeJwt } from 'jose';
import type { BuiltAccount } from './build-account.ts';
import { queryAsSuperuser } from './database.ts';
import { type Client, createClient, type GraphqlServer } from './graphql-server.ts';

export type RoleAnswer = {
  readonly __typename: string;
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly version: number;
  readonly holders: number;
  readonly field?: string;
  readonly message?: string;
};

const ROLE = 'id name permissions version holders';
const ERRORS = `... on InvalidRoleError { field message } ... on ConflictError { message } ... on NotFoundError { message }`;

/** The calls that change roles of accounts, as the console sends them. */
export const ROLE_CALLS = {
  save: `mutation($urlName: String!, $name: String!, $permissions: [String!]!, $roleId: ID, $version: Int) {
    saveAccountRole(urlName: $urlName, name: $name, permissions: $permissions, roleId: $roleId, version: $version) {
      __typename ... on AccountRole { ${ROLE} } ${ERRORS} } }`,
  remove: `mutation($urlName: String!, $roleId: ID!, $version: Int!) {
    removeAccountRole(urlName: $urlName, roleId: $roleId, version: $version) { __typename
      ... on Account { definedRoles { name } } ... on ConflictError { message } ... on NotFoundError { message } } }`,
  list: `query($urlName: String!) { account(urlName: $urlName) { definedRoles { ${ROLE} } users { email roles } } }`,
} as const;

type Edit = {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly roleId?: string;
  readonly version?: number;
};

export const saveRoleAs = async (as: Client, urlName: string, edit: Edit): Promise<RoleAnswer> =>
  (await as.data<{ saveAccountRole: RoleAnswer }>(ROLE_CALLS.save, { urlName, ...edit })).saveAccountRole;

/** The id of the person of an access token. */
export const subjectOf = (token: string): string => decodeJwt(token).sub ?? '';

/** Gives a person a role of an account, past the rules of who may. */
export async function grantDefined(
  server: Pick<GraphqlServer, 'databaseUrl'>,
  { accountId }: Pick<BuiltAccount, 'accountId'>,
  personId: string,
  permissions: readonly Permission[],
  name = `Role of ${personId}`,
): Promise<string> {
  const [role] = await queryAsSuperuser<{ id: string }>(
    server.databaseUrl,
    `with role as (
        insert into account_role (account_id, name, permissions) values ('${accountId}', '${name}', '{${permissions.join()}}')
        on conflict (account_id, lower(name)) do update set permissions = excluded.permissions returning id)
      insert into membership (account_id, person_id, role_id) select '${accountId}', '${personId}', id from role
        returning role_id as id`,
  );
  return role?.id ?? '';
}

/** Signs a new person in whose only role is one of the account with these permissions. */
export async function signInWith(
  server: GraphqlServer,
  account: Pick<BuiltAccount, 'accountId' | 'urlName'>,
  permissions: readonly Permission[],
): Promise<Client & { readonly personId: string; readonly roleId: string }> {
  const token = await server.tokenOf({});
  const personId = subjectOf(token);
  const roleId = await grantDefined(server, account, personId, permissions);
  return Object.assign(createClient(server, { token, account: account.urlName }), { personId, roleId });
}
