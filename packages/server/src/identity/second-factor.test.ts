import { errorText } from '@switchboard/model/errors/errors';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeAt, type EnrolledApp, enrolApp } from '../../testing/factors.ts';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { type Answer, codeRequest, createHttpBrowser, exchangeCode, isSignedIn } from '../../testing/http-browser.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../testing/people.ts';
import { setPassword } from './passwords.ts';

let now = Date.now();
const server = useHttpServer({ now: () => now });
const STEP = 30_000;
let ada: { id: string; email: string };
let app: EnrolledApp;

async function newPerson(mustChange = false): Promise<{ id: string; email: string }> {
  const email = newEmail('factor');
  return { id: await addPerson(server.database, { email, mustChange }), email };
}

beforeAll(async () => {
  ada = await newPerson();
  app = await enrolApp(server, ada, now - 10 * STEP);
});

const ticketIn = (page: Answer): string => /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

/** Enters the right password. */
async function enterPassword(email: string) {
  const browser = createHttpBrowser(server.url);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  const page = url?.pathname ?? '';
  const asked = await browser.post(page, { email, password: TEST_PASSWORD });
  const ticket = ticketIn(asked);
  const enter = (code: string, by = ticket): Promise<Answer> => browser.post(`${page}/factor`, { ticket: by, code });
  return { browser, request, page, asked, ticket, enter };
}
/** A time with a step that was not used. */
const laterStep = (): number => (now += 2 * STEP);

