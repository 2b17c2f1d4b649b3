import { permissionsOf, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { saveRoleAs } from '../../../testing/defined-roles.ts';
import { createDirectory, type DirectoryClient, patchOf } from '../../../testing/directory.ts';
import { enrolApp } from '../../../testing/factors.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { addOidcConnection, addVerifiedDomain } from '../../../testing/sso.ts';
import { removeApp } from '../../identity/factors/authenticator-app.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const lead = useClient(server, mine, ['cs']);
const support = useGlobalClient(server, mine, 'cs');
let directory: DirectoryClient;
let connectionId = '';

beforeAll(async () => {
  directory = await createDirectory(server.url, lead);
  ({ id: connectionId } = await addOidcConnection(server, mine.accountId, { issuer: 'https://idp.example' }));
});

const query = (text: string) => queryAsSuperuser<{ id: string }>(server.databaseUrl, text);
const requireSso = (isOnly: boolean) =>
  query(`update sso_connection set sso_only = ${isOnly}, first_used = now() where id = '${connectionId}'`);

type Keeper = { readonly id: string; readonly email: string };
async function addKeeper(role: (typeof ROLES)[number] | null = 'operator'): Promise<Keeper> {
  const email = newEmail('keeper');
  const roles = role === null ? {} : { [mine.accountId]: [role] };
  const id = await addPerson(server.database, { email, name: 'Keeper', roles });
  await query(`insert into sso_break_glass (account_id, person_id) values ('${mine.accountId}', '${id}')`);
  await enrolApp(server, { id, email }, Date.now());
  return { id, email };
}
/** The only break-glass administrators of the account, which requires single sign-on. */
async function keepers(count: number): Promise<readonly Keeper[]> {
  await requireSso(false);
  await query(`delete from sso_break_glass where account_id = '${mine.accountId}'`);
  const added = await Promise.all(Array.from({ length: count }, () => addKeeper()));
  await requireSso(true);
  return added;
}
const canEnter = async (): Promise<boolean> =>
  (await mine.rows(sql<{ can: boolean }>`select has_break_glass(${mine.accountId}::uuid) as can`))[0]?.can === true;

/** Asks, and returns all that was answered. */
const asked = async (as: typeof lead, text: string): Promise<string> => JSON.stringify(await as.ask(text));
const passwordOf = async (id: string): Promise<string> =>
  (await query(`select id from person_identity where person_id = '${id}' and connection_type = 'password'`))[0]?.id ??
  '';

const WAYS: readonly (readonly [string, (keeper: Keeper) => Promise<string>])[] = [
  [
    'another role in place of theirs',
    ({ email }) =>
      asked(
        lead,
        `mutation { saveUserV2(userEmail: "${email}", roles: ["viewer"], urlNames: ["${mine.urlName}"]) { __typename } }`,
      ),
  ],
  [
    'their removal from the account',
    ({ email }) =>
      asked(lead, `mutation { removeUserFromAccountV2(urlName: "${mine.urlName}", email: "${email}") { __typename } }`),
  ],
  ['their deactivation', ({ email }) => asked(support, `mutation { removeUserV2(email: "${email}") { __typename } }`)],
  [
    'a directory that deactivates them',
    async ({ id }) =>
      JSON.stringify(
        (await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))).body,
      ),
  ],
  [
    'a directory that takes their role',
    async ({ id }) =>
      JSON.stringify(
        (
          await directory.send(
            'PATCH',
            '/Groups/operator',
            patchOf({ op: 'remove', path: `members[value eq "${id}"]` }),
          )
        ).body,
      ),
  ],
  [
    'a block of their password',
    async ({ id }) =>
      asked(support, `mutation { setAuth0UserBlock(id: "${await passwordOf(id)}", blocked: true) { __typename } }`),
  ],
  [
    'a reset of their second factor',
    ({ id }) => asked(support, `mutation { resetUserFactors(userId: "${id}") { __typename } }`),
  ],
];

