import { expect, test } from 'vitest';
import { useEarlierDatabase } from '../../../testing/hooks/use-earlier-database.ts';

const earlier = useEarlierDatabase('erasure.sql', async ({ client, insert }) => {
  await insert('left', `insert into account (url_name, name, status) values ('left', 'Left', 'deactivated')`);
  await insert('acme', `insert into account (url_name, name) values ('acme', 'Acme')`);
  await insert('ann', `insert into person (email, name, status) values ('ann@acme.test', 'Ann', 'deactivated')`);
  await client.query(`update account set name = 'Acme 2' where url_name = 'acme'`);
});

test('accounts that were deactivated already count their days from the update on', async () => {
  const { rows } = await earlier.client.query(
    `select url_name, deactivated_on > now() - interval '1 hour' as counted from account order by url_name`,
  );
  expect(rows).toEqual([
    { url_name: 'acme', counted: null },
    { url_name: 'left', counted: true },
  ]);
});
