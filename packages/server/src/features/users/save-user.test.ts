import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addAccount, addPerson, canSignIn, newEmail, TEST_PASSWORD } from '../../../testing/people.ts';

const server = useGraphqlServer();
const PASSWORD = 'Plum-tree-over-9-hills';
let acme: string;
let globex: string;
let support: Client;
let tester: Client;
/** Manages users of acme only. */
let lead: Client;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  globex = await addAccount(server.database, 'globex');
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  tester = createClient(server, { token: await server.tokenOf({}, ['tester']) });
  lead = createClient(server, { token: await server.tokenOf({ [acme]: ['cs'] }) });
});

const save = async (as: Client, edit: object): Promise<unknown> =>
  (await as.data<{ saveUserV2: unknown }>(ADMIN_CALLS.saveUser, { ...edit })).saveUserV2;
const lastActs = async (count: number) => {
  const { meV2 } = await support.data<{ meV2: { id: string } }>('{ meV2 { id } }');
  return (await actsOf(server.database, meV2.id)).slice(-count);
};
const mailsFor = async (email: string): Promise<number> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql`select from mail m join person p on p.id = m.person_id where p.email = ${email}`.execute(tx),
  );
  return rows.length;
};

describe('adding a user', () => {
  test('grants roles in accounts, and the password that was handed out signs in', {
    tags: 'spec:admin-call-save-user',
  }, async () => {
    const userEmail = newEmail();
    const edit = {
      userEmail,
      userName: ' Uma ',
      userPassword: PASSWORD,
      roles: ['viewer', 'operator'],
      urlNames: ['acme'],
    };
    expect(await save(support, edit)).toEqual({
      __typename: 'SavedUser',
      user: {
        id: expect.any(String) as unknown,
        email: userEmail,
        name: 'Uma',
        globalRoles: [],
        accounts: [{ urlName: 'acme', roles: ['operator', 'viewer'] }],
        identities: [{ id: expect.any(String) as unknown, connectionType: 'password', blocked: false }],
      },
      accounts: [
        {
          urlName: 'acme',
          users: expect.arrayContaining([{ email: userEmail, roles: ['operator', 'viewer'] }]) as unknown,
        },
      ],
    });
    expect(await lastActs(2)).toEqual([
      { kind: 'user_created', subject: userEmail, before: {}, after: { email: userEmail, name: 'Uma' } },
      { kind: 'roles_changed', subject: userEmail, before: { roles: [] }, after: { roles: ['operator', 'viewer'] } },
    ]);
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ must_change: boolean }>`
        select c.must_change from credential_password c join person_identity i on i.id = c.identity_id
        where i.email = ${userEmail}`.execute(tx),
    );
    expect(rows).toEqual([{ must_change: true }]);
    expect(await mailsFor(userEmail)).toBe(0);
  });

  test('sends an email with a link when no password is given', async () => {
    const userEmail = newEmail();
    await save(support, { userEmail, userName: 'Una', roles: ['viewer'], urlNames: ['acme', 'globex'] });
    expect(await mailsFor(userEmail)).toBe(1);
  });

  test('adds one user when several requests add the same', async () => {
    const userEmail = newEmail();
    const edit = { userEmail, userName: 'Ute', roles: ['viewer'], urlNames: ['acme'] };
    const outcomes = await Promise.all([save(support, edit), save(tester, edit), save(support, edit)]);
    const kinds = outcomes.map((outcome) => (outcome as { __typename: string }).__typename);
    expect(kinds.sort()).toEqual(['ConflictingEmailError', 'ConflictingEmailError', 'SavedUser']);
  });

  test.each([
    [{ userEmail: 'not-an-email' }, { field: 'userEmail', message: 'The email is invalid' }],
    [{ userEmail: '' }, { field: 'userEmail', message: 'This field is required' }],
    [{ userName: '  ' }, { field: 'userName', message: 'Required field' }],
    [{ roles: [] }, { field: 'roles', message: 'Select at least one role.' }],
    [{ urlNames: [] }, { field: 'urlNames', message: 'Select at least one account.' }],
  ])('adding a user with %j is refused at the field', { tags: 'spec:admin-add-user-valid' }, async (wrong, problem) => {
    const edit = { userEmail: newEmail(), userName: 'Uwe', roles: ['viewer'], urlNames: ['acme'], ...wrong };
    expect(await save(support, edit)).toEqual({ __typename: 'InvalidUserError', ...problem });
  });

  test('adding a user who exists says so', { tags: 'spec:admin-conflicting-email' }, async () => {
    const email = newEmail();
    await addPerson(server.database, { email, roles: { [acme]: ['viewer'] } });
    const edit = { userEmail: email.toUpperCase(), userName: 'Ulf', roles: ['viewer'], urlNames: ['acme'] };
    expect(await save(support, edit)).toEqual({ __typename: 'ConflictingEmailError', message: 'Email already exists' });
  });

  test('adding a user who is known without accounts grants the roles', async () => {
    const email = newEmail();
    await addPerson(server.database, { email, name: 'Uta' });
    const edit = { userEmail: email, userName: 'Uta', roles: ['viewer'], urlNames: ['acme'] };
    expect(await save(support, edit)).toMatchObject({
      __typename: 'SavedUser',
      user: { email, accounts: [{ urlName: 'acme', roles: ['viewer'] }] },
    });
  });

  test.each([
    ['short', /8 to 128 characters/],
    ['alllowercase1!', /an uppercase letter/],
    ['Has-no-digit', /a digit/],
  ])(
    'adding a user with the password %s shows what is wrong',
    { tags: ['spec:admin-password-rules', 'spec:admin-insecure-password'] },
    async (userPassword, problem) => {
      const edit = { userEmail: newEmail(), userName: 'Udo', roles: ['viewer'], urlNames: ['acme'], userPassword };
      const { __typename: type, errors } = (await save(support, edit)) as { __typename: string; errors: string[] };
      expect(type).toBe('InsecurePasswordError');
      expect(errors.join(' ')).toMatch(problem);
    },
  );

  test('adding a user is refused in an account that does not exist', async () => {
    const edit = { userEmail: newEmail(), userName: 'Uri', roles: ['viewer'], urlNames: ['acme', 'nowhere'] };
    expect(await save(support, edit)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await lead.ask(ADMIN_CALLS.saveUser, edit)).toMatchObject({ status: 403 });
  });
});

