import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../testing/database.ts';
import { addFlow, addUpload } from '../../../testing/fill-account.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { type Database, openDatabase, type Tx } from '../../db/database.ts';
import { listUploads, type UploadFilterArguments, uploadFilter } from './queries.ts';

let made: TestDatabase;
let database: Database;
let account: BuiltAccount;
const PAGE = { size: 20, backward: false, from: null, order: 'x' } as const;

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  account = await buildAccount(database);
  for (const destination of ['xy', 'x', 'xyz', 'a long one']) {
    const flow = await addFlow(database, account);
    await addUpload(database, account, flow, { name: `to ${destination}`, destination });
  }
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const list = (args: UploadFilterArguments) => async (tx: Tx) =>
  listUploads(
    tx,
    account.accountId,
    await uploadFilter(tx, account.accountId, args),
    { column: 'CREATED', direction: 'ASC' },
    PAGE,
  );

/** Whether the function that looks through all rows' texts was asked. */
async function searches(args: UploadFilterArguments): Promise<boolean> {
  const plans = await plansOf(made.url, account.accountId, list(args));
  return plans.flatMap(nodesOf).some((node) => node['Node Type'] === 'ProjectSet');
}

describe('uploads to a destination that no declaration has', () => {
  test.each<[UploadFilterArguments, string[]]>([
    [{ destination: ['x'] }, ['to x']],
    [{ destination: ['x', 'xyz'] }, ['to x', 'to xyz']],
    [{ destination: ['a long one'] }, ['to a long one']],
    [{ destination: ['x', 'xy'], search: 'y' }, ['to xy']],
    [{ destination: ['xy'], search: 'to xy' }, ['to xy']],
    [{ destination: ['x'], search: 'xyz' }, []],
  ])('%j are found', async (args, names) => {
    const found = await database.withAccount(account.accountId, list(args));
    expect(found.map(({ row }) => row.name)).toEqual(names);
  });

  test('one of one or two characters is looked for among the newest rows: no index holds it', async () => {
    expect(await searches({ destination: ['xyz'] })).toBe(true);
    expect(await searches({ destination: ['x'] })).toBe(false);
    expect(await searches({ destination: ['xyz', 'xy'] })).toBe(false);
    expect(await searches({ destination: ['  x  '] })).toBe(false);
  });
});
