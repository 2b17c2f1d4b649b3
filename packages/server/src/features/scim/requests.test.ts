import { beforeAll, describe, expect, test } from 'vitest';
import {
  createDirectory,
  type DirectoryClient,
  directoryWith,
  patchOf,
  SCIM_USER,
} from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { addPerson } from '../../../testing/people.ts';
import { LIMITS } from './limits.ts';
import { SCIM_PATH, scimRoutes } from './rest.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const lead = useClient(server, account, ['cs']);
const USERS = 7;
let directory: DirectoryClient;
let id: string;

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
  for (let at = 0; at < USERS; at++)
    id = await addPerson(server.database, {
      email: `user${at}@acme.test`,
      name: `User ${at}`,
      roles: { [account.accountId]: ['viewer', 'operator'] },
    });
});

const totalOf = async (query: string): Promise<unknown> =>
  (await directory.send('GET', `/Users?${query}`)).body['totalResults'];
const filtered = (filter: string): string => `filter=${encodeURIComponent(filter)}`;

test('a user is removed by a request that names a type of content and has none', async () => {
  const extra = await addPerson(server.database, {
    email: 'extra@acme.test',
    name: 'Extra',
    roles: { [account.accountId]: ['viewer'] },
  });
  const { status } = await directory.send('DELETE', `/Users/${extra}`, undefined, {
    'content-type': 'application/scim+json',
  });
  expect(status).toBe(204);
});

describe('lists of users', () => {
  test('lists of users are read page by page without a gap', async () => {
    const names: string[] = [];
    for (let startIndex = 1; startIndex <= USERS + 1; startIndex += 3) {
      const { body } = await directory.send('GET', `/Users?startIndex=${startIndex}&count=3`);
      expect(body).toMatchObject({ totalResults: USERS + 1, startIndex });
      names.push(...(body['Resources'] as { userName: string }[]).map(({ userName }) => userName));
    }
    expect(new Set(names).size).toBe(USERS + 1);
  });

  test.each([
    ['startIndex=0&count=2', 2],
    ['startIndex=-5&count=2', 2],
    ['count=0', 0],
    ['count=-1', 0],
    ['startIndex=99', 0],
    ['count=1000000', USERS + 1],
    ['startIndex=x&count=y', USERS + 1],
  ])('?%s has %i', async (query, count) => {
    const { status, body } = await directory.send('GET', `/Users?${query}`);
    expect([status, body]).toMatchObject([200, { totalResults: USERS + 1, itemsPerPage: count }]);
  });

  test.each([
    ['userName co "user"', USERS],
    ['userName sw "user1"', 1],
    ['userName ew "@acme.test"', USERS],
    ['userName co "%"', 0],
    ['userName ne "user1@acme.test"', USERS],
    ['not (userName eq "user1@acme.test")', USERS],
    ['userName pr', USERS + 1],
    ['displayName eq "user 3"', 1],
    ['name.formatted sw "User"', USERS],
    ['externalId pr', 0],
    ['externalId eq "x"', 0],
    ['externalId ne "x"', USERS + 1],
    ['active eq true', USERS + 1],
    ['active eq "False"', 0],
    ['roles.value eq "operator"', USERS],
    ['groups.value eq "operator" and userName co "user2"', 1],
    ['roles eq "owner"', 0],
    ['roles pr', USERS + 1],
    ['id eq "x"', 0],
    ['id pr', USERS + 1],
    ['emails[type eq "work" and primary eq true].value eq "user1@acme.test"', 1],
    ['emails[type eq "home"].value eq "user1@acme.test"', 0],
  ])('users are found by %s', async (filter, count) => {
    expect(await totalOf(filtered(filter))).toBe(count);
  });

  test('users are found by an id', async () => {
    expect(await totalOf(filtered(`id eq "${id}"`))).toBe(1);
    expect(await totalOf(filtered(`id ne "${id}"`))).toBe(USERS);
  });
});

