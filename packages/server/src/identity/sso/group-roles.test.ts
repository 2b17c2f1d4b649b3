import type { Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CompanyUser, startCompanyProvider } from '../../../testing/company-provider.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { addPerson } from '../../../testing/people.ts';
import {
  type AddedConnection,
  addOidcConnection,
  addVerifiedDomain,
  completeSignIn,
  openSignIn,
  providerAddress,
} from '../../../testing/sso.ts';

const server = useGraphqlServer();
const company = useStarted(startCompanyProvider);
const acme = useAccount(server);
const SECRET = 'secret-of-the-client-at-the-company';
const domain = () => `${acme.urlName}.example`;
const query = <Row extends object>(text: string) => queryAsSuperuser<Row>(server.databaseUrl, text);
let auditors = '';
/** By their default role; the last one reads another claim. */
let strict: AddedConnection;
let open: AddedConnection;
let teams: AddedConnection;

async function connect(defaultRole: Role | null, settings: object): Promise<AddedConnection> {
  const more = { issuer: company.issuer, secret: SECRET, settings, ...(defaultRole === null ? {} : { defaultRole }) };
  const added = await addOidcConnection(server, acme.accountId, more);
  company.addClient({ id: added.clientId, secret: SECRET, redirectUri: added.callback });
  return added;
}
beforeAll(async () => {
  await addVerifiedDomain(server, acme.accountId, domain());
  const rows = await query<{ id: string }>(
    `insert into account_role (account_id, name, permissions) values ('${acme.accountId}', 'Auditors', '{view,read-audit-log}')
      returning id`,
  );
  auditors = rows[0]?.id ?? '';
  const mapping = [
    { group: 'Data engineers', role: 'developer' },
    { group: 'On call', role: 'operator' },
    { group: 'On call', role: 'viewer' },
    { group: '/audit', role: auditors },
    { group: 'Former', role: '01a20000-0000-7000-8000-000000000000' },
  ];
  strict = await connect(null, { group_roles: mapping });
  open = await connect('viewer', { group_roles: mapping });
  teams = await connect(null, { group_roles: [{ group: 'On call', role: 'viewer' }], groups_claim: 'teams' });
});

let people = 0;
const newLogin = (): string => {
  people += 1;
  return `ada${people}`;
};
const emailOf = (login: string): string => `${login}@${domain()}`;

/** Signs a person in; the page that they see, and their token if they got in. */
async function enter(login: string, more: CompanyUser, connection = strict) {
  company.users.set(login, { email: emailOf(login), email_verified: true, name: 'Ada', ...more });
  const at = await openSignIn(server);
  await at.browser.get(`/sign-in/sso/${connection.id}`);
  const shown = await at.browser.get(at.page);
  const callback = await company.signIn(providerAddress(shown).href, login);
  const answer = await at.browser.get(callback.href);
  if (answer.status === 401) return { text: answer.text, token: null };
  const again = await openSignIn(server);
  await again.browser.get(`/sign-in/sso/${connection.id}`);
  const second = await company.signIn(providerAddress(await again.browser.get(again.page)).href, login);
  return { text: '', token: (await completeSignIn(server, again, second)).access_token };
}
const rolesOf = async (login: string): Promise<readonly string[]> =>
  (
    await query<{ role: string }>(
      `select coalesce(m.role, r.name) as role from membership m join person p on p.id = m.person_id
        left join account_role r on r.id = m.role_id
        where m.account_id = '${acme.accountId}' and p.email = '${emailOf(login)}' order by 1`,
    )
  ).map(({ role }) => role);
const addMember = (login: string, roles: readonly Role[]) =>
  addPerson(server.database, { email: emailOf(login), roles: { [acme.accountId]: roles } });

describe('roles by group', () => {
  test('groups give their roles to somebody new, also those that the account defines', async () => {
    const login = newLogin();
    const { token } = await enter(login, { groups: ['Data engineers', '/audit', 'Elsewhere'] });
    expect(await rolesOf(login)).toEqual(['Auditors', 'developer']);
    const client = createClient(server, { token: token ?? '', account: acme.urlName });
    expect(await client.data('{ meV2 { permissions } }')).toMatchObject({
      meV2: { permissions: expect.arrayContaining(['develop-scripts', 'read-audit-log']) as unknown },
    });
  });

  test('groups take the roles of the mapping that they do not give, and no other', async () => {
    const login = newLogin();
    const id = await addMember(login, ['developer', 'beta_backfill']);
    await enter(login, { groups: ['On call'] });
    expect(await rolesOf(login)).toEqual(['beta_backfill', 'operator', 'viewer']);
    const acts = await acme.rows(sql<{ before: unknown; after: unknown; actor: string }>`
      select actor, before, after from audit_entry where kind = 'roles_changed' and subject_id = ${id}::uuid`);
    expect(acts).toEqual([
      {
        actor: 'system',
        before: { roles: ['developer', 'beta_backfill'] },
        after: { roles: ['beta_backfill', 'operator', 'viewer'], connection: 'Okta' },
      },
    ]);
  });

  test('groups that give none leave the default role, or no way in until another group gives one', async () => {
    const [kept, lost] = [newLogin(), newLogin()];
    await addMember(kept, ['developer']);
    await enter(kept, { groups: [] }, open);
    expect(await rolesOf(kept)).toEqual(['viewer']);
    await addMember(lost, ['developer']);
    expect((await enter(lost, {})).text).toContain('None of your groups at Okta gives a role here');
    expect(await rolesOf(lost)).toEqual([]);
    expect((await enter(lost, { groups: 'On call' })).token).not.toBeNull();
    expect(await rolesOf(lost)).toEqual(['operator', 'viewer']);
    // An administrator removes the person, whom no group brings back.
    await query(`delete from membership where person_id = (select id from person where email = '${emailOf(lost)}')`);
    expect((await enter(lost, { groups: ['On call'] })).text).toContain('You do not belong to the account any more');
    expect(await rolesOf(lost)).toEqual([]);
  });

  test('groups that give no role add no one', async () => {
    const login = newLogin();
    expect((await enter(login, { groups: ['Former', 'on call', 'Elsewhere'] })).text).toContain('None of your groups');
    expect(await query(`select from person where email = '${emailOf(login)}'`)).toEqual([]);
  });

  test('groups take nothing from a break-glass administrator', async () => {
    const login = newLogin();
    const id = await addMember(login, ['operator']);
    await query(`insert into sso_break_glass (account_id, person_id) values ('${acme.accountId}', '${id}')`);
    await enter(login, { groups: ['Data engineers'] });
    expect(await rolesOf(login)).toEqual(['developer', 'operator']);
  });

  test('groups count from the claim of the connection only', async () => {
    const login = newLogin();
    expect((await enter(login, { groups: ['On call'] }, teams)).token).toBeNull();
    expect((await enter(login, { teams: ['On call'] }, teams)).token).not.toBeNull();
    expect(await rolesOf(login)).toEqual(['viewer']);
  });

  test('groups that the provider keeps elsewhere, since there are too many, change no role', async () => {
    const login = newLogin();
    await addMember(login, ['developer']);
    const { text } = await enter(login, { _claim_names: { groups: 'src1' } });
    expect(text).toContain('more groups than Okta sends');
    expect(await rolesOf(login)).toEqual(['developer']);
  });
});
