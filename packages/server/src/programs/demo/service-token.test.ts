import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { addPerson } from '../../../testing/people.ts';
import { prepareServiceToken } from './service-token.ts';

const server = useDatabase();
const account = useAccount(server);

test('the demo has a service token of a person of the account, once', async () => {
  const { database } = server;
  const { accountId } = account;
  const email = 'developer@demo.test';
  const names = async () =>
    (await account.rows(sql<{ name: string }>`select name from service_token`)).map(({ name }) => name);
  await prepareServiceToken(database, { accountId, email });
  expect(await names()).toEqual([]);
  await addPerson(database, { email, name: 'Dana', roles: { [accountId]: ['developer'] } });
  await prepareServiceToken(database, { accountId, email });
  await prepareServiceToken(database, { accountId, email });
  expect(await names()).toEqual(['Build server']);
});
