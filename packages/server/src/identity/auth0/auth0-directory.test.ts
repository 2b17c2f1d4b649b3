import { beforeEach, describe, expect, test } from 'vitest';
import { AUTH0_CREDENTIALS, type Auth0Server, startAuth0Server } from '../../../testing/auth0-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { newEmail } from '../../../testing/people.ts';
import type { Mail } from '../mail/mail-transport.ts';
import type { UserDirectory } from '../user-directory.ts';
import { type Auth0Options, createAuth0Directory } from './auth0-directory.ts';

const auth0: Auth0Server = useStarted(startAuth0Server);
const mails: Mail[] = [];
const waits: number[] = [];
let time = 1_000_000;
let directory: UserDirectory;

const create = (more: Partial<Auth0Options> = {}): UserDirectory =>
  createAuth0Directory({
    ...AUTH0_CREDENTIALS,
    origin: auth0.origin,
    issuer: `${auth0.origin}/`,
    publicUrl: 'https://switchboard.test',
    mail: async (mail) => void mails.push(mail),
    now: () => time,
    sleep: async (ms) => void waits.push(ms),
    ...more,
  });
const newPerson = () => {
  return { email: newEmail('Una'), name: 'Una' };
};
const tokenRequests = (): number => auth0.requests.filter((request) => request === 'POST /oauth/token').length;

beforeEach(() => {
  directory = create();
  mails.length = 0;
  waits.length = 0;
  auth0.requests.length = 0;
  auth0.setScopes(['read:users', 'create:users', 'update:users', 'delete:users', 'create:user_tickets']);
});

describe('a user', () => {
  test('a user is added with a mail that leads to the first password, once', async () => {
    const person = newPerson();
    expect(await directory.addUser(person)).toEqual({ kind: 'ok', value: null });
    expect(await directory.addUser(person)).toEqual({ kind: 'ok', value: null });
    const [user, ...more] = [...auth0.users.values()].filter(({ email }) => email === person.email.toLowerCase());
    expect([user, more]).toMatchObject([{ name: 'Una', app_metadata: { created_by: 'switchboard' } }, []]);
    const ticket = auth0.tickets.at(-1);
    expect(ticket).toMatchObject({ userId: user?.user_id, verifies: true });
    expect(mails).toEqual([
      {
        id: expect.any(String) as string,
        to: person,
        subject: 'Your access to Switchboard',
        text: expect.stringContaining(ticket?.url ?? '-') as string,
      },
    ]);
  });

  test('a user who is known already is left as they are', async () => {
    const person = newPerson();
    auth0.addUser(person.email);
    expect(await directory.addUser(person)).toEqual({ kind: 'ok', value: null });
    expect(mails).toEqual([]);
  });

  test('a user is found by the address, whatever its case', async () => {
    const { email } = newPerson();
    expect(await directory.findByEmail(email)).toEqual({ kind: 'ok', value: null });
    auth0.addUser(email, { name: 'Una Q.' });
    expect(await directory.findByEmail(` ${email.toUpperCase()}`)).toEqual({ kind: 'ok', value: { name: 'Una Q.' } });
  });

  test('a user is blocked and unblocked', async () => {
    const { user_id: subject } = auth0.addUser(newPerson().email);
    const login = { issuer: `${auth0.origin}/`, subject };
    expect(await directory.setBlocked(login, true)).toEqual({ kind: 'ok', value: null });
    expect(auth0.users.get(subject)?.blocked).toBe(true);
    await directory.setBlocked(login, false);
    expect(auth0.users.get(subject)?.blocked).toBe(false);
    expect(await directory.setBlocked({ ...login, subject: 'auth0|x/../y?' }, true)).toEqual({
      kind: 'failed',
      problem: 'Auth0 refused the request (404): The user does not exist.',
    });
  });

  test('gets a mail to choose a new password, unless they sign in another way', async () => {
    const [person, social] = [newPerson(), newPerson()];
    const { user_id: userId } = auth0.addUser(person.email);
    const identities = [{ connection: 'google-oauth2', provider: 'google-oauth2', user_id: '1', isSocial: true }];
    auth0.addUser(social.email, { user_id: 'google-oauth2|1', identities });
    expect(await directory.sendPasswordReset(person)).toEqual({ kind: 'ok', value: 'sent' });
    expect(auth0.tickets.at(-1)?.userId).toBe(userId);
    expect(mails.map(({ subject, to }) => [subject, to])).toEqual([['Choose a new password', person]]);
    expect(await directory.sendPasswordReset(social)).toEqual({ kind: 'ok', value: 'no_password' });
    expect(await directory.sendPasswordReset(newPerson())).toEqual({ kind: 'ok', value: 'sent' });
    expect(mails.at(-1)?.subject).toBe('Your access to Switchboard');
  });

  test('a user is deleted if they were added from here only', async () => {
    const [added, known] = [newPerson(), newPerson()];
    await directory.addUser(added);
    auth0.addUser(known.email);
    const subject = auth0.tickets.at(-1)?.userId;
    expect(await directory.deleteUser(added.email)).toEqual({
      kind: 'ok',
      value: [{ issuer: `${auth0.origin}/`, subject }],
    });
    expect(await directory.deleteUser(added.email)).toEqual({ kind: 'ok', value: [] });
    expect(await directory.deleteUser(known.email)).toEqual({ kind: 'ok', value: [] });
    expect(await directory.findByEmail(known.email)).toMatchObject({ value: { name: known.email } });
  });
});

