import { beforeAll, describe, expect, test } from 'vitest';
import { createDirectory, type DirectoryClient, patchOf, SCIM_GROUP, SCIM_USER } from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addVerifiedDomain } from '../../../testing/sso.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const lead = useClient(server, account, ['cs']);
let entra: DirectoryClient;

beforeAll(async () => {
  entra = await createDirectory(server.url, lead);
  await addVerifiedDomain(server, account.accountId, 'contoso.test');
});

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** A new user as Entra ID sends it with its default mappings. */
const newUser = (userName: string) => ({
  schemas: [SCIM_USER, ENTERPRISE],
  externalId: `mail-${userName}`,
  userName,
  active: true,
  addresses: [{ primary: false, type: 'work', country: 'DE', formatted: null, locality: 'Berlin' }],
  displayName: 'Adele Vance',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Adele Vance', familyName: 'Vance', givenName: 'Adele' },
  phoneNumbers: [{ primary: true, type: 'work', value: '+49 30 1234' }],
  preferredLanguage: 'de',
  title: 'Analyst',
  [ENTERPRISE]: { department: 'Sales', employeeNumber: '7', manager: null },
});
const encoded = encodeURIComponent;
const idOf = (body: object): string => String(Reflect.get(body, 'id'));

/** The cycle of a user, in the order of Entra ID's provisioning service and its SCIM validator. */
describe('Entra ID', () => {
  const userName = 'Adele@contoso.test';
  let id = '';

  test('finds that a random user does not exist when the connection is tested', async () => {
    const { status, body } = await entra.send('GET', `/Users?filter=${encoded('userName eq "5f0e1b3c-non-existent"')}`);
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
  });

  test('adds a user', async () => {
    const { status, headers, body } = await entra.send('POST', '/Users', newUser(userName));
    expect(status).toBe(201);
    id = idOf(body);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(headers.get('location')).toBe(`${server.url}/api/scim/v2/Users/${id}`);
    expect(body).toMatchObject({
      schemas: [SCIM_USER],
      externalId: `mail-${userName}`,
      userName,
      displayName: 'Adele Vance',
      name: { formatted: 'Adele Vance', givenName: 'Adele', familyName: 'Vance' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
      roles: [{ value: 'viewer' }],
      groups: [{ value: 'viewer' }],
      meta: { resourceType: 'User', version: headers.get('etag') },
    });
  });

  test.each([
    `userName eq "${userName.toUpperCase()}"`,
    `externalId eq "mail-${userName}"`,
    `emails[type eq "work"].value eq "${userName}"`,
    `userName eq "nothing" or emails.value eq "${userName}" and active eq true`,
  ])('finds the user by %s', async (filter) => {
    const { body } = await entra.send('GET', `/Users?filter=${encoded(filter)}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, userName }] });
  });

  test('adding the user again conflicts', async () => {
    const { status, body } = await entra.send('POST', '/Users', newUser(userName.toLowerCase()));
    expect([status, body]).toEqual([
      409,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: 'A user with this userName exists.',
      },
    ]);
  });

  test('changes many attributes at once, also those that are not kept', async () => {
    const { status, body } = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'name.givenName', value: 'Ada' },
        { op: 'Add', path: 'name.familyName', value: 'Byron' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Bonn' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Research' },
        { op: 'Replace', path: 'externalId', value: 'other' },
      ),
    );
    expect([status, body]).toMatchObject([
      200,
      { displayName: 'Ada Byron', name: { givenName: 'Ada', familyName: 'Byron' }, externalId: 'other' },
    ]);
  });

  test('changes attributes that are named within one value', async () => {
    const { body } = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({
        op: 'replace',
        value: { displayName: 'Ada L.', 'name.givenName': 'Ada', [`${ENTERPRISE}:department`]: 'X' },
      }),
    );
    expect(body).toMatchObject({ name: { givenName: 'Ada' } });
  });

  test('sets the role by the first value of an app role', async () => {
    const { body } = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'operator' }),
    );
    expect(body).toMatchObject({ roles: [{ value: 'operator' }, { value: 'viewer' }] });
  });

  test('finds a group by its name and adds the user to it', async () => {
    const filter = encoded('displayName eq "developer"');
    const { body } = await entra.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: 'developer', displayName: 'developer' }] });
    expect(JSON.stringify(body)).not.toContain('members');
    const added = await entra.send(
      'PATCH',
      '/Groups/developer',
      patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
    );
    expect([added.status, added.body]).toMatchObject([200, { members: [{ value: id, type: 'User' }] }]);
  });

  test('asks whether the user is a member', async () => {
    const isMember = async (group: string): Promise<unknown> => {
      const filter = encoded(`id eq "${group}" and members eq "${id}"`);
      return (await entra.send('GET', `/Groups?filter=${filter}&excludedAttributes=members`)).body['totalResults'];
    };
    expect([await isMember('developer'), await isMember('beta_backfill')]).toEqual([1, 0]);
  });

  test.each([
    ['as a list of values', (user: string) => ({ op: 'Remove', path: 'members', value: [{ value: user }] })],
    ['by a path', (user: string) => ({ op: 'Remove', path: `members[value eq "${user}"]` })],
  ])('removes the user from a group %s', async (_, removal) => {
    await entra.send('PATCH', '/Groups/developer', patchOf({ op: 'Add', path: 'members', value: [{ value: id }] }));
    const { status, body } = await entra.send('PATCH', '/Groups/developer', patchOf(removal(id)));
    expect([status, body['members']]).toEqual([200, []]);
  });

  test.each([
    ['"False"', { op: 'Replace', path: 'active', value: 'False' }],
    ['an object', { op: 'Replace', value: { active: false } }],
  ])('deactivates and activates the user with %s', async (_, operation) => {
    const off = await entra.send('PATCH', `/Users/${id}`, patchOf(operation));
    expect([off.status, off.body]).toMatchObject([200, { active: false, roles: [], groups: [] }]);
    const on = await entra.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }));
    expect(on.body).toMatchObject({ active: true, roles: [{ value: 'operator' }, { value: 'viewer' }] });
  });

  test('being added to a group leaves a deactivated user inactive until the directory activates them', async () => {
    await entra.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: false }));
    const members = [{ value: id }];
    await entra.send('PATCH', '/Groups/developer', patchOf({ op: 'Add', path: 'members', value: members }));
    await entra.send('PATCH', '/Groups/operator', patchOf({ op: 'Remove', path: 'members', value: members }));
    expect((await entra.send('GET', `/Users/${id}`)).body).toMatchObject({ active: false, roles: [] });
    const on = await entra.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: true }));
    expect(on.body).toMatchObject({ active: true, roles: [{ value: 'viewer' }, { value: 'developer' }] });
  });

  test('changes the userName within the mail domain', async () => {
    const { status, body } = await entra.send(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'userName', value: 'Ada@contoso.test' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'Ada@contoso.test' },
      ),
    );
    expect([status, body]).toMatchObject([200, { id, userName: 'Ada@contoso.test' }]);
    await entra.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'userName', value: userName }));
  });

  test('adds a group of its own, asks for it, changes it and deletes it', async () => {
    const externalId = '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159';
    const added = await entra.send('POST', '/Groups', {
      schemas: [SCIM_GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId,
      displayName: 'Data team',
      meta: { resourceType: 'Group' },
    });
    expect([added.status, added.body]).toMatchObject([201, { externalId, displayName: 'Data team', members: [] }]);
    const group = `/Groups/${idOf(added.body)}`;
    const listed = await entra.send(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encoded('displayName eq "Data team"')}`,
    );
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ id: idOf(added.body), externalId }] });
    const joined = await entra.send(
      'PATCH',
      group,
      patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
    );
    expect([joined.status, joined.body['members']]).toMatchObject([200, [{ value: id }]]);
    const isMember = encoded(`id eq "${idOf(added.body)}" and members eq "${id}"`);
    expect((await entra.send('GET', `/Groups?filter=${isMember}`)).body['totalResults']).toBe(1);
    const renamed = await entra.send('PATCH', group, patchOf({ op: 'Replace', path: 'displayName', value: 'Data' }));
    expect(renamed.body).toMatchObject({ displayName: 'Data', members: [{ value: id }] });
    const left = await entra.send(
      'PATCH',
      group,
      patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    );
    expect(left.body['members']).toEqual([]);
    expect((await entra.send('DELETE', group)).status).toBe(204);
  });

  test('deletes the user', async () => {
    expect((await entra.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await entra.send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await entra.send('DELETE', `/Users/${id}`)).status).toBe(404);
    const again = await entra.send('POST', '/Users', newUser(userName));
    expect([again.status, idOf(again.body)]).toEqual([201, expect.not.stringMatching(id)]);
  });
});
