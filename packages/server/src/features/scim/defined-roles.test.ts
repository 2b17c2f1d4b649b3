import { beforeEach, describe, expect, test } from 'vitest';
import { grantDefined, ROLE_CALLS, saveRoleAs } from '../../../testing/defined-roles.ts';
import { createDirectory, type DirectoryClient, patchOf, SCIM_GROUP } from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { ROLE_EXTENSION } from './resources.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
const lead = useClient(server, account, ['cs'], beforeEach);
const tester = useClient(server, account, ['tester'], beforeEach);
let directory: DirectoryClient;
let userId: string;

beforeEach(async () => {
  directory = await createDirectory(server.url, lead);
  userId = await addPerson(server.database, { email: newEmail(), roles: { [account.accountId]: ['viewer'] } });
});

const define = async (name: string, permissions: readonly string[], as = lead): Promise<string> =>
  (await saveRoleAs(as, account.urlName, { name, permissions })).id;
const rolesOf = async (): Promise<unknown> => (await directory.send('GET', `/Users/${userId}`)).body['roles'];
const add = (group: string) =>
  directory.send('PATCH', `/Groups/${group}`, patchOf({ op: 'add', path: 'members', value: [{ value: userId }] }));
const setActive = (value: boolean) =>
  directory.send('PATCH', `/Users/${userId}`, patchOf({ op: 'replace', path: 'active', value }));
const VIEWER = { value: 'viewer', display: 'viewer' };

describe('roles that the account defines, in its directory', () => {
  test('defined roles are groups, whose members hold them', async () => {
    const id = await define('Key keepers', ['view', 'manage-keys']);
    const listed = await directory.send('GET', '/Groups?filter=displayName eq "Key keepers"');
    expect(listed.body['Resources']).toMatchObject([{ id, displayName: 'Key keepers', members: [] }]);
    expect((await directory.send('GET', '/Groups')).body['totalResults']).toBe(7);
    expect((await add(id)).body['members']).toMatchObject([{ value: userId }]);
    expect(await rolesOf()).toEqual([VIEWER, { value: id, display: 'Key keepers' }]);
    const found = await directory.send('GET', `/Users?filter=roles.value eq "${id}"`);
    expect(found.body['Resources']).toMatchObject([{ id: userId }]);
    const emptied = await directory.send('PATCH', `/Groups/${id}`, patchOf({ op: 'remove', path: 'members' }));
    expect([emptied.status, await rolesOf()]).toEqual([200, [VIEWER]]);
  });

  test('defined roles are kept when a user is renamed, and restored when one is active again, unless they were removed', async () => {
    const [keys, files] = [await define('Keys', ['view', 'manage-keys']), await define('Files', ['view'])];
    for (const id of [keys, files]) expect((await add(id)).status).toBe(200);
    await directory.send('PATCH', `/Users/${userId}`, patchOf({ op: 'replace', path: 'displayName', value: 'Uma' }));
    expect(await rolesOf()).toHaveLength(3);
    expect((await setActive(false)).body['roles']).toEqual([]);
    const removal = { urlName: account.urlName, roleId: files, version: 1 };
    expect(await lead.data(ROLE_CALLS.remove, removal)).toMatchObject({ removeAccountRole: { __typename: 'Account' } });
    expect((await setActive(true)).body['roles']).toEqual([VIEWER, { value: keys, display: 'Keys' }]);
  });

  test('defined roles are granted and taken away only as far as the creator of the token may', async () => {
    const beta = await define('Beta', ['view', 'beta-messages'], tester);
    const refused = await add(beta);
    expect([refused.status, refused.body['detail']]).toEqual([
      403,
      'You cannot grant or revoke Beta. Ask a person who holds it.',
    ]);
    await grantDefined(server, account, userId, ['view', 'beta-messages'], 'Beta');
    for (const attempt of [
      await directory.send('PATCH', `/Groups/${beta}`, patchOf({ op: 'remove', path: 'members' })),
      await setActive(false),
      await directory.send('DELETE', `/Users/${userId}`),
    ])
      expect(attempt.status).toBe(403);
    expect(await rolesOf()).toHaveLength(2);
  });

  test('groups without members stand for no role that the creator of the token may not grant', async () => {
    const beta = await define('Beta', ['view', 'beta-messages'], tester);
    const post = (by: DirectoryClient, displayName: string, role: string | null) =>
      by.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName, [ROLE_EXTENSION]: { role } });
    const setRole = (by: DirectoryClient, id: unknown, role: string | null) =>
      by.send(
        'PATCH',
        `/Groups/${String(id)}`,
        patchOf({ op: 'replace', path: `${ROLE_EXTENSION}:role`, value: role }),
      );
    const refusal = { status: 403, body: { detail: 'You cannot grant or revoke Beta. Ask a person who holds it.' } };
    expect(await post(directory, 'Early', beta)).toMatchObject(refusal);
    const made = await post(directory, 'Early', null);
    expect(await setRole(directory, made.body['id'], beta)).toMatchObject(refusal);
    const ofTester = await createDirectory(server.url, tester);
    expect((await setRole(ofTester, made.body['id'], beta)).status).toBe(200);
    for (const role of ['viewer', null]) expect(await setRole(directory, made.body['id'], role)).toMatchObject(refusal);
    const kept = await directory.send('GET', `/Groups/${String(made.body['id'])}`);
    expect(kept.body[ROLE_EXTENSION]).toEqual({ role: beta });
  });

  test('a directory reaches the defined roles of its own account only', async () => {
    const { id } = await saveRoleAs(lead, account.urlName, { name: 'Keys', permissions: ['view'] });
    const foreign = await grantDefined(server, other, userId, ['view'], 'Foreign');
    expect((await directory.send('GET', `/Groups/${id}`)).status).toBe(200);
    for (const [method, body] of [['GET'], ['PATCH', patchOf({ op: 'remove', path: 'members' })], ['DELETE']] as const)
      expect((await directory.send(method, `/Groups/${foreign}`, body)).status).toBe(404);
    const named = patchOf({ op: 'add', path: 'roles', value: [{ value: foreign }] });
    expect((await directory.send('PATCH', `/Users/${userId}`, named)).status).toBe(400);
    expect(await rolesOf()).toEqual([VIEWER]);
  });
});
