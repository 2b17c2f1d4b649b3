import { randomUUID } from 'node:crypto';
import type { Permission } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import {
  grantDefined,
  ROLE_CALLS,
  type RoleAnswer,
  saveRoleAs,
  signInWith,
  subjectOf,
} from '../../../testing/defined-roles.ts';
import { saveDraft, writeDraft } from '../../../testing/draft-calls.ts';
import { type Client, createClient, signIn } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { answerReview } from '../../../testing/review-calls.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
/** Administers the account, and lacks what only testers have. */
const lead = useClient(server, account, ['cs'], beforeEach);
const tester = useClient(server, account, ['tester'], beforeEach);
const developer = useClient(server, account, ['developer'], beforeEach);
const support = useGlobalClient(server, account, 'cs');

const save = (as: Client, name: string, permissions: readonly string[], of?: RoleAnswer): Promise<RoleAnswer> =>
  saveRoleAs(as, account.urlName, {
    name,
    permissions,
    ...(of === undefined ? {} : { roleId: of.id, version: of.version }),
  });
const remove = async (as: Client, { id, version }: RoleAnswer, urlName = account.urlName): Promise<object> =>
  (await as.data<{ removeAccountRole: object }>(ROLE_CALLS.remove, { urlName, roleId: id, version })).removeAccountRole;
const grant = async (as: Client, email: string, roles: readonly string[]): Promise<object> =>
  (
    await as.data<{ saveUserV2: object }>(ADMIN_CALLS.saveUser, {
      userEmail: email,
      roles,
      urlNames: [account.urlName],
    })
  ).saveUserV2;
type Listed = {
  readonly definedRoles: readonly RoleAnswer[];
  readonly users: readonly { readonly email: string; readonly roles: readonly string[] }[];
};
const list = async (): Promise<Listed> =>
  (await lead.data<{ account: Listed }>(ROLE_CALLS.list, { urlName: account.urlName })).account;
const rolesOf = async (email: string): Promise<readonly string[] | undefined> =>
  (await list()).users.find((user) => user.email === email)?.roles;
const permissionsOf = async (as: Client): Promise<readonly string[]> =>
  (await as.data<{ meV2: { permissions: string[] } }>('{ meV2 { permissions } }')).meV2.permissions;
const member = async (roles: readonly 'viewer'[] = ['viewer']): Promise<{ email: string; id: string }> => {
  const email = newEmail();
  return { email, id: await addPerson(server.database, { email, roles: { [account.accountId]: roles } }) };
};
const lastActs = async (count: number): Promise<readonly object[]> =>
  (await actsOf(server.database, subjectOf(lead.token))).slice(-count);

const BETA = 'beta-messages';
const LACKED = { __typename: 'ConflictError', message: `You lack ${BETA}. Ask a person who has it.` };

