import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CompanyProvider, startCompanyProvider } from '../../../testing/company-provider.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { type Forgery, startForgingProvider } from '../../../testing/forging-provider.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { codeRequest, createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson } from '../../../testing/people.ts';
import {
  type AddedConnection,
  addOidcConnection,
  addVerifiedDomain,
  completeSignIn,
  leadToProvider,
  openSignIn,
  providerAddress,
} from '../../../testing/sso.ts';

const server = useGraphqlServer();
const company = useStarted(startCompanyProvider);
const forging = useStarted(startForgingProvider);
const acme = useAccount(server);
const globex = useAccount(server);
const SECRET = 'secret-of-the-client-at-the-company';
const domain = () => `${acme.urlName}.example`;
let okta: AddedConnection;

beforeAll(async () => {
  await addVerifiedDomain(server, acme.accountId, domain());
  okta = await connect(company, acme.accountId);
});

async function connect({ issuer, addClient }: CompanyProvider, accountId: string): Promise<AddedConnection> {
  const added = await addOidcConnection(server, accountId, { issuer, secret: SECRET });
  addClient({ id: added.clientId, secret: SECRET, redirectUri: added.callback });
  return added;
}

let people = 0;
/** A member of acme whom the company's provider knows. */
async function newPerson(
  more: { readonly roles?: Readonly<Record<string, readonly 'viewer'[]>>; readonly isSupport?: boolean } = {},
) {
  people += 1;
  const login = `ada${people}`;
  const email = `${login}@${domain()}`;
  const roles = more.roles ?? { [acme.accountId]: ['viewer'] };
  const id = await addPerson(server.database, { email, roles, globalRoles: more.isSupport === true ? ['cs'] : [] });
  company.users.set(login, { email, email_verified: true, name: 'Ada' });
  return { id, email, login };
}

/** Signs a person in through the company's provider. */
async function signInThere({ email, login }: { readonly email: string; readonly login: string }) {
  const at = await openSignIn(server);
  const callback = await company.signIn((await leadToProvider(at, email)).href, login);
  const tokens = await completeSignIn(server, at, callback);
  return { ...at, callback, token: tokens.access_token };
}
const ME = '{ meV2 { email accounts { urlName } permissions } }';
const statusIn = async (token: string, account: string): Promise<number> =>
  (await createClient(server, { token, account }).ask(ME)).status;

