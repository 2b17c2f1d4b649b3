import type { LoadResult } from '@switchboard/engine';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addUnpackingDownload } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { METRICS } from '../../observe/metrics.ts';
import { createScope, inScope } from '../../observe/scope.ts';
import { watchAttempt } from '../../observe/watch-attempt.ts';
import { completeDownload } from './complete-download.ts';

const { database } = useDatabase();

const answer = (dirtyRows: number): LoadResult => ({
  tables: [],
  columns: [],
  records: 2,
  rows: 2 - dirtyRows,
  dirtyRows,
  dirtyStatus: dirtyRows === 2 ? 'all' : 'none',
  newDirtyRows: 0,
  newDirtyStatus: 'none',
  dirtyKey: null,
  newDirtyKey: null,
  sampleKey: 'sample',
  bytes: 10,
});

const failures = async (): Promise<number> =>
  (await METRICS.failures.get()).values.find(
    ({ labels }) => labels.kind === 'download' && labels.code === 'ALL_ROWS_DIRTY',
  )?.value ?? 0;

type Seen = {
  readonly account: BuiltAccount;
  readonly unitId: string;
  readonly code: string | null;
  readonly counted: number;
};

/** Completes a download as its attempt does: one table of two rows, so many of them dirty, or what was loaded. */
async function complete(
  loaded: number | Parameters<typeof completeDownload>[3],
  more: { readonly account?: BuiltAccount; readonly purpose?: Purpose; readonly report_date?: string } = {},
): Promise<Seen> {
  const { purpose = 'production', report_date = '2026-11-20' } = more;
  const account = more.account ?? (await buildAccount(database));
  const { accountId } = account;
  const unit = await addUnpackingDownload(database, account, { purpose, reportDate: report_date });
  const { unitId } = unit;
  const fields = { unit: unitId };
  const watch = watchAttempt({ fields });
  const before = await failures();
  await inScope(createScope(null, fields, watch), () =>
    database.withAccount(accountId, (tx) =>
      completeDownload(
        tx,
        unit,
        buildSource('ads'),
        typeof loaded === 'number' ? [{ table: 'ads', answer: answer(loaded) }] : loaded,
      ),
    ),
  );
  return { account, unitId, code: watch.code(), counted: (await failures()) - before };
}
const statusOf = async ({ account, unitId }: Seen): Promise<unknown> =>
  (
    await database.withAccount(account.accountId, (tx) =>
      sql<{ status: string }>`select status from download where id = ${unitId}`.execute(tx),
    )
  ).rows[0]?.status;
const sourceOf = async ({ account }: Seen): Promise<unknown> =>
  (
    await database.withAccount(account.accountId, (tx) =>
      sql`select status, status_reason, suspended_on > now() - interval '1 minute' as recent from download_declaration`.execute(
        tx,
      ),
    )
  ).rows[0];

it('counts dirty rows among the rows, and the files of a bundle once', {
  tags: 'proof:volume-of-a-bundle',
}, async () => {
  const tables = ['ads', 'details'].map((table) => ({ table, answer: { ...answer(0), dirtyRows: 1 } }));
  const { account, unitId } = await complete(tables);
  const counts = await database.withAccount(account.accountId, (tx) =>
    sql`select d.row_count, d.dirty_row_count, d.bytes,
          (select jsonb_agg(jsonb_build_array(p.row_count, p.dirty_row_count, p.bytes)) from download_part p
            where p.download_id = d.id) as parts
        from download d where id = ${unitId}`.execute(tx),
  );
  expect(counts.rows).toEqual([
    {
      row_count: 4,
      dirty_row_count: 2,
      bytes: 10,
      parts: [
        [2, 1, 10],
        [2, 1, 10],
      ],
    },
  ]);
});

it('keeps the most frequent reasons of dirty rows with the part', async () => {
  const dirtyReasons = [{ column: 'price', reason: 'empty', dirty: 1, rejected: 2 }];
  const { account, unitId } = await complete([{ table: 'ads', answer: { ...answer(1), dirtyReasons } }]);
  const parts = await database.withAccount(account.accountId, (tx) =>
    sql`select dirty_reasons from download_part where download_id = ${unitId}`.execute(tx),
  );
  expect(parts.rows).toEqual([{ dirty_reasons: dirtyReasons }]);
});

it('suspends a source after three report dates of only dirty rows', {
  tags: 'proof:all-dirty-suspends',
}, async () => {
  const account = await buildAccount(database);
  for (const [index, report_date] of ['2026-11-18', '2026-11-19', '2026-11-20'].entries()) {
    const seen = await complete(2, { account, report_date });
    expect(seen).toMatchObject({ code: 'ALL_ROWS_DIRTY', counted: 1 });
    expect(await statusOf(seen)).toBe('completed');
    expect(await sourceOf(seen)).toMatchObject({ status: index < 2 ? 'active' : 'suspended' });
  }
});

it('does not suspend a source with good rows between report dates of only dirty rows', async () => {
  const account = await buildAccount(database);
  const dates = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  for (const report_date of dates) {
    const seen = await complete(report_date === '2026-11-19' ? 0 : 2, { account, report_date });
    expect(await sourceOf(seen)).toMatchObject({ status: 'active' });
  }
});

it('counts all-dirty downloads of a backfill, and suspends nothing', async () => {
  const seen = await complete(2, { purpose: 'backfill' });
  expect(seen).toMatchObject({ code: 'ALL_ROWS_DIRTY', counted: 1 });
  expect(await sourceOf(seen)).toEqual({ status: 'active', status_reason: null, recent: null });
});

it('does not count a download with good rows', async () => {
  const seen = await complete(0);
  expect(seen).toMatchObject({ code: null, counted: 0 });
  expect(await sourceOf(seen)).toMatchObject({ status: 'active' });
});