describe('the token', () => {
  test('the token is requested once, also by calls at the same time, and again a minute before it ends', async () => {
    const { email } = newPerson();
    await Promise.all([1, 2, 3].map(() => directory.findByEmail(email)));
    expect(tokenRequests()).toBe(1);
    time += 86_400_000 - 61_000;
    await directory.findByEmail(email);
    expect(tokenRequests()).toBe(1);
    time += 2_000;
    await directory.findByEmail(email);
    expect(tokenRequests()).toBe(2);
  });

  test('the token that was revoked is replaced', async () => {
    const { email } = newPerson();
    await directory.findByEmail(email);
    auth0.revokeTokens();
    expect(await directory.findByEmail(email)).toEqual({ kind: 'ok', value: null });
    expect(tokenRequests()).toBe(2);
  });

  test.each([
    [{ clientSecret: 'wrong' }, 'Auth0 refused the request (401): Unauthorized'],
    [{ origin: 'http://127.0.0.1:1' }, 'Auth0 at 127.0.0.1:1 did not answer. Try again.'],
  ])('the token that cannot be had with %j fails with the reason', async (wrong, problem) => {
    expect(await create(wrong).findByEmail(newPerson().email)).toEqual({ kind: 'failed', problem });
  });
});

describe('a request', () => {
  test('a request that is one too many is repeated after the time that Auth0 names', async () => {
    const { email } = newPerson();
    await directory.findByEmail(email);
    auth0.limit(1, { 'retry-after': '2' });
    expect(await directory.findByEmail(email)).toEqual({ kind: 'ok', value: null });
    auth0.limit(2, { 'x-ratelimit-reset': String(time / 1_000 + 3) });
    expect(await directory.findByEmail(email)).toEqual({ kind: 'ok', value: null });
    expect(waits).toEqual([2_000, 3_000, 3_000]);
  });

  test.each([
    [1, '30', 30],
    [3, '1', 1],
  ])('a request that is too many %i times, with %s s to wait, fails with the time', async (count, seconds, shown) => {
    await directory.findByEmail(newPerson().email);
    auth0.limit(count, { 'retry-after': seconds });
    expect(await directory.findByEmail(newPerson().email)).toEqual({
      kind: 'failed',
      problem: `Auth0 answers no more requests for now. Try again in ${shown} seconds.`,
    });
    expect(await directory.findByEmail(newPerson().email)).toMatchObject({ kind: 'ok' });
  });

  test('a request that the client may not make fails with the scope that it lacks', async () => {
    auth0.setScopes(['read:users']);
    expect(await directory.addUser(newPerson())).toEqual({
      kind: 'failed',
      problem: 'Auth0 refused the request (403): Insufficient scope, expected any of: create:users',
    });
  });

  test.each(['<html>', '{"users": []}', '[{"user_id": 7}]', 'null'])(
    'a request with the answer %s fails',
    async (text) => {
      await directory.findByEmail(newPerson().email);
      auth0.answerNext(200, text);
      expect(await directory.findByEmail(newPerson().email)).toEqual({
        kind: 'failed',
        problem: 'Auth0 sent an answer that cannot be read. Try again.',
      });
    },
  );

  test('a request for a mail that cannot be sent fails', async () => {
    const person = newPerson();
    auth0.addUser(person.email);
    const mail = () => Promise.reject(new Error('smtp://user:secret@mail'));
    expect(await create({ mail }).sendPasswordReset(person)).toEqual({
      kind: 'failed',
      problem: `The email to ${person.email} could not be sent. Try again.`,
    });
  });
});
