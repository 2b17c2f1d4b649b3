import type { Role } from '@switchboard/model/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { ROLE_CALLS, saveRoleAs } from '../../../testing/defined-roles.ts';
import { createDirectory, type DirectoryClient, patchOf, SCIM_GROUP } from '../../../testing/directory.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { LIMITS } from './limits.ts';
import { ROLE_EXTENSION } from './resources.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const lead = useClient(server, mine, ['cs']);
const otherLead = useClient(server, theirs, ['cs']);
let directory: DirectoryClient;
let other: DirectoryClient;
let groups = 0;

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
  other = await createDirectory(server.url, otherLead);
});

const addMember = (roles: readonly Role[]): Promise<string> =>
  addPerson(server.database, { email: newEmail('group'), roles: { [mine.accountId]: roles } });
const membersOf = (...ids: readonly string[]) => ids.map((value) => ({ value }));

/** Adds a group with these members. Returns its path. */
async function addGroup(role: string | null, ...members: readonly string[]): Promise<string> {
  groups += 1;
  const { status, body } = await directory.send('POST', '/Groups', {
    schemas: [SCIM_GROUP],
    displayName: `Group ${groups}`,
    members: membersOf(...members),
    ...(role === null ? {} : { [ROLE_EXTENSION]: { role } }),
  });
  expect(status).toBe(201);
  return `/Groups/${String(body['id'])}`;
}
async function rolesOf(id: string): Promise<readonly string[]> {
  const { body } = await directory.send('GET', `/Users/${id}`);
  return (body['roles'] as { value: string }[]).map(({ value }) => value);
}
const setRole = (group: string, role: string | null) =>
  directory.send('PATCH', group, patchOf({ op: 'replace', path: `${ROLE_EXTENSION}:role`, value: role }));

