import { beforeAll, describe, expect, test } from 'vitest';
import {
  createDirectory,
  type DirectoryClient,
  patchOf,
  SCIM_GROUP,
  SCIM_USER,
  type ScimAnswer,
} from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { LIMITS } from './limits.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const lead = useClient(server, account, ['cs']);
let directory: DirectoryClient;
let names = 0;

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
});

const USERS = '/Users';
const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const bulk = (Operations: readonly object[], more: object = {}): Promise<ScimAnswer> =>
  directory.send('POST', '/Bulk', { schemas: [BULK], Operations, ...more });
type Result = {
  readonly status: string;
  readonly location?: string;
  readonly bulkId?: string;
  readonly version?: string;
  readonly response?: { readonly detail: string; readonly scimType?: string };
};
const resultsOf = ({ body }: ScimAnswer) => body['Operations'] as readonly Result[];
const statusesOf = (answer: ScimAnswer) => resultsOf(answer).map(({ status }) => status);

function newUser(bulkId: string) {
  names += 1;
  const data = { schemas: [SCIM_USER], userName: `bulk${names}@acme.test`, displayName: `Bulk ${names}` };
  return { method: 'POST', path: '/Users', bulkId, data };
}
function newGroup(bulkId: string, ...members: readonly string[]) {
  names += 1;
  const data = { schemas: [SCIM_GROUP], displayName: `Bulk ${names}`, members: members.map((value) => ({ value })) };
  return { method: 'POST', path: '/Groups', bulkId, data };
}
const pathOf = ({ location = '' }: Result): string => location.slice(location.indexOf('/scim/v2') + '/scim/v2'.length);

describe('a bulk request', () => {
  test('adds, changes and removes, with references to what it adds, also before it is added', async () => {
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Renamed' });
    const answer = await bulk([
      newGroup('group', 'bulkId:user'),
      newUser('user'),
      { method: 'PATCH', path: `${USERS}/bulkId:user`, data: rename },
      newUser('other'),
      { method: 'delete', path: `${USERS}/bulkId:other` },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:BulkResponse']);
    expect(statusesOf(answer)).toEqual(['201', '201', '200', '201', '204']);
    const [group, user, , other] = resultsOf(answer);
    expect([group?.bulkId, user?.bulkId]).toEqual(['group', 'user']);
    if (group === undefined || user === undefined || other === undefined) throw new Error('There are five.');
    const shown = await directory.send('GET', pathOf(user));
    expect(shown.body).toMatchObject({ displayName: 'Renamed' });
    const members = [{ value: shown.body['id'] }];
    expect((await directory.send('GET', pathOf(group))).body).toMatchObject({ members });
    expect((await directory.send('GET', pathOf(other))).status).toBe(404);
  });

  test('refuses circular references with 409, and does the rest', async () => {
    const answer = await bulk([newGroup('a', 'bulkId:b'), newGroup('b', 'bulkId:a'), newUser('c')]);
    expect(statusesOf(answer)).toEqual(['409', '409', '201']);
    expect(resultsOf(answer)[0]?.response?.detail).toContain('refer to each other');
  });

  test('does not do what refers to an operation that failed or does not exist', async () => {
    const { data: _, ...empty } = newUser('failed');
    const answer = await bulk([empty, newGroup('a', 'bulkId:failed'), newGroup('b', 'bulkId:none')]);
    expect(statusesOf(answer)).toEqual(['400', '409', '400']);
    expect(resultsOf(answer)[2]?.response).toMatchObject({ scimType: 'invalidValue' });
  });

  test('ends after as many errors as failOnErrors allows', async () => {
    const wrong = { method: 'DELETE', path: `/Users/${crypto.randomUUID()}` };
    expect(statusesOf(await bulk([wrong, newUser('a'), wrong, newUser('b')], { failOnErrors: 2 }))).toEqual([
      '404',
      '201',
      '404',
    ]);
    expect(statusesOf(await bulk([wrong, wrong, newUser('c')]))).toEqual(['404', '404', '201']);
  });

  test('changes only the version that the directory has read', async () => {
    const [user] = resultsOf(await bulk([newUser('user')]));
    const path = user === undefined ? '' : pathOf(user);
    const rename = (value: string) => patchOf({ op: 'replace', path: 'displayName', value });
    const answer = await bulk([
      { method: 'PATCH', path, version: user?.version, data: rename('First') },
      { method: 'PATCH', path, version: user?.version, data: rename('Second') },
    ]);
    expect(statusesOf(answer)).toEqual(['200', '412']);
  });

  test('grants nothing that the creator of the token may not grant', async () => {
    const { data, ...user } = newUser('user');
    expect(statusesOf(await bulk([{ ...user, data: { ...data, roles: ['tester'] } }]))).toEqual(['403']);
  });
});

describe('hostile bulk requests', () => {
  test.each<[string, unknown, string]>([
    ['no operations', { schemas: [BULK], Operations: [] }, 'invalidSyntax'],
    ['no schema', { Operations: [newUser('a')] }, 'invalidSyntax'],
    ['another method', { schemas: [BULK], Operations: [{ method: 'GET', path: '/Users' }] }, 'invalidSyntax'],
    ['failOnErrors of 0', { schemas: [BULK], failOnErrors: 0, Operations: [newUser('a')] }, 'invalidSyntax'],
    ['the same bulkId twice', { schemas: [BULK], Operations: [newUser('a'), newUser('a')] }, 'invalidValue'],
  ])('bulk requests with %s are refused', async (_, body, scimType) => {
    const { status, body: answer } = await directory.send('POST', '/Bulk', body);
    expect([status, answer]).toMatchObject([400, { scimType }]);
  });

  test('bulk requests are refused with 413 when they have too many operations or bytes', async () => {
    const many = Array.from({ length: LIMITS.bulkOperations + 1 }, (_, at) => newUser(`u${at}`));
    expect((await bulk(many)).status).toBe(413);
    expect((await bulk([newUser('a')], { padding: 'x'.repeat(LIMITS.body) })).status).toBe(413);
  });

  test.each([
    ['another resource', { method: 'POST', path: '/Bulk', bulkId: 'a', data: {} }],
    ['no resource to change', { method: 'PUT', path: '/Users', data: {} }],
    ['a resource to add', { method: 'POST', path: `${USERS}/x`, bulkId: 'a', data: {} }],
    ['no bulkId', { ...newUser('a'), bulkId: undefined }],
    ['a longer path', { method: 'DELETE', path: `${USERS}/x/../../Groups/viewer` }],
  ])('operations with %s fail by themselves', async (_, operation) => {
    expect(statusesOf(await bulk([operation, newUser('rest')]))).toEqual(['400', '201']);
  });

  test('data that nest deep are refused', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const body = `{"schemas":["${BULK}"],"Operations":[{"method":"POST","path":"/Users","bulkId":"a","data":${deep}}]}`;
    const answer = await directory.send('POST', '/Bulk', body);
    expect(answer.status === 400 || statusesOf(answer)[0] === '400').toBe(true);
  });
});
