import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { openDatabase, type Tx } from './database.ts';
import { DATABASE_ROLES } from './roles.ts';

/** One connection, so that each transaction meets what the one before left there. */
const used = useDatabase({ connections: 1, own: true });
const { database } = used;
let accounts: readonly string[];

beforeAll(async () => {
  accounts = await database.withIdentity(async (tx) => {
    const names = ['acme', 'globex'].map((name) => ({ url_name: name, name }));
    const rows = await tx.insertInto('account').values(names).returning('id').execute();
    return rows.map(({ id }) => String(id));
  });
  for (const account of accounts)
    await database.withAccount(account, (tx) =>
      tx.insertInto('key').values({ account_id: account, name: 'provider', type: 'http' }).execute(),
    );
});

const namesIn = async (tx: Tx, name: string): Promise<readonly string[]> => {
  const found = await sql<{ account_id: string }>`select account_id from key where name = ${name}`.execute(tx);
  return found.rows.map((row) => row.account_id).sort();
};

const planned = (): Promise<readonly { readonly statement: string; readonly plans: number }[]> =>
  database.withSystem(async (tx) => {
    const found = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements order by prepare_time`.execute(
      tx,
    );
    return found.rows;
  });

describe('the transaction scopes with prepared statements', () => {
  test('prepare a statement once per role, and show each account only its own rows', async () => {
    const { prepared } = database;
    for (let time = 0; time < 8; time += 1)
      for (const account of accounts)
        expect(await prepared.withAccount(account, (tx) => namesIn(tx, 'provider'))).toEqual([account]);
    expect(await prepared.withSystem((tx) => namesIn(tx, 'provider'))).toEqual(accounts.toSorted());
    const statement = 'select account_id from key where name = $1';
    const found = (await planned()).filter((one) => one.statement === statement);
    expect(found.map(({ plans }) => plans)).toEqual([16, 1]);
  });

  test('the other scopes prepare nothing', async () => {
    const before = (await planned()).length;
    await database.withSystem((tx) => namesIn(tx, 'other'));
    await database.withSystem((tx) => sql`select ${1}::int as "of others"`.execute(tx));
    expect(await planned()).toHaveLength(before);
  });

  test('go on when a changed table invalidates a prepared plan', async () => {
    const { prepared } = database;
    const admin = new pg.Client({ connectionString: used.url });
    await admin.connect();
    await admin.query('create table shape (one integer)');
    await admin.query('insert into shape values (1)');
    await admin.query(`grant select on shape to ${DATABASE_ROLES.system}`);
    const read = (): Promise<readonly unknown[]> =>
      prepared.withSystem(async (tx) => (await sql`select * from shape where one = ${1}`.execute(tx)).rows);
    expect(await read()).toEqual([{ one: 1 }]);
    await admin.query('alter table shape add column two integer default 2');
    expect(await read()).toEqual([{ one: 1, two: 2 }]);
    await admin.end();
  });
});

describe('a transaction whose start fails', () => {
  test('leaves a connection that the next transaction can use', async () => {
    const admin = new pg.Client({ connectionString: used.url });
    await admin.connect();
    const user = 'absent_user';
    await admin.query(`create role ${user} login password 'x'`);
    await admin.query(`grant ${DATABASE_ROLES.account} to ${user}`);
    const url = new URL(used.url);
    url.username = user;
    url.password = 'x';
    const poor = openDatabase({ url: url.href, connections: 1 });
    const [account = ''] = accounts;
    await expect(poor.withSystem((tx) => namesIn(tx, 'provider'))).rejects.toThrow(/permission denied to set role/);
    expect(await poor.withAccount(account, (tx) => namesIn(tx, 'provider'))).toEqual([account]);
    await poor.close();
    await admin.query(`drop role ${user}`);
    await admin.end();
  });
});
