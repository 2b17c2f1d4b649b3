import { afterAll, beforeAll, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser } from '../../testing/http-browser.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';

const server = useHttpServer();
const PUBLIC_URL = 'https://console.test';
let secure: TestServer;
beforeAll(async () => {
  secure = await startHttpServer({}, { ...server, url: PUBLIC_URL });
});
afterAll(() => secure.stop());

const pathOf = (location: string | null): string => {
  const { pathname, search } = new URL(location ?? '', PUBLIC_URL);
  return pathname + search;
};

/** The `Set-Cookie` headers with which a sign-in ends. */
async function cookiesOf({ url }: TestServer, publicUrl: string): Promise<readonly string[]> {
  const email = newEmail('cookie');
  await addPerson(server.database, { email });
  const browser = createHttpBrowser(url);
  const page = await browser.get(codeRequest(publicUrl).path);
  const entered = await browser.post(pathOf(page.location), { email, password: TEST_PASSWORD });
  const ended = await browser.get(pathOf(entered.location));
  return ended.headers.getSetCookie().filter((line) => /^[^=]*switchboard_session(\.sig)?=/.test(line));
}

test('the session cookie of a site over https is accepted from its own host alone', async () => {
  const cookies = await cookiesOf(secure, PUBLIC_URL);
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-switchboard_session(\.sig)?=[^;]+;/);
    expect(cookie).toMatch(/; path=\/;/i);
    expect(cookie).toMatch(/; secure/i);
    expect(cookie).not.toMatch(/domain=/i);
  }
});

test('the session cookie of a site over http has a name that browsers accept', async () => {
  const cookies = await cookiesOf(server, server.url);
  expect(cookies.map((cookie) => /^[^=]+/.exec(cookie)?.[0])).toEqual([
    'switchboard_session',
    'switchboard_session.sig',
  ]);
});
