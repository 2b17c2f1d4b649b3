import type { LoadResult } from '@switchboard/engine';
import type { DeliveredColumn } from '@switchboard/model/lineage/delivered-columns';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addUnpackingDownload } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { completeDownload } from './complete-download.ts';

const { database } = useDatabase();

const ANSWER: LoadResult = {
  tables: [],
  columns: [],
  records: 10,
  rows: 10,
  dirtyRows: 0,
  dirtyStatus: 'none',
  newDirtyRows: 0,
  newDirtyStatus: 'none',
  dirtyKey: null,
  newDirtyKey: null,
  sampleKey: 'sample',
  bytes: 10,
};
const declared = (name: string, type = 'integer'): DeliveredColumn => ({ name, type, nullable: true, use: 'declared' });
const ignored = (name: string): DeliveredColumn => ({ name, type: null, nullable: null, use: 'ignored' });

type More = { readonly purpose?: Purpose; readonly reportDate?: string; readonly answer?: Partial<LoadResult> };

/** Completes a download whose files have these columns; gives its events. */
async function complete(
  account: BuiltAccount,
  columns: readonly DeliveredColumn[],
  { purpose = 'production', reportDate = '2026-11-20', answer = {} }: More = {},
): Promise<string[]> {
  const { accountId } = account;
  const unit = await addUnpackingDownload(database, account, { purpose, reportDate });
  const { unitId } = unit;
  const delivery = { hasHeader: true, columns };
  await database.withAccount(accountId, (tx) =>
    completeDownload(tx, unit, buildSource('ads'), [{ table: 'ads', answer: { ...ANSWER, delivery, ...answer } }]),
  );
  const events = await readRows(
    database,
    account,
    sql<{ text: string }>`select severity || ' ' || message as text from event
      where download_id = ${unitId} and code in ('SCHEMA_CHANGED', 'CONTRACT_BROKEN') order by id`,
  );
  return events.map(({ text }) => text);
}

type Change = { readonly report_date: string; readonly changes: readonly unknown[]; readonly dirty: unknown };
const changesOf = (account: BuiltAccount): Promise<Change[]> =>
  readRows(
    database,
    account,
    sql<Change>`select report_date::text, changes, dirty from schema_change order by created, id`,
  );
const columnsOf = (account: BuiltAccount) =>
  readRows(
    database,
    account,
    sql<{ names: string[]; revision: number }>`
      select array(select c ->> 'name' from jsonb_array_elements(delivered -> 'columns') c) as names, revision from source_columns`,
  );

it('records a change once, however many runs follow', { tags: 'proof:schema-change-once' }, async () => {
  const account = await buildAccount(database);
  expect(await complete(account, [declared('id')], { reportDate: '2026-11-01' })).toEqual([]);
  expect(await complete(account, [declared('id')], { reportDate: '2026-11-02' })).toEqual([]);
  expect(await changesOf(account)).toEqual([]);
  expect(await complete(account, [declared('id'), ignored('region')], { reportDate: '2026-11-03' })).toEqual([
    'info ads: the columns of its files changed: added `region`.',
  ]);
  expect(await complete(account, [declared('id'), ignored('region')], { reportDate: '2026-11-04' })).toEqual([]);
  expect(await complete(account, [declared('id')], { reportDate: '2026-11-05' })).toEqual([
    'warn ads: the columns of its files changed: removed `region`.',
  ]);
  expect((await changesOf(account)).map(({ report_date }) => report_date)).toEqual(['2026-11-03', '2026-11-05']);
  expect(await columnsOf(account)).toEqual([{ names: ['id'], revision: 3 }]);
});

it('keeps why rows were dirty with the change, also when all of them were', async () => {
  const account = await buildAccount(database);
  await complete(account, [declared('id'), declared('day', 'date')], { reportDate: '2026-11-01' });
  const dirtyReasons = [{ column: 'day', reason: 'not a date', dirty: 10, rejected: 10 }];
  await complete(account, [declared('day', 'date'), declared('id')], {
    reportDate: '2026-11-02',
    answer: { dirtyRows: 10, rows: 0, dirtyStatus: 'all', dirtyReasons },
  });
  expect(await changesOf(account)).toMatchObject([
    { changes: [{ kind: 'moved' }], dirty: [{ column: 'day', reason: 'not a date', rows: 10 }] },
  ]);
});

it('records a change of the script without an event', async () => {
  const account = await buildAccount(database);
  await complete(account, [declared('id'), ignored('cost')], { reportDate: '2026-11-01' });
  expect(await complete(account, [declared('id'), declared('cost')], { reportDate: '2026-11-02' })).toEqual([]);
  expect(await changesOf(account)).toMatchObject([
    { changes: [{ kind: 'use', column: 'cost', before: 'ignored', after: 'declared', cause: 'script' }] },
  ]);
});

it('ignores backfills, tests and report dates before the latest', async () => {
  const account = await buildAccount(database);
  await complete(account, [declared('id')], { reportDate: '2026-11-10' });
  const other = [declared('id'), ignored('former')];
  expect(await complete(account, other, { reportDate: '2026-11-11', purpose: 'backfill' })).toEqual([]);
  expect(await complete(account, other, { reportDate: '2026-11-11', purpose: 'proof' })).toEqual([]);
  expect(await complete(account, other, { reportDate: '2026-11-09' })).toEqual([]);
  expect(await changesOf(account)).toEqual([]);
});

it('records a change of two report dates that complete at once one after the other', async () => {
  const account = await buildAccount(database);
  await complete(account, [declared('id')], { reportDate: '2026-11-10' });
  const wide = [declared('id'), ignored('region')];
  const events = await Promise.all(
    ['2026-11-11', '2026-11-11', '2026-11-11'].map((reportDate) => complete(account, wide, { reportDate })),
  );
  expect(events.flat()).toHaveLength(1);
  expect(await changesOf(account)).toHaveLength(1);
});

it('reports every run that breaks the contract as an error, until the columns are as agreed', async () => {
  const account = await buildAccount(database);
  await complete(account, [declared('id')], { reportDate: '2026-11-01' });
  await readRows(database, account, sql`update source_columns set contract = delivered`);
  expect(await complete(account, [declared('id')], { reportDate: '2026-11-02' })).toEqual([]);
  const broken =
    'error ads: the columns of its files deviate from the contract: added `x`. Have the source corrected, or accept the columns in the source report.';
  const other = [declared('id'), ignored('x')];
  expect(await complete(account, other, { reportDate: '2026-11-03' })).toEqual([broken]);
  expect(await complete(account, other, { reportDate: '2026-11-04' })).toEqual([broken]);
  expect(await changesOf(account)).toHaveLength(1);
  expect(await complete(account, [declared('id')], { reportDate: '2026-11-05' })).toEqual([
    'warn ads: the columns of its files changed: removed `x`.',
  ]);
});

it('keeps the columns of accounts apart', async () => {
  const [one, other] = [await buildAccount(database), await buildAccount(database)];
  await complete(one, [declared('id')], { reportDate: '2026-11-01' });
  expect(await complete(other, [declared('id'), ignored('x')], { reportDate: '2026-11-02' })).toEqual([]);
  expect(await columnsOf(other)).toEqual([{ names: ['id', 'x'], revision: 1 }]);
  expect(await columnsOf(one)).toEqual([{ names: ['id'], revision: 1 }]);
});
