import {
  DEFINABLE_PERMISSIONS,
  type DefinedRole,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
} from '@switchboard/model/permissions';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInWith } from '../../testing/defined-roles.ts';
import { createDirectory } from '../../testing/directory.ts';
import { type Asker, createClient } from '../../testing/graphql-server.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../testing/hooks/use-server.ts';
import { minimalCall } from '../../testing/minimal-call.ts';
import { routesOf } from '../../testing/routes-of.ts';
import { scopesOf } from './graphql/guard-plugin.ts';
import { graphqlSchema } from './schema.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);

/** The roles of a caller in the account that they name. */
type Held = {
  readonly inAccount: readonly Role[];
  readonly everywhere: readonly Role[];
  /** Roles that the account defines. */
  readonly defined?: readonly DefinedRole[];
};
const NOTHING: Held = { inAccount: [], everywhere: [] };
const MEMBERS = ROLES.map((role): [string, Held] => [role, { inAccount: [role], everywhere: [] }]);
const GLOBAL = ROLES.map((role): [string, Held] => [`global ${role}`, { inAccount: [], everywhere: [role] }]);
/** Holders of a role that the account defines, each with one permission. */
const DEFINED = DEFINABLE_PERMISSIONS.map((permission): [string, Held] => [
  `only ${permission}`,
  { ...NOTHING, defined: [{ name: permission, permissions: [permission] }] },
]);
const STRANGERS = ['a person of another account', 'a person without a role'];
const UNKNOWN = ['no user', 'a person with a forged token'];
const CALLERS: readonly [string, Held][] = [
  ...MEMBERS,
  ...GLOBAL,
  ...DEFINED,
  ...[...STRANGERS, ...UNKNOWN].map((name): [string, Held] => [name, NOTHING]),
];
/** Permissions of a service token. */
const PROGRAM: readonly Permission[] = ['view', 'develop-scripts', 'publish-scripts'];

const tokens = new Map<string, string>();
const tokenOf = (caller: string): string => tokens.get(caller) ?? '';

beforeAll(async () => {
  for (const [name, { inAccount, everywhere }] of [...MEMBERS, ...GLOBAL])
    tokens.set(name, await server.tokenOf(inAccount.length === 0 ? {} : { [mine.accountId]: inAccount }, everywhere));
  for (const permission of DEFINABLE_PERMISSIONS)
    tokens.set(`only ${permission}`, (await signInWith(server, mine, [permission])).token);
  tokens.set('a person of another account', await server.tokenOf({ [theirs.accountId]: ROLES }));
  tokens.set('a person without a role', await server.tokenOf({}));
  const [head, body] = tokenOf('global tester').split('.');
  tokens.set('a person with a forged token', `${head}.${body}.${'A'.repeat(86)}`);
  const tester = createClient(server, { token: tokenOf('tester'), account: mine.urlName });
  const { create_service_token: made } = await tester.data<{ create_service_token: { token: string } }>(
    'mutation { create_service_token(name: "Build", days: 1, may_publish: true) { ... on NewServiceToken { token } } }',
  );
  tokens.set('a program', made.token);
  tokens.set('a directory', (await createDirectory(server.url, tester)).token);
}, 120_000);

