import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../test/build-account.ts';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { claimUnit } from '../../ledger/unit.ts';
import { tellIgnored } from './ignored-columns.ts';

let made: TestDatabase;
let database: Database;

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** A download that completes with these columns besides those declared; gives what is told of it. */
async function complete(account: BuiltAccount, reportDate: string, columns: readonly string[]): Promise<string[]> {
  const { accountId } = account;
  const unitId = await buildDownload(database, account, { reportDate });
  return database.withAccount(accountId, async (tx) => {
    const unit = await claimUnit(tx, { accountId, unitId }, 'test');
    if (!unit) throw new Error('The download could not be claimed.');
    await sql`update download set status = 'completed', finished = now() where id = ${unitId}`.execute(tx);
    await tellIgnored(tx, unit, 'ads', columns);
    const told = await sql<{ message: string }>`
      select message from event where download_id = ${unitId} and severity = 'info'
    `.execute(tx);
    return told.rows.map(({ message }) => message);
  });
}

it('tells of columns that nobody declared, of the same ones once', async () => {
  const account = await buildAccount(database);
  const text = (columns: string): string => `ads: columns that are not declared were ignored: ${columns}.`;
  expect(await complete(account, '2026-11-01', [])).toEqual([]);
  expect(await complete(account, '2026-11-02', ['cost', 'note', 'cost'])).toEqual([text('cost, note')]);
  expect(await complete(account, '2026-11-03', ['cost', 'note'])).toEqual([]);
  expect(await complete(account, '2026-11-04', ['cost', 'note'])).toEqual([]);
  const many = Array.from({ length: 12 }, (_, index) => `c${index}`);
  expect(await complete(account, '2026-11-05', many)).toEqual([
    text('c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 2 more'),
  ]);
});
