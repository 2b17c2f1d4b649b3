import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import {
  createDirectory,
  type DirectoryClient,
  directoryWith,
  patchOf,
  SCIM_USER,
} from '../../../testing/directory.ts';
import { type Client, createClient, signIn } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { invitationSecret } from '../../../testing/invitations.ts';
import { addPerson } from '../../../testing/people.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const lead = useClient(server, mine, ['cs']);
const support = useGlobalClient(server, mine, 'cs');
let directory: DirectoryClient;
let people = 0;

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
});

type Added = { readonly id: string; readonly email: string };
async function addMember(roles: readonly Role[], accountId = mine.accountId): Promise<Added> {
  people += 1;
  const email = `user${people}@acme.test`;
  return {
    email,
    id: await addPerson(server.database, { email, name: `User ${people}`, roles: { [accountId]: roles } }),
  };
}
const tokenOf = async (email: string): Promise<string> =>
  (await signInByForm(createHttpBrowser(server.url), server.url, email)).access_token;
const off = patchOf({ op: 'replace', path: 'active', value: false });
const create = (body: object) => directory.send('POST', '/Users', { schemas: [SCIM_USER], ...body });
const personOf = async (client: Client): Promise<{ id: string; email: string }> =>
  (await client.data<{ meV2: { id: string; email: string } }>('{ meV2 { id email } }')).meV2;

/** Follows the account until the stream ends. */
async function follow(token: string): Promise<{ readonly ended: Promise<'ended'> }> {
  const response = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'request-id': 'request-12345',
      authorization: `Bearer ${token}`,
      'account-uri': mine.urlName,
    },
    body: JSON.stringify({ query: 'subscription { changes { overflow } }' }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const drain = async (): Promise<'ended'> => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended';
  };
  return { ended: drain() };
}

describe('deactivating a user', () => {
  test('ends their access and open streams at once', async () => {
    const { id, email } = await addMember(['viewer']);
    const token = await tokenOf(email);
    const stream = await follow(token);
    const { status, body } = await directory.send('PATCH', `/Users/${id}`, off);
    expect([status, body['active']]).toEqual([200, false]);
    // The check of each minute comes after the time limit of a test.
    expect(await stream.ended).toBe('ended');
    const asUser = createClient(server, { token, account: mine.urlName });
    expect((await asUser.ask('{ downloads { nodes { id } } }')).status).toBe(401);
  });

  test('deactivating a user is recorded with the program and its creator', async () => {
    const { id, email } = await addMember(['viewer']);
    await directory.send('PATCH', `/Users/${id}`, off);
    const acts = await actsOf(server.database, (await personOf(lead)).id);
    expect(acts.at(-1)).toEqual({
      kind: 'removed_from_account',
      subject: email,
      before: { roles: ['viewer'] },
      after: { roles: [] },
    });
    const query = `{ admin_acts(subject: "${email}") { nodes { program person_email } } }`;
    const { admin_acts: shown } = await support.data<{ admin_acts: { nodes: object[] } }>(query);
    expect(shown.nodes).toEqual([{ program: 'Directory', person_email: (await personOf(lead)).email }]);
  });

  test('keeps their access to other accounts', async () => {
    const email = 'both@acme.test';
    const roles = { [mine.accountId]: ['viewer'], [theirs.accountId]: ['viewer'] } as const;
    const id = await addPerson(server.database, { email, roles });
    expect((await directory.send('PATCH', `/Users/${id}`, off)).status).toBe(200);
    const { meV2 } = await createClient(server, { token: await tokenOf(email) }).data<{
      meV2: { accounts: { urlName: string }[] };
    }>('{ meV2 { accounts { urlName } } }');
    expect(meV2.accounts).toEqual([{ urlName: theirs.urlName }]);
  });

  test('deactivating a user also works for the creator of the token, which then ends', async () => {
    const leaving = await signIn(server, mine, ['cs']);
    const theirDirectory = await createDirectory(server.url, leaving);
    const { id } = await personOf(leaving);
    // The roles of CS are granted and revoked by people who manage all accounts only.
    expect((await theirDirectory.send('PATCH', `/Users/${id}`, off)).status).toBe(403);
    const global = await createDirectory(server.url, support);
    expect((await global.send('PATCH', `/Users/${id}`, off)).status).toBe(200);
    expect((await theirDirectory.send('GET', '/Users')).status).toBe(403);
  });
});