describe('sign-in through the OpenID provider of an account', () => {
  test('leads from the typed address to the provider and back into the account', async () => {
    const ada = await newPerson();
    const at = await openSignIn(server);
    const address = await leadToProvider(at, ` ${ada.email.toUpperCase()} `);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: okta.clientId,
      redirect_uri: okta.callback,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: ada.email.toUpperCase(),
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    const tokens = await completeSignIn(server, at, await company.signIn(address.href, ada.login));
    const client = createClient(server, { token: tokens.access_token, account: acme.urlName });
    expect(await client.data(ME)).toMatchObject({ meV2: { email: ada.email, accounts: [{ urlName: acme.urlName }] } });
    const [entry] = await acme.rows(sql<{ after: unknown; address: string | null }>`
      select after, address from audit_entry where kind = 'signed_in' and person_id = ${ada.id}::uuid`);
    expect(entry).toEqual({ after: { methods: ['sso'] }, address: '127.0.0.1' });
    const used = await acme.rows(
      sql`select first_used is not null as used from sso_connection where id = ${okta.id}::uuid`,
    );
    expect(used).toEqual([{ used: true }]);
  });

  test('begins at the link of a connection, too', async () => {
    const ada = await newPerson();
    const browser = createHttpBrowser(server.url);
    const linked = await browser.get(`/sign-in/sso/${okta.id}`);
    expect([linked.status, linked.location]).toEqual([303, '/']);
    const { path, verifier } = codeRequest(server.url);
    const { url: page } = await browser.follow(await browser.get(path), '/sign-in');
    const shown = await browser.get(page?.pathname ?? '');
    const callback = await company.signIn(providerAddress(shown).href, ada.login);
    const at = { browser, verifier, page: page?.pathname ?? '' };
    expect(await statusIn((await completeSignIn(server, at, callback)).access_token, acme.urlName)).toBe(200);
    const later = await openSignIn(server);
    expect((await later.browser.get(later.page)).text).toContain('Password');
    for (const unknown of [crypto.randomUUID(), 'x', '%00'])
      expect((await browser.get(`/sign-in/sso/${unknown}`)).status).toBe(404);
  });

  test('answers alike for all addresses of which no provider is known', async () => {
    const there = await newPerson({ roles: { [globex.accountId]: ['viewer'] } });
    await queryAsSuperuser(
      server.databaseUrl,
      `update person set email = 'known@elsewhere.test' where id = '${there.id}'`,
    );
    const at = await openSignIn(server);
    const answers: Awaited<ReturnType<typeof at.browser.post>>[] = [];
    for (const email of ['known@elsewhere.test', 'unknown@elsewhere.test', 'x', '', '@', 'a@\0'])
      answers.push(await at.browser.post(`${at.page}/sso`, { email }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    for (const { text } of answers) expect(text).toContain('Single sign-on is not set up for this address');
  });

  test('goes on after the provider has changed its keys', async () => {
    const ada = await newPerson();
    await signInThere(ada);
    await company.rotateKeys();
    expect(await statusIn((await signInThere(ada)).token, acme.urlName)).toBe(200);
  });
});

describe('a session of a provider', () => {
  test('enters the account of the provider only, whatever else its person may', async () => {
    const ada = await newPerson({
      roles: { [acme.accountId]: ['viewer'], [globex.accountId]: ['viewer'] },
      isSupport: true,
    });
    const { token } = await signInThere(ada);
    expect([await statusIn(token, acme.urlName), await statusIn(token, globex.urlName)]).toEqual([200, 403]);
    const me = await createClient(server, { token, account: acme.urlName }).data(ME);
    expect(me).toMatchObject({ meV2: { accounts: [{ urlName: acme.urlName }], permissions: ['view'] } });
    const login = await fetch(`${server.url}/api/user/login`, { headers: { authorization: `Bearer ${token}` } });
    expect(await login.json()).toMatchObject({ default_url_name: acme.urlName, accounts: [{ urlName: acme.urlName }] });
    const nowhere = createClient(server, { token });
    for (const query of [
      `{ account(urlName: "${globex.urlName}") { urlName } }`,
      '{ users { nodes { email } } }',
      `{ userV2(userId: "${ada.id}") { email } }`,
      `mutation { saveUserV2(userEmail: "${ada.email}", roles: ["tester"]) { __typename } }`,
      `mutation { saveUserV2(userEmail: "x@x.test", userName: "X", roles: ["viewer"], urlNames: ["${globex.urlName}"]) { __typename } }`,
    ])
      expect((await nowhere.ask(query)).errors[0]?.extensions, query).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await nowhere.data('{ account_health { nodes { urlName } } }')).toEqual({
      account_health: { nodes: [{ urlName: acme.urlName }] },
    });
    const { access_token: own } = await signInByForm(createHttpBrowser(server.url), server.url, ada.email);
    expect([await statusIn(own, acme.urlName), await statusIn(own, globex.urlName)]).toEqual([200, 200]);
  });

  test('outlives a blocked password, and ends with its connection or its identity', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const { token } = await signInThere(ada);
    const other = await signInThere(eve);
    const block = (type: string) =>
      queryAsSuperuser(
        server.databaseUrl,
        `update person_identity set blocked = true where person_id = '${ada.id}' and connection_type = '${type}'`,
      );
    await block('password');
    expect(await statusIn(token, acme.urlName)).toBe(200);
    expect(await statusIn((await signInThere(ada)).token, acme.urlName)).toBe(200);
    await block('sso');
    expect(await statusIn(token, acme.urlName)).toBe(401);
    await queryAsSuperuser(server.databaseUrl, `update sso_connection set enabled = false where id = '${okta.id}'`);
    expect(await statusIn(other.token, acme.urlName)).toBe(401);
    await queryAsSuperuser(server.databaseUrl, `update sso_connection set enabled = true where id = '${okta.id}'`);
    expect(await statusIn(other.token, acme.urlName)).toBe(200);
  });
});

