import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { PipelineError } from '@switchboard/model/errors/errors';
import { ATTEMPT_POINTS, type Fault, type FaultPoint } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { abandonTransfer, retryTransfer } from '../src/pipeline/recovery/abandon-or-retry.ts';
import type { BuiltAccount } from '../testing/build-account.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { csvAnswer, type SourceAnswer } from '../testing/source-server.ts';

/** The next time this point is reached, the attempt fails there. */
let failing: FaultPoint | null = null;
const fault: Fault = async (point) => {
  if (point !== failing) return;
  failing = null;
  throw new PipelineError('STORAGE_FAILED', { reason: `stopped at ${point}` });
};

const work = useWork({ fault });

const csv = (rows: readonly string[]): SourceAnswer => csvAnswer('day,site,clicks', rows);
const plainly =
  (status: number, body: string): SourceAnswer =>
  (_, response) => {
    response.writeHead(status).end(body);
  };
const truncated: SourceAnswer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
  response.write('day,site,clicks\n2026-11-19,a,1\n', () => response.destroy());
};
const GOOD = ['2026-11-19,a,1', '2026-11-19,b,2', '2026-11-19,c,3'];

/** An account whose script downloads `name` and uploads the result to a file; its work is done. */
async function run(name: string, extra?: string, daily?: string): Promise<BuiltAccount> {
  const account = await publish(name, extra, daily);
  await work.settled(account);
  return account;
}

function publish(
  name: string,
  extra = 'lookback_days: 2;',
  daily = 'select day, site, sum(clicks) as clicks from ads where clicks > 0',
): Promise<BuiltAccount> {
  return work.publish(`
    download ads from {
      type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; ${extra}
    } using { day: date; site: string not null; clicks: integer; };
    table daily is ${daily};
    upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  `);
}

type Row = { status: string; message: string | null; rows: number | null; report_date: string; id: string };
const downloads = (account: BuiltAccount): Promise<(Row & { dirty: string })[]> =>
  work.rows(
    account,
    sql<Row & { dirty: string }>`
      select id, status, message, row_count as rows, dirty_row_status as dirty, report_date from download order by report_date`,
  );
const uploads = (account: BuiltAccount): Promise<Row[]> =>
  work.rows(
    account,
    sql<Row>`select id, status, message, row_count as rows, report_date from upload order by report_date`,
  );
type Event = { message: string; will_retry: boolean | null; retry_count: number | null; retry_limit: number | null };
const events = (account: BuiltAccount): Promise<Event[]> =>
  work.rows(account, sql<Event>`select message, will_retry, retry_count, retry_limit from event order by created, id`);
const retriesOf = async (account: BuiltAccount): Promise<Event[]> =>
  (await events(account)).filter((event) => event.will_retry === true);
const statusesOf = (rows: readonly Row[]): string[] => rows.map((row) => row.status);

const change = (
  account: BuiltAccount,
  unitId: string,
  how: typeof retryTransfer | typeof abandonTransfer,
): Promise<string> =>
  work.database.withAccount(account.accountId, (tx) =>
    how(tx, work.roles.queue, { accountId: account.accountId, unitId, kind: 'download' }, 'Olivia'),
  );