describe('the grants of a directory', () => {
  test.each(['tester', 'cs'])(
    'a directory does not grant %s, which the creator of its token may not grant',
    async (role) => {
      const { id, email } = await addMember(['viewer']);
      for (const { status } of [
        await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'roles', value: [{ value: role }] })),
        await directory.send(
          'PATCH',
          `/Groups/${role}`,
          patchOf({ op: 'add', path: 'members', value: [{ value: id }] }),
        ),
        await create({ userName: `new-${role}@acme.test`, displayName: 'New', roles: [role] }),
      ])
        expect(status).toBe(403);
      expect((await directory.send('GET', `/Users/${id}`)).body).toMatchObject({ roles: [{ value: 'viewer' }] });
      const query = `{ admin_acts(subject: "${email}", kinds: ["act_refused"]) { nodes { program after } } }`;
      const { admin_acts: refused } = await support.data<{ admin_acts: { nodes: object[] } }>(query);
      expect(refused.nodes).toHaveLength(2);
      expect(refused.nodes[0]).toMatchObject({ program: 'Directory', after: { act: 'scim change group' } });
    },
  );

  test('a directory changes nothing when one of many changes is refused', async () => {
    const { id } = await addMember(['viewer']);
    const operations = patchOf(
      { op: 'replace', path: 'displayName', value: 'Renamed' },
      { op: 'add', path: 'roles', value: ['tester'] },
    );
    const { status, body } = await directory.send('PATCH', `/Users/${id}`, operations);
    expect([status, body['detail']]).toEqual([403, expect.stringContaining('tester')]);
    const members = [(await addMember(['viewer'])).id, (await personOf(lead)).id].map((value) => ({ value }));
    const grouped = await directory.send(
      'PATCH',
      '/Groups/operator',
      patchOf({ op: 'add', path: 'members', value: members }),
    );
    expect(grouped.status).toBe(403);
    const { body: after } = await directory.send('GET', `/Users/${id}`);
    expect(after['displayName']).not.toBe('Renamed');
    expect((await directory.send('GET', '/Groups/operator')).body['members']).toEqual([]);
  });
});

