import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDeclaration, addDelivery } from '../../../testing/add-deliveries.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../testing/smtp-server.ts';
import { setSummary } from '../../../testing/summaries.ts';
import { sendMails } from '../../identity/mail/mail-outbox.ts';
import { createMailTransport } from '../../identity/mail/mail-transport.ts';
import { queueSummaries } from './queue-summaries.ts';
import type { SummaryFacts } from './summary-facts.ts';
import { writeSummaryMail } from './summary-mail.ts';

const { database } = useDatabase();
const account = useAccount({ database }, { sources: [buildSource('ads')], uploads: [buildUpload('daily')] });
const PUBLIC_URL = 'https://console.example';
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-19T07:00:00Z');
const hoursAgo = (hours: number): string => new Date(NOW - hours * 60 * MINUTE).toISOString();
let smtp: TestSmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());

/** Adds an entry to each section, and rows that no section may show. */
async function fill(): Promise<void> {
  const failed = { status: 'failed', failure_code: 'SOURCE_AUTH_FAILED', message: 'Key <ads> was rejected.' };
  for (const reportDate of ['2026-11-16', '2026-11-17'])
    await addDownload(database, account, {
      ...failed,
      source: 'clicks',
      report_date: reportDate,
      finished: hoursAgo(2),
    });
  await addDownload(database, account, { ...failed, source: 'old', finished: hoursAgo(30) });
  await addDownload(database, account, { ...failed, source: 'refilled', purpose: 'backfill', finished: hoursAgo(2) });
  const dirty = { dirty_row_status: 'some', new_dirty_row_status: 'some', dirty_row_count: 7, new_dirty_row_count: 7 };
  await addDownload(database, account, {
    source: 'costs',
    status: 'completed',
    row_count: 1200,
    finished: hoursAgo(1),
    ...dirty,
  });
  const held = await addDownload(database, account, { source: 'sales', status: 'queued' });
  await addUnitOf(database, account, held, {
    kind: 'download',
    state: 'held',
    blocked_kind: 'key',
    blocked_by: 'warehouse',
  });
  const flow = await addFlow(database, account);
  await addUpload(database, account, flow, {
    name: 'weekly',
    status: 'completed',
    row_count: 300,
    finished: hoursAgo(3),
  });
  await account.rows(sql`
    insert into late_upload (account_id, upload_name, report_date, deadline, delivered) values
      (${account.accountId}, 'monthly', '2026-11-15', ${hoursAgo(50)}, null),
      (${account.accountId}, 'weekly', '2026-11-17', ${hoursAgo(4)}, ${hoursAgo(3)}),
      (${account.accountId}, 'earlier', '2026-11-10', ${hoursAgo(60)}, ${hoursAgo(59)})`);
  const due = Date.parse('2026-11-19T06:00:00Z');
  const next = Date.parse('2026-11-19T08:00:00Z');
  await addDeclaration(database, account, { name: 'daily', time: '08:00', through: next - DAY_MS, next });
  for (let days = 1; days <= 5; days += 1) {
    const reportDate = new Date(due - (days + 1) * DAY_MS).toISOString().slice(0, 10);
    const at = due - days * DAY_MS;
    await addDelivery(database, account, { name: 'daily', reportDate, due: at, finished: at + 140 * MINUTE });
  }
}

/** The parts of a mail, decoded. */
const partsOf = (data: string): string =>
  data
    .split(/\r\n\r\n/)
    .slice(1)
    .map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString())
    .join('\n');