describe('a role that an account defines', () => {
  test('a defined role is granted by name beside presets, and recorded with what it permits', async () => {
    const role = await save(lead, ' Key keepers ', ['manage-keys', 'view']);
    expect(role).toMatchObject({ name: 'Key keepers', permissions: ['view', 'manage-keys'], version: 1, holders: 0 });
    const { email } = await member();
    expect(await grant(lead, email, ['Key keepers', 'viewer'])).toMatchObject({ __typename: 'SavedUser' });
    expect(await rolesOf(email)).toEqual(['viewer', 'Key keepers']);
    expect((await list()).definedRoles).toMatchObject([{ name: 'Key keepers', holders: 1 }]);
    expect(await save(lead, 'Keys', ['view'], role)).toMatchObject({ name: 'Keys', permissions: ['view'], version: 2 });
    expect(await rolesOf(email)).toEqual(['viewer', 'Keys']);
    expect(await grant(lead, email, ['viewer'])).toMatchObject({ __typename: 'SavedUser' });
    expect(await remove(lead, { ...role, version: 2 })).toEqual({ __typename: 'Account', definedRoles: [] });
    expect(await lastActs(5)).toEqual([
      {
        kind: 'role_created',
        subject: null,
        before: {},
        after: { name: 'Key keepers', permissions: ['view', 'manage-keys'] },
      },
      {
        kind: 'roles_changed',
        subject: email,
        before: { roles: ['viewer'] },
        after: { roles: ['viewer', 'Key keepers'] },
      },
      {
        kind: 'role_changed',
        subject: null,
        before: { name: 'Key keepers', permissions: ['view', 'manage-keys'] },
        after: { name: 'Keys', permissions: ['view'] },
      },
      { kind: 'roles_changed', subject: email, before: { roles: ['viewer', 'Keys'] }, after: { roles: ['viewer'] } },
      { kind: 'role_removed', subject: null, before: { name: 'Keys', permissions: ['view'] }, after: {} },
    ]);
  });

  test('separates those who develop, approve and publish', async () => {
    const author = await signInWith(server, account, ['view', 'develop-scripts']);
    const reviewer = await signInWith(server, account, ['view', 'approve-scripts']);
    const publisher = await signInWith(server, account, ['view', 'develop-scripts', 'publish-scripts']);
    const { id, version } = await writeDraft(author);
    const refused = async (attempt: Promise<unknown>): Promise<boolean> =>
      attempt.then(
        () => false,
        (error: unknown) => String(error).includes('NOT_ALLOWED'),
      );
    expect(await refused(saveDraft(author, id, { action: 'publish' }))).toBe(true);
    expect(await refused(answerReview(publisher, id, version))).toBe(true);
    expect(await refused(saveDraft(reviewer, id, { action: 'publish' }))).toBe(true);
    expect(await answerReview(reviewer, id, version)).toMatchObject({ __typename: 'Changelist' });
    expect(await saveDraft(publisher, id, { action: 'publish' })).toMatchObject({ __typename: 'SaveChangelistOk' });
  });

  test('counts at once for open sessions, when it is granted, widened, narrowed and taken away', async () => {
    const role = await save(lead, 'Keys', ['view']);
    const { email } = await member();
    const token = await signIn(server, account, []);
    await grantDefined(server, account, subjectOf(token.token), ['view'], 'Keys');
    expect(await permissionsOf(token)).toEqual(['view']);
    const wider = await save(lead, 'Keys', ['view', 'manage-keys', 'backfills'], role);
    expect(await permissionsOf(token)).toEqual(['backfills', 'view', 'manage-keys']);
    await save(lead, 'Keys', ['manage-keys'], wider);
    expect(await permissionsOf(token)).toEqual(['manage-keys']);
    expect((await token.ask('{ downloads { nodes { id } } }')).status).toBe(403);
    const { meV2 } = await token.data<{ meV2: { email: string; roles: string[] } }>('{ meV2 { email roles } }');
    expect(meV2.roles).toEqual(['Keys']);
    await grant(lead, email, ['viewer']);
    await lead.data(ADMIN_CALLS.removeFromAccount, { urlName: account.urlName, email: meV2.email });
    expect((await token.ask('{ meV2 { email } }')).status).not.toBe(200);
  });

  test('ends open streams of its holders as soon as it permits less', async () => {
    const viewer = await signInWith(server, account, ['view']);
    const response = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'request-id': 'request-12345',
        authorization: `Bearer ${viewer.token}`,
        'account-uri': account.urlName,
      },
      body: JSON.stringify({ query: 'subscription { changes { overflow } }' }),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const [role] = (await list()).definedRoles;
    if (role === undefined) throw new Error('There is no role.');
    await save(lead, role.name, ['manage-keys'], role);
    // The check of each minute comes after the time limit of a test.
    for (;;) if ((await reader?.read())?.done !== false) break;
  });
});

