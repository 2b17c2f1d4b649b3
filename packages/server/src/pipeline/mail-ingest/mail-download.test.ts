import { readFileSync } from 'node:fs';
import { createLocalStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { addRecipient, sendMail } from '../../../testing/mail.ts';

const DAY = 86_400_000;
/** Noon of tomorrow: the reports of yesterday and today are due, and the clock is not behind that of the database. */
const noon = Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY;
const offset = noon - Date.now();
const now = (): number => Date.now() + offset;
const work = useWork({ now });
const listener = useMailListener(work, {
  now,
  get store() {
    return createLocalStore(work.storeFolder);
  },
});

const daysBefore = (days: number): string => new Date(noon - days * DAY).toISOString().slice(0, 10);
const [REPORT_DATE, DAY_BEFORE] = [daysBefore(1), daysBefore(2)];

const script = (parameters: string): string => `
  download ads from { type: "email"; path: "reports/ads"; timezone: "UTC"; hour_of_day: 6; ${parameters} }
    using { day: date; clicks: integer; };
  table ads_table is select day, clicks from ads;
  upload ads_table to { type: "file"; path: "ads_{YYYYMMDD}.csv"; format: "csv"; };`;

type Download = { date: string; status: string; files: string };
const downloads = (account: BuiltAccount) =>
  work.rows(
    account,
    sql<Download>`
      select report_date::text as date, status,
        (select string_agg(regexp_replace(f ->> 'path', '^.*/', ''), ' ') from jsonb_array_elements(files) f) as files
      from download order by report_date, created`,
  );

it('loads what was mailed for a report date, by the date in the subject, and delivers it', {
  tags: 'proof:email-download',
}, async () => {
  const account = await work.publish(
    script('subject_datetime_pattern: "YYYY-MM-DD"; pattern: "*.csv"; lookback_days: 2;'),
  );
  const { address } = await addRecipient(work.database, account, [
    { path: 'reports/ads', senderGlob: '*@partner.test' },
  ]);
  await sendMail(listener.port, {
    to: address,
    subject: `Ads of ${REPORT_DATE}`,
    text: 'See attachment.',
    attachments: [
      { filename: 'ads.csv', content: `day,clicks\n${REPORT_DATE},7\n${REPORT_DATE},many\n` },
      { filename: 'logo.png', content: 'no report' },
    ],
  });
  await expect
    .poll(() => downloads(account))
    .toContainEqual({ date: REPORT_DATE, status: 'completed', files: 'ads.csv' });
  await expect
    .poll(() => work.rows(account, sql`select report_date::text as date, status from upload`))
    .toEqual([{ date: REPORT_DATE, status: 'completed' }]);
  expect(readFileSync(work.delivered(account, `ads_${REPORT_DATE.replaceAll('-', '')}.csv`), 'utf8')).toBe(
    `day,clicks\n${REPORT_DATE},7\n`,
  );
  const dirty = await work.rows(account, sql`select dirty_row_count from download_part`);
  expect(dirty).toEqual([{ dirty_row_count: 1 }]);
  // Nothing came for the day before: its download waits.
  expect(await downloads(account)).toContainEqual({ date: DAY_BEFORE, status: 'queued', files: null });
  expect(work.problems).toEqual([]);
});

it('case mail-resent-doubles: a mail that is resent changes nothing, and a corrected one replaces the one before, with an event', {
  tags: 'case:mail-resent-doubles',
}, async () => {
  const account = await work.publish(
    script('subject_datetime_pattern: "YYYY-MM-DD"; pattern: "*.csv"; lookback_days: 1;'),
  );
  const { address } = await addRecipient(work.database, account, [{ path: 'reports/ads', senderGlob: '*' }]);
  const send = (clicks: number, text: string) =>
    sendMail(listener.port, {
      to: address,
      subject: `Ads of ${REPORT_DATE}`,
      text,
      attachments: [{ filename: 'ads.csv', content: `day,clicks\n${REPORT_DATE},${clicks}\n` }],
    });
  const delivered = (): string =>
    readFileSync(work.delivered(account, `ads_${REPORT_DATE.replaceAll('-', '')}.csv`), 'utf8');
  const ended = async (uploads: number) => {
    await expect
      .poll(() => work.rows(account, sql`select status from upload`))
      .toEqual(Array(uploads).fill({ status: 'completed' }));
    return delivered();
  };
  await send(5, 'first');
  expect(await ended(1)).toBe(`day,clicks\n${REPORT_DATE},5\n`);
  await send(5, 'resent');
  await send(55, 'corrected');
  await send(5, 'resent again');
  expect(await ended(2)).toBe(`day,clicks\n${REPORT_DATE},55\n`);
  const events = await work.rows<{ code: string; count: string }>(
    account,
    sql`select code, parameters ->> 'count' as count from event where code like 'FILES_RE%' order by code`,
  );
  expect(events.map(({ code }) => code)).toContain('FILES_REPLACED');
  expect(events.map(({ code }) => code)).not.toContain('FILES_REMOVED');
});
