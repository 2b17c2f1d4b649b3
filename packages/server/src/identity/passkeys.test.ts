import { errorText } from '@switchboard/model/errors/errors';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { enrolApp } from '../../testing/factors.ts';
import { useStarted } from '../../testing/hooks/use-started.ts';
import { type Answer, codeRequest, createHttpBrowser, exchangeCode, isSignedIn } from '../../testing/http-browser.ts';
import { startHttpServer, type TestServer } from '../../testing/http-server.ts';
import { addPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { CHALLENGE_TIME } from './factors/challenges.ts';
import { addPasskey, MAX_PASSKEYS, type PasskeyOptions, passkeyHost, startPasskey } from './factors/passkeys.ts';
import { removeExpired } from './oidc-adapter.ts';

let now = Date.now();
const localhost = (url: string): string => url.replace('127.0.0.1', 'localhost');
// Browsers have no passkeys at an IP address.
const server: TestServer = useStarted(() =>
  startHttpServer(({ url }) => ({ publicUrl: localhost(url), now: () => now })),
);
const options = (): PasskeyOptions => ({
  database: server.database,
  publicUrl: localhost(server.url),
  now: () => now,
});

type TestPerson = { readonly id: string; readonly email: string; readonly name: string };
let people = 0;
async function newPerson(): Promise<TestPerson> {
  people += 1;
  const [email, name] = [`passkey${people}@acme.test`, `Person ${people}`];
  return { id: await addPerson(server.database, { email, name }), email, name };
}

async function enrol(person: TestPerson, changes: Parameters<SoftPasskey['create']>[1] = {}) {
  const passkey = createSoftPasskey(localhost(server.url));
  const request = await startPasskey(options(), person);
  const response = passkey.create(request, changes);
  return { passkey, response, added: await addPasskey(options(), person.id, { name: 'Laptop', response }) };
}

let ada: TestPerson;
let hers: SoftPasskey;
beforeAll(async () => {
  ada = await newPerson();
  hers = (await enrol(ada)).passkey;
});

const requestIn = ({ text }: Answer): string =>
  (/data-passkey="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"');
const ticketIn = ({ text }: Answer): string => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function openPage() {
  const browser = createHttpBrowser(server.url);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  const page = url?.pathname ?? '';
  const shown = await browser.get(page);
  const sign = (response: string): Promise<Answer> => browser.post(`${page}/passkey`, { response });
  return { browser, request, page, shown, sign };
}

async function enterPassword({ email }: TestPerson) {
  const { browser, page } = await openPage();
  const asked = await browser.post(page, { email, password: TEST_PASSWORD });
  const sign = (response: string): Promise<Answer> =>
    browser.post(`${page}/factor`, { ticket: ticketIn(asked), response });
  return { browser, page, asked, sign };
}

async function refuses(answer: Answer): Promise<void> {
  expect(answer.status).toBe(401);
  expect(answer.text).toContain(errorText('SIGN_IN_PASSKEY_FAILED'));
}

describe('a sign-in with a passkey', () => {
  test('needs no password, and records the passkey', async () => {
    const { browser, request, shown, sign } = await openPage();
    const { url } = await browser.follow(await sign(hers.get(requestIn(shown))), '/callback');
    const tokens = await exchangeCode(browser, server.url, url?.searchParams.get('code') ?? '', request.verifier);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: ada.id, amr: ['hwk', 'user', 'mfa'] });
  });

  test('names no passkeys to those who have proved nothing', async () => {
    const { shown } = await openPage();
    expect(JSON.parse(requestIn(shown))).not.toHaveProperty('allowCredentials');
  });

  test('accepts an answer once', async () => {
    const { shown, sign } = await openPage();
    const response = hers.get(requestIn(shown));
    const answers = await Promise.all([sign(response), sign(response)]);
    expect(answers.filter(isSignedIn)).toHaveLength(1);
    const other = await openPage();
    await refuses(await other.sign(response));
  });

  test('refuses an answer to a challenge that has expired, or that a later page has replaced', async () => {
    const { browser, page, shown, sign } = await openPage();
    const replaced = requestIn(shown);
    const current = requestIn(await browser.get(page));
    await refuses(await sign(hers.get(replaced)));
    // The refusal has used the challenge up, and its page has another.
    await refuses(await sign(hers.get(current)));
    const latest = requestIn(await browser.get(page));
    now += CHALLENGE_TIME;
    await refuses(await sign(hers.get(latest)));
    expect(isSignedIn(await sign(hers.get(requestIn(await browser.get(page)))))).toBe(true);
  });

  test('refuses the challenge of another page', async () => {
    const [first, second] = [await openPage(), await openPage()];
    await refuses(await second.sign(hers.get(requestIn(first.shown))));
  });

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a made-up challenge', { challenge: 'AAAA' }],
    ['no verification of the user', { isUserVerified: false }],
  ])('refuses %s', async (_, changes) => {
    const { shown, sign } = await openPage();
    await refuses(await sign(hers.get(requestIn(shown), changes)));
  });

  test('refuses a clone, whose counter is behind', async () => {
    const person = await newPerson();
    const { passkey } = await enrol(person);
    const first = await openPage();
    expect(isSignedIn(await first.sign(passkey.get(requestIn(first.shown))))).toBe(true);
    passkey.counter -= 1;
    const second = await openPage();
    await refuses(await second.sign(passkey.get(requestIn(second.shown))));
    const third = await openPage();
    expect(isSignedIn(await third.sign(passkey.get(requestIn(third.shown))))).toBe(true);
  });

  test('accepts one of two copies that sign at the same time', async () => {
    const { passkey } = await enrol(await newPerson());
    const pages = [await openPage(), await openPage()];
    const responses = pages.map(({ shown }) => {
      passkey.counter = 1;
      return passkey.get(requestIn(shown));
    });
    const answers = await Promise.all(pages.map(({ sign }, index) => sign(responses[index] ?? '')));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
  });

  test('refuses an unknown passkey, one of a deactivated person, and one of a blocked person', async () => {
    const [gone, blocked] = [await newPerson(), await newPerson()];
    const [{ passkey: gones }, { passkey: blockeds }] = [await enrol(gone), await enrol(blocked)];
    await server.database.withIdentity(async (tx) => {
      await tx.updateTable('person').set({ status: 'deactivated' }).where('id', '=', gone.id).execute();
      await tx.updateTable('person_identity').set({ blocked: true }).where('person_id', '=', blocked.id).execute();
    });
    for (const passkey of [createSoftPasskey(localhost(server.url)), gones, blockeds]) {
      const { shown, sign } = await openPage();
      await refuses(await sign(passkey.get(requestIn(shown))));
    }
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['other JSON', '{"id":"a\\u0000"}'],
    ['too much', JSON.stringify({ id: 'z'.repeat(13_000) })],
  ])('refuses %s', async (_, response) => {
    const { sign } = await openPage();
    await refuses(await sign(response));
  });

  test('a sign-in with a passkey is not offered at an IP address', async () => {
    expect(passkeyHost('http://127.0.0.1:3000')).toBeNull();
    expect(passkeyHost('http://[::1]:3000')).toBeNull();
    expect(passkeyHost('https://console.acme.test')).toBe('console.acme.test');
    const plain = await startHttpServer();
    const browser = createHttpBrowser(plain.url);
    const { url } = await browser.follow(await browser.get(codeRequest(plain.url).path), '/sign-in');
    const { text } = await browser.get(url?.pathname ?? '');
    await plain.stop();
    expect(text).toContain('<h1>Sign in</h1>');
    expect(text).not.toContain('data-passkey');
  });
});

