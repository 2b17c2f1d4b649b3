import type { Plan } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDraft } from '../../../test/builders/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../test/builders/database.ts';
import { addDownload, addPart } from '../../../test/builders/fill-account.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { outcomesOfDownloads } from './queries-hints.ts';

let made: TestDatabase;
let database: Database;
let account: BuiltAccount;
beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  account = await buildAccount(database);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** A download of a test run whose plan has an upload of this table. */
async function testDownload(table: string): Promise<string> {
  const { accountId } = account;
  const changelistId = await buildDraft(database, account, '// Nothing compiled');
  const plan = { uploads: [{ sourceTables: [table] }] } as unknown as Plan;
  const proof = await database.withAccount(accountId, (tx) =>
    sql<{ id: string }>`
      insert into proof (account_id, changelist_id, plan, upload_names, fetch_new)
      values (${accountId}, ${changelistId}, ${JSON.stringify(plan)}::jsonb, '{daily}', true) returning id
    `.execute(tx),
  );
  const id = await addDownload(database, account, {
    changelist_id: changelistId,
    proof_id: proof.rows[0]?.id ?? '',
    purpose: 'proof',
    status: 'completed',
  });
  await addPart(database, account, id, { name: 'ads' });
  return id;
}

it('reads which tables a test run uploads from the plan of the run, since a draft has none', async () => {
  const [read, unread] = [await testDownload('ads'), await testDownload('other')];
  const outcomes = await database.withAccount(account.accountId, (tx) =>
    outcomesOfDownloads(tx, account.accountId, [read, unread]),
  );
  expect(outcomes.get(read)).toMatchObject({ connected: true });
  expect(outcomes.get(unread)).toMatchObject({ connected: false });
});
