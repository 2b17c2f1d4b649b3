import { beforeEach, describe, expect, test } from 'vitest';
import { codeAt } from '../../../testing/factors.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser, exchangeCode, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { createSoftPasskey } from '../../../testing/soft-passkey.ts';
import { writeFactorsMail } from '../../identity/factors/factor-mails.ts';
import { sendMails } from '../../identity/mail/mail-outbox.ts';
import type { Mail } from '../../identity/mail/mail-transport.ts';

const localhost = (url: string): string => url.replace('127.0.0.1', 'localhost');
const server = useGraphqlServer({ publicUrl: localhost });
const atIpAddress = useGraphqlServer();
const account = useAccount(server);

type Answer = Readonly<Record<string, unknown>> & {
  readonly __typename: string;
  readonly message?: string;
  readonly secret?: string;
  readonly creation_options?: string;
  readonly recovery_codes?: readonly string[];
};

let people = 0;
let person: Client;
let email: string;
beforeEach(async () => {
  people += 1;
  email = `own${people}@test.test`;
  await addPerson(server.database, { email, name: `Own ${people}` });
  person = createClient(server, {
    token: (await signInByForm(createHttpBrowser(server.url), server.url, email)).access_token,
  });
});

const FACTORS = 'authenticator_app recovery_codes passkeys { id name is_synced last_used }';
const PARTS = `__typename
  ... on SignInFactors { ${FACTORS} }
  ... on AddedFactor { recovery_codes factors { ${FACTORS} } }
  ... on NewAuthenticatorApp { secret address qr_size qr_path }
  ... on NewPasskey { creation_options }
  ... on ConflictError { message } ... on NotFoundError { message }`;

const TYPES: Readonly<Record<string, readonly string[]>> = {
  start_authenticator_app: ['NewAuthenticatorApp'],
  confirm_authenticator_app: ['AddedFactor'],
  remove_authenticator_app: ['SignInFactors'],
  renew_recovery_codes: ['AddedFactor'],
  start_passkey: ['NewPasskey'],
  add_passkey: ['AddedFactor'],
  rename_passkey: ['SignInFactors', 'NotFoundError'],
  remove_passkey: ['SignInFactors', 'NotFoundError'],
};

/** The parts of a mutation's union, since a fragment of another type is an error. */
const partsOf = (mutation: string): string =>
  PARTS.split('\n')
    .flatMap((line) => line.split(/(?=\.\.\. on)/))
    .filter((part) => {
      const type = /\.\.\. on (\w+)/.exec(part)?.[1];
      return type === undefined || type === 'ConflictError' || TYPES[mutation]?.includes(type) === true;
    })
    .join(' ');

async function change(mutation: string, args: Readonly<Record<string, string>>, as: Client = person): Promise<Answer> {
  const given = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const text = `mutation { change: ${mutation}(${given.join(', ')}) { ${partsOf(mutation)} } }`;
  return (await as.data<{ change: Answer }>(text)).change;
}
const read = async (as: Client = person): Promise<Answer> =>
  (
    await as.data<{ sign_in_factors: Answer }>(
      `{ sign_in_factors { __typename is_embedded can_add_passkeys ${FACTORS} } }`,
    )
  ).sign_in_factors;

const password = TEST_PASSWORD;
async function addApp(): Promise<Answer & { readonly secret: string }> {
  const { secret = '' } = await change('start_authenticator_app', { password });
  return { ...(await change('confirm_authenticator_app', { code: codeAt(secret, Date.now()) })), secret };
}
async function addPasskey(name = 'Laptop') {
  const { creation_options: options = '' } = await change('start_passkey', { password });
  const response = createSoftPasskey(localhost(server.url)).create(options);
  return { response, answer: await change('add_passkey', { name, response }) };
}
const passkeyId = async (): Promise<string> =>
  ((await read())['passkeys'] as readonly { readonly id: string }[])[0]?.id ?? '';

