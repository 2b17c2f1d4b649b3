import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { codeAt, enrolApp } from '../../testing/factors.ts';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { type Answer, codeRequest, createHttpBrowser, exchangeCode } from '../../testing/http-browser.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';
import { APP_TIME } from './factors/authenticator-app.ts';

let now = Date.now();
const server = useHttpServer({ now: () => now, requireSecondFactor: true });

async function enterPassword(mustChange = false, email?: string) {
  const address = email ?? newEmail('required');
  const id = email === undefined ? await addPerson(server.database, { email: address, mustChange }) : '';
  const browser = createHttpBrowser(server.url);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  const page = url?.pathname ?? '';
  const asked = await browser.post(page, { email: address, password: TEST_PASSWORD });
  return { id, email: address, browser, request, page, asked };
}
const ticketIn = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
const secretIn = ({ text }: Answer): string => />([A-Z2-7]{32})</.exec(text)?.[1] ?? '';
const codesIn = ({ text }: Answer): readonly string[] =>
  [...text.matchAll(/<li>([a-z0-9-]+)<\/li>/g)].map(([, code = '']) => code);

test('leads a person without a factor to an authenticator app, shows recovery codes, and signs in', async () => {
  const { browser, request, page, asked, id, email } = await enterPassword();
  expect(asked.text).toContain('<h1>Add an authenticator app</h1>');
  expect(asked.text).toMatch(/<svg class="qr" .*<path fill="currentColor" d="M\d/);
  const secret = secretIn(asked);
  const confirm = (code: string) => browser.post(`${page}/enrolment`, { ticket: ticketIn(asked), code });
  const wrong = await confirm('000000');
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('The code is not correct. Enter the code that the app shows now.');
  expect(secretIn(wrong)).toBe(secret);
  const shown = await confirm(codeAt(secret, now));
  expect(shown.text).toContain('<h1>Recovery codes</h1>');
  expect(codesIn(shown)).toHaveLength(10);
  const done = await browser.post(`${page}/enrolled`, { ticket: ticketIn(shown) });
  const { url } = await browser.follow(done, '/callback');
  const tokens = await exchangeCode(browser, server.url, url?.searchParams.get('code') ?? '', request.verifier);
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: id, amr: ['pwd', 'otp', 'mfa'] });
  expect((await enterPassword(false, email)).asked.text).toContain('<h1>Second factor</h1>');
});

test('asks those who have a factor for it', async () => {
  const { id, email } = await enterPassword();
  await enrolApp(server, { id, email }, now);
  expect((await enterPassword(false, email)).asked.text).toContain('<h1>Second factor</h1>');
});

test('comes after the choice of a password of one’s own', async () => {
  const { browser, page, asked } = await enterPassword(true);
  expect(asked.text).toContain('<h1>Choose a password</h1>');
  const [password, repeated] = ['Plum-tree-over-9-hills', 'Plum-tree-over-9-hills'];
  const next = await browser.post(`${page}/password`, { ticket: ticketIn(asked), password, repeated });
  expect(next.text).toContain('<h1>Add an authenticator app</h1>');
});

test('the required factor cannot be skipped, and expires', async () => {
  const { browser, page, asked } = await enterPassword();
  const [ticket, code] = [ticketIn(asked), codeAt(secretIn(asked), now)];
  expect((await browser.post(`${page}/enrolled`, { ticket })).status).toBe(400);
  expect((await browser.post(`${page}/factor`, { ticket, code })).status).toBe(400);
  const other = await enterPassword();
  expect((await other.browser.post(`${other.page}/enrolment`, { ticket, code })).status).toBe(400);
  now += APP_TIME;
  expect((await browser.post(`${page}/enrolment`, { ticket, code: codeAt(secretIn(asked), now) })).status).toBe(400);
});
