import { readFileSync } from 'node:fs';
import { createLocalStore } from '@switchboard/engine';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { addRecipient, sendMail } from '../../../testing/mail.ts';

const NOON = Date.parse('2026-11-26T12:00:00Z');
const offset = NOON - Date.now();
const now = (): number => Date.now() + offset;
const work = useWork({ now });
const listener = useMailListener(work, {
  now,
  get store() {
    return createLocalStore(work.storeFolder);
  },
});

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
    subject: 'Ads of 2026-11-25',
    text: 'See attachment.',
    attachments: [
      { filename: 'ads.csv', content: 'day,clicks\n2026-11-25,7\n2026-11-25,many\n' },
      { filename: 'logo.png', content: 'no report' },
    ],
  });
  await expect
    .poll(() => downloads(account), { timeout: 20_000 })
    .toContainEqual({ date: '2026-11-25', status: 'completed', files: 'ads.csv' });
  await expect
    .poll(() => work.rows(account, sql`select report_date::text as date, status from upload`), { timeout: 20_000 })
    .toEqual([{ date: '2026-11-25', status: 'completed' }]);
  expect(readFileSync(work.delivered(account, 'ads_20261125.csv'), 'utf8')).toBe('day,clicks\n2026-11-25,7\n');
  const dirty = await work.rows(account, sql`select dirty_row_count from download_part`);
  expect(dirty).toEqual([{ dirty_row_count: 1 }]);
  // Nothing came for the day before: its download waits.
  expect(await downloads(account)).toContainEqual({ date: '2026-11-24', status: 'queued', files: null });
  expect(work.problems).toEqual([]);
});
