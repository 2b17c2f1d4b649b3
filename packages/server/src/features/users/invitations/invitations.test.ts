import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../../testing/graphql-server.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../../testing/http-browser.ts';
import { invitationSecret, sendInvitations } from '../../../../testing/invitations.ts';
import { addPerson, canSignIn, newEmail } from '../../../../testing/people.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const lead = useClient(server, mine, ['cs']);
const other = useClient(server, theirs, ['cs']);
const support = useGlobalClient(server, mine, 'cs');
const PASSWORD = 'Plum-tree-over-9-hills';
const RECEIVED = `query($secret: String!) { received_invitation(secret: $secret) { __typename
  ... on ReceivedInvitation { account_name inviter_name roles } ... on ConflictError { message } ... on NotFoundError { message } } }`;
const ANSWER = `mutation($secret: String!, $accept: Boolean!) { answer_invitation(secret: $secret, accept: $accept) { __typename
  ... on AnsweredInvitation { accepted url_name } ... on ConflictError { message } ... on NotFoundError { message } } }`;

type Invitation = { readonly id: string; readonly email: string; readonly hasExpired: boolean };

const invite = async (userEmail: string, { as = lead, roles = ['viewer'], to = mine } = {}): Promise<object> => {
  const edit = { userEmail, userName: 'Written By Lead', roles, urlNames: [to.urlName] };
  return (await as.data<{ saveUserV2: object }>(ADMIN_CALLS.saveUser, edit)).saveUserV2;
};
const invitationsOf = async (as: Client, { urlName } = mine): Promise<readonly Invitation[]> =>
  (await as.data<{ account: { invitations: Invitation[] } }>(ADMIN_CALLS.invitations, { urlName })).account.invitations;
const invitationTo = async (email: string): Promise<Invitation | undefined> =>
  (await invitationsOf(lead)).find((invitation) => invitation.email === email);
async function personAt(email: string, accounts: Parameters<typeof addPerson>[1]['roles'] = {}): Promise<Client> {
  await addPerson(server.database, { email, name: 'Victor Globex', roles: accounts });
  return signedIn(email);
}
const signedIn = async (email: string, password?: string): Promise<Client> =>
  createClient(server, {
    token: (await signInByForm(createHttpBrowser(server.url), server.url, email, password)).access_token,
  });
const answer = async (as: Client, secret: string, accept = true): Promise<unknown> =>
  (await as.data<{ answer_invitation: unknown }>(ANSWER, { secret, accept })).answer_invitation;
const membersOf = async (as: Client): Promise<readonly { email: string; name: string; roles: string[] }[]> => {
  const query = 'query($urlName: String!) { account(urlName: $urlName) { users { email name roles } } }';
  const { account } = await as.data<{ account: { users: { email: string; name: string; roles: string[] }[] } }>(query, {
    urlName: mine.urlName,
  });
  return account.users;
};
const inIdentity = (query: ReturnType<typeof sql>) => server.database.withIdentity((tx) => query.execute(tx));
const auditOf = async (accountId: string, email: string): Promise<readonly unknown[]> =>
  (
    await server.database.withAccount(accountId, (tx) =>
      sql<{ kind: string }>`select kind from audit_entry where target_name = ${email} order by sequence`.execute(tx),
    )
  ).rows.map(({ kind }) => kind);
const page = (secret: string) => `/sign-in/invitation?invitation=${secret}`;
const accepting = (secret: string) => ({
  invitation: secret,
  answer: 'accept',
  name: 'Nia',
  password: PASSWORD,
  repeated: PASSWORD,
});

