import { beforeEach, expect, test } from 'vitest';
import { grantDefined, signInWith, subjectOf } from '../../../testing/defined-roles.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const auditor = useClient(server, account, ['operator'], beforeEach);

const HOME = '{ account_health { nodes { urlName } } meV2 { default_url_name accounts { urlName roles } } }';
type Home = { readonly account_health: { readonly nodes: readonly object[] }; readonly meV2: object };

test('a defined role alone makes a person belong to its account, which they view only by its permission', async () => {
  const viewer = await signInWith(server, account, ['view']);
  const keeper = await signInWith(server, account, ['manage-keys']);
  const nameOf = ({ personId }: { personId: string }): string => `Role of ${personId}`;
  const places = (as: { personId: string }) => ({
    default_url_name: account.urlName,
    accounts: [{ urlName: account.urlName, roles: [nameOf(as)] }],
  });
  expect(await viewer.data<Home>(HOME)).toEqual({
    account_health: { nodes: [{ urlName: account.urlName }] },
    meV2: places(viewer),
  });
  expect(await keeper.data<Home>(HOME)).toEqual({ account_health: { nodes: [] }, meV2: places(keeper) });
  const response = await fetch(`${server.url}/api/user/login`, {
    headers: { authorization: `Bearer ${keeper.token}` },
  });
  expect(await response.json()).toMatchObject({ permissions: ['manage-keys'], roles: [nameOf(keeper)] });
});

test('a global role that permits nothing beyond the defined role does not count as support', async () => {
  const KINDS = 'query { audit_entries(kinds: ["support_entered"]) { nodes { person_email } } }';
  const enter = async (permissions: readonly ('view' | 'backfills')[]): Promise<void> => {
    const token = await server.tokenOf({}, ['beta_backfill']);
    await grantDefined(server, account, subjectOf(token), permissions);
    await createClient(server, { token, account: account.urlName }).data('{ meV2 { id } }');
  };
  await enter(['view', 'backfills']);
  const entries = async (): Promise<readonly object[]> =>
    (await auditor.data<{ audit_entries: { nodes: object[] } }>(KINDS)).audit_entries.nodes;
  expect(await entries()).toEqual([]);
  await enter(['view']);
  expect(await entries()).toHaveLength(1);
});