describe('an answer of a provider', () => {
  test('counts once, at its own connection, and in the browser that asked', async () => {
    const ada = await newPerson();
    const at = await openSignIn(server);
    const callback = await company.signIn((await leadToProvider(at, ada.email)).href, ada.login);
    const other = await connect(company, globex.accountId);
    const stolen = createHttpBrowser(server.url);
    const mixedUp = `/sign-in/sso/${other.id}/callback${callback.search}`;
    expect((await stolen.get(mixedUp)).status).toBe(400);
    const led = await stolen.get(callback.href);
    expect([led.status, led.location?.startsWith(`${at.page}/sso?ticket=`)]).toEqual([303, true]);
    expect((await stolen.get(led.location ?? '')).status).toBe(400);
    expect((await at.browser.get(callback.href)).status).toBe(400);
    expect(
      await acme.rows(sql`select from audit_entry where kind = 'signed_in' and person_id = ${ada.id}::uuid`),
    ).toEqual([]);
    const another = await openSignIn(server);
    expect(
      (await another.browser.get(`${another.page}/sso${new URL(led.location ?? '', server.url).search}`)).status,
    ).toBe(400);
    expect((await at.browser.get(`${callback.pathname}?code=x&state=`)).status).toBe(400);
  });

  test('ends with a connection that was disabled or removed in between', async () => {
    const ada = await newPerson();
    const extra = await connect(company, acme.accountId);
    const choose = async () => {
      const at = await openSignIn(server);
      const chooser = await at.browser.post(`${at.page}/sso`, { email: ada.email });
      expect(chooser.text).toContain('Choose how to sign in');
      const page = await at.browser.post(`${at.page}/sso`, { email: ada.email, connection: extra.id });
      return { at, callback: await company.signIn(providerAddress(page).href, ada.login) };
    };
    const late = await choose();
    const ticketed = await choose();
    const led = await ticketed.at.browser.get(ticketed.callback.href);
    await queryAsSuperuser(server.databaseUrl, `delete from sso_connection where id = '${extra.id}'`);
    expect((await late.at.browser.get(late.callback.href)).status).toBe(404);
    const { url, answer } = await ticketed.at.browser.follow(led, '/callback');
    expect([url, answer.status, answer.text.includes('name="password"')]).toEqual([null, 200, true]);
  });

  test('leads nowhere but to the sign-in page', async () => {
    const ada = await newPerson();
    const at = await openSignIn(server);
    const callback = await company.signIn((await leadToProvider(at, ada.email)).href, ada.login);
    callback.searchParams.set('redirect_uri', 'https://evil.example');
    callback.searchParams.set('returnTo', '//evil.example');
    const led = await at.browser.get(callback.href);
    expect(led.location).toMatch(/^\/sign-in\/[\w-]+\/sso\?ticket=[\w-]+$/);
  });

  test('a refusal of the provider is shown as text, and recorded', async () => {
    const at = await openSignIn(server);
    const address = await leadToProvider(at, `x@${domain()}`);
    const state = address.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: '<script>alert(1)</script>', iss: company.issuer });
    const refused = await at.browser.get(`${okta.callback}?${query}`);
    expect([refused.status, refused.text.includes('&lt;script&gt;'), refused.text.includes('<script>alert')]).toEqual([
      401,
      true,
      false,
    ]);
    const [entry] = await acme.rows(sql<{ after: unknown }>`
      select after from audit_entry where kind = 'sign_in_failed' order by created desc limit 1`);
    expect(entry?.after).toMatchObject({
      method: 'sso',
      reason: expect.stringContaining('Okta did not sign you in') as string,
    });
  });
});