describe('changing a user', () => {
  let email: string;

  beforeAll(async () => {
    email = newEmail();
    await addPerson(server.database, {
      email,
      name: 'Ursula',
      roles: { [acme]: ['viewer'], [globex]: ['viewer'] },
    });
  });

  test('replaces the roles of one account', async () => {
    const edit = { userEmail: email, roles: ['operator'], urlNames: ['acme'] };
    expect(await save(lead, edit)).toMatchObject({ __typename: 'SavedUser', user: null });
    expect(await save(support, edit)).toMatchObject({
      user: {
        accounts: [
          { urlName: 'acme', roles: ['operator'] },
          { urlName: 'globex', roles: ['viewer'] },
        ],
      },
    });
    expect(await lastActs(1)).toEqual([
      { kind: 'roles_changed', subject: email, before: { roles: ['viewer'] }, after: { roles: ['operator'] } },
    ]);
  });

  test('keeps at least one role', { tags: 'spec:admin-one-role' }, async () => {
    expect(await save(support, { userEmail: email, roles: [], urlNames: ['acme'] })).toEqual({
      __typename: 'InvalidUserError',
      field: 'roles',
      message: 'Select at least one role.',
    });
  });

  test.each([
    ['lead', ['cs'], ['acme']],
    ['lead', ['tester'], ['acme']],
    ['support', ['tester'], ['acme']],
    ['support', ['tester'], null],
  ] as const)(
    'changing a user by the %s never grants %j in %j',
    { tags: 'spec:admin-grantable-roles' },
    async (who, roles, urlNames) => {
      const as = who === 'lead' ? lead : support;
      expect(await save(as, { userEmail: email, roles, urlNames })).toMatchObject({
        __typename: 'ConflictError',
        message: expect.stringContaining('You cannot grant or revoke') as unknown,
      });
    },
  );

  test('never revokes a role that the administrator cannot grant', async () => {
    const other = newEmail();
    await addPerson(server.database, { email: other, roles: { [acme]: ['tester'] } });
    const edit = { userEmail: other, roles: ['viewer'], urlNames: ['acme'] };
    expect(await save(support, edit)).toMatchObject({ __typename: 'ConflictError' });
    expect(await save(tester, edit)).toMatchObject({ __typename: 'SavedUser' });
  });

  test('changing a user is refused in another account, or globally, to those who manage one account', async () => {
    expect(
      await lead.ask(ADMIN_CALLS.saveUser, { userEmail: email, roles: ['viewer'], urlNames: ['globex'] }),
    ).toMatchObject({ status: 403 });
    expect(
      await lead.ask(ADMIN_CALLS.saveUser, { userEmail: email, roles: ['viewer'], urlNames: ['acme', 'globex'] }),
    ).toMatchObject({ status: 403 });
    expect(await lead.ask(ADMIN_CALLS.saveUser, { userEmail: email, roles: ['viewer'] })).toMatchObject({
      status: 403,
    });
    expect(
      await lead.ask(ADMIN_CALLS.saveUser, { userEmail: email, userPassword: PASSWORD, urlNames: ['acme'] }),
    ).toMatchObject({ status: 403 });
  });

  test('renames, for one account only people of no others', { tags: 'spec:admin-attached' }, async () => {
    expect(await save(lead, { userEmail: email, userName: 'Mallory', urlNames: ['acme'] })).toEqual({
      __typename: 'AttachedToMoreAccountsError',
      message: 'Ursula belongs to more accounts. Ask a person who manages users of all accounts.',
    });
    expect(await save(support, { userEmail: email, userName: ' Ursula B ' })).toMatchObject({
      user: { name: 'Ursula B' },
    });
    expect(await lastActs(1)).toEqual([
      { kind: 'user_renamed', subject: email, before: { name: 'Ursula' }, after: { name: 'Ursula B' } },
    ]);
  });

  test('gives and takes global access', async () => {
    expect(await save(support, { userEmail: email, roles: ['viewer'] })).toMatchObject({
      user: { globalRoles: ['viewer'] },
    });
    expect(await save(support, { userEmail: email, roles: [] })).toMatchObject({ user: { globalRoles: [] } });
    expect((await lastActs(2)).map(({ kind }) => kind)).toEqual(['global_roles_changed', 'global_roles_changed']);
  });

  test('sets a password, which ends the sessions and is not in the record', async () => {
    const token = (await signInByForm(createHttpBrowser(server.url), server.url, email)).access_token;
    const them = createClient(server, { token });
    expect((await them.ask('{ meV2 { id } }')).status).toBe(200);
    expect(await save(support, { userEmail: email, userPassword: PASSWORD })).toMatchObject({
      __typename: 'SavedUser',
    });
    expect((await them.ask('{ meV2 { id } }')).status).toBe(401);
    expect(await lastActs(1)).toEqual([{ kind: 'password_changed', subject: email, before: {}, after: {} }]);
  });

  test('never sets the password of a person with roles that the administrator cannot grant', async () => {
    const other = newEmail();
    await addPerson(server.database, { email: other, globalRoles: ['tester'] });
    expect(await save(support, { userEmail: other, userPassword: PASSWORD })).toMatchObject({
      __typename: 'ConflictError',
    });
  });

  test('never changes one’s own roles', async () => {
    const { meV2 } = await support.data<{ meV2: { email: string } }>('{ meV2 { email } }');
    expect(await save(support, { userEmail: meV2.email, roles: ['viewer'] })).toMatchObject({
      __typename: 'ConflictError',
    });
  });

  test('records both changes when two administrators save at once, one based on the other', async () => {
    await Promise.all([
      save(support, { userEmail: email, roles: ['viewer'], urlNames: ['acme'] }),
      save(tester, { userEmail: email, roles: ['developer'], urlNames: ['acme'] }),
    ]);
    const [first, second] = await lastActs(2);
    expect(second?.before).toEqual(first?.after);
    expect([first?.after, second?.after]).toEqual(
      expect.arrayContaining([{ roles: ['viewer'] }, { roles: ['developer'] }]),
    );
  });

  test('changing a user who does not exist says so, and unknown roles are refused', async () => {
    expect(await save(support, { userEmail: newEmail(), roles: ['viewer'], urlNames: ['acme'] })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(
      await support.ask(ADMIN_CALLS.saveUser, { userEmail: email, roles: ['king'], urlNames: ['acme'] }),
    ).toMatchObject({ status: 400 });
  });
});

describe('verifying an email', () => {
  const verify = async (as: Client, email: string, urlName?: string): Promise<unknown> =>
    (await as.data<{ verifyEmail: unknown }>(ADMIN_CALLS.verifyEmail, { email, urlName })).verifyEmail;

  test('finds a new user, a known one without accounts, and one with access', {
    tags: ['spec:admin-call-verify', 'spec:admin-verify-outcomes'],
  }, async () => {
    const [known, member] = [newEmail(), newEmail()];
    await addPerson(server.database, { email: known, name: 'Kim' });
    const id = await addPerson(server.database, { email: member, name: 'Max', roles: { [acme]: ['viewer'] } });
    expect(await verify(support, newEmail())).toEqual({ auth0Name: null, userId: null });
    expect(await verify(support, ` ${known.toUpperCase()} `)).toEqual({ auth0Name: 'Kim', userId: null });
    expect(await verify(support, member)).toEqual({ auth0Name: 'Max', userId: id });
    expect(await verify(lead, ` ${member.toUpperCase()} `, 'acme')).toEqual({ auth0Name: 'Max', userId: id });
  });

  test('verifying an email is closed to those who manage no users there', async () => {
    expect(await lead.ask(ADMIN_CALLS.verifyEmail, { email: 'a@b.test' })).toMatchObject({ status: 403 });
    expect(await lead.ask(ADMIN_CALLS.verifyEmail, { email: 'a@b.test', urlName: 'globex' })).toMatchObject({
      status: 403,
    });
  });
});

describe('people of other accounts, for who manages users of one', () => {
  const ask = (query: string, variables: object) => lead.ask(query, { ...variables });
  const strangers = async (): Promise<readonly [unknown: string, outside: string, withoutAccounts: string]> => {
    const [outside, withoutAccounts] = [newEmail(), newEmail()];
    await addPerson(server.database, { email: outside, name: 'Victor Globex', roles: { [globex]: ['viewer'] } });
    await addPerson(server.database, { email: withoutAccounts, name: 'Victor Globex' });
    return [newEmail(), outside, withoutAccounts];
  };

  test.each([
    ['verifying an email', ADMIN_CALLS.verifyEmail, (email: string) => ({ email, urlName: 'acme' })],
    [
      'granting roles',
      ADMIN_CALLS.saveUser,
      (userEmail: string) => ({ userEmail, roles: ['viewer'], urlNames: ['acme'] }),
    ],
    ['renaming', ADMIN_CALLS.saveUser, (userEmail: string) => ({ userEmail, userName: 'M', urlNames: ['acme'] })],
    [
      'setting a password',
      ADMIN_CALLS.saveUser,
      (userEmail: string) => ({ userEmail, userPassword: PASSWORD, urlNames: ['acme'] }),
    ],
    ['removing from the account', ADMIN_CALLS.removeFromAccount, (email: string) => ({ email, urlName: 'acme' })],
  ] as const)('%s answers for them as for unknown addresses', async (_what, call, variablesOf) => {
    const answers: unknown[] = [];
    for (const email of await strangers()) answers.push(await ask(call, variablesOf(email)));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(JSON.stringify(answers)).not.toContain('Victor');
  });

  test.each(['active', 'deactivated'] as const)(
    'a password for a person who is %s elsewhere is refused as for a new one',
    async (status) => {
      const [unknown, existing] = [newEmail(), newEmail()];
      const id = await addPerson(server.database, { email: existing, name: 'Victor Globex' });
      await server.database.withIdentity((tx) =>
        sql`update person set status = ${status} where id = ${id}`.execute(tx),
      );
      const add = (userEmail: string): Promise<unknown> =>
        save(lead, { userEmail, userName: 'Vic', userPassword: PASSWORD, roles: ['viewer'], urlNames: ['acme'] });
      for (const email of [unknown, existing])
        expect(await add(email)).toMatchObject({ __typename: 'InvalidUserError', field: 'userPassword' });
      expect(await canSignIn(server.database, unknown, PASSWORD)).toBe(false);
      expect(await canSignIn(server.database, existing, PASSWORD)).toBe(false);
      expect(await canSignIn(server.database, existing, TEST_PASSWORD)).toBe(status === 'active');
    },
  );

  test('adding them reads neither their name nor their id, and gives no role', async () => {
    const answers: string[] = [];
    for (const userEmail of await strangers()) {
      const edit = { userEmail, userName: 'Vic', roles: ['viewer'], urlNames: ['acme'] };
      answers.push(JSON.stringify(await save(lead, edit)));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('SavedUser');
    const [, outside = ''] = await strangers();
    expect(answers[0]).not.toMatch(/Vic|globex/);
    const { account } = await lead.data<{ account: { users: { email: string }[] } }>(
      '{ account(urlName: "acme") { users { email } } }',
    );
    expect(account.users.map(({ email }) => email)).not.toContain(outside);
  });
});