describe('an invitation', () => {
  test('answers alike for a person of another account, one without accounts, one deactivated and a new address', async () => {
    const [fresh, elsewhere, nowhere, ended] = [newEmail(), newEmail(), newEmail(), newEmail()];
    await addPerson(server.database, {
      email: elsewhere,
      name: 'Victor Globex',
      roles: { [theirs.accountId]: ['cs'] },
    });
    await addPerson(server.database, { email: nowhere, name: 'Victor Globex' });
    await addPerson(server.database, { email: ended, name: 'Victor Globex' });
    await inIdentity(sql`update person set status = 'deactivated' where email = ${ended}`);
    const before = (await membersOf(lead)).length;
    const shown: unknown[] = [];
    for (const email of [fresh, elsewhere, nowhere, ended]) {
      const saved = JSON.stringify(await invite(email.toUpperCase()));
      const { id, ...listed } = (await invitationTo(email.toUpperCase())) ?? { id: '' };
      shown.push([saved, JSON.stringify(listed).replaceAll(email.toUpperCase(), 'ADDRESS')]);
      expect(id).not.toBe('');
    }
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(JSON.stringify(shown)).not.toContain('Victor');
    expect(JSON.stringify(shown)).toContain('Written By Lead');
    expect((await membersOf(lead)).length).toBe(before);
    const receivers = (await sendInvitations(server)).map(({ to }) => to.email.toLowerCase());
    expect(receivers).toEqual([fresh, elsewhere, nowhere]);
  });

  test('shows account, inviter and roles to its receiver, who joins with their own name', async () => {
    const email = newEmail();
    const them = await personAt(email, { [theirs.accountId]: ['viewer'] });
    await invite(email, { roles: ['operator', 'viewer'] });
    const secret = await invitationSecret(server, email);
    expect((await lead.data<{ meV2: { name: string } }>('{ meV2 { name } }')).meV2.name).not.toBe('');
    const { received_invitation: received } = await them.data<{ received_invitation: object }>(RECEIVED, { secret });
    expect(received).toMatchObject({ __typename: 'ReceivedInvitation', roles: ['operator', 'viewer'] });
    expect(await answer(them, secret)).toEqual({
      __typename: 'AnsweredInvitation',
      accepted: true,
      url_name: mine.urlName,
    });
    expect((await membersOf(lead)).find((user) => user.email === email)).toMatchObject({
      name: 'Victor Globex',
      roles: ['operator', 'viewer'],
    });
    expect(await invitationTo(email)).toBeUndefined();
    expect(await answer(them, secret)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await auditOf(mine.accountId, email)).toEqual(['invitation_sent', 'invitation_accepted']);
  });

  test('leaves nothing of its receiver with the account when it is declined', async () => {
    const email = newEmail();
    const them = await personAt(email);
    await invite(email);
    const secret = await invitationSecret(server, email);
    expect(await answer(them, secret, false)).toMatchObject({ accepted: false, url_name: '' });
    expect(await answer(them, secret)).toMatchObject({ __typename: 'NotFoundError' });
    expect(JSON.stringify([await membersOf(lead), await invitationsOf(lead)])).not.toContain(email);
    const { rows } = await server.database.withAccount(mine.accountId, (tx) =>
      sql`select from person where email = ${email}`.execute(tx),
    );
    expect(rows).toEqual([]);
    expect(await auditOf(mine.accountId, email)).toEqual(['invitation_sent', 'invitation_declined']);
  });

  test('refuses everybody but its receiver', async () => {
    const email = newEmail();
    await personAt(email);
    await invite(email);
    const secret = await invitationSecret(server, email);
    const stranger = await personAt(newEmail());
    expect(await answer(stranger, secret)).toMatchObject({ __typename: 'ConflictError' });
    expect(await answer(stranger, 'x'.repeat(5_000))).toMatchObject({ __typename: 'NotFoundError' });
    const { received_invitation: received } = await stranger.data<{ received_invitation: object }>(RECEIVED, {
      secret,
    });
    expect(JSON.stringify(received)).not.toContain(mine.urlName);
  });

  test('ends with the right of its inviter, and with their own access', async () => {
    const leaving = createClient(server, { token: await server.tokenOf({ [mine.accountId]: ['cs'] }) });
    const { meV2 } = await leaving.data<{ meV2: { id: string } }>('{ meV2 { id } }');
    const email = newEmail();
    const them = await personAt(email);
    await invite(email, { as: leaving });
    const secret = await invitationSecret(server, email);
    await inIdentity(sql`delete from membership where person_id = ${meV2.id}`);
    expect(await answer(them, secret)).toEqual({
      __typename: 'ConflictError',
      message: 'The person who invited you may not add users any more. Ask for another invitation.',
    });
    const [invitation] = (await invitationsOf(lead)).filter((each) => each.email === email);
    await lead.data(ADMIN_CALLS.resendInvitation, { urlName: mine.urlName, id: invitation?.id ?? '' });
    expect(await answer(them, secret)).toMatchObject({ accepted: true });
  });

  test('works for 7 days, and again once it was sent again', async () => {
    const email = newEmail();
    const them = await personAt(email);
    await invite(email);
    const secret = await invitationSecret(server, email);
    await server.database.withAdmin(
      {
        personId: (await lead.data<{ meV2: { id: string } }>('{ meV2 { id } }')).meV2.id,
        name: 'test',
        requestId: 'test',
        accountId: null,
      },
      (tx) => sql`update invitation set expires = now() where email = ${email}`.execute(tx),
    );
    expect(await answer(them, secret)).toMatchObject({ __typename: 'NotFoundError' });
    const listed = await invitationTo(email);
    expect(listed?.hasExpired).toBe(true);
    await inIdentity(sql`update mail set created = created - interval '2 minutes' where address = ${email}`);
    await lead.data(ADMIN_CALLS.resendInvitation, { urlName: mine.urlName, id: listed?.id ?? '' });
    const renewed = await invitationSecret(server, email);
    expect(await answer(them, secret)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await answer(them, renewed)).toMatchObject({ accepted: true });
  });

  test('ends when it is revoked', async () => {
    const email = newEmail();
    const them = await personAt(email);
    await invite(email);
    const secret = await invitationSecret(server, email);
    const variables = { urlName: mine.urlName, id: (await invitationTo(email))?.id ?? '' };
    const revoke = () => lead.data<{ revoke_invitation: object }>(ADMIN_CALLS.revokeInvitation, variables);
    expect((await revoke()).revoke_invitation).toMatchObject({ __typename: 'Account' });
    expect((await revoke()).revoke_invitation).toMatchObject({ __typename: 'NotFoundError' });
    expect(await answer(them, secret)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await auditOf(mine.accountId, email)).toEqual(['invitation_sent', 'invitation_revoked']);
  });

  test('stays hidden from other accounts, which cannot change it', async () => {
    const email = newEmail();
    await invite(email);
    const id = (await invitationTo(email))?.id ?? '';
    expect(await other.ask(ADMIN_CALLS.invitations, { urlName: mine.urlName })).toMatchObject({ status: 403 });
    for (const call of [ADMIN_CALLS.resendInvitation, ADMIN_CALLS.revokeInvitation]) {
      expect(await other.ask(call, { urlName: mine.urlName, id })).toMatchObject({ status: 403 });
      expect(JSON.stringify(await other.data(call, { urlName: theirs.urlName, id }))).toContain('NotFoundError');
    }
    expect(await invitationTo(email)).toBeDefined();
    await expect(
      server.database.withAccount(theirs.accountId, (tx) => sql`select id from invitation`.execute(tx)),
    ).rejects.toThrow('permission denied');
  });

  test('never grants a role that its inviter cannot grant, and none to members', async () => {
    expect(await invite(newEmail(), { roles: ['tester'] })).toMatchObject({ __typename: 'ConflictError' });
    const email = newEmail();
    await addPerson(server.database, { email, roles: { [mine.accountId]: ['viewer'] } });
    expect(await invite(email, { roles: ['operator'] })).toMatchObject({ __typename: 'ConflictingEmailError' });
    const twice = newEmail();
    await invite(twice);
    expect(await invite(twice)).toMatchObject({ __typename: 'ConflictError' });
  });

  test('carries no password that an administrator chose', async () => {
    const edit = {
      userEmail: newEmail(),
      userName: 'Nia',
      userPassword: PASSWORD,
      roles: ['viewer'],
      urlNames: [mine.urlName],
    };
    const { saveUserV2: saved } = await lead.data<{ saveUserV2: object }>(ADMIN_CALLS.saveUser, edit);
    expect(saved).toMatchObject({ __typename: 'InvalidUserError', field: 'userPassword' });
  });

  test('sends at most five mails an hour to one address', async () => {
    const email = newEmail();
    for (let at = 0; at < 7; at += 1) {
      await invite(email);
      await inIdentity(sql`update mail set created = created - interval '2 minutes' where address = ${email}`);
      await lead.data(ADMIN_CALLS.revokeInvitation, {
        urlName: mine.urlName,
        id: (await invitationTo(email))?.id ?? '',
      });
    }
    const { rows } = await inIdentity(sql`select from mail where address = ${email}`);
    expect(rows).toHaveLength(5);
  });

  test('stores no secret that opens its link', async () => {
    const email = newEmail();
    await invite(email);
    const secret = await invitationSecret(server, email);
    const { rows } = await inIdentity(
      sql`select row_to_json(i) as i, (select json_agg(m) from mail m) as m from invitation i`,
    );
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('the page of an invitation', () => {
  test('lets a new person choose name and password, who then belongs to the account', async () => {
    const email = newEmail();
    await invite(email);
    const secret = await invitationSecret(server, email);
    const browser = createHttpBrowser(server.url);
    const shown = await browser.get(page(secret));
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(shown.text).toContain('as viewer');
    expect((await browser.post('/sign-in/invitation', { ...accepting(secret), repeated: 'x' })).status).toBe(422);
    expect(
      (await browser.post('/sign-in/invitation', { ...accepting(secret), password: 'weak', repeated: 'weak' })).status,
    ).toBe(422);
    expect((await browser.post('/sign-in/invitation', { ...accepting(secret), name: ' ' })).status).toBe(422);
    expect((await browser.post('/sign-in/invitation', accepting(secret))).status).toBe(200);
    expect(await canSignIn(server.database, email, PASSWORD)).toBe(true);
    expect((await membersOf(lead)).find((user) => user.email === email)).toMatchObject({
      name: 'Nia',
      roles: ['viewer'],
    });
    expect((await browser.get(page(secret))).status).toBe(400);
    expect(await auditOf(mine.accountId, email)).toEqual(['invitation_sent', 'invitation_accepted']);
  });

  test('stores nothing of a new person who declines', async () => {
    const email = newEmail();
    await invite(email);
    const secret = await invitationSecret(server, email);
    const declined = await createHttpBrowser(server.url).post('/sign-in/invitation', {
      invitation: secret,
      answer: 'decline',
    });
    expect([declined.status, declined.text]).toEqual([200, expect.stringContaining('Invitation declined') as unknown]);
    expect((await inIdentity(sql`select from person where email = ${email}`)).rows).toEqual([]);
    expect(await invitationTo(email)).toBeUndefined();
  });

  test('leads a person who exists to the console, and changes nothing of theirs', async () => {
    const email = newEmail();
    await personAt(email);
    await invite(email);
    const secret = await invitationSecret(server, email);
    const browser = createHttpBrowser(server.url);
    for (const answered of [
      await browser.get(page(secret)),
      await browser.post('/sign-in/invitation', accepting(secret)),
    ])
      expect([answered.status, answered.location]).toEqual([303, `${server.url}/invitation?invitation=${secret}`]);
    expect(await canSignIn(server.database, email, PASSWORD)).toBe(false);
    expect((await membersOf(lead)).map((user) => user.email)).not.toContain(email);
  });

  test('adds a person once when two of their browsers accept at the same time', async () => {
    const email = newEmail();
    await invite(email);
    const secret = await invitationSecret(server, email);
    const post = () => createHttpBrowser(server.url).post('/sign-in/invitation', accepting(secret));
    const statuses = (await Promise.all([post(), post()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  test('shows texts of the inviter as texts', async () => {
    const email = newEmail();
    const edit = { userEmail: email, userName: '"><b>Nia</b>', roles: ['viewer'], urlNames: [mine.urlName] };
    await lead.data(ADMIN_CALLS.saveUser, edit);
    const shown = await createHttpBrowser(server.url).get(page(await invitationSecret(server, email)));
    expect(shown.text).not.toContain('<b>Nia');
  });
});

describe('adding by the installation', () => {
  test('administrators of the installation add people directly', async () => {
    const email = newEmail();
    await addPerson(server.database, { email, name: 'Victor Globex' });
    expect(await invite(email, { as: support })).toMatchObject({ __typename: 'SavedUser', user: { email } });
  });
});