describe('a report date, from schedule to delivered file', () => {
  it('downloads, separates dirty rows, groups and delivers', { tags: 'proof:pipeline-delivers' }, async () => {
    work.answers.set('/plain', csv([...GOOD, '2026-11-19,a,4', '2026-11-19,d,many', '2026-11-19,,7']));
    const account = await run('plain');
    expect(await downloads(account)).toMatchObject([
      { status: 'completed', rows: 6, dirty: 'some' },
      { status: 'completed', rows: 6, dirty: 'some' },
    ]);
    const sent = await uploads(account);
    expect(sent).toMatchObject([
      { status: 'completed', rows: 3 },
      { status: 'completed', rows: 3 },
    ]);
    const text = readFileSync(work.delivered(account, `daily/${sent[0]?.report_date}.csv`), 'utf8')
      .trim()
      .split('\n');
    expect([text[0], ...text.slice(1).sort()]).toEqual([
      'day,site,clicks',
      '2026-11-19,a,5',
      '2026-11-19,b,2',
      '2026-11-19,c,3',
    ]);
    const flows = await work.rows(account, sql<{ status: string }>`select status from flow`);
    expect(flows).toEqual([{ status: 'STOPPED' }, { status: 'STOPPED' }]);
  });

  it('keeps the rows of an upsert table from flow to flow, also with concurrent flows', {
    tags: 'proof:pipeline-upsert-rows',
  }, async () => {
    work.answers.set('/kept', (request, response) => {
      const date = (request.url ?? '').split('/').at(-1) ?? '';
      csv([`${date},every day,1`, `${date},only ${date},2`])(request, response);
    });
    const account = await run('kept', 'lookback_days: 8;', 'upsert ads by site order by day desc');
    const sent = await uploads(account);
    expect(statusesOf(sent)).toEqual(Array.from({ length: 8 }, () => 'completed'));
    const state = await work.rows(
      account,
      sql<{ version: number; row_count: number }>`select version, row_count from table_state`,
    );
    // Each date has two rows, of which it keeps both.
    expect(state).toEqual([{ version: 8, row_count: 16 }]);
    // A result shows the rows of dates up to its own that were committed before it.
    for (const [index, { rows }] of sent.entries()) {
      expect(rows).toBeGreaterThanOrEqual(2);
      expect(rows).toBeLessThanOrEqual(index + 2);
    }
  });

  it('retries a failing source, records each failure, and delivers once it recovers', {
    tags: 'proof:pipeline-retries',
  }, async () => {
    let asked = 0;
    work.answers.set('/flaky', (request, response) => {
      asked += 1;
      if (asked <= 3) response.writeHead(503).end('try later');
      else csv(GOOD)(request, response);
    });
    const account = await run('flaky');
    expect(statusesOf(await downloads(account))).toEqual(['completed', 'completed']);
    const retries = await retriesOf(account);
    expect(retries).toHaveLength(3);
    expect(retries[0]?.message).toContain('503');
    expect(statusesOf(await uploads(account))).toEqual(['completed', 'completed']);
  });

  it.each([
    ['a permanent refusal', plainly(404, 'gone'), '404', 0],
    ['an endless failure', plainly(500, 'broken'), 'Stopped after 5 attempts', 4],
    ['a truncated answer', truncated, 'Stopped after 5 attempts', 4],
    ['other columns', plainly(200, 'x,y\n1,2\n'), 'Column day not found', 0],
  ] as const)(
    'never takes %s for an empty report',
    { tags: 'proof:pipeline-failure-is-not-empty' },
    async (name, answer, message, retries) => {
      const path = name.replaceAll(' ', '-');
      work.answers.set(`/${path}`, answer);
      const account = await run(path);
      for (const row of await downloads(account)) {
        expect(row.status).toBe('failed');
        expect(row.message).toContain(message);
      }
      expect(await uploads(account)).toEqual([]);
      expect(await retriesOf(account)).toHaveLength(retries * 2);
      const last = (await events(account)).filter((event) => event.will_retry === false);
      // Shown as n/(limit-1): after the last retry both are equal.
      expect(last.map((event) => [event.retry_count, event.retry_limit])).toEqual([
        [retries, 5],
        [retries, 5],
      ]);
    },
  );

  it('completes a download whose rows are all dirty, and starts no flow', {
    tags: 'proof:pipeline-all-dirty',
  }, async () => {
    work.answers.set('/dirty', csv(['x,a,y', 'z,b,w']));
    const account = await run('dirty');
    for (const row of await downloads(account)) {
      expect(row).toMatchObject({
        status: 'completed',
        dirty: 'all',
        message: 'Processing failed; all rows are dirty.',
      });
    }
    expect(await uploads(account)).toEqual([]);
    const source = await work.rows(account, sql<{ status: string }>`select status from download_declaration`);
    // Two report dates; the third in a row suspends.
    expect(source).toEqual([{ status: 'active' }]);
  });

  it('uploads a report date whose rows were all dirty once its source is fixed and it is retried', async () => {
    work.answers.set('/fixed', csv(['x,a,y', 'z,b,w']));
    const account = await run('fixed');
    const failed = await downloads(account);
    expect(failed.map((row) => row.dirty)).toEqual(['all', 'all']);
    work.answers.set('/fixed', csv(GOOD));
    for (const { id } of failed) expect(await change(account, id, retryTransfer)).toBe('ok');
    await work.settled(account);
    expect(await downloads(account)).toMatchObject([
      { status: 'completed', rows: 3, dirty: 'none' },
      { status: 'completed', rows: 3, dirty: 'none' },
    ]);
    const parts = await work.rows(account, sql<unknown>`select name, row_count, dirty_row_count from download_part`);
    expect(parts).toEqual([
      { name: 'ads', row_count: 3, dirty_row_count: 0 },
      { name: 'ads', row_count: 3, dirty_row_count: 0 },
    ]);
    expect(statusesOf(await uploads(account))).toEqual(['completed', 'completed']);
  });

  it('downloads a truncated file again, in a retry and when a person retries it', async () => {
    const whole = gzipSync(['day,site,clicks', ...GOOD, ''].join('\n'));
    const answered = new Map<string, number>();
    let broken = 2;
    work.answers.set('/halved', (request, response) => {
      const date = request.url ?? '';
      const asked = (answered.get(date) ?? 0) + 1;
      answered.set(date, asked);
      response.end(asked > broken ? whole : whole.subarray(0, whole.length >> 1));
    });
    const account = await run('halved');
    expect(statusesOf(await downloads(account))).toEqual(['completed', 'completed']);
    expect(await retriesOf(account)).toHaveLength(4);

    broken = 10;
    answered.clear();
    const other = await run('halved');
    expect(statusesOf(await downloads(other))).toEqual(['failed', 'failed']);
    broken = 0;
    for (const { id } of await downloads(other)) expect(await change(other, id, retryTransfer)).toBe('ok');
    await work.settled(other);
    expect(statusesOf(await downloads(other))).toEqual(['completed', 'completed']);
  });

  it('leaves the destination unchanged when the query gives no rows', {
    tags: 'proof:pipeline-empty-result',
  }, async () => {
    work.answers.set('/empty', csv(['2026-11-19,a,0']));
    const account = await run('empty');
    expect(statusesOf(await downloads(account))).toEqual(['completed', 'completed']);
    expect(await uploads(account)).toEqual([]);
    expect((await events(account)).map((event) => event.message)).toContain(
      'Query has completed successfully, no uploads will result.',
    );
    expect(existsSync(work.delivered(account, 'daily'))).toBe(false);
  });

  it('publishes nothing of a unit abandoned while it ran, and retries a failed one on demand', {
    tags: 'proof:pipeline-abandon-restart',
  }, async () => {
    const waiting: ServerResponse[] = [];
    work.answers.set('/slow', (_, response) => {
      waiting.push(response);
    });
    const account = await publish('slow');
    await expect.poll(() => waiting.length).toBe(2);
    const [first] = await downloads(account);
    expect(await change(account, first?.id ?? '', abandonTransfer)).toBe('ok');
    expect(await change(account, first?.id ?? '', abandonTransfer)).toBe('finished');
    work.answers.set('/slow', plainly(404, 'gone'));
    for (const response of waiting) response.writeHead(404).end();
    await work.settled(account);
    expect(statusesOf(await downloads(account))).toEqual(['abandoned', 'failed']);

    work.answers.set('/slow', csv(GOOD));
    const failed = (await downloads(account))[1]?.id ?? '';
    expect(await change(account, failed, retryTransfer)).toBe('ok');
    await work.settled(account);
    expect(statusesOf(await downloads(account))).toEqual(['abandoned', 'completed']);
    expect(statusesOf(await uploads(account))).toEqual(['completed']);
  });

  it.each(ATTEMPT_POINTS)(
    'recovers from an attempt that failed at %s',
    { tags: 'proof:pipeline-resumes' },
    async (point) => {
      work.answers.set(`/${point}`, csv(GOOD));
      failing = point;
      const account = await run(point);
      expect(failing).toBeNull();
      expect(statusesOf(await downloads(account))).toEqual(['completed', 'completed']);
      expect(await uploads(account)).toMatchObject([
        { status: 'completed', rows: 3 },
        { status: 'completed', rows: 3 },
      ]);
      expect((await retriesOf(account)).map((event) => event.message)).toEqual([
        `The file store failed: stopped at ${point}. Will retry.`,
      ]);
    },
  );

  it('reports no unexpected error', () => {
    expect(work.problems).toEqual([]);
  });
});
