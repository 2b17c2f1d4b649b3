import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { retryTransfer } from '../src/pipeline/recovery/abandon-or-retry.ts';
import type { BuiltAccount } from '../testing/build-account.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { csvAnswer } from '../testing/source-server.ts';

/** Done when the next attempt has begun. */
let afterClaim: (() => void) | null = null;
const work = useWork({
  fault: async (point) => {
    if (point !== 'after-claim') return;
    afterClaim?.();
    afterClaim = null;
  },
});

const HOUR = 3_600_000;
const today = new Date().toISOString().slice(0, 10);
const DATE = addDays(today, -1);
const script = (path: string): string => `
  download ads from {
    type: "file"; ${path} format: "csv"; timezone: "UTC"; hour_of_day: 0; lookback_days: 1;
  } using { site: string; clicks: integer; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
`;

const pathOf = (account: BuiltAccount, name: string): string => join(work.folder, 'imports', account.accountId, name);
/** A file that was last changed some hours ago. */
function put(account: BuiltAccount, name: string, rows: readonly string[], hoursAgo = 2): void {
  mkdirSync(dirname(pathOf(account, name)), { recursive: true });
  writeFileSync(pathOf(account, name), ['site,clicks', ...rows, ''].join('\n'));
  const changed = (Date.now() - hoursAgo * HOUR) / 1000;
  utimesSync(pathOf(account, name), changed, changed);
}
const requestProbe = (account: BuiltAccount): Promise<unknown> =>
  work.rows(account, sql`update download_declaration set next_probe = now() returning name`);
type Row = { status: string; message: string | null; rows: number | null; blocked: string | null };
const downloads = (account: BuiltAccount): Promise<Row[]> =>
  work.rows(
    account,
    sql<Row>`
      select d.status, d.message, d.row_count as rows, nullif(concat_ws(' ', u.blocked_kind, u.blocked_by), '') as blocked
      from download d join unit u on u.account_id = d.account_id and u.id = d.id order by d.id`,
  );
const statuses = async (account: BuiltAccount): Promise<string[]> =>
  (await downloads(account)).map((row) => (row.blocked === null ? row.status : `${row.status} (${row.blocked})`));
const untilStatuses = (account: BuiltAccount, expected: readonly string[]): Promise<void> =>
  expect.poll(() => statuses(account), { interval: 50 }).toEqual(expected);
/** An account whose source waits for its files. */
async function publish(path: string): Promise<BuiltAccount> {
  const account = await work.publish(script(path));
  await untilStatuses(account, ['queued (files ads)']);
  return account;
}
/** Puts a file and waits until the probe that finds it has led to downloads of these statuses. */
async function arrive(
  account: BuiltAccount,
  name: string,
  rows: readonly string[],
  expected: readonly string[],
  hoursAgo?: number,
): Promise<void> {
  put(account, name, rows, hoursAgo);
  await requestProbe(account);
  await untilStatuses(account, expected);
}
const messages = async (account: BuiltAccount): Promise<string[]> =>
  (await work.rows(account, sql<{ message: string }>`select message from event order by id`)).map((row) => row.message);
const deliveredRows = (account: BuiltAccount, date: string): string[] =>
  readFileSync(work.delivered(account, `ads/${date}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .sort();

describe('files, from arrival to upload', () => {
  it('waits for the file of a due date, then downloads each new version and skips identical ones', {
    tags: 'proof:file-arrival-to-upload',
  }, async () => {
    const account = await publish('path: "in"; pattern: "*.csv"; datetime_pattern: "YYYYMMDD";');
    const [compact] = [DATE.replaceAll('-', '')];
    await arrive(account, `in/a_${compact}.csv`, ['a,1'], ['completed']);
    await work.settled(account);
    expect(deliveredRows(account, DATE)).toEqual(['a,1']);
    // Another file of the same date: one new version of both.
    await arrive(account, `in/b_${compact}.csv`, ['b,2', 'b,3'], ['completed', 'completed']);
    await work.settled(account);
    expect(deliveredRows(account, DATE)).toEqual(['a,1', 'b,2', 'b,3']);
    expect(await messages(account)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^ads: a_${compact}.csv, b_${compact}.csv \\(sha256 \\w{12}, \\w{12}\\) replaces a_${compact}.csv \\(sha256 \\w{12}\\) as the version of ${DATE}.$`,
        ),
      ),
    );
    // The same bytes with another time.
    await arrive(account, `in/b_${compact}.csv`, ['b,2', 'b,3'], ['completed', 'completed', 'skipped'], 1);
    expect((await downloads(account))[2]?.message).toBe('Identical report already downloaded');
    // Unchanged files are no news.
    const probe = async () =>
      (await work.rows(account, sql<{ at: Date }>`select last_probe as at from download_declaration`))[0]?.at;
    const before = await probe();
    await requestProbe(account);
    await expect.poll(probe, { interval: 50 }).not.toEqual(before);
    expect(await statuses(account)).toHaveLength(3);
  });

  it('retries a file that was deleted after its listing, and downloads it when it is back', async () => {
    const account = await publish('path: "late_{YYYY-MM-DD}.csv";');
    const name = `late_${DATE}.csv`;
    put(account, name, ['a,1']);
    afterClaim = () => rmSync(pathOf(account, name));
    await requestProbe(account);
    const missing = (message: string): boolean => message === `ads: there is no file ${name} yet. Will retry.`;
    await expect.poll(async () => (await messages(account)).some(missing)).toBe(true);
    put(account, name, ['a,1', 'b,2']);
    await requestProbe(account);
    await expect.poll(async () => (await statuses(account)).includes('completed')).toBe(true);
    await work.settled(account);
    expect(deliveredRows(account, DATE)).toEqual(['a,1', 'b,2']);
  });

  it('does not download a file that grows while it is read', async () => {
    const account = await publish('path: "grown_{YYYY-MM-DD}.csv";');
    const name = `grown_${DATE}.csv`;
    put(account, name, ['a,1']);
    afterClaim = () => put(account, name, ['a,1', 'b,2'], 0);
    await requestProbe(account);
    const changed = `ads: ${name} changed after it was found. Will retry once it stays the same.`;
    await expect.poll(() => messages(account)).toContain(changed);
    expect((await statuses(account)).includes('completed')).toBe(false);
  });

  it('downloads a file that is delivered long after its date failed, once the date is retried', async () => {
    const account = await publish('path: "overdue_{YYYY-MM-DD}.csv";');
    const past = addDays(today, -10);
    const [late] = await work.rows(
      account,
      sql<{ id: string }>`update download set report_date = ${past}::date returning id`,
    );
    await requestProbe(account);
    await untilStatuses(account, ['failed']);
    put(account, `overdue_${past}.csv`, ['a,1']);
    const transfer = { accountId: account.accountId, unitId: late?.id ?? '', kind: 'download' } as const;
    const retry = work.database.withAccount(account.accountId, (tx) =>
      retryTransfer(tx, work.roles.queue, transfer, 'Ann'),
    );
    expect(await retry).toBe('ok');
    await untilStatuses(account, ['completed']);
    await work.settled(account);
    expect(deliveredRows(account, past)).toEqual(['a,1']);
  });
});

