import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { installationMetrics } from './installation-metrics.ts';
import { METRICS } from './metrics.ts';

const { database } = useDatabase();
const account = useAccount({ database });

/** A queued download of so many minutes ago, which was last made ready so many minutes ago. */
async function addUnit(created: number, enqueued: number | null): Promise<void> {
  const id = await buildDownload(database, account);
  await database.withAccount(account.accountId, (tx) =>
    sql`update unit set created = now() - make_interval(mins => ${created}),
      enqueued = now() - make_interval(mins => ${enqueued}::int) where id = ${id}`.execute(tx),
  );
}
/** In minutes. */
async function oldest(): Promise<number> {
  await installationMetrics(database)();
  const { values } = await METRICS.queueOldest.get();
  const value = values.find(({ labels }) => labels.kind === 'download' && labels.purpose === 'production')?.value ?? -1;
  return Math.floor(value / 60);
}

test('the age of the oldest ready unit counts from when it became ready, not from its creation', async () => {
  expect(await oldest()).toBe(0);
  await addUnit(7 * 24 * 60, 1);
  expect(await oldest()).toBe(1);
  await addUnit(20, 20);
  expect(await oldest()).toBe(20);
  await addUnit(30, null);
  expect(await oldest()).toBe(30);
});