describe('the last break-glass administrator where single sign-on is required', () => {
  test.each(WAYS)('stays in spite of %s', async (_, take) => {
    const [only] = await keepers(1);
    expect(await take(only as Keeper)).toContain('the last who can enter');
    expect(await canEnter()).toBe(true);
    // Neither is another one kept, nor somebody who is needed no longer.
    const [first] = await keepers(2);
    expect(await take(first as Keeper)).not.toContain('the last who can enter');
    expect(await canEnter()).toBe(true);
    const [free] = await keepers(1);
    await requireSso(false);
    expect(await take(free as Keeper)).not.toContain('the last who can enter');
    expect(await canEnter()).toBe(false);
  });

  test('stays in spite of their role losing its permission', async () => {
    await keepers(0);
    await requireSso(false);
    const permissions = ['view', 'manage-sign-in'];
    const role = await saveRoleAs(lead, mine.urlName, { name: 'Keepers', permissions });
    const keeper = await addKeeper(null);
    await query(
      `insert into membership (account_id, person_id, role_id) values ('${mine.accountId}', '${keeper.id}', '${role.id}')`,
    );
    await requireSso(true);
    const edit = { name: 'Keepers', roleId: role.id, version: role.version, permissions: ['view'] };
    await expect(saveRoleAs(lead, mine.urlName, edit)).rejects.toThrow('the last who can enter');
    expect(await canEnter()).toBe(true);
  });

  test('stays beside somebody without a password', async () => {
    const [only, without] = await keepers(2);
    await query(
      `delete from credential_password where identity_id in
        (select id from person_identity where person_id = '${without?.id}')`,
    );
    expect(await canEnter()).toBe(true);
    expect(await asked(support, `mutation { removeUserV2(email: "${only?.email}") { __typename } }`)).toContain(
      'the last who can enter',
    );
  });

  test('stays beside somebody without a second factor, and keeps their own', async () => {
    const [only, without] = await keepers(2);
    const remove = ({ id }: Keeper) => removeApp(server.database, { personId: id }, false);
    // The address of neither lies in a verified domain, so that only the account keeps their factors.
    expect(await remove(without as Keeper)).toMatchObject({ authenticatorApp: null });
    expect(await canEnter()).toBe(true);
    await expect(remove(only as Keeper)).rejects.toThrow('none could enter while its provider is down');
    expect(await canEnter()).toBe(true);
  });

  test('counts only while no other account requires its own provider of them', async () => {
    const [only] = await keepers(1);
    const domain = `${theirs.urlName}.example`;
    await query(`update person set email = 'keeper@${domain}' where id = '${only?.id}'`);
    await query(
      `insert into membership (account_id, person_id, role) values ('${theirs.accountId}', '${only?.id}', 'viewer')`,
    );
    await addVerifiedDomain(server, theirs.accountId, domain);
    const { id } = await addOidcConnection(server, theirs.accountId, { issuer: 'https://idp.example' });
    expect(await canEnter()).toBe(true);
    await query(`update sso_connection set sso_only = true, first_used = now() where id = '${id}'`);
    expect(await canEnter()).toBe(false);
  });

  test('stays while the account is deactivated, which may be activated again', async () => {
    const [only] = await keepers(1);
    const status = (value: string) => query(`update account set status = '${value}' where id = '${mine.accountId}'`);
    await status('deactivated');
    try {
      const { token } = support;
      expect(
        await asked(
          createClient(server, { token }),
          `mutation { removeUserV2(email: "${only?.email}") { __typename } }`,
        ),
      ).toContain('the last who can enter');
    } finally {
      await status('active');
    }
    expect(await canEnter()).toBe(true);
  });

  test('one of two stays who are deactivated at once', async () => {
    const both = await keepers(2);
    const answers = await Promise.all(
      both.map(({ email }) => asked(support, `mutation { removeUserV2(email: "${email}") { __typename } }`)),
    );
    expect(answers.filter((answer) => answer.includes('the last who can enter'))).toHaveLength(1);
    expect(await canEnter()).toBe(true);
  });

  test.each(ROLES)('%s counts as far as it has the permission', async (role) => {
    await keepers(0);
    await addKeeper(role);
    expect(await canEnter()).toBe(permissionsOf([role], []).includes('manage-sign-in'));
  });
});