/** The fields of administration for which the permission in the account suffices that an argument names. */
const ACCOUNT_SUFFICES = new Set([
  'Query.account',
  'Query.verifyEmail',
  'Mutation.saveUserV2',
  'Mutation.removeUserFromAccountV2',
  'Mutation.saveAccountV2',
  'Mutation.saveAccountRole',
  'Mutation.removeAccountRole',
  'Mutation.resend_invitation',
  'Mutation.revoke_invitation',
]);
/** Arguments where generated ones are invalid, or would change what later calls rely on. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Query.failure_explanation': { kind: 'download' },
  'Query.preview_backfill': { start_datetime: '2020-01-01', end_datetime: '2020-01-02' },
  'Query.saved_views': { list: 'downloads' },
  'Query.timeline': { report_date: '2026-11-20' },
  'Query.userPreference': { name: 'mode' },
  'Mutation.deactivateAccountV2': { urlName: 'no-account' },
  'Mutation.launch_backfill': { start_datetime: '2020-01-01T00:00:00.000Z', end_datetime: '2020-01-01T23:59:59.000Z' },
  'Mutation.preview_bulk_downloads': { action: 'retry' },
  'Mutation.preview_bulk_uploads': { action: 'retry' },
  'Mutation.review_changelist': { answer: 'approve' },
  'Mutation.answer_publish_settings_change': { answer: 'approve' },
  'Mutation.plan_maintenance': {
    kind: 'download',
    name: 'none',
    reason: 'Maintenance',
    ends: new Date(Date.now() + 3_600_000).toISOString(),
  },
  'Mutation.freeze_dates': { first: '2020-01-01', last: '2020-01-31', upload_name: 'none', reason: 'Books closed' },
  'Mutation.unfreeze_dates': { held: 'deliver' },
  'Mutation.save_kept_data': { kind: 'units', days: 365, as_installation: false },
  'Query.pause': { kind: 'download' },
  'Query.pause_backlog': { kind: 'download' },
  'Mutation.pause': { kind: 'download', reason: 'Maintenance' },
  'Mutation.pause_key': { reason: 'Maintenance' },
  'Mutation.resume': { kind: 'download', catch_up: 'all' },
  'Mutation.resume_key': { catch_up: 'all' },
  'Mutation.work_incident': { act: 'acknowledged' },
  'Mutation.saveAccountRole': { permissions: ['view'] },
  'Mutation.savePreference': { name: 'mode' },
  'Mutation.save_download': { status: 'queued' },
  'Mutation.save_export': { status: 'active' },
  'Mutation.save_flow': { archived: true },
  'Mutation.save_source_bundle': { status: 'active' },
  'Mutation.save_upload': { status: 'queued' },
  'Mutation.save_source_contract': { action: 'accept' },
  'Mutation.save_view': { list: 'downloads' },
};
/** The permission in all accounts that a field requires for these arguments: here a password of another person is reset. */
const REQUIRED_EVERYWHERE: Readonly<Record<string, Permission>> = {
  'Mutation.resetAuth0Password': 'manage-global-users',
};
/** The permission that a field requires besides its own. */
const ALSO_REQUIRED: Readonly<Record<string, Permission>> = {
  'Query.preview_repoint': 'manage-keys',
  'Mutation.repoint_key': 'manage-keys',
  'Mutation.rollback_changelist': 'develop-scripts',
  'Mutation.save_account_key': 'manage-account-settings',
  'Mutation.remove_account_key': 'manage-account-settings',
};
/** Fields that are refused to programs though a token has the permission: those of people, and those that need another one too. */
const NOT_FOR_PROGRAMS = new Set([
  'Mutation.create_service_token',
  'Mutation.revoke_service_token',
  'Mutation.enter_changelist',
  'Mutation.leave_changelist',
  'Query.preview_repoint',
  'Mutation.repoint_key',
  'Mutation.save_account_key',
  'Mutation.remove_account_key',
]);
/** Fields that no argument makes succeed here: the installation has no client of a provider. */
const INVALID = new Set(['Query.start_oauth']);

const schema = graphqlSchema();
const ROOTS = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
  ['subscription', schema.getSubscriptionType()],
] as const;
const fields = ROOTS.flatMap(([operation, root]) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({ name: `${root?.name}.${field.name}`, operation, field })),
);
type Field = (typeof fields)[number];

type Outcome = 'answers' | 'refuses' | 'does not know the caller' | `fails: ${string}`;

const CODES: Readonly<Record<string, Outcome>> = {
  NOT_ALLOWED: 'refuses',
  EMAIL_NOT_AUTHORIZED: 'refuses',
  INVALID_TOKEN: 'does not know the caller',
};

/** Reads from the answer to a call how the caller's access was judged. */
async function outcomeOf(response: Response): Promise<Outcome> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.status === 200) {
    await response.body?.cancel();
    return 'answers';
  }
  const text = await response.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  const status = { NOT_ALLOWED: 403, EMAIL_NOT_AUTHORIZED: 403, INVALID_TOKEN: 401 }[code ?? ''];
  if (status !== undefined && status !== response.status) return `fails: ${code} with ${response.status}`;
  return code === undefined ? 'answers' : (CODES[code] ?? `fails: ${text.slice(0, 200)}`);
}

async function send({ token, account }: Asker, { name, operation, field }: Field): Promise<Outcome> {
  const argument = field.args.find((arg) => arg.name === 'urlName' || arg.name === 'urlNames')?.name;
  const named = argument === 'urlNames' ? [mine.urlName] : mine.urlName;
  const call = minimalCall(operation, field, {
    ...(argument === undefined ? {} : { [argument]: named }),
    ...ARGUMENTS[name],
  });
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: operation === 'subscription' ? 'text/event-stream' : 'application/json',
      'request-id': 'request-12345',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(account === undefined ? {} : { 'account-uri': account }),
    },
    body: JSON.stringify(call),
  });
  const outcome = await outcomeOf(response);
  return INVALID.has(name) && outcome.includes('BAD_REQUEST') ? 'answers' : outcome;
}

