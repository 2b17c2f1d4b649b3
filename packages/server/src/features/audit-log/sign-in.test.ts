import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);

type Entry = {
  readonly kind: string;
  readonly actor: string;
  readonly subject_email: string | null;
  readonly address: string | null;
  readonly after: object;
};

/** The entries about a person, the oldest first. */
async function entriesAbout(email: string): Promise<readonly Entry[]> {
  const text = `query ($target: String) { audit_entries(target: $target) {
    nodes { kind actor subject_email address after } } }`;
  const { audit_entries: found } = await operator.data<{ audit_entries: { nodes: Entry[] } }>(text, { target: email });
  return found.nodes.toReversed();
}

/** Enters a name and a password at the sign-in page. */
async function enter(email: string, password: string): Promise<number> {
  const browser = createHttpBrowser(server.url);
  const { url: page } = await browser.follow(await browser.get(codeRequest(server.url).path), '/sign-in');
  return (await browser.post(page?.pathname ?? '', { email, password })).status;
}

it('an account sees when its people signed in and out, or failed to, and from where', async () => {
  const email = 'sina@audit.test';
  await addPerson(server.database, { email, password: TEST_PASSWORD, roles: { [account.accountId]: ['viewer'] } });
  expect(await enter(email.toUpperCase(), 'wrong')).toBe(401);
  const browser = createHttpBrowser(server.url);
  const { id_token: idToken } = await signInByForm(browser, server.url, email);
  const page = await browser.get(`/oidc/session/end?${new URLSearchParams({ id_token_hint: idToken })}`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
  const common = { subject_email: email, address: '127.0.0.1' };
  expect(await entriesAbout(email)).toEqual([
    { kind: 'sign_in_failed', actor: 'anonymous', after: { method: 'password' }, ...common },
    { kind: 'signed_in', actor: 'person', after: { methods: ['pwd'] }, ...common },
    { kind: 'signed_out', actor: 'person', after: {}, ...common },
  ]);
});

it('attempts at an unknown name are recorded for no account', async () => {
  await enter('stranger@audit.test', 'wrong');
  expect(await entriesAbout('stranger@audit.test')).toEqual([]);
  const { rows } = await server.database.withSystem((tx) =>
    sql`select account_id, kind, actor, address from audit_entry where target_name = 'stranger@audit.test'`.execute(tx),
  );
  expect(rows).toEqual([{ account_id: null, kind: 'sign_in_failed', actor: 'anonymous', address: '127.0.0.1' }]);
});