describe('a sign-in with an authenticator app', () => {
  test('asks for a code after the password, and records both', async () => {
    const { browser, request, asked, enter } = await enterPassword(ada.email);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('<h1>Second factor</h1>');
    const done = await enter(codeAt(app.secret, laterStep()));
    const { url } = await browser.follow(done, '/callback');
    const tokens = await exchangeCode(browser, server.url, url?.searchParams.get('code') ?? '', request.verifier);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: ada.id, amr: ['pwd', 'otp', 'mfa'] });
  });

  test('a sign-in with an authenticator app is not asked for a code without an app, and records the password only', async () => {
    const { email } = await newPerson();
    const { browser, request, asked } = await enterPassword(email);
    const { url } = await browser.follow(asked, '/callback');
    const tokens = await exchangeCode(browser, server.url, url?.searchParams.get('code') ?? '', request.verifier);
    expect(decodeJwt(tokens.id_token)['amr']).toEqual(['pwd']);
  });

  test('answers a wrong password as for a person without an app', async () => {
    const plain = await newPerson();
    const browser = createHttpBrowser(server.url);
    const { url } = await browser.follow(await browser.get(codeRequest(server.url).path), '/sign-in');
    const text = async (email: string) =>
      (await browser.post(url?.pathname ?? '', { email, password: 'x' })).text
        .replaceAll(email, 'EMAIL')
        .replace(/data-passkey="[^"]*"/, '');
    expect(await text(ada.email)).toBe(await text(plain.email));
  });

  test('accepts a code with spaces, of the step before and after', async () => {
    for (const shift of [-STEP, STEP]) {
      now += 4 * STEP;
      const { enter } = await enterPassword(ada.email);
      const code = codeAt(app.secret, now + shift);
      expect(isSignedIn(await enter(` ${code.slice(0, 3)} ${code.slice(3)}`))).toBe(true);
    }
  });

  test('refuses a code that was used, also one of an earlier step, and by requests at the same time', async () => {
    now += 4 * STEP;
    const code = codeAt(app.secret, now);
    const [first, second] = [await enterPassword(ada.email), await enterPassword(ada.email)];
    const answers = await Promise.all([first.enter(code), second.enter(code)]);
    expect(answers.filter(isSignedIn)).toHaveLength(1);
    const again = await enterPassword(ada.email);
    const replayed = await again.enter(code);
    expect(replayed.status).toBe(401);
    expect(replayed.text).toContain(errorText('SIGN_IN_CODE_FAILED'));
    expect((await again.enter(codeAt(app.secret, now - STEP))).status).toBe(401);
    expect(isSignedIn(await again.enter(codeAt(app.secret, now + STEP)))).toBe(true);
  });

  test('refuses the code of another person', async () => {
    const bob = await newPerson();
    const { secret } = await enrolApp(server, bob, now);
    const { enter } = await enterPassword(ada.email);
    expect((await enter(codeAt(secret, laterStep()))).status).toBe(401);
  });

  test('locks the codes of the person after five wrong ones, whatever passwords follow, and not the password', async () => {
    const cleo = await newPerson();
    const hers = await enrolApp(server, cleo, now);
    now += 4 * STEP;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      // A right password between does not start the count again.
      const { enter } = await enterPassword(cleo.email);
      expect((await enter('000000')).text).toContain(errorText('SIGN_IN_CODE_FAILED'));
    }
    const { asked, enter } = await enterPassword(cleo.email);
    expect(asked.status).toBe(200);
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await enter('000000')).text).toContain('Too many failed attempts.');
    expect((await enter(codeAt(hers.secret, now))).text).toContain('Too many failed attempts.');
    expect((await enter(hers.recoveryCodes[0] ?? '')).text).toContain('Too many failed attempts.');
    now += 16 * 60_000;
    const later = await enterPassword(cleo.email);
    expect(isSignedIn(await later.enter(codeAt(hers.secret, now)))).toBe(true);
  });

  test('checks no more than five wrong codes that arrive at the same time', async () => {
    const dora = await newPerson();
    await enrolApp(server, dora, now);
    const { enter } = await enterPassword(dora.email);
    const answers = await Promise.all(Array.from({ length: 12 }, () => enter('000000')));
    expect(answers.filter(({ text }) => text.includes('not correct')).length).toBeLessThanOrEqual(5);
  });

  test('belongs to the browser and the page that asked for the password, and ends after 15 minutes', async () => {
    const [mine, other] = [await enterPassword(ada.email), await enterPassword((await newPerson()).email)];
    const code = codeAt(app.secret, laterStep());
    const stolen = createHttpBrowser(server.url);
    expect((await stolen.post(`${mine.page}/factor`, { ticket: mine.ticket, code })).status).toBe(400);
    const page = createHttpBrowser(server.url);
    const { url } = await page.follow(await page.get(codeRequest(server.url).path), '/sign-in');
    expect((await page.post(`${url?.pathname}/factor`, { ticket: mine.ticket, code })).status).toBe(400);
    expect((await mine.enter(code, other.ticket)).status).toBe(400);
    now += 16 * 60_000;
    const late = await mine.enter(codeAt(app.secret, now));
    expect(late.status).toBe(400);
    expect(late.text).toContain(errorText('SIGN_IN_EXPIRED'));
  });

  test('ends when the password is changed or the person is deactivated meanwhile', async () => {
    const eve = await newPerson();
    const { secret } = await enrolApp(server, eve, now);
    const { enter } = await enterPassword(eve.email);
    await server.database.withIdentity((tx) => setPassword(tx, eve.id, TEST_PASSWORD));
    expect((await enter(codeAt(secret, laterStep()))).status).toBe(400);
    const again = await enterPassword(eve.email);
    await server.database.withIdentity((tx) =>
      tx.updateTable('person').set({ status: 'deactivated' }).where('id', '=', eve.id).execute(),
    );
    expect((await again.enter(codeAt(secret, laterStep()))).status).toBe(400);
  });

  test('comes before the choice of a password of one’s own', async () => {
    const fay = await newPerson(true);
    const { secret } = await enrolApp(server, fay, now);
    const { browser, page, asked, enter } = await enterPassword(fay.email);
    expect(asked.text).toContain('<h1>Second factor</h1>');
    const choosing = await enter(codeAt(secret, laterStep()));
    expect(choosing.text).toContain('<h1>Choose a password</h1>');
    const [password, repeated] = ['Plum-tree-over-9-hills', 'Plum-tree-over-9-hills'];
    const ticket = ticketIn(choosing);
    expect(isSignedIn(await browser.post(`${page}/password`, { ticket, password, repeated }))).toBe(true);
  });

  test('a sign-in with an authenticator app cannot skip the code by the form of another step', async () => {
    const { browser, page, ticket } = await enterPassword(ada.email);
    const [password, repeated] = ['Plum-tree-over-9-hills', 'Plum-tree-over-9-hills'];
    for (const [step, form] of [
      ['password', { password, repeated }],
      ['enrolment', { code: codeAt(app.secret, now) }],
      ['enrolled', {}],
    ] as const)
      expect((await browser.post(`${page}/${step}`, { ticket, ...form })).status).toBe(400);
  });

  test.each([
    ['nothing', ''],
    ['NUL', '\0'],
    ['10,000 digits', '1'.repeat(10_000)],
    ['markup', '"><script>alert(1)</script>'],
    ['an emoji', '🏴‍☠️'],
  ])('refuses %s as a code', async (_, code) => {
    const { enter } = await enterPassword(ada.email);
    const answer = await enter(code);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('<script>alert');
    expect(isSignedIn(await enter(codeAt(app.secret, laterStep())))).toBe(true);
  });

  test('keeps the secret sealed', async () => {
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ secret: Buffer }>`select secret from authenticator_app where person_id = ${ada.id}`.execute(tx),
    );
    const [row] = rows;
    expect(row?.secret.toString('latin1')).not.toContain(app.secret);
    await expect(
      server.database.withAccount(ada.id, (tx) => sql`select * from authenticator_app`.execute(tx)),
    ).rejects.toThrow('permission denied');
  });
});

describe('a recovery code', () => {
  test('signs in once, in any spelling, also by requests at the same time', async () => {
    expect(app.recoveryCodes).toHaveLength(10);
    expect(new Set(app.recoveryCodes).size).toBe(10);
    const [spelled = '', raced = ''] = app.recoveryCodes;
    const first = await enterPassword(ada.email);
    expect(isSignedIn(await first.enter(spelled.toUpperCase().replaceAll('-', ' ')))).toBe(true);
    const second = await enterPassword(ada.email);
    expect((await second.enter(spelled)).status).toBe(401);
    const both = [await enterPassword(ada.email), await enterPassword(ada.email)];
    const answers = await Promise.all(both.map(({ enter }) => enter(raced)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
  });

  test('a recovery code is that of its person, and is stored as a hash', async () => {
    const gus = await newPerson();
    await enrolApp(server, gus, now);
    const { enter } = await enterPassword(gus.email);
    expect((await enter(app.recoveryCodes[2] ?? '')).status).toBe(401);
    const { rows } = await server.database.withIdentity((tx) => sql`select * from recovery_code`.execute(tx));
    expect(JSON.stringify(rows)).not.toContain(app.recoveryCodes[2]);
  });
});
