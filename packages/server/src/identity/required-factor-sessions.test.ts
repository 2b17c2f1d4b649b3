import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt, enrolApp } from '../../testing/factors.ts';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import {
  codeRequest,
  createHttpBrowser,
  exchangeCode,
  type HttpBrowser,
  signInByForm,
} from '../../testing/http-browser.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { addAccount, addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';

/** The installation before the setting, and as it starts again with it. */
const before = useHttpServer();
let after: TestServer;
let account: string;
beforeAll(async () => {
  after = await startHttpServer({ requireSecondFactor: true }, before);
  account = await addAccount(before.database, 'sessions');
});
afterAll(() => after.stop());

async function signInBefore() {
  const email = newEmail('open');
  const id = await addPerson(before.database, { email, roles: { [account]: ['viewer'] } });
  const browser = createHttpBrowser(before.url);
  const { access_token: token } = await signInByForm(browser, before.url, email);
  return { id, email, browser, token };
}
/** The parameters with which a hidden renewal, or a sign-in without `prompt`, comes back to the console; null on the sign-in page. */
async function renew(server: TestServer, { cookies }: HttpBrowser, prompt: string | undefined = 'none') {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const browser = createHttpBrowser(server.url, { cookie });
  const { path } = codeRequest(before.url, { prompt });
  return (await browser.follow(await browser.get(path), '/callback')).url?.searchParams ?? null;
}
const statusOf = async (server: TestServer, token: string): Promise<number> =>
  (await fetch(`${server.url}/api/user/login`, { headers: { authorization: `Bearer ${token}` } })).status;

test('a session of a password alone is refused at its renewal once a second factor is required', async () => {
  const { browser } = await signInBefore();
  expect((await renew(before, browser))?.get('code')).toEqual(expect.any(String));
  const refused = await renew(after, browser);
  expect(refused?.get('error')).toBe('login_required');
  expect(refused?.get('code')).toBeNull();
});

test('a session of a password alone stays refused when its owner adds a factor elsewhere', async () => {
  const { id, email, browser } = await signInBefore();
  await enrolApp(before, { id, email }, Date.now());
  expect((await renew(after, browser))?.get('error')).toBe('login_required');
});

test('a token of a password alone is refused by the next request once a second factor is required', async () => {
  const { token } = await signInBefore();
  expect(await statusOf(before, token)).toBe(200);
  expect(await statusOf(after, token)).toBe(401);
});

test('a session with a second factor goes on once one is required, and so do its tokens', async () => {
  const email = newEmail('two');
  const id = await addPerson(before.database, { email, roles: { [account]: ['viewer'] } });
  const { secret } = await enrolApp(before, { id, email }, Date.now() - 60_000);
  const browser = createHttpBrowser(before.url);
  const request = codeRequest(before.url);
  const { url: page } = await browser.follow(await browser.get(request.path), '/sign-in');
  const asked = await browser.post(page?.pathname ?? '', { email, password: TEST_PASSWORD });
  const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const done = await browser.post(`${page?.pathname}/factor`, { ticket, code: codeAt(secret, Date.now()) });
  const code = (await browser.follow(done, '/callback')).url?.searchParams.get('code') ?? '';
  const tokens = await exchangeCode(browser, before.url, code, request.verifier);
  expect(await statusOf(after, tokens.access_token)).toBe(200);
  expect((await renew(after, browser))?.get('code')).toEqual(expect.any(String));
});