/**
 * Returns the outcome that a field should have for a caller.
 * @param account whether the request names the account
 */
function expectedOf(
  caller: string,
  { inAccount, everywhere, defined = [] }: Held,
  { name, field }: Field,
  account: boolean,
): Outcome {
  if (UNKNOWN.includes(caller)) return 'does not know the caller';
  if (account && STRANGERS.includes(caller)) return 'refuses';
  const everywhereOnly = REQUIRED_EVERYWHERE[name];
  const scopes: { readonly signedIn?: true; readonly permission?: Permission; readonly admin?: Permission } =
    everywhereOnly === undefined ? scopesOf(field.extensions) : { admin: everywhereOnly };
  const ofArgument = ACCOUNT_SUFFICES.has(name) ? permissionsOf(inAccount, [], defined) : [];
  const held: readonly (Permission | undefined)[] =
    scopes.admin === undefined
      ? account
        ? permissionsOf(inAccount, everywhere, defined)
        : []
      : [...permissionsOf([], everywhere), ...ofArgument];
  const also = ALSO_REQUIRED[name];
  const isAllowed = held.includes(scopes.admin ?? scopes.permission) && (also === undefined || held.includes(also));
  return scopes.signedIn === true || isAllowed ? 'answers' : 'refuses';
}

const CELLS = fields.flatMap((field) => CALLERS.map(([caller, held]) => ({ field, caller, held })));
const sampled = sampleCells(CELLS, 7);

/** Calls a field as one who may use it, if anybody may, also by a role with one permission, and as those of the sample. */
async function expectOutcomes(field: Field, account: string | undefined): Promise<void> {
  const expectedOfCell = ({ caller, held }: (typeof CELLS)[number]): Outcome =>
    expectedOf(caller, held, field, account !== undefined);
  const ofField = CELLS.filter((cell) => cell.field === field);
  const allowed = ofField.find((cell) => expectedOfCell(cell) === 'answers');
  const exact = ofField.find((cell) => cell.held.defined !== undefined && expectedOfCell(cell) === 'answers');
  const cells = ofField.filter((cell) => cell === allowed || cell === exact || sampled.includes(cell));
  const found: Record<string, Outcome> = {};
  for (const { caller } of cells) found[caller] = await send({ token: tokenOf(caller), account }, field);
  expect(found).toEqual(Object.fromEntries(cells.map((cell) => [cell.caller, expectedOfCell(cell)])));
}

describe('every field of GraphQL, by a real call', () => {
  test.each(fields)('$name answers exactly those who may use it', (field) => expectOutcomes(field, mine.urlName));

  test.each(fields)('$name outside an account answers exactly those who may use it', (field) =>
    expectOutcomes(field, undefined),
  );

  test.each(fields)('$name answers a program only within its scope, and no directory', async (field) => {
    const scopes = scopesOf(field.field.extensions);
    const isInScope = 'permission' in scopes && PROGRAM.some((permission) => permission === scopes.permission);
    const outcome = await send({ token: tokenOf('a program'), account: mine.urlName }, field);
    expect(outcome).toBe(isInScope && !NOT_FOR_PROGRAMS.has(field.name) ? 'answers' : 'refuses');
    expect(await send({ token: tokenOf('a directory'), account: mine.urlName }, field)).toBe('refuses');
  });
});

