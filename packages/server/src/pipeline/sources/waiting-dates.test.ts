import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addUnitOf } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { METRICS } from '../../observe/metrics.ts';
import { failDates } from './waiting-dates.ts';

const { database } = useDatabase();

const failures = async (): Promise<number> =>
  (await METRICS.failures.get()).values.find(
    ({ labels }) => labels.kind === 'download' && labels.code === 'SOURCE_FILE_NOT_RECEIVED',
  )?.value ?? 0;

it('counts each report date whose file was not received as a failure', async () => {
  const account = await buildAccount(database);
  const { accountId } = account;
  const dates = ['2026-11-18', '2026-11-19', '2026-11-20'];
  for (const report_date of dates) {
    const id = await addDownload(database, account, { report_date });
    await addUnitOf(database, account, id, {
      kind: 'download',
      state: 'held',
      blocked_kind: 'files',
      blocked_by: 'ads',
    });
  }
  const before = await failures();
  const probe = { accountId, changelistId: account.changelistId, source: buildSource('ads'), number: 1, failures: 0 };
  await database.withAccount(accountId, (tx) => failDates(tx, probe, dates.slice(0, 2)));
  expect((await failures()) - before).toBe(2);
  const found = await database.withAccount(accountId, (tx) =>
    sql`select status from download order by report_date`.execute(tx),
  );
  expect(found.rows).toEqual([{ status: 'failed' }, { status: 'failed' }, { status: 'queued' }]);
});