describe('a group with a role', () => {
  test('a group gives its role to its members, and takes it from those who leave', async () => {
    const [ada, bea] = [await addMember(['viewer']), await addMember(['viewer'])];
    const group = await addGroup('operator', ada);
    expect(await rolesOf(ada)).toEqual(['operator', 'viewer']);
    await directory.send('PATCH', group, patchOf({ op: 'replace', path: 'members', value: membersOf(bea) }));
    expect([await rolesOf(ada), await rolesOf(bea)]).toEqual([['viewer'], ['operator', 'viewer']]);
    const { body } = await directory.send('GET', `/Users/${bea}`);
    expect(body['groups']).toMatchObject([
      { value: 'operator' },
      { value: 'viewer' },
      { value: group.split('/').at(-1) },
    ]);
  });

  test('a role that a member held before stays when they leave', async () => {
    const id = await addMember(['operator']);
    const group = await addGroup('operator', id);
    await directory.send('PATCH', group, patchOf({ op: 'remove', path: 'members' }));
    expect(await rolesOf(id)).toEqual(['operator']);
  });

  test('a role stays as long as another group of the member gives it', async () => {
    const id = await addMember(['viewer']);
    const [first, second] = [await addGroup('operator', id), await addGroup('operator', id)];
    expect((await directory.send('DELETE', first)).status).toBe(204);
    expect(await rolesOf(id)).toEqual(['operator', 'viewer']);
    expect((await directory.send('DELETE', second)).status).toBe(204);
    expect(await rolesOf(id)).toEqual(['viewer']);
  });

  test('members get another role when the group stands for another one, and none when it stands for none', async () => {
    const id = await addMember(['viewer']);
    const group = await addGroup(null, id);
    expect(await rolesOf(id)).toEqual(['viewer']);
    expect((await setRole(group, 'operator')).body[ROLE_EXTENSION]).toEqual({ role: 'operator' });
    expect(await rolesOf(id)).toEqual(['operator', 'viewer']);
    await setRole(group, 'developer');
    expect(await rolesOf(id)).toEqual(['viewer', 'developer']);
    await setRole(group, null);
    expect(await rolesOf(id)).toEqual(['viewer']);
    const extension = patchOf({ op: 'add', path: ROLE_EXTENSION, value: { role: 'operator' } });
    expect((await directory.send('PATCH', group, extension)).body[ROLE_EXTENSION]).toEqual({ role: 'operator' });
    await directory.send('PATCH', group, patchOf({ op: 'remove', path: ROLE_EXTENSION }));
    expect(await rolesOf(id)).toEqual(['viewer']);
  });

  test('a group stands for a role that the account defines, until the account removes it', async () => {
    const { id: role } = await saveRoleAs(lead, mine.urlName, {
      name: 'Keepers',
      permissions: ['view', 'manage-keys'],
    });
    const foreign = await saveRoleAs(otherLead, theirs.urlName, { name: 'Keepers', permissions: ['view'] });
    const id = await addMember(['viewer']);
    const group = await addGroup(role, id);
    expect(await rolesOf(id)).toEqual(['viewer', role]);
    expect((await setRole(group, foreign.id)).status).toBe(400);
    await setRole(group, null);
    expect(await rolesOf(id)).toEqual(['viewer']);
    await directory.send('PATCH', group, patchOf({ op: 'remove', path: 'members' }));
    await setRole(group, role);
    await lead.data(ROLE_CALLS.remove, { urlName: mine.urlName, roleId: role, version: 1 });
    expect((await directory.send('GET', group)).body[ROLE_EXTENSION]).toEqual({ role: null });
    const joined = await directory.send('PATCH', group, patchOf({ op: 'add', path: 'members', value: membersOf(id) }));
    expect([joined.status, await rolesOf(id)]).toEqual([200, ['viewer']]);
  });

  test('a PUT that leaves the role out keeps it', async () => {
    const id = await addMember(['viewer']);
    const group = await addGroup('operator', id);
    const { body } = await directory.send('PUT', group, {
      schemas: [SCIM_GROUP],
      displayName: `Kept ${groups}`,
      members: membersOf(id),
    });
    expect(body).toMatchObject({ displayName: `Kept ${groups}`, [ROLE_EXTENSION]: { role: 'operator' } });
    expect(await rolesOf(id)).toEqual(['operator', 'viewer']);
  });

  test('a deactivated member has the role once they are active', async () => {
    const id = await addMember(['viewer']);
    const group = await addGroup('operator', id);
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    expect(await rolesOf(id)).toEqual([]);
    expect((await directory.send('GET', group)).body['members']).toMatchObject(membersOf(id));
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect(await rolesOf(id)).toEqual(['operator', 'viewer']);
  });

  test('a deleted user is a member of no group', async () => {
    const id = await addMember(['viewer']);
    const group = await addGroup(null, id);
    await directory.send('DELETE', `/Users/${id}`);
    expect((await directory.send('GET', group)).body['members']).toEqual([]);
  });

  test.each(['tester', 'cs'])(
    'a group does not give %s, which the creator of the token may not grant',
    async (role) => {
      const id = await addMember(['viewer']);
      const group = await addGroup(null, id);
      const name = `Refused ${groups}`;
      const added = await directory.send('POST', '/Groups', {
        schemas: [SCIM_GROUP],
        displayName: name,
        members: membersOf(id),
        [ROLE_EXTENSION]: { role },
      });
      expect([added.status, (await setRole(group, role)).status]).toEqual([403, 403]);
      expect(await rolesOf(id)).toEqual(['viewer']);
      const filter = encodeURIComponent(`displayName eq "${name}"`);
      expect((await directory.send('GET', `/Groups?filter=${filter}`)).body['totalResults']).toBe(0);
      // Also not to a member who joins later, of a group that somebody else gave the role.
      const empty = await addGroup(null);
      await queryAsSuperuser(
        server.databaseUrl,
        `update directory_group set role = '${role}' where id = '${empty.split('/').at(-1)}'`,
      );
      const joining = await directory.send(
        'PATCH',
        empty,
        patchOf({ op: 'add', path: 'members', value: membersOf(id) }),
      );
      expect([joining.status, await rolesOf(id)]).toEqual([403, ['viewer']]);
    },
  );
});

