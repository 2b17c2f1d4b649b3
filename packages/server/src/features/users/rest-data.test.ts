import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';

const server = useGraphqlServer();
const acme = useAccount(server);
const globex = useAccount(server);
const lead = useClient(server, acme, ['cs']);
const operator = useClient(server, acme, ['operator']);
const email = newEmail('both');
let support = '';
let both = '';
let outsider = '';
beforeAll(async () => {
  support = await server.tokenOf({}, ['cs']);
  both = await addPerson(server.database, {
    email,
    name: 'Both Accounts',
    roles: { [acme.accountId]: ['developer'], [globex.accountId]: ['operator'] },
  });
  outsider = await addPerson(server.database, { email: newEmail('out'), roles: { [globex.accountId]: ['viewer'] } });
  await queryAsSuperuser(
    server.databaseUrl,
    `insert into audit_entry (account_id, kind, actor, person_id, subject_id, address, after) values
      ($1, 'signed_in', 'person', $3, $3, '203.0.113.1', '{"method": "password"}'),
      ($2, 'signed_in', 'person', $3, $3, '203.0.113.2', '{"method": "passkey"}'),
      ($1, 'user_renamed', 'person', $4, $3, '203.0.113.3', '{"name": "Both Accounts"}')`,
    [acme.accountId, globex.accountId, both, outsider],
  );
});

const get = (path: string, token: string) =>
  fetch(`${server.url}/api/${path}`, { headers: { authorization: `Bearer ${token}`, 'request-id': 'request-12345' } });

describe('the data of a user', () => {
  test('shows who manages users of an account what that account keeps, and nothing of others', async () => {
    const response = await get(`${acme.urlName}/users/${both}/data`, lead.token);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="switchboard-user-${both}.json"`,
    ]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      person: { id: both, email, name: 'Both Accounts' },
      roles: ['developer'],
      audit_entries: expect.arrayContaining([
        expect.objectContaining({ kind: 'signed_in', did: true, address: '203.0.113.1' }),
        expect.objectContaining({ kind: 'user_renamed', did: false, address: null, after: { name: 'Both Accounts' } }),
      ]) as unknown,
    });
    for (const foreign of [globex.urlName, '203.0.113.2', '203.0.113.3', 'sign_in_methods'])
      expect(text).not.toContain(foreign);
  });

  test.each<[string, () => string]>([
    ['a user of another account', () => outsider],
    ['an id that does not exist', () => '01a22700-0000-7000-8000-000000000000'],
    ['a text that is not an id', () => 'me'],
  ])('answers alike for %s', async (_, id) => {
    expect((await get(`${acme.urlName}/users/${id()}/data`, lead.token)).status).toBe(404);
  });

  test('refuses who lacks the permission, and who has it in one account only the rest', async () => {
    expect((await get(`${acme.urlName}/users/${both}/data`, operator.token)).status).toBe(403);
    expect((await get(`${globex.urlName}/users/${both}/data`, lead.token)).status).toBe(403);
    expect((await get(`users/${both}/data`, lead.token)).status).toBe(403);
  });

  test('shows who manages all accounts everything, without secrets, and records it', async () => {
    const response = await get(`users/${both}/data`, support);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ url_name: acme.urlName }),
        expect.objectContaining({ url_name: globex.urlName }),
      ]) as unknown,
      sign_in_methods: [{ connection_type: 'password' }],
    });
    expect(text).not.toContain('$argon2id');
    const entries = await queryAsSuperuser<{ account_id: string | null }>(
      server.databaseUrl,
      `select account_id from audit_entry where kind = 'personal_data_exported' and subject_id = $1 order by created`,
      [both],
    );
    expect(entries).toEqual(expect.arrayContaining([{ account_id: acme.accountId }, { account_id: null }]));
  });
});
