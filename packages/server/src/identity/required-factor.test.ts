import { errorText } from '@switchboard/model/errors/errors';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeAt, enrolApp, factorLinkPath } from '../../testing/factors.ts';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import {
  type Answer,
  codeRequest,
  createHttpBrowser,
  exchangeCode,
  type HttpBrowser,
} from '../../testing/http-browser.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';
import { APP_TIME } from './factors/authenticator-app.ts';
import { FACTOR_LINK_TIME, writeFactorLinkMail } from './factors/factor-link.ts';
import { writeResetMail } from './password-reset.ts';
import { setPassword } from './passwords.ts';

let now = Date.now();
const server = useHttpServer({ now: () => now, requireSecondFactor: true });

const newPerson = async (mustChange = false): Promise<{ id: string; email: string }> => {
  const email = newEmail('required');
  return { id: await addPerson(server.database, { email, mustChange }), email };
};
/** Enters the right password in a browser that has opened a link, if there is one. */
async function enterPassword({ email }: { readonly email: string }, link: string | null = null) {
  const browser = createHttpBrowser(server.url);
  if (link !== null) await browser.get(link);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  const page = url?.pathname ?? '';
  const asked = await browser.post(page, { email, password: TEST_PASSWORD });
  return { browser, request, page, asked };
}
/** Enters the right password of a new person in a browser that has opened their link. */
async function begin() {
  const person = await newPerson();
  const link = await factorLinkPath(server, person.id, now);
  return { person, link, ...(await enterPassword(person, link)) };
}
const mailsTo = async ({ id }: { readonly id: string }): Promise<number> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql`select from mail where person_id = ${id} and kind = 'factor_link'`.execute(tx),
  );
  return rows.length;
};
const ticketIn = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
const secretIn = ({ text }: Answer): string => />([A-Z2-7]{32})</.exec(text)?.[1] ?? '';
const codesIn = ({ text }: Answer): readonly string[] =>
  [...text.matchAll(/<li>([a-z0-9-]+)<\/li>/g)].map(([, code = '']) => code);

test('a person who opened the mailed link is led to an authenticator app, is shown recovery codes, and signs in', async () => {
  const { browser, request, page, asked, person } = await begin();
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
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: person.id, amr: ['pwd', 'otp', 'mfa'] });
  expect((await enterPassword(person)).asked.text).toContain('<h1>Second factor</h1>');
});

test('asks those who have a factor for it', async () => {
  const person = await newPerson();
  await enrolApp(server, person, now);
  expect((await enterPassword(person)).asked.text).toContain('<h1>Second factor</h1>');
});

test('comes after the choice of a password of one’s own', async () => {
  const { browser, page, asked } = await enterPassword(await newPerson(true));
  expect(asked.text).toContain('<h1>Choose a password</h1>');
  const [password, repeated] = ['Plum-tree-over-9-hills', 'Plum-tree-over-9-hills'];
  const next = await browser.post(`${page}/password`, { ticket: ticketIn(asked), password, repeated });
  expect(next.text).toContain('<h1>Add an authenticator app</h1>');
});

test('the required factor cannot be skipped, and expires', async () => {
  const { browser, page, asked } = await begin();
  const [ticket, code] = [ticketIn(asked), codeAt(secretIn(asked), now)];
  expect((await browser.post(`${page}/enrolled`, { ticket })).status).toBe(400);
  expect((await browser.post(`${page}/factor`, { ticket, code })).status).toBe(400);
  const other = await begin();
  expect((await other.browser.post(`${other.page}/enrolment`, { ticket, code })).status).toBe(400);
  now += APP_TIME;
  expect((await browser.post(`${page}/enrolment`, { ticket, code: codeAt(secretIn(asked), now) })).status).toBe(400);
});

test('a password alone adds no factor: the link goes to the mailbox of its owner', async () => {
  const person = await newPerson();
  const { asked, browser, page } = await enterPassword(person);
  expect(asked.text).toContain('<h1>Add a second factor</h1>');
  expect(asked.text).toContain('was mailed to r•••@acme.test');
  expect(secretIn(asked)).toBe('');
  expect(await mailsTo(person)).toBe(1);
  expect((await browser.post(`${page}/enrolment`, { ticket: ticketIn(asked), code: '000000' })).status).toBe(400);
});

test('the link to add a factor is mailed once a minute and five times an hour, however often the password is entered', async () => {
  const person = await newPerson();
  for (let hour = 0; hour < 7; hour += 1) {
    for (let repeat = 0; repeat < 2; repeat += 1) await enterPassword(person);
    await server.database.withIdentity((tx) =>
      sql`update mail set created = created - interval '2 minutes' where person_id = ${person.id}`.execute(tx),
    );
  }
  expect(await mailsTo(person)).toBe(5);
});

test('the mail to add a factor has a link that the browser keeps for the sign-in', async () => {
  const person = await newPerson();
  const write = writeFactorLinkMail({ database: server.database, publicUrl: server.url, now: () => now });
  const mail = await write({ id: '', kind: 'factor_link', personId: person.id, name: 'Ada', email: person.email });
  const link = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  expect((await createHttpBrowser(server.url).get(link.href)).location).toBe('/');
  expect((await enterPassword(person, link.href)).asked.text).toContain('<h1>Add an authenticator app</h1>');
});

test.each<[string, (person: { id: string; email: string }) => Promise<unknown>]>([
  ['the password has changed', ({ id }) => server.database.withIdentity((tx) => setPassword(tx, id, TEST_PASSWORD))],
  ['its hour is over', async () => (now += FACTOR_LINK_TIME)],
  ['another link was made', ({ id }) => factorLinkPath(server, id, now)],
  [
    'an administrator has removed the factors that were added by it',
    async (person) => {
      await enrolApp(server, person, now);
      await server.database.withIdentity((tx) =>
        sql`delete from authenticator_app where person_id = ${person.id}`.execute(tx),
      );
    },
  ],
])('the link to add a factor does not work once %s', async (_, end) => {
  const person = await newPerson();
  const link = await factorLinkPath(server, person.id, now);
  await end(person);
  expect((await enterPassword(person, link)).asked.text).toContain('<h1>Add a second factor</h1>');
});

test('the link of one person adds no factor to another', async () => {
  const thief = await newPerson();
  const { asked } = await enterPassword(await newPerson(), await factorLinkPath(server, thief.id, now));
  expect(asked.text).toContain('<h1>Add a second factor</h1>');
});

test('a link that does not exist is answered with how to get one', async () => {
  const answer = await createHttpBrowser(server.url).get('/sign-in/add-factor?link=none');
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(errorText('FACTOR_LINK_EXPIRED'));
});

test('a person who chose a password by the mailed link adds a factor at the next sign-in in that browser alone', async () => {
  const person = await newPerson();
  const write = writeResetMail({ ...server, publicUrl: server.url, now: () => now });
  const mail = await write({ id: '', kind: 'password_reset', personId: person.id, name: 'Ada', email: person.email });
  const ticket = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('ticket') ?? '';
  const browser = createHttpBrowser(server.url);
  const password = 'Plum-tree-over-9-hills';
  expect((await browser.post('/sign-in/reset', { ticket, password, repeated: password })).status).toBe(200);
  const signIn = async (by: HttpBrowser): Promise<Answer> => {
    const { url } = await by.follow(await by.get(codeRequest(server.url).path), '/sign-in');
    return by.post(url?.pathname ?? '', { email: person.email, password });
  };
  expect((await signIn(createHttpBrowser(server.url))).text).toContain('<h1>Add a second factor</h1>');
  expect((await signIn(browser)).text).toContain('<h1>Add an authenticator app</h1>');
});
