import { expect, test } from 'vitest';
import { codeAt, factorLinkPath } from '../../testing/factors.ts';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { type Answer, codeRequest, createHttpBrowser, isSignedIn } from '../../testing/http-browser.ts';
import type { TestServer } from '../../testing/http-server.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';
import { setPassword } from './passwords.ts';
import { REPEAT_TIME } from './sign-in.ts';

let now = Date.now();
const server = useHttpServer({ now: () => now });
const requiring = useHttpServer({ now: () => now, requireSecondFactor: true });

/** `link`: opened before. */
async function enterPassword(at: TestServer, email: string, password = TEST_PASSWORD, link: string | null = null) {
  const browser = createHttpBrowser(at.url);
  if (link !== null) await browser.get(link);
  const { url } = await browser.follow(await browser.get(codeRequest(at.url).path), '/sign-in');
  const page = url?.pathname ?? '';
  const asked = await browser.post(page, { email, password });
  return { browser, page, asked };
}
const ticketIn = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
const secretIn = ({ text }: Answer): string => />([A-Z2-7]{32})</.exec(text)?.[1] ?? '';
const choose = ({ browser, page, asked }: Awaited<ReturnType<typeof enterPassword>>, password: string) =>
  browser.post(`${page}/password`, { ticket: ticketIn(asked), password, repeated: password });

test('a page that was opened with a handed-out password does not replace the one that its owner chose', async () => {
  const email = newEmail('replay');
  await addPerson(server.database, { email, mustChange: true });
  const stranger = await enterPassword(server, email);
  const owner = await enterPassword(server, email);
  expect(isSignedIn(await choose(owner, 'Owner-of-this-name-2'))).toBe(true);
  expect((await choose(stranger, 'Stranger-took-over-3')).status).toBe(400);
  expect(isSignedIn((await enterPassword(server, email, 'Owner-of-this-name-2')).asked)).toBe(true);
  expect((await enterPassword(server, email, 'Stranger-took-over-3')).asked.status).toBe(401);
});

test('a page of an earlier password cannot be used to try the password that was chosen', async () => {
  const email = newEmail('oracle');
  await addPerson(server.database, { email, mustChange: true });
  const stranger = await enterPassword(server, email);
  const owner = await enterPassword(server, email);
  expect(isSignedIn(await choose(owner, 'Owner-of-this-name-2'))).toBe(true);
  now += REPEAT_TIME + 60_000;
  expect((await choose(stranger, 'Owner-of-this-name-2')).status).toBe(400);
});

test('a page to choose a password ends when an administrator hands out another one', async () => {
  const email = newEmail('twice');
  const id = await addPerson(server.database, { email, mustChange: true });
  const stranger = await enterPassword(server, email);
  await server.database.withIdentity((tx) => setPassword(tx, id, 'Handed-out-again-5', { mustChange: true }));
  expect((await choose(stranger, 'Stranger-took-over-3')).status).toBe(400);
  expect((await enterPassword(server, email, 'Handed-out-again-5')).asked.text).toContain('Choose a password');
});

test('a page to choose a password ends when the password is blocked', async () => {
  const email = newEmail('blocked');
  const id = await addPerson(server.database, { email, mustChange: true });
  const owner = await enterPassword(server, email);
  await server.database.withIdentity((tx) =>
    tx.updateTable('person_identity').set({ blocked: true }).where('person_id', '=', id).execute(),
  );
  const refused = await choose(owner, 'Owner-of-this-name-2');
  expect(refused.status).toBe(400);
  expect(isSignedIn(refused)).toBe(false);
});

test('the page of recovery codes does not sign in once the password has changed', async () => {
  const email = newEmail('enrolled');
  const id = await addPerson(requiring.database, { email });
  const link = await factorLinkPath(requiring, id, now);
  const { browser, page, asked } = await enterPassword(requiring, email, TEST_PASSWORD, link);
  const code = codeAt(secretIn(asked), now);
  const shown = await browser.post(`${page}/enrolment`, { ticket: ticketIn(asked), code });
  expect(shown.text).toContain('<h1>Recovery codes</h1>');
  await requiring.database.withIdentity((tx) => setPassword(tx, id, 'Other-password-of-mine-4'));
  expect((await browser.post(`${page}/enrolled`, { ticket: ticketIn(shown) })).status).toBe(400);
});

test('a page to add an app never shows or confirms the secret that another page was given', async () => {
  const email = newEmail('two-apps');
  const id = await addPerson(requiring.database, { email });
  const link = await factorLinkPath(requiring, id, now);
  const owner = await enterPassword(requiring, email, TEST_PASSWORD, link);
  const stranger = await enterPassword(requiring, email, TEST_PASSWORD, link);
  const strangersSecret = secretIn(stranger.asked);
  for (const code of ['000000', codeAt(strangersSecret, now), codeAt(secretIn(owner.asked), now)]) {
    const answer = await owner.browser.post(`${owner.page}/enrolment`, { ticket: ticketIn(owner.asked), code });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(strangersSecret);
  }
});
