import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDirectory, type DirectoryClient, patchOf } from '../../../testing/directory.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { addVerifiedDomain } from '../../../testing/sso.ts';
import { writeAddressMail } from '../../identity/mail/address-mail.ts';
import { type MailWriters, sendMails } from '../../identity/mail/mail-outbox.ts';
import type { Mail } from '../../identity/mail/mail-transport.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const lead = useClient(server, mine, ['cs']);
const theirLead = useClient(server, theirs, ['cs']);
const support = useGlobalClient(server, mine, 'cs');
let directory: DirectoryClient;

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
  await addVerifiedDomain(server, mine.accountId, 'acme.test');
});

const domainOf = (email: string): string => email.split('@')[1] ?? '';
async function addMember(roles: Readonly<Record<string, readonly Role[]>> = { [mine.accountId]: ['viewer'] }) {
  const email = newEmail('named');
  return { email, id: await addPerson(server.database, { email, name: 'Named', roles }) };
}
const move = (id: string, userName: string) =>
  directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'userName', value: userName }));
const nameOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql<{ email: string }>`select email from person where id = ${id}::uuid`.execute(tx),
  );
  return rows[0]?.email;
};

async function mailsTo(address: string): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  const none = async () => null;
  const write: MailWriters = {
    password_reset: none,
    daily_summary: none,
    factors_changed: none,
    factors_reset: none,
    factor_link: none,
    outage: none,
    new_device: none,
    address_changed: writeAddressMail,
    invitation: none,
  };
  const { database } = server;
  expect(await sendMails({ database, transport: async (mail) => void mails.push(mail), write })).toEqual([]);
  return mails.filter(({ to }) => to.email === address);
}

describe('a changed userName', () => {
  test('a changed userName signs in with the same password, ends the sessions, is recorded, and is mailed to the former address', async () => {
    const { id, email } = await addMember();
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
    const moved = `moved-${email}`;
    const { status, body } = await move(id, moved);
    expect([status, body]).toMatchObject([200, { id, userName: moved, emails: [{ value: moved }] }]);
    expect((await createClient(server, { token }).ask('{ meV2 { id } }')).status).toBe(401);
    await expect(signInByForm(createHttpBrowser(server.url), server.url, email)).rejects.toThrow('No code');
    expect(await signInByForm(createHttpBrowser(server.url), server.url, moved)).toHaveProperty('access_token');
    const query = `{ admin_acts(subject: "${moved}", kinds: ["user_renamed"]) { nodes { program before after } } }`;
    const { admin_acts: acts } = await support.data<{ admin_acts: { nodes: object[] } }>(query);
    expect(acts.nodes).toEqual([{ program: 'Directory', before: { email }, after: { email: moved } }]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your email address for Switchboard was changed');
    expect(mail?.text).toContain(moved);
  });

  test('a userName changes with the name and the roles at once', async () => {
    const { id, email } = await addMember();
    const moved = `all-${email}`;
    const { body } = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', value: { userName: moved, displayName: 'All', roles: ['operator'] } }),
    );
    expect(body).toMatchObject({ userName: moved, displayName: 'All', roles: [{ value: 'operator' }] });
  });

  test('a userName in another case is the same one, and ends no session', async () => {
    const { id, email } = await addMember();
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
    expect((await move(id, email.toUpperCase())).body['userName']).toBe(email);
    expect((await createClient(server, { token }).ask('{ meV2 { id } }')).status).toBe(200);
  });

  test('an account that does not own the mail domain learns nothing about its addresses', async () => {
    const outside = await createDirectory(server.url, theirLead);
    const email = newEmail('named');
    const id = await addPerson(server.database, { email, roles: { [theirs.accountId]: ['viewer'] } });
    const known = (await addMember()).email;
    const answers = await Promise.all(
      [known, newEmail('free')].map((userName) =>
        outside.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'userName', value: userName })),
      ),
    );
    for (const { status, body } of answers) expect([status, body]).toMatchObject([400, { scimType: 'mutability' }]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await nameOf(id)).toBe(email);
  });

  test('a userName of another user conflicts, whether the user is of this account or not', async () => {
    const { id, email } = await addMember();
    const known = await addMember();
    const foreign = await addMember({ [theirs.accountId]: ['viewer'] });
    const answers = [await move(id, known.email), await move(id, foreign.email.toUpperCase())];
    for (const { status, body } of answers) expect([status, body]).toMatchObject([409, { scimType: 'uniqueness' }]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await nameOf(id)).toBe(email);
  });

  test.each([
    ['of another domain', (email: string) => `${email}.evil.test`, 400],
    ['of a part of the domain', (email: string) => `x@sub.${domainOf(email)}`, 400],
    ['with two signs @', (email: string) => `x@evil.test@${domainOf(email)}`, 400],
    ['without a domain', () => 'x', 400],
    ['of no characters', () => '', 400],
  ])('a userName %s is refused', async (_, other, expected) => {
    const { id, email } = await addMember();
    expect((await move(id, other(email))).status).toBe(expected);
    expect(await nameOf(id)).toBe(email);
  });

  test('another userName is refused for people who belong to other accounts, or did so by a directory', async () => {
    const both = await addMember({ [mine.accountId]: ['viewer'], [theirs.accountId]: ['viewer'] });
    const global = newEmail('named');
    const globalId = await addPerson(server.database, {
      email: global,
      roles: { [mine.accountId]: ['viewer'] },
      globalRoles: ['viewer'],
    });
    for (const [id, email] of [
      [both.id, both.email],
      [globalId, global],
    ] as const) {
      const { status, body } = await move(id, `taken-${email}`);
      expect([status, body]).toMatchObject([400, { scimType: 'mutability' }]);
      expect(await nameOf(id)).toBe(email);
    }
  });

  test('another userName is refused for people whose roles the creator of the token may not grant', async () => {
    const { id, email } = await addMember({ [mine.accountId]: ['cs'] });
    expect((await move(id, `taken-${email}`)).status).toBe(403);
    expect(await nameOf(id)).toBe(email);
  });
});
