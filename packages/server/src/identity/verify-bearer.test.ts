import { createHmac } from 'node:crypto';
import { decodeJwt, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm, type Tokens } from '../../testing/http-browser.ts';
import { addAccount, addPerson } from '../../testing/people.ts';
import { endSessions } from './sessions/own-sessions.ts';
import { loadSigningKeys } from './signing-keys.ts';

const server = useHttpServer();
let tokens: Tokens;
let real: JWK;
let ada: string;

beforeAll(async () => {
  const acme = await addAccount(server.database, 'acme');
  ada = await addPerson(server.database, { email: 'ada@acme.test', roles: { [acme]: ['viewer'] } });
  tokens = await signInByForm(createHttpBrowser(server.url), server.url, 'ada@acme.test');
  real = (await loadSigningKeys(server.database, server.masterKey, Date.now())).token[0] ?? {};
});

async function call(authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await fetch(`${server.url}/api/user/login`, { headers });
  const body = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
  return { status: answer.status, code: body.errors?.[0]?.extensions.code };
}

type Forgery = {
  readonly header?: Record<string, unknown>;
  readonly claims?: Record<string, unknown>;
  readonly expires?: number;
  readonly notBefore?: number;
  readonly key?: Parameters<SignJWT['sign']>[0];
};

const grant = (): string => String(decodeJwt(tokens.access_token)['gid']);
const seconds = (): number => Math.floor(Date.now() / 1000);

/** A token that would be valid, but for what is changed. */
async function forge(changes: Forgery = {}): Promise<string> {
  const claims = { iss: `${server.url}/oidc`, aud: `${server.url}/api`, sub: ada, gid: grant(), ...changes.claims };
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: String(real.kid), typ: 'at+jwt', ...changes.header })
    .setIssuedAt();
  if (changes.notBefore !== undefined) jwt.setNotBefore(changes.notBefore);
  if (!Number.isNaN(changes.expires)) jwt.setExpirationTime(changes.expires ?? seconds() + 300);
  return jwt.sign(changes.key ?? (await importJWK(real, 'ES256')), { crit: { 'x-new': true } });
}

const unsigned = (token: string, alg: string): string => {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt', kid: real.kid })).toString('base64url');
  return `${header}.${token.split('.')[1]}`;
};

const cases: readonly (readonly [string, () => Promise<string> | string])[] = [
  ['no algorithm', async () => `${unsigned(await forge(), 'none')}.`],
  ['no algorithm with a signature', async () => `${unsigned(await forge(), 'none')}.${(await forge()).split('.')[2]}`],
  [
    'the public key as an HMAC secret',
    async () => {
      const { d: _, ...publicPart } = real;
      const publicKey = await importJWK(publicPart, 'ES256', { extractable: true });
      const signed = unsigned(await forge(), 'HS256');
      const secret = await exportSPKI(publicKey as Parameters<typeof exportSPKI>[0]);
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    },
  ],
  ['another key under the real key id', async () => forge({ key: (await generateKeyPair('ES256')).privateKey })],
  [
    'an unknown key id',
    async () => forge({ header: { kid: 'other' }, key: (await generateKeyPair('ES256')).privateKey }),
  ],
  [
    'another algorithm',
    async () => forge({ header: { alg: 'ES384' }, key: (await generateKeyPair('ES384')).privateKey }),
  ],
  [
    'an embedded key',
    async () => forge({ header: { jwk: { kty: 'EC' } }, key: (await generateKeyPair('ES256')).privateKey }),
  ],
  ['expired 61 seconds ago', () => forge({ expires: seconds() - 61 })],
  ['no expiry', () => forge({ expires: Number.NaN })],
  ['not valid yet', () => forge({ notBefore: seconds() + 120 })],
  ['another audience', () => forge({ claims: { aud: 'https://other.test/api' } })],
  ['no audience', () => forge({ claims: { aud: undefined } })],
  ['another issuer', () => forge({ claims: { iss: 'https://evil.test/oidc' } })],
  ['the issuer with a slash', () => forge({ claims: { iss: `${server.url}/oidc/` } })],
  ['no subject', () => forge({ claims: { sub: undefined } })],
  ['an empty subject', () => forge({ claims: { sub: '' } })],
  ['no grant', () => forge({ claims: { gid: undefined } })],
  ['a grant that does not exist', () => forge({ claims: { gid: 'x'.repeat(43) } })],
  ['a grant that is not a string', () => forge({ claims: { gid: { $ne: null } } })],
  ['an ID token', () => tokens.id_token],
  ['the type of an ID token', () => forge({ header: { typ: 'JWT' } })],
  [
    'a changed claim',
    async () => {
      const token = await forge();
      const [header, , signature] = token.split('.');
      const claims = { ...decodeJwt(token), sub: 'someone-else' };
      return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    },
  ],
  ['a cut signature', async () => (await forge()).slice(0, -4)],
  ['an unknown critical header', () => forge({ header: { crit: ['x-new'], 'x-new': true } })],
  ['nonsense', () => 'a.b.c'],
];

