import { beforeAll, describe, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addAccount } from '../../../testing/people.ts';

const server = useGraphqlServer();
let acme: string;
let globex: string;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  globex = await addAccount(server.database, 'globex');
});

const ME =
  '{ meV2 { email name default_url_name accounts { urlName name show_download_summary roles } permissions roles } }';
const PREFERENCES = '{ meV2 { userPreferences { prefersMiniNavbar mode drawerWidth } datagridPreferences } }';
const save = (token: string, name: string, value: unknown) =>
  ask(
    server,
    { token },
    'mutation($name: String!, $value: JSON!) { savePreference(name: $name, value: $value) { name value } }',
    { name, value },
  );

describe('meV2', () => {
  test('returns roles and permissions in the account that the request names', { tags: 'spec:call-me' }, async () => {
    const token = await server.tokenOf({ [acme]: ['viewer'], [globex]: ['operator'] });
    const inGlobex = await ask(server, { token, account: 'globex' }, ME);
    expect(inGlobex.data).toEqual({
      meV2: {
        email: 'person1@test.test',
        name: 'Person 1',
        default_url_name: 'acme',
        accounts: [
          { urlName: 'acme', name: 'Acme', show_download_summary: true, roles: ['viewer'] },
          { urlName: 'globex', name: 'Globex', show_download_summary: true, roles: ['operator', 'viewer'] },
        ],
        permissions: [
          'email-ingest-v3',
          'backfills',
          'manage-pipelines',
          'view',
          'manage-keys',
          'manage-integrations',
          'manage-account-settings',
          'manage-publish-rules',
          'read-audit-log',
          'manage-audit-log',
          'manage-sign-in',
        ],
        roles: ['operator', 'viewer'],
      },
    });
    const nowhere = await ask(server, { token }, ME);
    expect(nowhere.data).toMatchObject({ meV2: { permissions: [], roles: [] } });
  });

  test('starts in the account that the person chose, while they have a role in it', async () => {
    const token = await server.tokenOf({ [acme]: ['viewer'], [globex]: ['viewer'] });
    const choose = (id: string) =>
      server.database.withIdentity((tx) =>
        tx.updateTable('person').set({ default_account_id: id }).where('email', '=', 'person2@test.test').execute(),
      );
    await choose(globex);
    expect((await ask(server, { token }, ME)).data).toMatchObject({ meV2: { default_url_name: 'globex' } });
    await choose((await buildAccount(server.database)).accountId);
    expect((await ask(server, { token }, ME)).data).toMatchObject({ meV2: { default_url_name: 'acme' } });
  });

  test('a person without roles has no accounts, a person with a global role has all', async () => {
    const none = await server.tokenOf({});
    expect((await ask(server, { token: none }, ME)).data).toMatchObject({
      meV2: { default_url_name: null, accounts: [] },
    });
    const global = await server.tokenOf({}, ['cs']);
    const { data } = await ask(server, { token: global, account: 'acme' }, ME);
    const { meV2 } = data as {
      meV2: { roles: string[]; permissions: string[]; accounts: { urlName: string; roles: string[] }[] };
    };
    expect(meV2.roles).toContain('cs');
    expect(meV2.permissions).toContain('manage-accounts');
    expect(meV2.accounts.length).toBeGreaterThanOrEqual(3);
    expect(meV2.accounts.every(({ roles }) => roles.includes('cs'))).toBe(true);
  });
});

describe('preferences', () => {
  test('preferences are kept per person, and have defaults', {
    tags: ['spec:call-preference', 'spec:call-save-preference'],
  }, async () => {
    const [one, two] = [await server.tokenOf({}), await server.tokenOf({})];
    expect((await ask(server, { token: one }, PREFERENCES)).data).toEqual({
      meV2: {
        userPreferences: { prefersMiniNavbar: false, mode: 'system', drawerWidth: null },
        datagridPreferences: {},
      },
    });
    expect((await save(one, 'mode', 'dark')).data).toEqual({ savePreference: { name: 'mode', value: 'dark' } });
    await save(one, 'mode', 'light');
    await save(one, 'prefersMiniNavbar', true);
    await save(one, 'drawerWidth', 640);
    await save(one, 'datagridPreferences', { uploads: { columnsOrder: ['a'] }, events: {} });
    await save(one, 'datagridPreferences.uploads', { columnsOrder: ['b'] });
    expect((await ask(server, { token: one }, PREFERENCES)).data).toEqual({
      meV2: {
        userPreferences: { prefersMiniNavbar: true, mode: 'light', drawerWidth: 640 },
        datagridPreferences: { uploads: { columnsOrder: ['b'] }, events: {} },
      },
    });
    const asked = '{ userPreference(name: "mode") }';
    expect((await ask(server, { token: one }, asked)).data).toEqual({ userPreference: 'light' });
    expect((await ask(server, { token: two }, asked)).data).toEqual({ userPreference: null });
  });

  test('stored values of a wrong type are replaced by the defaults', async () => {
    const token = await server.tokenOf({});
    await save(token, 'mode', { a: 1 });
    await save(token, 'prefersMiniNavbar', 'yes');
    await save(token, 'drawerWidth', -1);
    await save(token, 'datagridPreferences', ['x']);
    expect((await ask(server, { token }, PREFERENCES)).data).toEqual({
      meV2: {
        userPreferences: { prefersMiniNavbar: false, mode: 'system', drawerWidth: null },
        datagridPreferences: {},
      },
    });
  });

  test.each([
    ['an empty name', '', 1],
    ['a name with spaces', 'a b', 1],
    ['a long name', 'a'.repeat(201), 1],
    ['more than 32 kB', 'big', 'ä'.repeat(17_000)],
    ['a character that cannot be stored', 'nul', 'a\u0000b'],
    ['endless nesting', 'deep', JSON.parse('['.repeat(50) + ']'.repeat(50))],
  ])('%s is refused', async (_, name, value) => {
    const token = await server.tokenOf({});
    const answer = await save(token, name, value);
    expect(answer).toMatchObject({ status: 400, errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  test('accepts a backslash before u0000, and 32 kB', async () => {
    const token = await server.tokenOf({});
    expect((await save(token, 'text', '\\u0000')).errors).toEqual([]);
    expect((await save(token, 'large', 'a'.repeat(32_000))).errors).toEqual([]);
  });

  test('property names that would change prototypes are refused', async () => {
    const token = await server.tokenOf({});
    const answer = await ask(
      server,
      { token },
      'mutation { savePreference(name: "a", value: { constructor: { a: 1 } }) { name } }',
    );
    expect(answer.status).toBe(400);
    expect(answer.errors[0]?.message).toContain('constructor');
  });

  test('a person may store 200 preferences, and change each of them', async () => {
    const token = await server.tokenOf({});
    for (let n = 0; n < 200; n += 1) expect((await save(token, `p${n}`, n)).errors).toEqual([]);
    expect((await save(token, 'one-more', 1)).errors[0]?.message).toContain('200');
    expect((await save(token, 'p7', 'changed')).data).toEqual({ savePreference: { name: 'p7', value: 'changed' } });
  });
});
