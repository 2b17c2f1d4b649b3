import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../testing/http-browser.ts';
import { addAccount, addPerson, canSignIn, TEST_PASSWORD } from '../../testing/people.ts';
import { resolveSession } from './resolve-session.ts';
import { SESSION_LIMITS } from './sessions/session-limits.ts';

const USE = { sessionLimits: SESSION_LIMITS, isUse: true };
const server = useHttpServer();
let acme: string;
let ada: string;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  ada = await addPerson(server.database, { email: 'ada@acme.test', name: 'Ada', roles: { [acme]: ['operator'] } });
});

const ISSUER = 'https://id.example';
const claims = (subject: string, verifiedEmail: string | null) => ({
  issuer: ISSUER,
  subject,
  grantId: null,
  verifiedEmail,
  hasSecondFactor: false,
});
const identitiesOf = (personId: string) =>
  server.database.withIdentity((tx) =>
    tx
      .selectFrom('person_identity')
      .select(['connection_type', 'issuer', 'subject', 'email', 'name', 'email_verified', 'blocked'])
      .where('person_id', '=', personId)
      .orderBy('connection_type', 'desc')
      .execute(),
  );
const setBlocked = (personId: string, type: 'password' | 'oidc', blocked: boolean) =>
  server.database.withIdentity((tx) =>
    tx
      .updateTable('person_identity')
      .set({ blocked })
      .where('person_id', '=', personId)
      .where('connection_type', '=', type)
      .execute(),
  );

describe('login methods', () => {
  test('stores the password and each OpenID login as an identity of the person', async () => {
    await resolveSession(server.database, claims('ada', 'Ada@acme.test'), 'acme', USE);
    const row = { name: 'Ada', blocked: false };
    expect(await identitiesOf(ada)).toEqual([
      {
        ...row,
        connection_type: 'password',
        issuer: null,
        subject: null,
        email: 'ada@acme.test',
        email_verified: false,
      },
      { ...row, connection_type: 'oidc', issuer: ISSUER, subject: 'ada', email: 'Ada@acme.test', email_verified: true },
    ]);
  });

  test('refuses a blocked password and ends its sessions, and keeps the other login', async () => {
    const { access_token } = await signInByForm(createHttpBrowser(server.url), server.url, 'ada@acme.test');
    const login = () => fetch(`${server.url}/api/user/login`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await login()).status).toBe(200);
    await setBlocked(ada, 'password', true);
    expect(await canSignIn(server.database, 'ada@acme.test', TEST_PASSWORD)).toBe(false);
    expect((await login()).status).toBe(401);
    expect(await resolveSession(server.database, claims('ada', null), 'acme', USE)).toMatchObject({
      person: { id: ada },
    });
    await setBlocked(ada, 'password', false);
    expect(await canSignIn(server.database, 'ada@acme.test', TEST_PASSWORD)).toBe(true);
    expect((await login()).status).toBe(200);
  });

  test('refuses a blocked OpenID login and does not link it to a person again', async () => {
    await setBlocked(ada, 'oidc', true);
    const again = resolveSession(server.database, claims('ada', 'ada@acme.test'), 'acme', USE);
    await expect(again).rejects.toMatchObject({ status: 401, code: 'EMAIL_NOT_RECOGNIZED' });
    await setBlocked(ada, 'oidc', false);
  });
});

describe('password reset links', () => {
  test('work once, and only before they expire', async () => {
    const use = (token: Buffer) =>
      server.database.withIdentity(async (tx) => {
        const { numAffectedRows } = await sql`
          update password_reset set used = now() where token_hash = ${token} and used is null and expires > now()
        `.execute(tx);
        return numAffectedRows;
      });
    const add = (expires: string) =>
      server.database.withIdentity(async (tx) => {
        const token = randomBytes(32);
        await sql`
          insert into password_reset (token_hash, identity_id, created, expires)
          select ${token}, id, now() - interval '2 hours', now() + ${expires}::interval from person_identity
          where person_id = ${ada}::uuid and connection_type = 'password'
        `.execute(tx);
        return token;
      });
    const link = await add('1 hour');
    expect(await use(link)).toBe(1n);
    expect(await use(link)).toBe(0n);
    expect(await use(await add('-1 hour'))).toBe(0n);
  });
});

describe('reserved url names', () => {
  test.each(['admin', 'users', 'app', 'api', 'oidc', 'logout', 'callback', 'error'])(
    '%s cannot be taken',
    async (name) => {
      await expect(addAccount(server.database, name)).rejects.toMatchObject({
        constraint: 'account_url_name_reserved',
      });
      const renamed = server.database.withIdentity((tx) =>
        tx.updateTable('account').set({ url_name: name }).where('id', '=', acme).execute(),
      );
      await expect(renamed).rejects.toMatchObject({ constraint: 'account_url_name_reserved' });
    },
  );
});
