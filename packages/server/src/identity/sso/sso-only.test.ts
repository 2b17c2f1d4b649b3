import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { codeAt, enrolApp } from '../../../testing/factors.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, exchangeCode, isSignedIn, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { addOidcConnection, addVerifiedDomain, openSignIn } from '../../../testing/sso.ts';
import { createFactorLink } from '../factors/factor-link.ts';
import { queueMail } from '../mail/mail-outbox.ts';
import { resetPassword, writeResetMail } from '../password-reset.ts';
import { choosePassword, confirmPassword, signInStateOf } from '../sign-in.ts';

const server = useGraphqlServer();
const acme = useAccount(server);
const domain = () => `${acme.urlName}.example`;
const NOW = Date.now();
let connectionId = '';
const requireSso = (isOnly: boolean) =>
  queryAsSuperuser(
    server.databaseUrl,
    `update sso_connection set sso_only = ${isOnly}, first_used = now() where id = '${connectionId}'`,
  );
beforeAll(async () => {
  await addVerifiedDomain(server, acme.accountId, domain());
  ({ id: connectionId } = await addOidcConnection(server, acme.accountId, { issuer: 'https://idp.example' }));
});

let people = 0;
async function newPerson({ mustChange = false, isGlass = false } = {}) {
  people += 1;
  const email = `only${people}@${domain()}`;
  const roles = { [acme.accountId]: ['operator'] } as const;
  const id = await addPerson(server.database, { email, roles, mustChange });
  if (isGlass)
    await queryAsSuperuser(
      server.databaseUrl,
      `insert into sso_break_glass (account_id, person_id) values ('${acme.accountId}', '${id}')`,
    );
  return { id, email };
}
const enter = async (email: string, password = TEST_PASSWORD) => {
  const at = await openSignIn(server);
  return { ...at, answer: await at.browser.post(at.page, { email, password }) };
};
const statusOf = async (token: string): Promise<number> =>
  (await createClient(server, { token, account: acme.urlName }).ask('{ meV2 { email } }')).status;

describe('required single sign-on', () => {
  test('passwords neither sign in nor keep a session, and every address is answered alike', async () => {
    await requireSso(false);
    const { email } = await newPerson();
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
    expect(await statusOf(token)).toBe(200);
    await requireSso(true);
    expect(await statusOf(token)).toBe(401);
    const { email: glass } = await newPerson({ isGlass: true });
    const answers = [
      (await enter(email)).answer,
      (await enter(email, 'wrong')).answer,
      (await enter(`unknown@${domain()}`)).answer,
      (await enter(glass, 'wrong')).answer,
    ];
    for (const { status, text } of answers)
      expect([status, text.includes('Your company requires single sign-on')]).toEqual([401, true]);
    expect((await enter('unknown@elsewhere.test')).answer.text).toContain('The email or the password is not correct');
    await requireSso(false);
    expect(isSignedIn((await enter(email)).answer)).toBe(true);
  });

  test('no other way by a password is open', async () => {
    await requireSso(false);
    const handedOut = await newPerson({ mustChange: true });
    const person = await newPerson();
    const { database, masterKey } = server;
    const options = { database, masterKey, publicUrl: server.url, now: () => NOW };
    const mail = { personId: person.id, name: 'Ada', id: '', email: person.email, kind: 'password_reset' as const };
    const before = await writeResetMail(options)(mail);
    const ticket = new URL(/https?:\S+ticket=\S+/.exec(before?.text ?? '')?.[0] ?? '').searchParams.get('ticket') ?? '';
    const state = await database.withIdentity((tx) => signInStateOf(tx, handedOut.id));
    await requireSso(true);
    const origin = { address: '192.0.2.1', device: null };
    const password = 'Plum-tree-over-9-hills';
    expect(await resetPassword(options, { ticket, password, origin })).toBe('expired');
    expect(await writeResetMail(options)(mail)).toBeNull();
    expect(await confirmPassword(database, person, TEST_PASSWORD, new Date(NOW))).not.toBeNull();
    const shown = { personId: handedOut.id, passwordSet: state?.passwordSet ?? null };
    expect(await choosePassword(database, shown, password, NOW)).toBe('expired');
    // A passkey is followed by the same state.
    expect(await database.withIdentity((tx) => signInStateOf(tx, person.id))).toBeNull();
    expect(await database.withIdentity((tx) => createFactorLink(tx, person.id, NOW))).toBeNull();
    await database.withIdentity((tx) => queueMail(tx, 'password_reset', person.id));
    const admin = { personId: person.id, name: 'test', requestId: 'request', accountId: null };
    await database.withAdmin(admin, (tx) => sql`select queue_password_reset(${person.id}::uuid)`.execute(tx));
    const queued = await queryAsSuperuser(server.databaseUrl, `select 1 from mail where person_id = '${person.id}'`);
    expect(queued).toEqual([]);
  });

  test('a password is not handed out', async () => {
    await requireSso(true);
    const { email } = await newPerson();
    const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
    const answer =
      await support.data(`mutation { saveUserV2(userEmail: "${email}", userPassword: "Plum-tree-over-9-hills") {
      __typename ... on ConflictError { message } } }`);
    expect(answer).toMatchObject({ saveUserV2: { message: expect.stringContaining('single sign-on only') as string } });
  });

  test('a break-glass administrator enters by password and second factor, and by nothing less', async () => {
    await requireSso(true);
    const bare = await newPerson({ isGlass: true });
    const { answer } = await enter(bare.email);
    expect([isSignedIn(answer), answer.text.includes('A link to add one was mailed')]).toEqual([false, true]);
    await requireSso(false);
    const glass = await newPerson({ isGlass: true });
    const { access_token: weak } = await signInByForm(createHttpBrowser(server.url), server.url, glass.email);
    // The session that adds the factor goes on, and is still one of the password alone.
    const app = await enrolApp(server, { ...glass, keptGrant: String(decodeJwt(weak)['gid']) }, NOW - 120_000);
    expect(await statusOf(weak)).toBe(200);
    await requireSso(true);
    expect(await statusOf(weak)).toBe(401);
    const { browser, page, verifier, answer: asked } = await enter(glass.email);
    const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    const passed = await browser.post(`${page}/factor`, { ticket, code: codeAt(app.secret, NOW) });
    const { url } = await browser.follow(passed, '/callback');
    const tokens = await exchangeCode(browser, server.url, url?.searchParams.get('code') ?? '', verifier);
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  test('people of other accounts and other domains sign in as before', async () => {
    await requireSso(true);
    await addPerson(server.database, { email: `outside@${domain()}` });
    const elsewhere = `elsewhere-${crypto.randomUUID()}@other.test`;
    await addPerson(server.database, { email: elsewhere, roles: { [acme.accountId]: ['viewer'] } });
    for (const email of [`outside@${domain()}`, elsewhere]) expect(isSignedIn((await enter(email)).answer)).toBe(true);
  });
});