describe('the grants of administrators', () => {
  test('a role with a permission that the administrator lacks is neither defined, changed, renamed nor granted', async () => {
    expect(await save(lead, 'Beta', ['view', BETA])).toEqual(LACKED);
    const beta = await save(tester, 'Beta', ['view', BETA]);
    expect(beta).toMatchObject({ __typename: 'AccountRole' });
    expect(await save(lead, 'Beta', ['view'], beta)).toEqual(LACKED);
    expect(await save(lead, 'Gamma', ['view', BETA], beta)).toEqual(LACKED);
    const { email } = await member();
    const refusal = {
      __typename: 'ConflictError',
      message: 'You cannot grant or revoke Beta. Ask a person who holds it.',
    };
    expect(await grant(lead, email, ['viewer', 'Beta'])).toEqual(refusal);
    expect(await grant(tester, email, ['viewer', 'Beta'])).toMatchObject({ __typename: 'SavedUser' });
    expect(await grant(lead, email, ['viewer'])).toEqual(refusal);
    expect(await lead.data(ADMIN_CALLS.removeFromAccount, { urlName: account.urlName, email })).toEqual({
      removeUserFromAccountV2: refusal,
    });
    expect(await rolesOf(email)).toEqual(['viewer', 'Beta']);
    const refused = (await lastActs(20)).filter((act) => 'kind' in act && act.kind === 'act_refused');
    expect(refused).toHaveLength(6);
  });

  test('a role that others hold is not widened by what the administrator lacks', async () => {
    const role = await save(lead, 'Readers', ['view']);
    const { email } = await member();
    await grant(lead, email, ['Readers']);
    expect(await save(lead, 'Readers', ['view', BETA], role)).toEqual(LACKED);
    expect((await list()).definedRoles).toMatchObject([{ permissions: ['view'], version: 1 }]);
  });

  test('people of support grant by their global roles only what these permit', async () => {
    expect(await save(support, 'Beta', [BETA])).toEqual(LACKED);
    const operator = createClient(server, { token: await server.tokenOf({}, ['operator']), account: account.urlName });
    await expect(save(operator, 'Keys', ['manage-keys'])).rejects.toThrow('NOT_ALLOWED');
    await expect(save(developer, 'Keys', ['manage-keys'])).rejects.toThrow('NOT_ALLOWED');
    expect(await save(support, 'Keys', ['manage-keys'])).toMatchObject({ __typename: 'AccountRole' });
  });

  test('an administrator by a defined role grants no preset with more than that role', async () => {
    const clerk = await signInWith(server, account, ['view', 'manage-users', 'backfills']);
    const { email } = await member();
    expect(await grant(clerk, email, ['viewer', 'developer'])).toMatchObject({ __typename: 'ConflictError' });
    expect(await save(clerk, 'Runners', ['backfills', 'manage-pipelines'])).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await grant(clerk, email, ['viewer', 'beta_backfill'])).toMatchObject({ __typename: 'SavedUser' });
  });

  test('no role of an account holds what concerns all accounts, in the program and in the database', async () => {
    for (const permission of ['manage-accounts', 'manage-global-users', 'list-accounts-v2', 'no-permission'])
      await expect(save(tester, 'All', ['view', permission])).rejects.toThrow(
        `No role of an account can hold ${permission}.`,
      );
    const { id } = await member();
    await expect(grantDefined(server, account, id, ['manage-accounts'])).rejects.toThrow(
      'account_role_permissions_check',
    );
  });

  test('a password is set only for people whose defined roles the administrator may grant', async () => {
    const holder = async (permissions: readonly Permission[]): Promise<string> => {
      const { email, id } = await member([]);
      await grantDefined(server, account, id, permissions);
      return email;
    };
    const set = async (userEmail: string): Promise<unknown> =>
      (
        await support.data<{ saveUserV2: unknown }>(ADMIN_CALLS.saveUser, {
          userEmail,
          userPassword: 'Plum-tree-over-9-hills',
        })
      ).saveUserV2;
    expect(await set(await holder(['view', BETA]))).toMatchObject({
      message: expect.stringContaining('holds roles that you cannot grant') as unknown,
    });
    expect(await set(await holder(['view']))).toMatchObject({ __typename: 'SavedUser' });
  });
});

describe('the administrators of an account', () => {
  test('a role is changed by people who do not hold it, but for its name', async () => {
    const clerk = await signInWith(server, account, ['view', 'manage-users']);
    const [role] = (await list()).definedRoles;
    if (role === undefined) throw new Error('There is no role.');
    expect(await save(clerk, role.name, ['view'], role)).toEqual({
      __typename: 'ConflictError',
      message: 'You hold this role. Ask another administrator to change what it permits.',
    });
    expect(await save(clerk, 'Clerks', role.permissions, role)).toMatchObject({ name: 'Clerks', version: 2 });
  });

  test('one of two stays who take administration from the role of the other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await signInWith(server, account, ['view', 'manage-users']);
      const two = await signInWith(server, account, ['view', 'manage-users']);
      const [first, second] = [one.roleId, two.roleId].map((id) => ({ roleId: id, version: 1, name: `R ${id}` }));
      if (first === undefined || second === undefined) throw new Error('There are two roles.');
      const narrow = (as: Client, edit: { roleId: string; version: number; name: string }) =>
        as.ask(ROLE_CALLS.save, { urlName: account.urlName, permissions: ['view'], ...edit });
      await Promise.all([narrow(one, second), narrow(two, first)]);
      const left = [await permissionsOf(one), await permissionsOf(two)].filter((held) => held.includes('manage-users'));
      expect(left).toHaveLength(1);
    }
  });
});

