import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { addDownload, addPart } from '../../../testing/fill-account.ts';
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

/** The volumes of each roll-up, and the same from downloads and parts alone. */
async function rollUps({ accountId }: BuiltAccount): Promise<{ readonly kept: unknown; readonly recomputed: unknown }> {
  const sums = (
    of: string,
  ) => sql`sum(${sql.ref(of)}.row_count)::bigint as row_count, sum(${sql.ref(of)}.bytes)::bigint as bytes,
    coalesce(sum(${sql.ref(of)}.row_count) filter (where d.refill), 0)::bigint as refill_row_count,
    coalesce(sum(${sql.ref(of)}.bytes) filter (where d.refill), 0)::bigint as refill_bytes`;
  const kept = sql`row_count, bytes, refill_row_count, refill_bytes`;
  const ended = sql`d.status = 'completed' and d.finished is not null`;
  return database.withAccount(accountId, async (tx) => {
    const read = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows;
    return {
      kept: [
        await read(
          sql`select month::text, project, purpose, ${kept} from volume_month where row_count <> 0 order by 1, 2, 3`,
        ),
        await read(
          sql`select day::text, project, purpose, ${kept} from volume_day where row_count <> 0 order by 1, 2, 3`,
        ),
        await read(sql`select source, day::text, table_name, purpose, ${kept} from table_volume_day where row_count <> 0
          order by 1, 2, 3, 4`),
      ],
      recomputed: [
        await read(sql`select date_trunc('month', finished_day)::date::text as month, project, purpose, ${sums('d')}
          from download d where ${ended} group by 1, 2, 3 order by 1, 2, 3`),
        await read(sql`select finished_day::text as day, project, purpose, ${sums('d')}
          from download d where ${ended} group by 1, 2, 3 order by 1, 2, 3`),
        await read(sql`select d.source, d.finished_day::text as day, p.name as table_name, d.purpose, ${sums('p')}
          from download d join download_part p on p.account_id = d.account_id and p.download_id = d.id where ${ended}
          group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
      ],
    };
  });
}

it('keeps the volumes equal to what the downloads add up to, after refills, restarts and deletions', async () => {
  const account = await buildAccount(database);
  const { accountId } = account;
  const record = (unitId: string) => database.withAccount(accountId, (tx) => recordVolume(tx, { accountId, unitId }));
  const change = (query: ReturnType<typeof sql>) => database.withAccount(accountId, (tx) => query.execute(tx));
  const ids: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const id = await addDownload(database, account, {
      source: `s${index % 3}`,
      project: index % 4 === 0 ? 'video' : 'marketing',
      report_date: `2026-10-${10 + (index % 7)}`,
      purpose: (['production', 'production', 'backfill', 'proof'] as const)[index % 4] ?? 'production',
      status: 'completed',
      row_count: 10 + index,
      bytes: 100 + index,
      finished: `2026-${index % 2 === 0 ? '10-31T23:30:00Z' : '11-01T00:30:00Z'}`,
    });
    for (const name of ['sales', 'returns'].slice(index % 2))
      await addPart(database, account, id, { name, row_count: 5 + index, bytes: 50 + index });
    await record(id);
    ids.push(id);
  }
  const before = await rollUps(account);
  expect(before.kept).toEqual(before.recomputed);
  expect(before.recomputed).not.toEqual([[], [], []]);

  // Started again, completed with other rows in a later month, and deleted.
  const [restarted, restartedOnly, deleted] = ids;
  for (const id of [restarted, restartedOnly])
    await change(sql`update download set status = 'queued', finished = null where id = ${id}`);
  const during = await rollUps(account);
  expect(during.kept).toEqual(during.recomputed);
  expect(during.kept).not.toEqual(before.kept);
  await change(sql`delete from download_part where download_id = ${restarted}`);
  await addPart(database, account, restarted ?? '', { name: 'sales', row_count: 70, bytes: 700 });
  await change(sql`update download set status = 'completed', row_count = 70, bytes = 700, finished = '2026-11-20T00:00:00Z'
    where id = ${restarted}`);
  await record(restarted ?? '');
  await change(sql`delete from download_part where download_id = ${deleted}`);
  await change(sql`delete from download where id = ${deleted}`);
  const after = await rollUps(account);
  expect(after.kept).toEqual(after.recomputed);
  expect(after.kept).not.toEqual(during.kept);
});
