import { addDays } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildSource } from '../../../test/build-account.ts';
import { addDownload, addUnitOf } from '../../../test/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../test/graphql-server.ts';

let server: GraphqlServer;
let account: BuiltAccount;

beforeAll(async () => {
  server = await startGraphqlServer();
});
beforeEach(async () => {
  account = await buildAccount(server.database, { sources: [buildSource('ads', { key: 'api' })] });
  const { accountId } = account;
  await run(sql`insert into key (account_id, name, type, status) values (${accountId}, 'api', 'http', 'suspended')`);
  await run(
    sql`insert into source (account_id, name, project, connector, key_name, scheduled_through)
      values (${accountId}, 'ads', 'ads', 'http', 'api', now())`,
  );
});
afterAll(() => server.stop());

const run = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  server.database.withAccount(account.accountId, async (tx) => (await query.execute(tx)).rows);

/** A download of some days ago. */
async function add(daysAgo: number, status: string, unit: Parameters<typeof addUnitOf>[3]): Promise<string> {
  const report_date = addDays(new Date().toISOString().slice(0, 10), -daysAgo);
  const id = await addDownload(server.database, account, { report_date, status, due: `${report_date}T06:00:00Z` });
  await addUnitOf(server.database, account, id, unit);
  return id;
}
const failed = (daysAgo: number): Promise<string> => add(daysAgo, 'failed', { kind: 'download' });

/** What is told once it is active again. */
async function toldAfter(mutation: string): Promise<string | undefined> {
  const token = await server.tokenOf({ [account.accountId]: ['developer'] });
  const { errors } = await ask(server, { token, account: account.urlName }, `mutation { ${mutation} { __typename } }`);
  expect(errors).toEqual([]);
  const [last] = await run(sql<{ message: string }>`select message from event order by id desc limit 1`);
  return last?.message.replace(/Person \d+/, 'Dora');
}

describe('unsuspending is told with what it set going', () => {
  test('a key', async () => {
    const waiting = await add(1, 'queued', { kind: 'download', state: 'held', blocked_by: 'key api' });
    const [recent, old] = [await failed(2), await failed(30)];
    expect(await toldAfter('save_credential(name: "api", status: "active")')).toBe(
      'The key api was unsuspended by Dora. Waiting: 1, tried again: 1.',
    );
    expect(server.woken).toEqual(expect.arrayContaining([waiting, recent]));
    // It lies before the lookback.
    expect(server.woken).not.toContain(old);
  });

  test.each([
    [0, 'ads was unsuspended by Dora.'],
    [1, 'ads was unsuspended by Dora. 1 failed run is tried again.'],
    [2, 'ads was unsuspended by Dora. 2 failed runs are tried again.'],
  ])('a download of which %i runs failed', async (count, message) => {
    await run(sql`update source set status = 'suspended'`);
    for (let day = 1; day <= count; day += 1) await failed(day);
    expect(await toldAfter('save_source_bundle(name: "ads", status: "active")')).toBe(message);
  });
});