describe('the values of a role', () => {
  test.each([
    ['', 'Required field'],
    ['CS', 'CS is a preset. Choose another name.'],
    ['Viewer', 'Viewer is a preset. Choose another name.'],
    ['Keys, files', 'The name can be neither an id nor contain a comma.'],
    [randomUUID(), 'The name can be neither an id nor contain a comma.'],
    ['KEYS', 'The account has a role KEYS already.'],
    ['x'.repeat(61), 'A name has at most 60 characters, this one has 61.'],
    ['Ke\u202eys', expect.stringContaining('direction of text') as unknown],
  ])('refuses the name %j', async (name, message) => {
    await save(lead, 'Keys', ['view']);
    expect(await save(lead, name, ['view'])).toEqual({ __typename: 'InvalidRoleError', field: 'name', message });
  });

  test('needs a permission, and the version that was read', async () => {
    expect(await save(lead, 'Keys', [])).toMatchObject({ __typename: 'InvalidRoleError', field: 'permissions' });
    const role = await save(lead, 'Keys', ['view']);
    await save(lead, 'Keys', ['manage-keys'], role);
    const stale = { __typename: 'ConflictError', message: 'Somebody changed the role meanwhile. Read it again.' };
    expect(await save(lead, 'Keys', ['view'], role)).toEqual(stale);
    expect(await remove(lead, role)).toEqual(stale);
  });

  test('a role is not removed while people hold it, and the answer says how many', async () => {
    const role = await save(lead, 'Keys', ['view']);
    const [one, two] = [await member(), await member()];
    await grant(lead, one.email, ['Keys']);
    const message = (count: string): object => ({
      __typename: 'ConflictError',
      message: `${count} the role Keys. Give them other roles first.`,
    });
    expect(await remove(lead, role)).toEqual(message('1 person holds'));
    await grant(lead, two.email, ['Keys', 'viewer']);
    expect(await remove(lead, role)).toEqual(message('2 people hold'));
    await support.data(ADMIN_CALLS.removeUser, { email: one.email });
    await lead.data(ADMIN_CALLS.removeFromAccount, { urlName: account.urlName, email: two.email });
    expect(await remove(lead, role)).toMatchObject({ __typename: 'Account' });
  });

  test('one role of a name is added by several at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => save(lead, 'Keys', ['view'])));
    expect(answers.map(({ __typename: type }) => type).toSorted()).toEqual([
      'AccountRole',
      'InvalidRoleError',
      'InvalidRoleError',
    ]);
  });
});

describe('roles of another account', () => {
  test('roles of another account are neither granted, changed, removed nor seen', async () => {
    const foreign = await signInWith(server, other, ['view']);
    const { email } = await member();
    const name = `Role of ${foreign.personId}`;
    await expect(grant(tester, email, [name])).rejects.toThrow(`There is no role Role of`);
    const role = { id: foreign.roleId, version: 1 } as RoleAnswer;
    const missing = { __typename: 'NotFoundError', message: 'The account has no such role.' };
    expect(await save(tester, 'Mine', ['view'], role)).toEqual(missing);
    expect(await remove(tester, role)).toEqual(missing);
    await expect(remove(tester, role, other.urlName)).rejects.toThrow('NOT_ALLOWED');
    expect((await list()).definedRoles).toEqual([]);
  });

  test('the database keeps them apart, and a membership has one role', async () => {
    const foreign = await signInWith(server, other, ['view']);
    const { id } = await member();
    const run = (text: string): Promise<object[]> => queryAsSuperuser(server.databaseUrl, text);
    const insert = (values: string): Promise<object[]> =>
      run(
        `insert into membership (account_id, person_id, role, role_id) values ('${account.accountId}', '${id}', ${values})`,
      );
    await expect(insert(`null, '${foreign.roleId}'`)).rejects.toThrow('membership_defined_role');
    await expect(insert(`'operator', '${foreign.roleId}'`)).rejects.toThrow('membership_one_role');
    await expect(insert('null, null')).rejects.toThrow('role_key');
    const read = sql`select id from account_role`;
    const asAccount = (text: ReturnType<typeof sql>) =>
      server.database.withAccount(account.accountId, (tx) => text.execute(tx));
    expect((await asAccount(read)).rows).toEqual([]);
    await expect(asAccount(sql`update account_role set name = 'x'`)).rejects.toThrow('permission denied');
  });
});
