import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { recordVolume } from './complete-download.ts';

const { database } = useDatabase();

/** Completes a download of 10 rows and 100 bytes at a time of day, and answers whether it is a refill. */
async function complete(
  account: BuiltAccount,
  values: { readonly report_date?: string | null; readonly purpose?: string; readonly finished?: string },
): Promise<boolean> {
  const { accountId } = account;
  const unitId = await addDownload(database, account, {
    status: 'completed',
    row_count: 10,
    bytes: 100,
    finished: '2026-11-20T12:00:00Z',
    ...values,
  });
  return database.withAccount(accountId, async (tx) => {
    await recordVolume(tx, { accountId, unitId });
    const found = await sql<{ refill: boolean }>`select refill from download where id = ${unitId}`.execute(tx);
    return found.rows[0]?.refill ?? false;
  });
}
const volumes = async ({ accountId }: BuiltAccount): Promise<readonly unknown[]> =>
  (
    await database.withAccount(accountId, (tx) =>
      sql`select month::text, project, purpose, row_count, bytes, refill_row_count, refill_bytes from volume_month
        order by month, purpose`.execute(tx),
    )
  ).rows;
const volume = (month: string, purpose: string, downloads: number, refills: number) => ({
  month,
  project: 'marketing',
  purpose,
  row_count: downloads * 10,
  bytes: downloads * 100,
  refill_row_count: refills * 10,
  refill_bytes: refills * 100,
});

it('rolls up rows and bytes by month, project and purpose', { tags: 'proof:usage-volume' }, async () => {
  const account = await buildAccount(database);
  await complete(account, { report_date: '2026-10-30', finished: '2026-10-31T23:59:59Z' });
  await complete(account, { report_date: '2026-10-31', finished: '2026-11-01T00:00:00Z' });
  await complete(account, { report_date: '2026-11-01' });
  await complete(account, { report_date: '2026-11-01', purpose: 'backfill' });
  expect(await volumes(account)).toEqual([
    volume('2026-10-01', 'production', 1, 0),
    volume('2026-11-01', 'backfill', 1, 0),
    volume('2026-11-01', 'production', 2, 0),
  ]);
});

it('counts a further version of a report date as a refill', { tags: 'proof:usage-refills' }, async () => {
  const account = await buildAccount(database);
  expect(await complete(account, { report_date: '2026-11-01' })).toBe(false);
  expect(await complete(account, { report_date: '2026-11-02' })).toBe(false);
  expect(await complete(account, { report_date: '2026-11-01' })).toBe(true);
  expect(await volumes(account)).toEqual([volume('2026-11-01', 'production', 3, 1)]);
});

it('counts no refills of a source without dates', async () => {
  const account = await buildAccount(database);
  expect(await complete(account, { report_date: null })).toBe(false);
  expect(await complete(account, { report_date: null })).toBe(false);
  expect(await volumes(account)).toEqual([volume('2026-11-01', 'production', 2, 0)]);
});