describe('an authenticator app', () => {
  test('an authenticator app is added by the password and one right code, with ten recovery codes', async () => {
    expect(await read()).toMatchObject({ is_embedded: true, can_add_passkeys: true, authenticator_app: null });
    const started = await change('start_authenticator_app', { password });
    expect(started).toMatchObject({ __typename: 'NewAuthenticatorApp' });
    expect(started['address']).toContain(`secret=${started.secret}`);
    expect(started['qr_path']).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect(await read()).toMatchObject({ authenticator_app: null, recovery_codes: 0 });
    const wrong = await change('confirm_authenticator_app', { code: '000000' });
    expect(wrong.message).toBe('The code is not correct. Enter the code that the app shows now.');
    const code = codeAt(started.secret ?? '', Date.now());
    const added = await change('confirm_authenticator_app', { code });
    expect(added).toMatchObject({ factors: { authenticator_app: expect.any(String) as string, recovery_codes: 10 } });
    expect(added.recovery_codes).toHaveLength(10);
    expect((await change('confirm_authenticator_app', { code })).message).toContain('expired');
    expect((await change('start_authenticator_app', { password })).message).toContain('Remove it first.');
    await expect(signInByForm(createHttpBrowser(server.url), server.url, email)).rejects.toThrow('Second factor');
    // The session that added it goes on.
    expect(await read()).toMatchObject({ recovery_codes: 10 });
  });

  test('replaces a secret that was not confirmed', async () => {
    const first = await change('start_authenticator_app', { password });
    const second = await change('start_authenticator_app', { password });
    const confirm = (secret = '') => change('confirm_authenticator_app', { code: codeAt(secret, Date.now()) });
    expect(await confirm(first.secret)).toMatchObject({ __typename: 'ConflictError' });
    expect(await confirm(second.secret)).toMatchObject({ __typename: 'AddedFactor' });
  });

  test('an authenticator app is removed by the password, and takes the recovery codes with it', async () => {
    await addApp();
    expect(await change('remove_authenticator_app', { password: 'wrong' })).toMatchObject({
      message: 'The password is not correct.',
    });
    expect(await change('remove_authenticator_app', { password })).toMatchObject({
      authenticator_app: null,
      recovery_codes: 0,
    });
    expect(await signInByForm(createHttpBrowser(server.url), server.url, email)).toHaveProperty('access_token');
    expect(await change('remove_authenticator_app', { password })).toMatchObject({ authenticator_app: null });
  });

  test('an authenticator app cannot be confirmed by another person, nor by a person who has started none', async () => {
    const { secret = '' } = await change('start_authenticator_app', { password });
    const stranger = createClient(server, { token: await server.tokenOf({}) });
    const code = codeAt(secret, Date.now());
    expect(await change('confirm_authenticator_app', { code }, stranger)).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await read(stranger)).toMatchObject({ authenticator_app: null });
  });
});

describe('a passkey', () => {
  test('a passkey is added, named and removed', async () => {
    expect((await addPasskey()).answer).toMatchObject({
      recovery_codes: { length: 10 },
      factors: { passkeys: [{ name: 'Laptop', is_synced: false, last_used: null }] },
    });
    const id = await passkeyId();
    expect(await change('rename_passkey', { id, name: ' Phone ' })).toMatchObject({ passkeys: [{ name: 'Phone' }] });
    expect(await change('remove_passkey', { id, password: 'wrong' })).toMatchObject({ __typename: 'ConflictError' });
    expect(await change('remove_passkey', { id, password })).toMatchObject({ passkeys: [], recovery_codes: 0 });
    expect(await change('remove_passkey', { id, password })).toMatchObject({ message: 'You have no such passkey.' });
  });

  test('a passkey is refused when its answer was used', async () => {
    const { response } = await addPasskey();
    expect(await change('add_passkey', { name: 'Again', response })).toMatchObject({ __typename: 'ConflictError' });
  });

  test('a passkey can be neither renamed nor removed by another person', async () => {
    await addPasskey();
    const id = await passkeyId();
    const stranger = createClient(server, { token: await server.tokenOf({}) });
    for (const given of [id, 'x', '00000000-0000-0000-0000-000000000000']) {
      expect(await change('rename_passkey', { id: given, name: 'Mine' }, stranger)).toMatchObject({
        __typename: 'NotFoundError',
      });
      expect(await change('remove_passkey', { id: given, password }, stranger)).toMatchObject({
        __typename: 'NotFoundError',
      });
    }
    expect(await read()).toMatchObject({ passkeys: [{ name: 'Laptop' }] });
  });

  test.each([
    ['', 'A passkey needs a name.'],
    [' ', 'A passkey needs a name.'],
    ['z'.repeat(101), 'The name of a passkey has at most 100 characters, this one has 101.'],
    ['a\0b', 'The name of a passkey cannot contain the NUL character. Remove it.'],
    ['a\u202eb', 'The name of a passkey cannot contain hidden characters'],
  ])('a passkey is not named %j', async (name, message) => {
    const { errors } = await person.ask(
      'mutation ($name: String!) { add_passkey(name: $name, response: "{}") { __typename } }',
      { name },
    );
    expect(errors[0]?.message).toContain(message);
  });

  test('a passkey is not added at an IP address', async () => {
    const token = await atIpAddress.tokenOf({});
    const there = createClient(atIpAddress, { token });
    expect(await read(there)).toMatchObject({ can_add_passkeys: false });
    expect((await change('start_passkey', { password }, there)).message).toContain('IP address');
  });
});