describe('a bearer token', () => {
  test('a bearer token that is valid is accepted', async () => {
    expect(await call(`Bearer ${tokens.access_token}`)).toEqual({ status: 200, code: undefined });
    expect(await call(`Bearer ${await forge()}`)).toEqual({ status: 200, code: undefined });
  });

  test('a bearer token that expired 30 seconds ago is accepted, as clocks differ', async () => {
    expect((await call(`Bearer ${await forge({ expires: seconds() - 30 })}`)).status).toBe(200);
  });

  test.each(cases)('a bearer token with %s is refused', async (_, make) => {
    expect(await call(`Bearer ${await make()}`)).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  });

  test.each([
    ['none', () => undefined],
    ['an empty one', () => 'Bearer '],
    ['another scheme', () => `Basic ${tokens.access_token}`],
    ['two tokens', () => `Bearer ${tokens.access_token}, Bearer ${tokens.access_token}`],
    ['an overlong one', () => `Bearer ${'a'.repeat(4_000)}.${'b'.repeat(4_000)}.${'c'.repeat(4_000)}`],
  ])('header: %s is refused', async (_, make) => {
    expect(await call(make())).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  });
});

describe('a person', () => {
  test('a person who is deactivated is refused from the next request on', async () => {
    const id = await addPerson(server.database, { email: 'leaving@acme.test' });
    const { access_token } = await signInByForm(createHttpBrowser(server.url), server.url, 'leaving@acme.test');
    expect((await call(`Bearer ${access_token}`)).status).toBe(200);
    await server.database.withIdentity((tx) =>
      tx.updateTable('person').set({ status: 'deactivated' }).where('id', '=', id).execute(),
    );
    expect(await call(`Bearer ${access_token}`)).toEqual({ status: 401, code: 'EMAIL_NOT_RECOGNIZED' });
  });

  test('a person whose sessions are ended must sign in again', async () => {
    const id = await addPerson(server.database, { email: 'reset@acme.test' });
    const { access_token } = await signInByForm(createHttpBrowser(server.url), server.url, 'reset@acme.test');
    await server.database.withIdentity((tx) => endSessions(tx, id));
    expect(await call(`Bearer ${access_token}`)).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  });

  test('a person cannot use another person’s grant', async () => {
    const eve = await addPerson(server.database, { email: 'eve@acme.test' });
    expect(await call(`Bearer ${await forge({ claims: { sub: eve } })}`)).toEqual({
      status: 401,
      code: 'INVALID_TOKEN',
    });
  });

  test('a person that does not exist is refused', async () => {
    expect(await call(`Bearer ${await forge({ claims: { sub: 'absent' } })}`)).toEqual({
      status: 401,
      code: 'EMAIL_NOT_RECOGNIZED',
    });
  });
});
