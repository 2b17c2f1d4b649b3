import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const elsewhere = useAccount(server);
const viewer = useClient(server, account, ['viewer']);

const addKey = (of: typeof account, name: string, status: string) =>
  of.rows(sql`insert into key (account_id, name, type, status) values (${of.accountId}, ${name}, 'sftp', ${status})`);
const counted = async () =>
  (await viewer.data<{ getSuspendedCredentialCount: number }>('{ getSuspendedCredentialCount }'))
    .getSuspendedCredentialCount;

test('counts the suspended keys of the account only', { tags: 'proof:suspended-key-count' }, async () => {
  expect(await counted()).toBe(0);
  await addKey(account, 'working', 'active');
  await addKey(account, 'gone', 'archived');
  await addKey(elsewhere, 'rejected', 'suspended');
  expect(await counted()).toBe(0);
  await addKey(account, 'rejected', 'suspended');
  await addKey(account, 'also rejected', 'suspended');
  expect(await counted()).toBe(2);
});