describe('users of other accounts', () => {
  test('users of other accounts are not found, changed or listed', async () => {
    const { id, email } = await addMember(['viewer'], theirs.accountId);
    const member = patchOf({ op: 'add', path: 'members', value: [{ value: id }] });
    for (const { status } of [
      await directory.send('GET', `/Users/${id}`),
      await directory.send('PATCH', `/Users/${id}`, off),
      await directory.send('PUT', `/Users/${id}`, { schemas: [SCIM_USER], userName: email }),
      await directory.send('DELETE', `/Users/${id}`),
      await directory.send('PATCH', '/Groups/viewer', member),
    ])
      expect(status).toBe(404);
    expect(JSON.stringify((await directory.send('GET', '/Users')).body)).not.toContain(id);
  });

  test('users of other accounts are added as new ones are: with an id of the directory, invited, and without a trace of them', async () => {
    const { id, email } = await addMember(['viewer'], theirs.accountId);
    const fresh = `fresh-${email}`;
    const answers: string[] = [];
    for (const userName of [email, fresh]) {
      const { status, body } = await create({ userName, displayName: 'Someone else', roles: ['operator'] });
      expect([status, body['active']]).toEqual([201, true]);
      const added = String(body['id']);
      const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Another Name' });
      const read = [
        body,
        (await directory.send('GET', `/Users/${added}`)).body,
        (await directory.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).body,
        (await directory.send('PATCH', `/Users/${added}`, rename)).body,
        (await directory.send('PATCH', `/Users/${added}`, off)).body,
        (await directory.send('PATCH', `/Users/${added}`, patchOf({ op: 'replace', path: 'active', value: true })))
          .body,
        (await create({ userName, displayName: 'Someone else' })).body,
      ];
      // Versions are made of the id.
      const own = (key: string, value: unknown): unknown => (['version', 'created'].includes(key) ? null : value);
      const text = JSON.stringify(read, own).replaceAll(userName, 'ADDRESS').replaceAll(added, 'ID');
      answers.push(text);
      for (const hidden of [id, `User ${people}`]) expect(text).not.toContain(hidden);
    }
    expect(answers[1]).toBe(answers[0]);
    const query = 'query($u: String!) { account(urlName: $u) { users { email } invitations { email roles } } }';
    const { account } = await lead.data<{ account: { users: object[]; invitations: object[] } }>(query, {
      u: mine.urlName,
    });
    expect(JSON.stringify(account.users)).not.toContain(email);
    expect(account.invitations).toEqual(
      expect.arrayContaining([email, fresh].map((each) => ({ email: each, roles: ['operator'] }))),
    );
    expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
  });

  test('a user who accepts keeps the id of the directory, and the roles of its groups', async () => {
    const { email } = await addMember(['viewer'], theirs.accountId);
    const { body } = await create({ userName: email, displayName: 'Someone else' });
    const member = patchOf({ op: 'add', path: 'members', value: [{ value: body['id'] }] });
    expect((await directory.send('PATCH', '/Groups/operator', member)).status).toBe(200);
    const secret = await invitationSecret(server, email);
    const them = createClient(server, { token: await tokenOf(email) });
    const accept = 'mutation($s: String!) { answer_invitation(secret: $s, accept: true) { __typename } }';
    expect(await them.data(accept, { s: secret })).toEqual({ answer_invitation: { __typename: 'AnsweredInvitation' } });
    const joined = await directory.send('GET', `/Users/${String(body['id'])}`);
    expect(joined.body).toMatchObject({
      id: body['id'],
      displayName: 'Someone else',
      active: true,
      roles: [{ value: 'operator' }, { value: 'viewer' }],
    });
    const asThem = createClient(server, { token: await tokenOf(email), account: mine.urlName });
    expect((await asThem.ask('{ downloads { nodes { id } } }')).status).toBe(200);
    expect((await directory.send('PATCH', `/Users/${String(body['id'])}`, off)).body).toMatchObject({ active: false });
    expect((await asThem.ask('{ downloads { nodes { id } } }')).status).toBe(403);
  });

  test('a user whom the directory removes before they accept can no longer accept', async () => {
    const { email } = await addMember(['viewer'], theirs.accountId);
    const { body } = await create({ userName: email, displayName: 'Someone else' });
    const secret = await invitationSecret(server, email);
    expect((await directory.send('DELETE', `/Users/${String(body['id'])}`)).status).toBe(204);
    const them = createClient(server, { token: await tokenOf(email) });
    const accept = 'mutation($s: String!) { answer_invitation(secret: $s, accept: true) { __typename } }';
    expect(await them.data(accept, { s: secret })).toEqual({ answer_invitation: { __typename: 'NotFoundError' } });
  });

  test('a person whom the installation has deactivated gets no access from a directory', async () => {
    const { id, email } = await addMember(['viewer']);
    await directory.send('PATCH', `/Users/${id}`, off);
    await support.data(ADMIN_CALLS.removeUser, { email });
    const on = patchOf({ op: 'replace', path: 'active', value: true });
    expect((await directory.send('PATCH', `/Users/${id}`, on)).status).toBe(200);
    const { rows } = await server.database.withIdentity((tx) =>
      sql`select p.status, m.role from person p left join membership m on m.person_id = p.id where p.id = ${id}`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ status: 'deactivated', role: null }]);
  });

  test('users who also belong to other accounts keep their name, and are deactivated and activated here', async () => {
    const email = 'twice@acme.test';
    const roles = { [mine.accountId]: ['viewer'], [theirs.accountId]: ['viewer'] } as const;
    const id = await addPerson(server.database, { email, name: 'Twice', roles });
    const renamed = patchOf({ op: 'replace', path: 'displayName', value: 'Someone else' });
    // The directory reads what it wrote, as of a person of no other account.
    expect((await directory.send('PATCH', `/Users/${id}`, renamed)).body['displayName']).toBe('Someone else');
    const { account } = await support.data<{ account: { users: object[] } }>(
      'query($u: String!) { account(urlName: $u) { users { email name } } }',
      { u: mine.urlName },
    );
    expect(account.users).toContainEqual({ email, name: 'Twice' });
    expect((await directory.send('PATCH', `/Users/${id}`, off)).body).toMatchObject({ active: false, roles: [] });
    const on = patchOf({ op: 'replace', path: 'active', value: true });
    expect((await directory.send('PATCH', `/Users/${id}`, on)).body).toMatchObject({
      active: true,
      roles: [{ value: 'viewer' }],
    });
  });
});