const NO_ID = '00000000-0000-7000-8000-000000000000';
/** `directory`: programs with a token that manages users, and no person. */
type Access = Permission | 'signedIn' | 'everyone' | 'directory';
/** Every call of the API besides GraphQL, by its route, with who may use it. One that is missing here fails the test below. */
const ROUTES: Readonly<Record<string, { readonly access: Access; readonly path?: string }>> = {
  // Pages fail before a person has signed in, too; a report is answered without a word.
  'POST /api/console-errors': { access: 'everyone' },
  'GET /api/user/login': { access: 'signedIn' },
  'GET /api/user/data': { access: 'signedIn' },
  // The provider's answer is tied to the browser that began the sign-in, not to a token.
  'GET /api/oauth/callback': { access: 'everyone', path: '/api/oauth/callback?state=x&code=x' },
  'GET /api/:account/export': { access: 'manage-account-settings' },
  'GET /api/:account/users/:id/data': { access: 'manage-users', path: `/api/:account/users/${NO_ID}/data` },
  'GET /api/users/:id/data': { access: 'manage-accounts', path: `/api/users/${NO_ID}/data` },
  'GET /api/:account/exportAsCsv': { access: 'view', path: '/api/:account/exportAsCsv?type=downloads' },
  'GET /api/:account/files/:file': { access: 'view', path: `/api/:account/files/${NO_ID}_dirtyrows.csv.gz` },
  'GET /api/:account/metrics/sample/flow_sources/download/:id': {
    access: 'manage-account-settings',
    path: `/api/:account/metrics/sample/flow_sources/download/${NO_ID}`,
  },
  'PUT /api/:account/imports/:file': { access: 'develop-scripts', path: '/api/:account/imports/x.csv' },
  'GET /api/scim/v2/ServiceProviderConfig': { access: 'directory' },
  'GET /api/scim/v2/ResourceTypes': { access: 'directory' },
  'GET /api/scim/v2/ResourceTypes/:id': { access: 'directory' },
  'GET /api/scim/v2/Schemas': { access: 'directory' },
  'GET /api/scim/v2/Schemas/:id': { access: 'directory' },
  'GET /api/scim/v2/Users': { access: 'directory' },
  'POST /api/scim/v2/Users': { access: 'directory' },
  'GET /api/scim/v2/Users/:id': { access: 'directory' },
  'PUT /api/scim/v2/Users/:id': { access: 'directory' },
  'PATCH /api/scim/v2/Users/:id': { access: 'directory' },
  'DELETE /api/scim/v2/Users/:id': { access: 'directory' },
  'GET /api/scim/v2/Groups': { access: 'directory' },
  'POST /api/scim/v2/Groups': { access: 'directory' },
  'GET /api/scim/v2/Groups/:id': { access: 'directory' },
  'PUT /api/scim/v2/Groups/:id': { access: 'directory' },
  'PATCH /api/scim/v2/Groups/:id': { access: 'directory' },
  'DELETE /api/scim/v2/Groups/:id': { access: 'directory' },
  'POST /api/scim/v2/Bulk': { access: 'directory' },
  'GET /api/:account/uploads/:id/file': { access: 'view', path: `/api/:account/uploads/${NO_ID}/file` },
};

describe('every other call of the API', () => {
  test('states who may use it', () => {
    const found = routesOf(server.app)
      .filter(({ path }) => path.startsWith('/api/') && path !== '/api/graphql')
      .flatMap(({ path, methods }) =>
        methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
      );
    expect(found.sort()).toEqual(Object.keys(ROUTES).sort());
    const accesses = Object.values(ROUTES).map(({ access }) => access);
    expect([...PERMISSIONS, 'signedIn', 'everyone', 'directory']).toEqual(expect.arrayContaining(accesses));
  });

  const PROGRAMS = ['a program', 'a directory'];
  const expectedStatus = (
    caller: string,
    { inAccount, everywhere, defined = [] }: Held,
    access: Access,
  ): 401 | 403 | 'answers' => {
    if (access === 'everyone') return 'answers';
    if (UNKNOWN.includes(caller)) return 401;
    if (access === 'directory') return caller === 'a directory' ? 'answers' : caller === 'a program' ? 403 : 401;
    if (access === 'signedIn') return PROGRAMS.includes(caller) ? 401 : 'answers';
    const held = caller === 'a program' ? PROGRAM : permissionsOf(inAccount, everywhere, defined);
    return held.includes(access) ? 'answers' : 403;
  };

  const callers = [...CALLERS, ...PROGRAMS.map((name): [string, Held] => [name, NOTHING])];
  const cases = Object.entries(ROUTES).map(([route, { access, path }]) => ({ route, access, path }));
  test.each(cases)('$route answers exactly those who may use it', async ({ route, access, path: given }) => {
    const [method = '', pattern = ''] = route.split(' ');
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [caller, held] of callers) {
      const token = tokenOf(caller);
      const response = await fetch(`${server.url}${(given ?? pattern).replace(':account', mine.urlName)}`, {
        method,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(method === 'PUT' ? { 'content-type': 'text/csv' } : {}),
        },
        redirect: 'manual',
        ...(method === 'PUT' ? { body: 'a\n1\n' } : {}),
      });
      await response.body?.cancel();
      const isRefused = [401, 403].includes(response.status) || response.status >= 500;
      found[caller] = isRefused ? response.status : 'answers';
      expected[caller] = expectedStatus(caller, held, access);
    }
    expect(found).toEqual(expected);
  });
});
