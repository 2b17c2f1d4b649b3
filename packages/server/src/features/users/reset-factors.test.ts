import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { enrolApp } from '../../../testing/factors.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { writeFactorsMail } from '../../identity/factors/factor-mails.ts';
import { sendMails } from '../../identity/mail/mail-outbox.ts';
import type { Mail } from '../../identity/mail/mail-transport.ts';

const server = useGraphqlServer();
const acme = useAccount(server);
let support: Client;

beforeAll(async () => {
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});

type Member = { readonly id: string; readonly email: string; readonly token: string };

/** A member who is signed in, and has an authenticator app since. */
async function addMember(globalRoles: readonly 'tester'[] = []): Promise<Member> {
  const email = newEmail('factors');
  const id = await addPerson(server.database, { email, roles: { [acme.accountId]: ['viewer'] }, globalRoles });
  const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
  await enrolApp(server, { id, email, keptGrant: String(decodeJwt(token)['gid']) }, Date.now());
  return { id, email, token };
}
const reset = (userId: string, as: Client = support) => as.data(ADMIN_CALLS.resetFactors, { userId });
const statusOf = async ({ token }: Member): Promise<number> =>
  (await createClient(server, { token }).ask('{ meV2 { email } }')).status;

describe('factors of a user', () => {
  test('factors of a user are shown to administrators', async () => {
    const { id } = await addMember();
    const shown = 'query($id: ID!) { userV2(userId: $id) { identities { hasAuthenticatorApp passkeyCount } } }';
    expect(await support.data(shown, { id })).toEqual({
      userV2: { identities: [{ hasAuthenticatorApp: true, passkeyCount: 0 }] },
    });
  });

  test('factors of a user are reset, which ends the sessions, is recorded and mailed', async () => {
    const member = await addMember();
    expect(await statusOf(member)).toBe(200);
    expect(await reset(member.id)).toMatchObject({
      resetUserFactors: { __typename: 'User', identities: [{ hasAuthenticatorApp: false, passkeyCount: 0 }] },
    });
    expect(await statusOf(member)).toBe(401);
    const { id: adminId } = (await support.data<{ meV2: { id: string } }>('{ meV2 { id } }')).meV2;
    expect((await actsOf(server.database, adminId)).at(-1)).toEqual({
      kind: 'factors_reset',
      subject: member.email,
      before: { authenticatorApp: true, passkeys: 0, recoveryCodes: 10 },
      after: { authenticatorApp: false, passkeys: 0, recoveryCodes: 0 },
    });
    expect(await signInByForm(createHttpBrowser(server.url), server.url, member.email)).toHaveProperty('access_token');
    const mails: Mail[] = [];
    const { database } = server;
    const write = {
      password_reset: async () => null,
      daily_summary: async () => null,
      invitation: async () => null,
      factors_changed: writeFactorsMail(database, 'changed'),
      factors_reset: writeFactorsMail(database, 'reset'),
      factor_link: async () => null,
      outage: async () => null,
      new_device: async () => null,
      address_changed: async () => null,
    };
    expect(await sendMails({ database, transport: async (mail) => void mails.push(mail), write })).toEqual([]);
    const text = mails.filter(({ to }) => to.email === member.email).map((mail) => mail.text);
    expect(text.join('')).toContain('an administrator removed the factors');
    expect(text.join('')).toContain('Now you have no factor besides your password.');
    expect(await reset(member.id)).toMatchObject({ resetUserFactors: { __typename: 'ConflictError' } });
  });

  test.each(['x', '00000000-0000-0000-0000-000000000000'])(
    'factors of a user are not reset for the user %s',
    async (userId) => {
      expect(await reset(userId)).toMatchObject({
        resetUserFactors: { message: 'The user does not exist or was deactivated.' },
      });
    },
  );

  test('factors of a user are not reset by those who cannot grant the roles of the person, nor one’s own', async () => {
    const tester = await addMember(['tester']);
    expect(await reset(tester.id)).toMatchObject({
      resetUserFactors: { message: expect.stringContaining('holds roles that you cannot grant') as string },
    });
    expect(await statusOf(tester)).toBe(200);
    const { id } = (await support.data<{ meV2: { id: string } }>('{ meV2 { id } }')).meV2;
    expect(await reset(id)).toMatchObject({ resetUserFactors: { __typename: 'ConflictError' } });
  });

  test('factors of a user are not reset without manage-users', async () => {
    const member = await addMember();
    const viewer = createClient(server, { token: (await addMember()).token, account: acme.urlName });
    const { errors } = await viewer.ask(ADMIN_CALLS.resetFactors, { userId: member.id });
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('factors of a user are no secrets that administration could read', async () => {
    const { id: personId } = await addMember();
    const action = { personId, name: 'test', requestId: 'request-1', accountId: null, details: {} };
    for (const column of ['authenticator_app', 'passkey', 'recovery_code', 'passkey_challenge'])
      await expect(
        server.database.withAdmin(action, (tx) => sql`select * from ${sql.table(column)}`.execute(tx)),
      ).rejects.toThrow('permission denied');
  });
});