describe('what the service describes', () => {
  test.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas', 'ResourceTypes/User', `Schemas/${SCIM_USER}`])(
    'answers %s',
    async (path) => {
      const { status, headers, body } = await directory.send('GET', `/${path}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8']);
      expect(body['schemas']).toEqual([expect.stringMatching(/^urn:ietf:params:scim:/)]);
    },
  );

  test('what the service describes is what it does', async () => {
    const { body } = await directory.send('GET', '/ServiceProviderConfig');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: LIMITS.bulkOperations, maxPayloadSize: LIMITS.body },
      filter: { supported: true, maxResults: LIMITS.pageSize },
      etag: { supported: true },
    });
    const { body: schema } = await directory.send('GET', `/Schemas/${SCIM_USER}`);
    const described = (schema['attributes'] as { name: string }[]).map(({ name }) => name);
    const { body: user } = await directory.send('GET', `/Users/${id}`);
    const { schemas: _, id: __, meta: ___, ...attributes } = user;
    expect(described).toEqual(expect.arrayContaining(Object.keys(attributes)));
  });

  test.each(['/Nothing', '/Bulk', '/Me', '/ResourceTypes/x', '/Schemas/x', ''])('%s does not exist', async (path) => {
    const { status } = await directory.send('GET', path);
    expect(status).toBe(404);
  });
});

const NEW = { schemas: [SCIM_USER], userName: 'new@acme.test', displayName: 'New' };

describe('hostile requests', () => {
  test.each([
    ['no body', '', 'invalidSyntax'],
    ['no JSON', '{"schemas":', 'invalidSyntax'],
    ['a list', [], 'invalidSyntax'],
    ['null', null, 'invalidSyntax'],
    ['no schema', { userName: 'new@acme.test' }, 'invalidSyntax'],
    ['another schema', { ...NEW, schemas: ['x'] }, 'invalidSyntax'],
    ['no userName', { ...NEW, userName: undefined }, 'invalidValue'],
    ['no email address', { ...NEW, userName: 'new' }, 'invalidValue'],
    ['an object as userName', { ...NEW, userName: { $ne: '' } }, 'invalidValue'],
    ['a NUL character', { ...NEW, displayName: 'a\0b' }, 'invalidValue'],
    ['a hidden direction', { ...NEW, displayName: 'a\u202eb' }, 'invalidValue'],
    ['a long name', { ...NEW, displayName: 'x'.repeat(201) }, 'invalidValue'],
    ['a long userName', { ...NEW, userName: `${'x'.repeat(300)}@acme.test` }, 'invalidValue'],
    ['no name', { ...NEW, displayName: '' }, 'invalidValue'],
    ['a role that does not exist', { ...NEW, roles: ['owner'] }, 'invalidValue'],
    [
      'a role in many lists',
      `{"schemas":["${SCIM_USER}"],"roles":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      'invalidValue',
    ],
    ['a name that is a text', { ...NEW, name: 'New' }, 'invalidValue'],
    ['active that is a number', { ...NEW, active: 1 }, 'invalidValue'],
  ])('hostile requests with %s add no user', async (_, body, scimType) => {
    const { status, body: answer } = await directory.send('POST', '/Users', body);
    expect([status, answer]).toMatchObject([400, { status: '400', scimType }]);
    expect(await totalOf(filtered('userName co "new"'))).toBe(0);
  });

  test.each([
    ['no schema', { Operations: [{ op: 'replace', value: {} }] }, 'invalidSyntax'],
    ['no operations', patchOf(), 'invalidSyntax'],
    ['an unknown verb', patchOf({ op: 'move', path: 'active' }), 'invalidSyntax'],
    ['too many operations', patchOf(...Array.from({ length: 101 }, () => ({ op: 'add', value: {} }))), 'invalidSyntax'],
    ['a path that is none', patchOf({ op: 'replace', path: 'a b', value: 1 }), 'invalidPath'],
    ['a filter that is none', patchOf({ op: 'remove', path: 'roles[value]' }), 'invalidFilter'],
    ['a removal of nothing', patchOf({ op: 'remove' }), 'noTarget'],
    ['a value that is none', patchOf({ op: 'replace', value: 'x' }), 'invalidValue'],
    ['another id', patchOf({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    ['groups', patchOf({ op: 'add', path: 'groups', value: [{ value: 'tester' }] }), 'mutability'],
    ['another userName', patchOf({ op: 'replace', path: 'userName', value: 'a@b.test' }), 'mutability'],
    ['no active', patchOf({ op: 'remove', path: 'active' }), 'mutability'],
    ['a prototype', patchOf({ op: 'replace', path: '__proto__.active', value: false }), 'invalidPath'],
  ])('hostile requests that patch %s change no user', async (_, body, scimType) => {
    const { body: before } = await directory.send('GET', `/Users/${id}`);
    const { status, body: answer } = await directory.send('PATCH', `/Users/${id}`, body);
    expect([status, answer]).toMatchObject([400, { scimType }]);
    expect((await directory.send('GET', `/Users/${id}`)).body).toEqual(before);
  });

  test.each([
    ['no id', patchOf({ op: 'add', path: 'members', value: [{ value: 'x' }] }), 400],
    [
      'a user who does not exist',
      patchOf({ op: 'add', path: 'members', value: [{ value: crypto.randomUUID() }] }),
      404,
    ],
    ['a selection of others', patchOf({ op: 'remove', path: 'members[display eq "x"]' }), 400],
    ['an added selection', patchOf({ op: 'add', path: `members[value eq "${crypto.randomUUID()}"]`, value: {} }), 400],
    ['another attribute', patchOf({ op: 'add', path: 'owners', value: [] }), 400],
    ['no object', patchOf({ op: 'add', value: [] }), 400],
    [
      'too many members',
      patchOf({
        op: 'add',
        path: 'members',
        value: Array.from({ length: 501 }, () => ({ value: crypto.randomUUID() })),
      }),
      400,
    ],
  ])('hostile requests that patch a group with %s change nothing', async (_, body, expected) => {
    const { body: before } = await directory.send('GET', '/Groups/viewer');
    expect((await directory.send('PATCH', '/Groups/viewer', body)).status).toBe(expected);
    expect((await directory.send('GET', '/Groups/viewer')).body).toEqual(before);
  });

  test.each([
    'userName gt "a"',
    'password eq "a"',
    'active co "t"',
    'userName eq true',
    'externalId co "x"',
    'id co "x"',
  ])('hostile requests that filter by %s are refused', async (filter) => {
    const { status, body } = await directory.send('GET', `/Users?${filtered(filter)}`);
    expect([status, body]).toMatchObject([400, { scimType: 'invalidFilter' }]);
  });

  test.each(['displayName gt "x"', 'displayName eq true', 'members co "x"', 'owner eq "x"'])(
    'hostile requests that filter groups by %s are refused',
    async (filter) => {
      expect((await directory.send('GET', `/Groups?${filtered(filter)}`)).status).toBe(400);
    },
  );

  test('hostile requests are refused when the body is large', async () => {
    const { status } = await directory.send('POST', '/Users', { ...NEW, title: 'x'.repeat(LIMITS.body) });
    expect(status).toBe(413);
  });

  test('hostile requests are not read when the content type is another', async () => {
    const { status } = await directory.send('POST', '/Users', JSON.stringify(NEW), { 'content-type': 'text/plain' });
    expect(status).toBe(415);
  });

  test('too many hostile requests in a short time are refused with the time after which to try again', async () => {
    // Another process of the same installation, whose clock stands still.
    const still = await startHttpServer(
      ({ database, identity, url }) => ({
        registerApi: async (api) => {
          const { sessionOfProgram } = identity;
          await api.register(scimRoutes, {
            database,
            sessionOfProgram,
            keepsPasswords: true,
            now: () => 0,
            publicUrl: url,
            prefix: SCIM_PATH,
          });
        },
      }),
      server,
    );
    const limited = directoryWith(still.url, directory.token);
    const other = directoryWith(still.url, (await createDirectory(server.url, lead)).token);
    for (let sent = 0; sent < LIMITS.requests.burst; sent++)
      expect((await limited.send('GET', '/ServiceProviderConfig')).status).toBe(200);
    const { status, headers, body } = await limited.send('GET', '/ServiceProviderConfig');
    expect([status, headers.get('retry-after'), body['status']]).toEqual([429, '1', '429']);
    expect((await other.send('GET', '/ServiceProviderConfig')).status).toBe(200);
    await still.stop();
  });
});