describe('the right to use the service', () => {
  test('a program with a token for a directory may use the service, and no other', async () => {
    const person = directoryWith(server.url, lead.token);
    const { create_service_token: made } = await lead.data<{ create_service_token: { token: string } }>(
      'mutation { create_service_token(name: "Build", days: 1) { ... on NewServiceToken { token } } }',
    );
    const scripts = directoryWith(server.url, made.token);
    const answers = [person, directoryWith(server.url, 'x'), scripts].map((client) => client.send('GET', '/Users'));
    const [ofPerson, unknown, ofScripts] = await Promise.all(answers);
    expect([ofPerson?.status, unknown?.status, ofScripts?.status]).toEqual([401, 401, 403]);
    expect(unknown?.headers.get('www-authenticate')).toBe('Bearer');
    expect(ofScripts?.body).toMatchObject({ status: '403', detail: expect.stringContaining('directory') as string });
  });

  test('a token for a directory does nothing else', async () => {
    const asPerson = createClient(server, { token: directory.token, account: mine.urlName });
    for (const query of ['{ downloads { nodes { id } } }', '{ meV2 { email } }', '{ drafts { nodes { id } } }'])
      expect((await asPerson.ask(query)).status).toBe(403);
    const administering = await asPerson.ask(ADMIN_CALLS.saveUser, {
      userEmail: 'x@acme.test',
      roles: ['viewer'],
      urlNames: [mine.urlName],
    });
    expect(administering.status).toBe(403);
  });

  test('a token for a directory is given by people who manage users', async () => {
    const developer = await signIn(server, mine, ['developer']);
    const creating = (more: string) =>
      `mutation { create_service_token(name: "x", days: 1, manages_users: true${more}) { __typename } }`;
    expect((await developer.ask(creating(''))).status).toBe(403);
    expect((await lead.ask(creating(', may_publish: true'))).errors[0]?.message).toContain('for scripts or for users');
  });
});

test('a token of a directory is revoked by people who manage users', async () => {
  const developer = await signIn(server, mine, ['developer']);
  const ending = await createDirectory(server.url, lead);
  const { service_tokens: tokens } = await lead.data<{ service_tokens: { nodes: { id: string }[] } }>(
    '{ service_tokens { nodes { id manages_users } } }',
  );
  const revoking = `mutation { revoke_service_token(id: "${tokens.nodes[0]?.id}") { __typename } }`;
  expect(await developer.data(revoking)).toEqual({ revoke_service_token: { __typename: 'NotFoundError' } });
  expect((await ending.send('GET', '/Users?count=0')).status).toBe(200);
  expect(await lead.data(revoking)).toEqual({ revoke_service_token: { __typename: 'ServiceToken' } });
  expect((await ending.send('GET', '/Users?count=0')).status).toBe(401);
});

test('the audit log names the program in every act', async () => {
  await create({ userName: 'recorded@acme.test', displayName: 'Recorded' });
  const query = '{ admin_acts(first: 1, kinds: ["invitation_sent"]) { nodes { kind program } } }';
  const { admin_acts: shown } = await support.data<{ admin_acts: { nodes: object[] } }>(query);
  expect(shown.nodes).toEqual([{ kind: 'invitation_sent', program: 'Directory' }]);
});

describe('versions', () => {
  test('refuse a change by a directory that has read another version', async () => {
    const { id } = await addMember(['viewer']);
    const { body, headers } = await directory.send('GET', `/Users/${id}`);
    const etag = headers.get('etag') ?? '';
    expect(body['meta']).toMatchObject({ version: etag });
    const same = await directory.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag });
    expect(same.status).toBe(304);
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'First' });
    expect((await directory.send('PATCH', `/Users/${id}`, rename, { 'if-match': etag })).status).toBe(200);
    for (const [method, sent] of [
      ['PATCH', rename],
      ['PUT', body],
      ['DELETE', undefined],
    ] as const)
      expect((await directory.send(method, `/Users/${id}`, sent, { 'if-match': etag })).status).toBe(412);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204);
    const group = await directory.send('GET', '/Groups/viewer');
    await addMember(['viewer']);
    const adding = patchOf({ op: 'add', path: 'members', value: [] });
    const stale = { 'if-match': group.headers.get('etag') ?? '' };
    expect((await directory.send('PATCH', '/Groups/viewer', adding, stale)).status).toBe(412);
  });

  test('refuse one of two concurrent changes', async () => {
    const { id } = await addMember(['viewer']);
    const etag = (await directory.send('GET', `/Users/${id}`)).headers.get('etag') ?? '';
    const rename = (name: string) =>
      directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value: name }), {
        'if-match': etag,
      });
    const statuses = (await Promise.all([rename('One'), rename('Two')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });
});
