import { addDays, DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDeclaration, addDelivery } from '../../../testing/add-deliveries.ts';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addEvent } from '../../../testing/fill-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { deliveryDelays, forecastUploads } from './forecast-deliveries.ts';
import { predictMisses } from './predict-misses.ts';

const { database, rows } = useDatabase();
const MINUTE = 60_000;
const DATE = '2026-11-18';
/** When the data of that date is due, two hours before the deadline. */
const DUE = Date.parse('2026-11-19T06:00:00Z');
const DEADLINE = Date.parse('2026-11-19T08:00:00Z');
const MISS = { name: 'daily', reportDate: DATE, deadline: DEADLINE, time: '08:00', timezone: 'UTC' };

/** An account whose upload took these minutes for its last report dates, the newest first. */
async function build(minutes: readonly number[], dated = true): Promise<BuiltAccount> {
  const source = buildSource('ads', dated ? {} : { parameters: { url: 'http://127.0.0.1/rates' } });
  const account = await buildAccount(database, { sources: [source], uploads: [buildUpload('daily')] });
  await addDeclaration(database, account, { name: 'daily', time: '08:00', through: DEADLINE - DAY_MS, next: DEADLINE });
  for (const [index, each] of minutes.entries()) {
    const due = DUE - (index + 1) * DAY_MS;
    const reportDate = dated ? addDays(DATE, -index - 1) : null;
    await addDelivery(database, account, { name: 'daily', reportDate, due, finished: due + each * MINUTE });
  }
  return account;
}

/** Pauses what the account has declared in a table; since null, only declares it. */
async function pause(account: BuiltAccount, table: string, since: number | null): Promise<void> {
  if (table === 'download_declaration')
    await rows(
      account,
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
        values (${account.accountId}, 'ads', 'p', 'http', now())`,
    );
  if (since !== null)
    await rows(account, sql`update ${sql.table(table)} set status = 'paused', paused_on = ${new Date(since)}`);
}

const misses = ({ accountId }: BuiltAccount, minutesAfterDue: number) =>
  database.withAccount(accountId, (tx) => predictMisses(tx, accountId, DUE + minutesAfterDue * MINUTE));

test('an upload that is expected after its deadline is reported with the minutes', {
  tags: 'proof:forecast-miss',
}, async () => {
  const account = await build([140, 140, 141, 139, 140]);
  expect(await misses(account, -60)).toEqual([{ ...MISS, minutes: 20 }]);
});

test.each([
  ['its last report dates were in time', [90, 100, 80, 90, 90], []],
  ['it has few deliveries', [150, 150, 150, 150], []],
  ['it takes longer than usual, without an expected time', [60, 60, 60, 60, 60], []],
  ['half of those that took as long missed it', [60, 60, 60, 130, 150], [{ ...MISS, minutes: 20 }]],
])('an upload is compared with earlier report dates: %s', async (_what, minutes, expected) => {
  expect(await misses(await build(minutes), 100)).toEqual(expected);
});

test('the first delivery counts of a report date that was delivered twice', async () => {
  const account = await build([140, 140, 140, 140, 140]);
  const due = DUE - DAY_MS;
  await addDelivery(database, account, { name: 'daily', reportDate: '2026-11-17', due, finished: due + 9 * DAY_MS });
  const delays = await database.withAccount(account.accountId, (tx) =>
    deliveryDelays(tx, account.accountId, ['daily']),
  );
  expect(delays.get('daily')).toEqual(Array(5).fill(140 * MINUTE));
});

test.each([
  [
    'is delivered',
    (account: BuiltAccount) =>
      addDelivery(database, account, { name: 'daily', reportDate: DATE, due: DUE, finished: DUE + MINUTE }),
  ],
  [
    'has no rows',
    (account: BuiltAccount) =>
      addEvent(database, account, {
        code: 'RESULT_WITHOUT_ROWS',
        report_date: DATE,
        upload_declaration: 'daily',
        purpose: 'production',
      }),
  ],
  ['is paused', (account: BuiltAccount) => pause(account, 'upload_declaration', DUE - DAY_MS)],
  ['reads a paused download', (account: BuiltAccount) => pause(account, 'download_declaration', DUE - DAY_MS)],
  [
    'reads a download of a paused key',
    async (account: BuiltAccount) => {
      await pause(account, 'download_declaration', null);
      await rows(
        account,
        sql`insert into key (account_id, name, type, status, paused_on)
          values (${account.accountId}, 'api', 'http', 'paused', ${new Date(DUE - DAY_MS)})`,
      );
      await rows(
        account,
        sql`update download_declaration d set key_id = k.id from key k where k.account_id = d.account_id`,
      );
    },
  ],
  [
    'has a date that a person left out',
    (account: BuiltAccount) => rows(account, sql`update upload_declaration set skipped_dates = array[${DATE}]`),
  ],
  ['is suspended', (account: BuiltAccount) => rows(account, sql`update upload_declaration set status = 'suspended'`)],
])('an upload that %s misses nothing', async (_how, end) => {
  const account = await build([140, 140, 140, 140, 140]);
  await end(account);
  expect(await misses(account, 10)).toEqual([]);
});

test('a pause that began after the date was due does not excuse it', async () => {
  const account = await build([140, 140, 140, 140, 140]);
  await pause(account, 'download_declaration', DUE + MINUTE);
  expect(await misses(account, 10)).toEqual([{ ...MISS, minutes: 20 }]);
});

test('an upload without report dates counts by its runs', async () => {
  const account = await build([140, 140, 140, 140, 140], false);
  expect(await misses(account, 10)).toEqual([{ ...MISS, reportDate: null, minutes: 20 }]);
  await addDelivery(database, account, { name: 'daily', reportDate: null, due: DUE, finished: DUE + MINUTE });
  expect(await misses(account, 10)).toEqual([]);
});

test('uploads that have not ended have a forecast', { tags: 'proof:forecast-upload' }, async () => {
  const account = await build([140, 140, 140, 140, 140]);
  const open = await addDelivery(database, account, { name: 'daily', reportDate: DATE, due: DUE, finished: null });
  const ended = await addDelivery(database, account, { name: 'daily', reportDate: DATE, due: DUE, finished: DUE });
  const forecasts = await database.withAccount(account.accountId, (tx) =>
    forecastUploads(tx, account.accountId, [open, ended], DUE),
  );
  expect([...forecasts]).toEqual([
    [open, { expected: DUE + 140 * MINUTE, deliveries: 6, deadline: { at: DEADLINE, text: '08:00 UTC' } }],
  ]);
});