type HandleRow = { readonly handle: Readonly<Record<string, unknown>>; readonly progress: unknown };
const handles = (account: BuiltAccount): Promise<HandleRow[]> =>
  work.rows(account, sql<HandleRow>`select handle, progress from download order by id`);

describe('what a download is known by', () => {
  it('includes the times in the names of its files, in the timezone of the source', {
    tags: 'proof:download-handle-times',
  }, async () => {
    const account = await publish('path: "log"; pattern: "*.csv"; datetime_pattern: "YYYYMMDDHH";');
    const hour = (time: string): string => `${DATE.replaceAll('-', '')}${time}.csv`;
    await arrive(account, `log/${hour('07')}`, ['a,1'], ['completed']);
    await arrive(account, `log/${hour('23')}`, ['b,2'], ['completed', 'completed']);
    const file = (name: string): object => ({ filename: name, url: `file:log/${hour('07')}` });
    expect((await handles(account)).map(({ handle }) => handle)).toEqual([
      { ...file(hour('07')), report_time: '07:00' },
      { ...file(`${hour('07')}, ${hour('23')}`), start_time: '07:00', end_time: '23:00' },
    ]);
  });

  it('includes the id of a report that its provider makes, which counts as one report to come', {
    tags: 'proof:download-handle-report',
  }, async () => {
    let isReady = false;
    const json = { 'content-type': 'application/json', 'retry-after': '0' };
    work.answers.set('/made', (_, response) => {
      response.writeHead(200, json).end('{"report_id":"r-7","status":"pending"}');
    });
    work.answers.set('/made-state', (_, response) => {
      response.writeHead(200, json).end(`{"status":"${isReady ? 'ready' : 'pending'}","url":"/made.csv"}`);
    });
    work.answers.set('/made.csv', csvAnswer('site', ['a']));
    const account = await work.publish(`
      download ads from {
        type: "http"; url: "${work.source}/made?date={YYYY-MM-DD}"; async: true;
        status_url: "${work.source}/made-state/{report_id}";
        check_after_seconds: 1; timezone: "UTC"; hour_of_day: 0; lookback_days: 1; format: "csv";
      } using { site: string; };
      upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
    `);
    await untilStatuses(account, ['requested']);
    expect(await handles(account)).toEqual([
      { handle: { handle: 'r-7' }, progress: { reports: 0, estimatedReports: 1 } },
    ]);
    isReady = true;
    await untilStatuses(account, ['completed']);
    expect((await handles(account))[0]?.handle).toMatchObject({ handle: 'r-7', filename: 'made.csv' });
  });
});

describe('a report that the provider never finishes', () => {
  it('fails its download with an error that says so', { tags: 'proof:report-never-ready' }, async () => {
    work.answers.set('/order', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"report_id":"7","status":"pending"}');
    });
    work.answers.set('/state', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"report_id":"7","status":"pending"}');
    });
    const account = await work.publish(`
      download ads from {
        type: "http"; url: "${work.source}/order?date={YYYY-MM-DD}"; async: true; status_url: "${work.source}/state/{report_id}";
        give_up_minutes: 10080; check_after_seconds: 1; timezone: "UTC"; hour_of_day: 0; lookback_days: 1; format: "csv";
      } using { site: string; };
      upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
    `);
    await expect
      .poll(() => downloads(account), { interval: 50 })
      .toMatchObject([{ status: 'requested', message: null }]);
    await work.rows(account, sql`update download set requested_at = now() - interval '193 hours' returning id`);
    await untilStatuses(account, ['failed']);
    expect((await downloads(account))[0]?.message).toBe(
      'ads: the provider had not made the report after 192 hours. Check it at the provider, then retry.',
    );
    const events = await work.rows(account, sql<{ code: string }>`select code from event order by id desc limit 1`);
    expect(events).toEqual([{ code: 'SOURCE_REPORT_LATE' }]);
    const kept = await work.rows(account, sql`select state, requested_at from download`);
    expect(kept).toEqual([{ state: null, requested_at: null }]);
  });
});

it('reports no unexpected error', () => expect(work.problems).toEqual([]));
