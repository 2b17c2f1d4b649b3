import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { recordUnusualVolume } from './judge-volume.ts';

const { database } = useDatabase();
const DAY = '2026-11-20';

type Values = {
  readonly rows: number;
  readonly date: string;
  readonly hour?: number;
  readonly purpose?: string;
  readonly status?: string;
};
const add = (account: BuiltAccount, { rows, date, hour = 6, purpose = 'production', status = 'completed' }: Values) =>
  addDownload(database, account, {
    report_date: date,
    purpose,
    status,
    row_count: rows,
    finished: `${addDays(date, 1)}T${String(hour).padStart(2, '0')}:00:00Z`,
  });

/** Judges a download of a day; gives the event. */
async function judged(account: BuiltAccount, values: Values): Promise<string[]> {
  const unitId = await add(account, values);
  const unit = { accountId: account.accountId, unitId, kind: 'download' } as const;
  await database.withAccount(account.accountId, (tx) => recordUnusualVolume(tx, unit, 'ads'));
  const events = await readRows(
    database,
    account,
    sql<{ text: string }>`select severity || ' ' || message as text from event where download_id = ${unitId}`,
  );
  return events.map(({ text }) => text);
}
const weeksBefore = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, week) => addDays(DAY, -7 * (week + 1)));

it('finds a drop by half on the same weekday', { tags: 'proof:volume-drop' }, async () => {
  const account = await buildAccount(database);
  // Other weekdays have a tenth.
  for (let day = 1; day <= 28; day += 1)
    await add(account, { date: addDays(DAY, -day), rows: day % 7 === 0 ? 1000 + day : 100 });
  expect(await judged(account, { date: DAY, rows: 500 })).toEqual([
    'warn ads: 500 rows are fewer than usual. The same weekday of the last four weeks suggests 661 to 1,565.',
  ]);
  expect(await judged(account, { date: DAY, rows: 900 })).toEqual([]);
  expect(await judged(account, { date: DAY, rows: 3000 })).toEqual([
    'warn ads: 3,000 rows are more than usual. The same weekday of the last four weeks suggests 661 to 1,565.',
  ]);
});

it('judges nothing in the first weeks, nor by days that are missing', {
  tags: 'proof:volume-first-weeks',
}, async () => {
  const account = await buildAccount(database);
  for (const date of weeksBefore(2)) await add(account, { date, rows: 1000 });
  await add(account, { date: addDays(DAY, -21), rows: 1000, status: 'failed' });
  await add(account, { date: addDays(DAY, -28), rows: 1000, purpose: 'backfill' });
  expect(await judged(account, { date: DAY, rows: 1 })).toEqual([]);
});

it('compares the versions of a report date that were completed at the same time', async () => {
  const account = await buildAccount(database);
  for (const date of weeksBefore(4)) {
    await add(account, { date, rows: 100, hour: 1 });
    await add(account, { date, rows: 2400, hour: 23 });
  }
  expect(await judged(account, { date: DAY, rows: 100, hour: 1 })).toEqual([]);
  expect(await judged(account, { date: DAY, rows: 100, hour: 23 })).toHaveLength(1);
});

it('sees no downloads of other accounts and sources', async () => {
  const [account, other] = [await buildAccount(database), await buildAccount(database)];
  for (const date of weeksBefore(4)) await add(other, { date, rows: 1000 });
  expect(await judged(account, { date: DAY, rows: 1 })).toEqual([]);
});