describe('groups of an account', () => {
  test('a group does not take the name of a role that the account defines', async () => {
    await saveRoleAs(lead, mine.urlName, { name: 'Namesakes', permissions: ['view'] });
    const { status } = await directory.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: 'namesakes' });
    expect(status).toBe(409);
  });

  test('groups are neither seen nor changed from another account', async () => {
    const group = await addGroup(null);
    const { body: before } = await directory.send('GET', group);
    for (const { status } of [
      await other.send('GET', group),
      await other.send('PATCH', group, patchOf({ op: 'replace', path: 'displayName', value: 'Taken' })),
      await other.send('PUT', group, { schemas: [SCIM_GROUP], displayName: 'Taken' }),
      await other.send('DELETE', group),
    ])
      expect(status).toBe(404);
    expect(JSON.stringify((await other.send('GET', '/Groups?count=200')).body)).not.toContain(before['id']);
    expect((await directory.send('GET', group)).body).toEqual(before);
    const same = await other.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: before['displayName'] });
    expect(same.status).toBe(201);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-8fff-ffffffffffff'])(
    'an unknown member is answered alike, whoever would leave the group for it: %s',
    async (id) => {
      // The creator of the token holds the role, and cannot lose it by their own token.
      const answer = await directory.send('PUT', '/Groups/cs', {
        schemas: [SCIM_GROUP],
        displayName: 'cs',
        members: membersOf(id),
      });
      expect(answer.status).toBe(404);
    },
  );

  test('people of other accounts are no members', async () => {
    const foreign = await addPerson(server.database, { email: newEmail(), roles: { [theirs.accountId]: ['viewer'] } });
    const group = await addGroup('operator');
    const { status } = await directory.send(
      'PATCH',
      group,
      patchOf({ op: 'add', path: 'members', value: membersOf(foreign) }),
    );
    expect([status, (await directory.send('GET', group)).body['members']]).toEqual([404, []]);
  });

  test('names are used once, without regard to case', async () => {
    const first = await addGroup(null);
    const second = await addGroup(null);
    const name = String((await directory.send('GET', first)).body['displayName']).toUpperCase();
    for (const { status, body } of [
      await directory.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: name }),
      await directory.send('PATCH', second, patchOf({ op: 'replace', path: 'displayName', value: name })),
      await directory.send('PATCH', second, patchOf({ op: 'replace', path: 'displayName', value: 'DEVELOPER' })),
    ])
      expect([status, body]).toMatchObject([409, { scimType: 'uniqueness' }]);
    const cased = await directory.send('PATCH', first, patchOf({ op: 'replace', path: 'displayName', value: name }));
    expect(cased.body['displayName']).toBe(name);
  });

  test.each([
    ['no displayName', { displayName: undefined }, 'invalidValue'],
    ['an empty displayName', { displayName: ' ' }, 'invalidValue'],
    ['a long displayName', { displayName: 'x'.repeat(201) }, 'invalidValue'],
    ['a NUL character', { displayName: 'a\0b' }, 'invalidValue'],
    ['a hidden direction', { displayName: 'a\u202eb' }, 'invalidValue'],
    ['members that are texts', { members: ['x'] }, 'invalidValue'],
    ['a role that does not exist', { [ROLE_EXTENSION]: { role: 'owner' } }, 'invalidValue'],
    ['another schema', { schemas: ['x'] }, 'invalidSyntax'],
  ])('a group with %s is not added', async (_, more, scimType) => {
    const before = (await directory.send('GET', '/Groups?count=0')).body['totalResults'];
    const sent = { schemas: [SCIM_GROUP], displayName: 'Hostile', ...more };
    const { status, body } = await directory.send('POST', '/Groups', sent);
    expect([status, body]).toMatchObject([400, { scimType }]);
    expect((await directory.send('GET', '/Groups?count=0')).body['totalResults']).toBe(before);
  });

  test('groups with another version than the one read are not changed or deleted', async () => {
    const group = await addGroup(null);
    const { headers } = await directory.send('GET', group);
    const stale = { 'if-match': headers.get('etag') ?? '' };
    const rename = patchOf({ op: 'replace', path: 'displayName', value: `Version ${groups}` });
    expect((await directory.send('GET', group, undefined, { 'if-none-match': stale['if-match'] })).status).toBe(304);
    expect((await directory.send('PATCH', group, rename, stale)).status).toBe(200);
    expect((await directory.send('PATCH', group, rename, stale)).status).toBe(412);
    expect((await directory.send('DELETE', group, undefined, stale)).status).toBe(412);
  });

  test.each([
    ['displayName sw "Searched"', 1],
    ['displayName co "EARCH"', 1],
    ['displayName ew "group"', 1],
    ['externalId eq "search-1"', 1],
    ['externalId pr and displayName ne "x"', 1],
    ['displayName pr', null],
  ])('groups are found by %s', async (filter, count) => {
    const name = 'Searched group';
    await directory.send('POST', '/Groups', { schemas: [SCIM_GROUP], displayName: name, externalId: 'search-1' });
    const { status, body } = await directory.send('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
    expect(status).toBe(200);
    if (count !== null) expect(body).toMatchObject({ totalResults: count, Resources: [{ displayName: name }] });
  });

  test('users are found by their group', async () => {
    const id = await addMember(['viewer']);
    const group = await addGroup(null, id);
    const { body } = await directory.send('GET', group);
    for (const filter of [
      `groups.value eq "${String(body['id'])}"`,
      `groups.display eq "${String(body['displayName'])}"`,
    ]) {
      const found = await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
  });

  test('a request changes a bounded number of members', async () => {
    const value = Array.from({ length: LIMITS.changedMembers + 1 }, () => ({ value: crypto.randomUUID() }));
    const { status, body } = await directory.send('POST', '/Groups', {
      schemas: [SCIM_GROUP],
      displayName: 'Large',
      members: value,
    });
    expect([status, body]).toMatchObject([400, { scimType: 'tooMany' }]);
  });
});