test('the summary is delivered as text and page, with what happened since the one before', {
  tags: 'proof:summary-contents',
}, async () => {
  await fill();
  await setSummary(database, account, { time: '07:00' });
  await queueSummaries(database, NOW - 1);
  await queueSummaries(database, NOW);
  const transport = createMailTransport({
    smtpUrl: smtp.url,
    from: 'switchboard@test.test',
    folder: '',
    now: () => NOW,
  });
  const write = {
    password_reset: async () => null,
    factors_changed: async () => null,
    factors_reset: async () => null,
    factor_link: async () => null,
    outage: async () => null,
    new_device: async () => null,
    address_changed: async () => null,
    invitation: async () => null,
    daily_summary: async ({ facts }: { facts: unknown }) => writeSummaryMail(facts, PUBLIC_URL),
  };
  for (let round = 0; round < 2; round += 1) expect(await sendMails({ database, transport, write })).toEqual([]);
  expect(smtp.received.map(({ to }) => to)).toEqual(['ops@test.test']);
  const data = smtp.received[0]?.data ?? '';
  expect(data).toContain('multipart/alternative');
  const list = `${PUBLIC_URL}/app/${account.urlName}`;
  expect(partsOf(data)).toContain(
    [
      `Daily summary of ${account.urlName}`,
      'Thursday, 19 November 2026',
      '18 Nov, 07:00 to 19 Nov, 07:00 UTC',
      '',
      '1 download completed, 1,200 rows.',
      '2 uploads completed, 300 rows.',
      '7 dirty rows.',
      '',
      'FAILED (2)',
      '- clicks: 2 downloads of 2026-11-16 to 2026-11-17. Key <ads> was rejected.',
      `${list}/downloads/list?status=failed`,
      '',
      'LATE (2)',
      '- monthly: Report date 2026-11-15 is 2 d 2 h late and not delivered.',
      '- weekly: Report date 2026-11-17 was delivered 1 h late.',
      `${list}/uploads/list?status=late`,
      '',
      'EXPECTED TO BE LATE (1)',
      '- daily: Will miss 08:00 by 20 min, report date 2026-11-18.',
      `${list}/uploads/list?status=unfinished`,
      '',
      'WAITING (1)',
      '- warehouse: 1 waits because the key is suspended.',
      `${list}/downloads/list?status=unfinished`,
      '',
      'DIRTY ROWS (1)',
      '- costs: 7 dirty rows in 1 download.',
      `${list}/downloads/list?status=dirty`,
    ].join('\n'),
  );
  expect(partsOf(data)).toContain('Key &lt;ads&gt; was rejected.');
  expect(partsOf(data)).toContain(`href="${list}/downloads/list?bundleNames=clicks&amp;status=failed"`);
});

const QUIET: SummaryFacts = {
  account: { name: 'Acme & Söhne', urlName: 'acme' },
  day: '2026-11-19',
  time: '08:00',
  timezone: 'Asia/Tokyo',
  since: '2026-11-17T23:00:00.000Z',
  through: '2026-11-18T23:00:00.000Z',
  downloads: { completed: 0, rows: 0 },
  uploads: { completed: 1_234, rows: 1_234_567 },
  failed: { count: 0, items: [] },
  late: { count: 0, items: [] },
  misses: { count: 0, items: [] },
  waiting: { count: 0, items: [] },
  dirty: { rows: 0, count: 0, items: [] },
};

describe('the mail of a summary', () => {
  test('the mail of a summary of a quiet day says so', () => {
    const { subject, text, html } = writeSummaryMail(QUIET, PUBLIC_URL);
    expect(subject).toBe('Acme & Söhne: nothing failed, nothing is late · 2026-11-19');
    expect(text).toContain('Nothing failed, nothing is late and nothing waits.');
    expect(html).toContain('Daily summary of Acme &amp; Söhne');
    expect(html).toContain('18 Nov, 08:00 to 19 Nov, 08:00 Asia/Tokyo');
    expect(html).toContain('1.2M');
  });

  test('lists some of many and counts the others', () => {
    const items = Array.from({ length: 20 }, (_each, index) => ({
      transfer: 'upload' as const,
      name: `upload, ${index}`,
      count: 2,
      firstDate: null,
      lastDate: null,
      message: null,
    }));
    const { subject, text, html } = writeSummaryMail({ ...QUIET, failed: { count: 1_041, items } }, PUBLIC_URL);
    expect(subject).toBe('Acme & Söhne: 1,041 failed · 2026-11-19');
    expect(text).toContain('- upload, 19: 2 uploads.\n- and 1,001 more\n');
    expect(html).toContain('Open the list, 1,001 more');
    expect(html).toContain('uploadName=upload%5C%2C+19&amp;status=failed');
  });
});