describe('a provider that forges', () => {
  const NOT_VERIFIED = 'could not be verified';
  const past = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;
  test.each<[string, Forgery]>([
    ['a token of another client', { claims: { aud: 'another client' } }],
    ['a token of several clients that was issued to another', { claims: { aud: ['a', 'b'], azp: 'a' } }],
    ['a token of another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['a token of another sign-in', { claims: { nonce: 'of another sign-in' } }],
    ['a token without a nonce', { claims: { nonce: undefined } }],
    ['a token that has ended', { claims: { iat: past(900), exp: past(600) } }],
    ['a token of another key', { key: 'unknown' }],
    ['a token of a key that does not exist', { header: { kid: 'two' } }],
    ['a token without a signature', { key: 'none' }],
    ['a token that the client secret signs', { key: 'client secret' }],
    ['a description of another issuer', { description: { issuer: 'https://accounts.example' } }],
  ])('%s signs no one in', async (_, forgery) => {
    const { connection, signed } = await answerOf(forgery);
    expect([signed.status, signed.text.includes(NOT_VERIFIED)]).toEqual([401, true]);
    const bound = await queryAsSuperuser(
      server.databaseUrl,
      `select 1 from person_identity where connection_id = '${connection.id}'`,
    );
    expect(bound).toEqual([]);
  });

  test('the same answer without a forgery signs in, with the secret and the verifier of the sign-in', async () => {
    const { signed, connection } = await answerOf({ claims: { email: `forged@${domain()}` } });
    expect([signed.status, signed.location]).toEqual([303, expect.stringContaining('/sso?ticket=') as string]);
    const request = forging.tokenRequests.at(-1);
    expect(request?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(request?.get('redirect_uri')).toBe(connection.callback);
  });

  test('an address that the provider has not verified signs no one in', async () => {
    const { signed } = await answerOf({ claims: { email: `boss@${domain()}`, email_verified: false } });
    expect([signed.status, signed.text.includes('has not verified the address')]).toEqual([401, true]);
  });

  /** The answer to a sign-in at the forging provider. */
  async function answerOf(forgery: Forgery) {
    const connection = await addOidcConnection(server, acme.accountId, {
      // Each has a description of its own.
      issuer: forging.issuer,
      secret: SECRET,
      defaultRole: 'viewer',
    });
    const at = await openSignIn(server);
    const { description, ...rest } = forgery;
    const base = { clientId: connection.clientId, secret: SECRET };
    forging.forge({ ...base, nonce: '', ...(description === undefined ? {} : { description }) });
    const page = await at.browser.post(`${at.page}/sso`, { email: `x@${domain()}`, connection: connection.id });
    if (page.status === 401) return { connection, signed: page };
    const address = providerAddress(page).searchParams;
    forging.forge({ ...base, ...rest, nonce: address.get('nonce') ?? '' });
    const query = new URLSearchParams({ code: 'a code', state: address.get('state') ?? '' });
    return { connection, signed: await at.browser.get(`${connection.callback}?${query}`) };
  }
});

test.each(['http://169.254.169.254', 'http://10.0.0.1', 'http://localhost:1', 'https://192.168.1.1'])(
  'an issuer at the private address %s is not asked',
  async (issuer) => {
    const { id } = await addOidcConnection(server, acme.accountId, { issuer });
    const at = await openSignIn(server);
    const page = await at.browser.post(`${at.page}/sso`, { email: `x@${domain()}`, connection: id });
    expect([page.status, page.text.includes('could not be reached')]).toEqual([401, true]);
  },
);