describe('recovery codes', () => {
  test('recovery codes are renewed by the password, and the former ones end', async () => {
    const { recovery_codes: former = [] } = await addApp();
    const { recovery_codes: renewed = [] } = await change('renew_recovery_codes', { password });
    expect(renewed).toHaveLength(10);
    expect(renewed.filter((code) => former.includes(code))).toEqual([]);
    expect(await read()).toMatchObject({ recovery_codes: 10 });
  });

  test('come with the first factor only', async () => {
    expect((await change('renew_recovery_codes', { password })).message).toContain('first factor');
    await addApp();
    expect((await addPasskey()).answer).toMatchObject({ recovery_codes: [] });
    expect(await change('remove_authenticator_app', { password })).toMatchObject({ recovery_codes: 10 });
  });
});

describe('factors', () => {
  test('factors are changed by their person alone: neither by the cookies of a browser nor by a program', async () => {
    const browser = createHttpBrowser(server.url);
    await signInByForm(browser, server.url, email);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'request-id': 'request-12345' },
      body: JSON.stringify({ query: `mutation { start_authenticator_app(password: "${password}") { __typename } }` }),
    });
    expect(answer.status).toBe(401);
    const developer = createClient(server, {
      token: await server.tokenOf({ [account.accountId]: ['developer'] }),
      account: account.urlName,
    });
    const { created } = await developer.data<{ created: { token: string } }>(
      'mutation { created: create_service_token(name: "ci", days: 1) { ... on NewServiceToken { token } } }',
    );
    const program = createClient(server, { token: created.token, account: account.urlName });
    for (const query of [
      '{ sign_in_factors { recovery_codes } }',
      `mutation { start_passkey(password: "${password}") { __typename } }`,
    ])
      expect((await program.ask(query)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('refuse confirmations after five wrong passwords, and do not lock the sign-in', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await change('start_authenticator_app', { password: 'wrong' });
    expect((await change('start_authenticator_app', { password })).message).toContain('Too many failed attempts.');
    expect((await signInByForm(createHttpBrowser(server.url), server.url, email)).access_token).toMatch(/./);
    expect((await change('start_authenticator_app', { password })).message).toContain('Too many failed attempts.');
  });

  test('factors that change are mailed to their person', async () => {
    await addApp();
    const mails: Mail[] = [];
    const { database } = server;
    const problems = await sendMails({
      database,
      transport: async (mail) => void mails.push(mail),
      write: {
        password_reset: async () => null,
        daily_summary: async () => null,
        invitation: async () => null,
        factors_changed: writeFactorsMail(database, 'changed'),
        factors_reset: writeFactorsMail(database, 'reset'),
        factor_link: async () => null,
        outage: async () => null,
        new_device: async () => null,
        address_changed: async () => null,
      },
    });
    expect(problems).toEqual([]);
    const mail = mails.find(({ to }) => to.email === email);
    expect(mail?.subject).toBe('Your sign-in to Switchboard was changed');
    expect(mail?.text).toContain('Now you have an authenticator app, 10 recovery codes.');
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['an app is added', addApp],
  ['a passkey is added', addPasskey],
])('other sessions of the person end when %s, and the own goes on', async (_, act) => {
  const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
  const other = createClient(server, { token });
  expect((await other.ask('{ meV2 { id } }')).status).toBe(200);
  await act();
  expect((await other.ask('{ meV2 { id } }')).status).toBe(401);
  expect((await person.ask('{ meV2 { id } }')).status).toBe(200);
});

test.each<[string, () => Promise<unknown>]>([
  ['an app is removed', () => change('remove_authenticator_app', { password })],
  ['recovery codes are renewed', () => change('renew_recovery_codes', { password })],
])('other sessions of the person end when %s', async (_, act) => {
  const { secret } = await addApp();
  const browser = createHttpBrowser(server.url);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  const asked = await browser.post(url?.pathname ?? '', { email, password });
  const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
  const done = await browser.post(`${url?.pathname}/factor`, { ticket, code: codeAt(secret, Date.now() + 30_000) });
  const code = (await browser.follow(done, '/callback')).url?.searchParams.get('code') ?? '';
  const { access_token: token } = await exchangeCode(browser, server.url, code, request.verifier);
  const other = createClient(server, { token });
  expect((await other.ask('{ meV2 { id } }')).status).toBe(200);
  await act();
  expect((await other.ask('{ meV2 { id } }')).status).toBe(401);
  expect((await person.ask('{ meV2 { id } }')).status).toBe(200);
});
