import { beforeAll, describe, expect, test } from 'vitest';
import { createDirectory, type DirectoryClient, patchOf, SCIM_GROUP, SCIM_USER } from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addVerifiedDomain } from '../../../testing/sso.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const lead = useClient(server, account, ['cs']);
let okta: DirectoryClient;

beforeAll(async () => {
  okta = await createDirectory(server.url, lead);
  await addVerifiedDomain(server, account.accountId, 'okta.test');
});

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const UNKNOWN_ID = '010101001010101011001010101011';
const userName = 'runscope300abc@okta.test';
const newUser = {
  schemas: [SCIM_USER],
  userName,
  name: { givenName: 'Runscope', familyName: 'Okta' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Runscope Okta',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};
const resourcesOf = (body: object) => (Reflect.get(body, 'Resources') ?? []) as Readonly<Record<string, unknown>>[];

/** The requests and assertions of Okta's SCIM 2.0 specification test and CRUD test, in their order. */
describe('Okta', () => {
  let id = '';

  test('lists one user with the attributes that it requires', async () => {
    const { status, body } = await okta.send('GET', '/Users?count=1&startIndex=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      itemsPerPage: 1,
      startIndex: 1,
      totalResults: 1,
    });
    const [user] = resourcesOf(body);
    expect(user).toMatchObject({
      id: expect.any(String) as string,
      name: { familyName: expect.any(String) as string, givenName: expect.any(String) as string },
      userName: expect.any(String) as string,
      active: true,
      emails: [{ value: expect.any(String) as string }],
    });
    expect((await okta.send('GET', `/Users/${String(user?.['id'])}`)).body).toEqual(user);
  });

  test('finds no user for a random name and a random id', async () => {
    const { status, body } = await okta.send(
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "missing@okta.test"')}`,
    );
    expect([status, body]).toMatchObject([200, { totalResults: 0 }]);
    const missing = await okta.send('GET', `/Users/${UNKNOWN_ID}`);
    expect([missing.status, missing.body]).toMatchObject([404, { schemas: [ERROR], status: '404' }]);
    expect(missing.body['detail']).not.toBe('');
  });

  test('adds a user', async () => {
    const { status, body } = await okta.send('POST', '/Users', newUser);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      active: true,
      name: { familyName: 'Okta', givenName: 'Runscope' },
      schemas: [SCIM_USER],
      userName,
    });
    expect(JSON.stringify(body)).not.toContain('1mz050nq');
    id = String(body['id']);
    expect((await okta.send('GET', `/Users/${id}`)).body).toEqual(body);
  });

  test('expects a conflict when the user is added again', async () => {
    expect((await okta.send('POST', '/Users', newUser)).status).toBe(409);
  });

  test('lists groups', async () => {
    const { status, body } = await okta.send('GET', '/Groups?startIndex=1&count=100');
    expect([status, body]).toMatchObject([200, { totalResults: 6, itemsPerPage: 6 }]);
    expect(resourcesOf(body)[1]).toMatchObject({
      schemas: [SCIM_GROUP],
      id: 'viewer',
      displayName: 'viewer',
      members: [{ value: id, display: 'Runscope Okta' }],
      meta: { resourceType: 'Group' },
    });
  });

  test('updates the profile by PUT with the whole user', async () => {
    const { body: before } = await okta.send('GET', `/Users/${id}`);
    const { status, body } = await okta.send('PUT', `/Users/${id}`, {
      ...before,
      name: { givenName: 'Another', familyName: 'Okta' },
      displayName: undefined,
    });
    expect([status, body]).toMatchObject([200, { id, name: { givenName: 'Another', familyName: 'Okta' } }]);
  });

  test('deactivates and activates the user without a path', async () => {
    const off = await okta.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect([off.status, off.body['active']]).toEqual([200, false]);
    const on = await okta.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
    expect([on.status, on.body['active']]).toEqual([200, true]);
  });

  test('deactivates the user by PUT', async () => {
    const { body: before } = await okta.send('GET', `/Users/${id}`);
    const { body } = await okta.send('PUT', `/Users/${id}`, { ...before, active: false });
    expect(body).toMatchObject({ active: false, roles: [] });
    const again = await okta.send('PUT', `/Users/${id}`, { ...before, active: true });
    expect(again.body).toMatchObject({ active: true, roles: [{ value: 'viewer' }] });
  });

  test('pushes a group that is linked to a role', async () => {
    const { body: group } = await okta.send('GET', '/Groups/operator');
    const members = [{ value: id, display: userName }];
    const named = await okta.send(
      'PATCH',
      '/Groups/operator',
      patchOf(
        { op: 'replace', value: { id: 'operator', displayName: 'operator' } },
        { op: 'add', path: 'members', value: members },
      ),
    );
    expect([named.status, named.body['members']]).toMatchObject([200, [{ value: id }]]);
    const emptied = await okta.send('PUT', '/Groups/operator', { ...group, members: [] });
    expect([emptied.status, emptied.body['members']]).toEqual([200, []]);
    const replaced = await okta.send(
      'PATCH',
      '/Groups/operator',
      patchOf({ op: 'replace', path: 'members', value: members }),
    );
    expect(replaced.body['members']).toMatchObject([{ value: id }]);
  });

  test('Okta cannot rename or delete groups that are roles, nor add one with their name', async () => {
    const added = await okta.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: 'Operator', members: [] });
    expect([added.status, added.body]).toMatchObject([409, { scimType: 'uniqueness' }]);
    const renamed = await okta.send(
      'PATCH',
      '/Groups/operator',
      patchOf({ op: 'replace', value: { displayName: 'x' } }),
    );
    expect([renamed.status, renamed.body]).toMatchObject([400, { scimType: 'mutability' }]);
    expect((await okta.send('DELETE', '/Groups/operator')).status).toBe(403);
    expect((await okta.send('GET', '/Groups/owner')).status).toBe(404);
  });

  test('pushes a group of its own: adds it, renames it, changes its members and deletes it', async () => {
    const added = await okta.send('POST', '/Groups', {
      schemas: [SCIM_GROUP],
      displayName: 'Test SCIMv2',
      members: [],
    });
    expect([added.status, added.body]).toMatchObject([201, { displayName: 'Test SCIMv2', members: [] }]);
    const group = `/Groups/${String(added.body['id'])}`;
    expect((await okta.send('GET', group)).body).toEqual(added.body);
    const replaced = await okta.send('PUT', group, {
      schemas: [SCIM_GROUP],
      id: added.body['id'],
      displayName: 'Test SCIMv2',
      members: [{ value: id, display: userName }],
    });
    expect([replaced.status, replaced.body['members']]).toMatchObject([200, [{ value: id }]]);
    const renamed = await okta.send(
      'PATCH',
      group,
      patchOf({ op: 'replace', value: { id: added.body['id'], displayName: 'Renamed SCIMv2' } }),
    );
    expect([renamed.status, renamed.body]).toMatchObject([
      200,
      { displayName: 'Renamed SCIMv2', members: [{ value: id }] },
    ]);
    const removed = await okta.send('PATCH', group, patchOf({ op: 'remove', path: `members[value eq "${id}"]` }));
    expect([removed.status, removed.body['members']]).toEqual([200, []]);
    expect((await okta.send('DELETE', group)).status).toBe(204);
    expect((await okta.send('GET', group)).status).toBe(404);
  });

  test('changes the userName by PUT with the whole user', async () => {
    const { body: before } = await okta.send('GET', `/Users/${id}`);
    const moved = 'runscope-moved@okta.test';
    const { status, body } = await okta.send('PUT', `/Users/${id}`, {
      ...before,
      userName: moved,
      emails: [{ primary: true, value: moved, type: 'work' }],
    });
    expect([status, body]).toMatchObject([200, { id, userName: moved, emails: [{ value: moved }], active: true }]);
    const found = await okta.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    expect(found.body['totalResults']).toBe(0);
  });
});
