import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { saveRoleAs } from '../../../testing/defined-roles.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const operator = useClient(server, mine, ['operator']);
const lead = useClient(server, mine, ['cs']);
const support = useGlobalClient(server, mine, 'cs');
const foreign = useGlobalClient(server, theirs, 'cs');
let role = '';
let theirRole = '';
beforeAll(async () => {
  const permissions = ['view', 'read-audit-log'];
  role = (await saveRoleAs(lead, mine.urlName, { name: 'Auditors', permissions })).id;
  theirRole = (await saveRoleAs(foreign, theirs.urlName, { name: 'Auditors', permissions })).id;
});

type Saved = { readonly id?: string; readonly errors?: readonly { readonly path: string; readonly message: string }[] };
type Mapping = readonly { readonly group: string; readonly role: string }[];
async function save(as: Client, mapping: Mapping, more: { readonly id?: string; readonly settings?: object } = {}) {
  const settings = { issuer: 'https://idp.example', client_id: 'x', ...more.settings, group_roles: mapping };
  const { save: saved } = await as.data<{ readonly save: Saved }>(
    `mutation($id: ID, $settings: JSON!) { save: save_sso_connection(id: $id, kind: "OIDC", name: "Okta", settings: $settings,
      client_secret: "s") { ... on SsoConnection { id } ... on SsoErrors { errors { path message } } } }`,
    { id: more.id ?? null, settings },
  );
  return saved;
}
const refusal = (text: string) => ({
  errors: [{ path: 'settings.group_roles', message: expect.stringContaining(text) as string }],
});

test('a mapping gives no role that its author could not grant, and is recorded', async () => {
  const admins = [{ group: 'Admins', role: 'cs' }];
  expect(await save(lead, admins)).toEqual(refusal('You cannot grant'));
  const { id = '' } = await save(support, [...admins, { group: 'Auditors', role }]);
  const [entry] = await mine.rows(
    sql<{
      after: unknown;
    }>`select after from audit_entry where kind = 'sso_connection_added' and target_id = ${id}::uuid`,
  );
  expect(entry?.after).toMatchObject({
    group_roles: JSON.stringify([...admins, { group: 'Auditors', role }]),
  });
  // What was granted stays while its author changes other things, and is neither moved to another group nor taken by who cannot grant it.
  const viewers = [...admins, { group: 'Auditors', role }, { group: 'All', role: 'viewer' }];
  expect(await save(lead, viewers, { id })).toEqual({ id });
  expect(await save(lead, [{ group: 'All', role: 'cs' }], { id })).toEqual(refusal('You cannot grant'));
  expect(await save(lead, [{ group: 'All', role: 'viewer' }], { id })).toEqual(refusal('You cannot grant'));
});

test('a person who cannot grant the roles of groups chooses neither the provider nor the claim that names the groups', async () => {
  const admins = [{ group: 'Admins', role: 'cs' }];
  const { id = '' } = await save(support, admins);
  for (const settings of [{ issuer: 'https://other.example' }, { client_id: 'y' }, { groups_claim: 'department' }])
    expect(await save(lead, admins, { id, settings })).toEqual(refusal('You cannot grant'));
  expect(await save(support, admins, { id, settings: { groups_claim: 'department' } })).toEqual({ id });
});

test.each([
  ['a role of another account', () => [{ group: 'All', role: theirRole }], 'no such role'],
  ['a role that does not exist', () => [{ group: 'All', role: 'root' }], 'no such role'],
  ['the same pair twice', () => [1, 2].map(() => ({ group: 'All', role: 'viewer' })), 'has the role twice'],
])('a mapping with %s is refused', async (_, mapping, message) => {
  expect(await save(operator, mapping())).toEqual(refusal(message));
});
