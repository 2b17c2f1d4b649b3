import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../testing/directory.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const lead = useClient(server, mine, ['cs']);

const download = (token: string) =>
  fetch(`${server.url}/api/user/data`, { headers: { authorization: `Bearer ${token}` } });

async function signedIn(name: string) {
  const email = newEmail();
  const id = await addPerson(server.database, { email, name, roles: { [mine.accountId]: ['developer'] } });
  const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
  const client = createClient(server, { token, account: mine.urlName });
  await client.data(`mutation { savePreference(name: "mode", value: "${name}") { name } }`);
  await client.data('mutation { create_service_token(name: "Build", days: 1) { __typename } }');
  return { id, email, name, token };
}

test('a person downloads what is kept of them, and nothing of others', async () => {
  const [ada, bea] = [await signedIn('Ada Adams'), await signedIn('Bea Brown')];
  const response = await download(ada.token);
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment; filename="switchboard-personal-data.json"'),
  ]);
  expect(response.headers.get('cache-control')).toContain('no-store');
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    person: { id: ada.id, email: ada.email, name: 'Ada Adams' },
    accounts: [{ url_name: mine.urlName, roles: ['developer'] }],
    sign_in_methods: [{ connection_type: 'password', email: ada.email }],
    preferences: [{ name: 'mode', value: 'Ada Adams' }],
    service_tokens: [{ account: mine.urlName, name: 'Build' }],
    sessions: [{ address: '127.0.0.1' }],
    mails: [{ kind: 'new_device', detail: { address: '127.0.0.1' } }],
  });
  for (const other of [bea.id, bea.email, bea.name]) expect(text).not.toContain(other);
});

test('the download holds no secret of sign-in', async () => {
  const { id, token } = await signedIn('Cleo Clark');
  const { rows } = await server.database.withIdentity((tx) =>
    sql<{ secret: string }>`
      select c.hash as secret from credential_password c join person_identity i on i.id = c.identity_id
      where i.person_id = ${id}::uuid
      union all select encode(hash, 'hex') from service_token where created_by = ${id}::uuid`.execute(tx),
  );
  expect(rows).toHaveLength(2);
  const response = await download(token);
  expect(response.status).toBe(200);
  const text = await response.text();
  for (const { secret } of rows) expect(text).not.toContain(secret);
});

test('the audit log of the account records the download', async () => {
  const { email, token } = await signedIn('Dora Dean');
  expect((await download(token)).status).toBe(200);
  const query = '{ audit_entries(kinds: ["personal_data_downloaded"]) { nodes { kind person_email } } }';
  const asLead = createClient(server, { token: lead.token, account: mine.urlName });
  const { audit_entries: shown } = await asLead.data<{ audit_entries: { nodes: object[] } }>(query);
  expect(shown.nodes).toContainEqual({ kind: 'personal_data_downloaded', person_email: email });
});

test('programs download the data of no person', async () => {
  expect((await download((await createDirectory(server.url, lead)).token)).status).toBe(401);
  expect((await download('x')).status).toBe(401);
});