describe('a passkey as the second factor', () => {
  test('a passkey as the second factor is required after the password, and accepted', async () => {
    const { asked, sign } = await enterPassword(ada);
    expect(asked.text).toContain('Use your passkey.');
    expect(JSON.parse(requestIn(asked))).toMatchObject({ allowCredentials: [{ id: hers.id }] });
    expect(isSignedIn(await sign(hers.get(requestIn(asked))))).toBe(true);
  });

  test('a passkey as the second factor must be of the person who entered the password', async () => {
    const bob = await newPerson();
    await enrol(bob);
    const { asked, sign } = await enterPassword(bob);
    await refuses(await sign(hers.get(requestIn(asked))));
  });

  test('a passkey as the second factor is offered beside the app, and not to those without one', async () => {
    const [both, appOnly] = [await newPerson(), await newPerson()];
    await enrol(both);
    await enrolApp(server, both, now);
    await enrolApp(server, appOnly, now);
    expect((await enterPassword(both)).asked.text).toMatch(/authenticator app.*data-passkey/s);
    expect((await enterPassword(appOnly)).asked.text).not.toContain('data-passkey');
  });
});

describe('adding a passkey', () => {
  test('gives recovery codes with the first factor only', async () => {
    const person = await newPerson();
    const [first, second] = [await enrol(person), await enrol(person)];
    expect(first.added).toMatchObject({ recoveryCodes: { length: 10 }, factors: { passkeys: [{ name: 'Laptop' }] } });
    expect(second.added).toMatchObject({ recoveryCodes: [], factors: { passkeys: { length: 2 } } });
  });

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a made-up challenge', { challenge: 'AAAA' }],
    ['no verification of the user', { isUserVerified: false }],
  ])('refuses %s', async (_, changes) => {
    expect((await enrol(await newPerson(), changes)).added).toBe('refused');
  });

  test('refuses an answer that was used, is late, is of another person, or adds a known passkey', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { passkey, response } = await enrol(person);
    const add = (to: TestPerson, answer: string) => addPasskey(options(), to.id, { name: 'Again', response: answer });
    expect(await add(person, response)).toBe('refused');
    expect(await add(other, response)).toBe('refused');
    expect(await add(other, passkey.create(await startPasskey(options(), other)))).toBe('refused');
    const late = createSoftPasskey(localhost(server.url)).create(await startPasskey(options(), person));
    now += CHALLENGE_TIME;
    expect(await add(person, late)).toBe('refused');
  });

  test('adding a passkey is limited in number', async () => {
    const person = await newPerson();
    for (let count = 0; count < MAX_PASSKEYS; count += 1) await enrol(person);
    expect(await startPasskey(options(), person)).toBe('full');
  });

  test('removes challenges that were not answered', async () => {
    const person = await newPerson();
    await startPasskey(options(), person);
    const pending = () =>
      server.database.withIdentity((tx) =>
        tx.selectFrom('passkey_challenge').select('purpose').where('subject', '=', person.id).execute(),
      );
    await removeExpired(server.database, new Date(now + CHALLENGE_TIME - 1_000));
    expect(await pending()).toEqual([{ purpose: 'enrolment' }]);
    await removeExpired(server.database, new Date(now + CHALLENGE_TIME + 1_000));
    expect(await pending()).toEqual([]);
  });
});
