import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createLocalStore } from '@switchboard/engine';
import { ATTEMPT_POINTS, type Fault, type FaultPoint, PipelineError } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createVault } from '../src/features/keys/vault.ts';
import { publishScript } from '../src/features/scripts/publish.ts';
import { abandonTransfer, retryTransfer } from '../src/pipeline/recovery/abandon-or-retry.ts';
import { type RunningRoles, startRoles } from '../src/programs/start-roles.ts';
import { type BuiltAccount, buildAccount } from '../testing/build-account.ts';
import { createDatabase, type TestDatabase } from '../testing/database.ts';

/** What the source answers for a path; a test changes it as it goes. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answers = new Map<string, Answer>();

let made: TestDatabase;
let database: Database;
let roles: RunningRoles;
let provider: Server;
let folder: string;
const problems: unknown[] = [];

/** The next time this point is reached, the attempt fails there. */
let failing: FaultPoint | null = null;
const fault: Fault = async (point) => {
  if (point !== failing) return;
  failing = null;
  throw new PipelineError('STORAGE_FAILED', { reason: `stopped at ${point}` });
};

const providerUrl = (): string => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const csv =
  (rows: readonly string[]): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(['day,site,clicks', ...rows, ''].join('\n'));
  };
const plainly =
  (status: number, body: string): Answer =>
  (_, response) => {
    response.writeHead(status).end(body);
  };
const halfAnAnswer: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
  response.write('day,site,clicks\n2026-11-19,a,1\n', () => response.destroy());
};
const GOOD = ['2026-11-19,a,1', '2026-11-19,b,2', '2026-11-19,c,3'];

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  folder = mkdtempSync(join(tmpdir(), 'switchboard-pipeline-'));
  provider = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = answers.get(path) ?? answers.get(path.replace(/\/[^/]*$/, ''));
    if (answer) answer(request, response);
    else response.writeHead(404).end('no such report');
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  roles = await startRoles({
    database,
    url: made.url,
    vault: createVault(randomBytes(32)),
    roles: ['worker', 'scheduler'],
    dataFolder: folder,
    store: createLocalStore(join(folder, 'files')),
    host: 'test',
    alone: true,
    concurrency: 4,
    egressAllow: ['127.0.0.1'],
    retryBaseMs: 50,
    fault,
    onError: (error) => problems.push(error),
  });
}, 120_000);

afterAll(async () => {
  await roles.stop();
  await database.close();
  await made.drop();
  provider.closeAllConnections();
  await new Promise((done) => provider.close(done));
  rmSync(folder, { recursive: true, force: true });
});

/** An account whose script downloads `path` and uploads what came to a file. */
async function publish(
  name: string,
  extra = '',
  daily = 'select day, site, sum(clicks) as clicks from ads where clicks > 0',
): Promise<BuiltAccount> {
  const account = await buildAccount(database);
  const text = `
    download ads from {
      type: "http"; url: "${providerUrl()}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; ${extra || 'lookback_days: 2;'}
    } using { day: date; site: string not null; clicks: integer; };
    table daily is ${daily};
    upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  `;
  const published = await database.withAccount(account.accountId, (tx) =>
    publishScript(tx, {
      accountId: account.accountId,
      description: 'Test',
      files: [{ path: 'ads.sbs', text }],
      personId: null,
      now: Date.now(),
    }),
  );
  expect(published.messages.filter((message) => message.type === 'error')).toEqual([]);
  return account;
}

type Row = {
  status: string;
  message: string | null;
  rows: number | null;
  dirty: string;
  report_date: string;
  id: string;
};
const downloads = async (account: BuiltAccount): Promise<Row[]> =>
  database.withAccount(account.accountId, async (tx) => {
    const found = await sql<Row>`
      select id, status, message, row_count as rows, dirty_row_status as dirty, report_date from download order by report_date
    `.execute(tx);
    return found.rows;
  });
const uploads = async (account: BuiltAccount): Promise<Row[]> =>
  database.withAccount(account.accountId, async (tx) => {
    const found = await sql<Row>`
      select id, status, message, row_count as rows, 'none' as dirty, report_date from upload order by report_date
    `.execute(tx);
    return found.rows;
  });
const unfinished = (account: BuiltAccount): Promise<number> =>
  database.withAccount(account.accountId, async (tx) => {
    const found = await sql<{ made: number; open: number }>`
      select count(*) as made, count(*) filter (where state <> 'done') as open from unit
    `.execute(tx);
    const [row] = found.rows;
    return !row || row.made === 0 ? -1 : row.open;
  });
const settled = (account: BuiltAccount): Promise<void> =>
  expect.poll(() => unfinished(account), { timeout: 60_000, interval: 50 }).toBe(0);
const events = (account: BuiltAccount): Promise<{ message: string; will_retry: boolean | null; severity: string }[]> =>
  database.withAccount(account.accountId, async (tx) => {
    const found = await sql<{ message: string; will_retry: boolean | null; severity: string }>`
      select message, will_retry, severity from event order by created, id
    `.execute(tx);
    return found.rows;
  });
const delivered = (account: BuiltAccount, date: string): string =>
  join(folder, 'exports', account.accountId, 'daily', `${date}.csv`);

describe('a report date, from schedule to delivered file', () => {
  it('downloads, separates dirty rows, groups and delivers', { tags: 'proof:pipeline-delivers' }, async () => {
    answers.set('/plain', csv([...GOOD, '2026-11-19,a,4', '2026-11-19,d,many', '2026-11-19,,7']));
    const account = await publish('plain');
    await settled(account);
    expect(await downloads(account)).toMatchObject([
      { status: 'completed', rows: 6, dirty: 'some' },
      { status: 'completed', rows: 6, dirty: 'some' },
    ]);
    const sent = await uploads(account);
    expect(sent).toMatchObject([
      { status: 'completed', rows: 3 },
      { status: 'completed', rows: 3 },
    ]);
    const text = readFileSync(delivered(account, sent[0]?.report_date ?? ''), 'utf8')
      .trim()
      .split('\n');
    expect([text[0], ...text.slice(1).sort()]).toEqual([
      'day,site,clicks',
      '2026-11-19,a,5',
      '2026-11-19,b,2',
      '2026-11-19,c,3',
    ]);
    const flows = await database.withAccount(account.accountId, (tx) =>
      sql<{ status: string }>`select status from flow`.execute(tx),
    );
    expect(flows.rows).toEqual([{ status: 'STOPPED' }, { status: 'STOPPED' }]);
  });

  it('keeps the rows of an upsert table from flow to flow, also with concurrent flows', {
    tags: 'proof:pipeline-upsert-rows',
  }, async () => {
    answers.set('/kept', (request, response) => {
      const date = (request.url ?? '').split('/').at(-1) ?? '';
      csv([`${date},every day,1`, `${date},only ${date},2`])(request, response);
    });
    const account = await publish('kept', 'lookback_days: 8;', 'upsert ads by site order by day desc');
    await settled(account);
    const sent = await uploads(account);
    expect(sent.map((row) => row.status)).toEqual(Array.from({ length: 8 }, () => 'completed'));
    const state = await database.withAccount(account.accountId, (tx) =>
      sql<{ version: number; row_count: number }>`select version, row_count from table_state`.execute(tx),
    );
    expect(state.rows).toEqual([{ version: 8, row_count: 9 }]);
    // The flow that committed last has seen all others, so that its result holds every date once.
    expect(Math.max(...sent.map((row) => row.rows ?? 0))).toBe(9);
  });

  it('retries a failing source, records each failure, and delivers once it recovers', {
    tags: 'proof:pipeline-retries',
  }, async () => {
    let asked = 0;
    answers.set('/flaky', (request, response) => {
      asked += 1;
      if (asked <= 3) response.writeHead(503).end('try later');
      else csv(GOOD)(request, response);
    });
    const account = await publish('flaky');
    await settled(account);
    expect((await downloads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
    const retries = (await events(account)).filter((event) => event.will_retry === true);
    expect(retries).toHaveLength(3);
    expect(retries[0]?.message).toContain('503');
    expect((await uploads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
  });

  it.each([
    ['a permanent refusal', plainly(404, 'gone'), '404', 0],
    ['an endless failure', plainly(500, 'broken'), 'Stopped after 5 attempts', 4],
    ['a truncated answer', halfAnAnswer, 'Stopped after 5 attempts', 4],
    ['other columns', plainly(200, 'x,y\n1,2\n'), 'Column day not found', 0],
  ] as const)(
    'never takes %s for an empty report',
    { tags: 'proof:pipeline-failure-is-not-empty' },
    async (name, answer, message, retries) => {
      const path = name.replaceAll(' ', '-');
      answers.set(`/${path}`, answer);
      const account = await publish(path);
      await settled(account);
      for (const row of await downloads(account)) {
        expect(row.status).toBe('failed');
        expect(row.message).toContain(message);
      }
      expect(await uploads(account)).toEqual([]);
      const recorded = await events(account);
      expect(recorded.filter((event) => event.will_retry === true)).toHaveLength(retries * 2);
      expect(recorded.filter((event) => event.will_retry === false)).toHaveLength(2);
    },
  );

  it('completes a download whose rows are all dirty, and starts no flow', {
    tags: 'proof:pipeline-all-dirty',
  }, async () => {
    answers.set('/dirty', csv(['x,a,y', 'z,b,w']));
    const account = await publish('dirty');
    await settled(account);
    for (const row of await downloads(account)) {
      expect(row).toMatchObject({
        status: 'completed',
        dirty: 'all',
        message: 'Processing failed; all rows are dirty.',
      });
    }
    expect(await uploads(account)).toEqual([]);
    const source = await database.withAccount(account.accountId, (tx) =>
      sql<{ status: string }>`select status from source`.execute(tx),
    );
    // Two report dates; the third in a row suspends.
    expect(source.rows).toEqual([{ status: 'active' }]);
  });

  it('uploads a report date whose rows were all dirty once its source is fixed and it is retried', async () => {
    answers.set('/fixed', csv(['x,a,y', 'z,b,w']));
    const account = await publish('fixed');
    await settled(account);
    const failed = await downloads(account);
    expect(failed.map((row) => row.dirty)).toEqual(['all', 'all']);
    answers.set('/fixed', csv(GOOD));
    const { accountId } = account;
    for (const { id } of failed) {
      const again = { accountId, unitId: id, kind: 'download' } as const;
      expect(await database.withAccount(accountId, (tx) => retryTransfer(tx, roles.queue, again, 'Olivia'))).toBe('ok');
    }
    await settled(account);
    expect(await downloads(account)).toMatchObject([
      { status: 'completed', rows: 3, dirty: 'none' },
      { status: 'completed', rows: 3, dirty: 'none' },
    ]);
    const parts = await database.withAccount(accountId, (tx) =>
      sql<unknown>`select name, row_count, dirty_row_count from download_part`.execute(tx),
    );
    expect(parts.rows).toEqual([
      { name: 'ads', row_count: 3, dirty_row_count: 0 },
      { name: 'ads', row_count: 3, dirty_row_count: 0 },
    ]);
    expect((await uploads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
  });

  it('downloads a truncated file again, in a retry and when a person retries it', async () => {
    const whole = gzipSync(['day,site,clicks', ...GOOD, ''].join('\n'));
    const answered = new Map<string, number>();
    let broken = 2;
    answers.set('/halved', (request, response) => {
      const date = request.url ?? '';
      const asked = (answered.get(date) ?? 0) + 1;
      answered.set(date, asked);
      response.end(asked > broken ? whole : whole.subarray(0, whole.length >> 1));
    });
    const account = await publish('halved');
    await settled(account);
    expect((await downloads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
    expect((await events(account)).filter((event) => event.will_retry === true)).toHaveLength(4);

    broken = 10;
    answered.clear();
    const other = await publish('halved');
    await settled(other);
    expect((await downloads(other)).map((row) => row.status)).toEqual(['failed', 'failed']);
    broken = 0;
    for (const { id } of await downloads(other)) {
      const again = { accountId: other.accountId, unitId: id, kind: 'download' } as const;
      expect(await database.withAccount(other.accountId, (tx) => retryTransfer(tx, roles.queue, again, 'Olivia'))).toBe(
        'ok',
      );
    }
    await settled(other);
    expect((await downloads(other)).map((row) => row.status)).toEqual(['completed', 'completed']);
  });

  it('leaves the destination as is when the query gives no rows', {
    tags: 'proof:pipeline-empty-result',
  }, async () => {
    answers.set('/empty', csv(['2026-11-19,a,0']));
    const account = await publish('empty');
    await settled(account);
    expect((await downloads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
    expect(await uploads(account)).toEqual([]);
    expect((await events(account)).map((event) => event.message)).toContain(
      'Query has completed successfully, no uploads will result.',
    );
    expect(existsSync(join(folder, 'exports', account.accountId, 'daily'))).toBe(false);
  });

  it('publishes nothing of a unit abandoned while it ran, and retries a failed one on demand', {
    tags: 'proof:pipeline-abandon-restart',
  }, async () => {
    const waiting: ServerResponse[] = [];
    answers.set('/slow', (_, response) => {
      waiting.push(response);
    });
    const account = await publish('slow');
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(2);
    const [first] = await downloads(account);
    const ref = { accountId: account.accountId, unitId: first?.id ?? '', kind: 'download' } as const;
    expect(await database.withAccount(account.accountId, (tx) => abandonTransfer(tx, roles.queue, ref, 'Olivia'))).toBe(
      'ok',
    );
    expect(await database.withAccount(account.accountId, (tx) => abandonTransfer(tx, roles.queue, ref, 'Olivia'))).toBe(
      'finished',
    );
    answers.set('/slow', plainly(404, 'gone'));
    for (const response of waiting) response.writeHead(404).end();
    await settled(account);
    expect((await downloads(account)).map((row) => row.status)).toEqual(['abandoned', 'failed']);

    answers.set('/slow', csv(GOOD));
    const failed = (await downloads(account))[1]?.id ?? '';
    const again = { accountId: account.accountId, unitId: failed, kind: 'download' } as const;
    expect(await database.withAccount(account.accountId, (tx) => retryTransfer(tx, roles.queue, again, 'Olivia'))).toBe(
      'ok',
    );
    await settled(account);
    expect((await downloads(account)).map((row) => row.status)).toEqual(['abandoned', 'completed']);
    expect((await uploads(account)).map((row) => row.status)).toEqual(['completed']);
  });

  it.each(ATTEMPT_POINTS)(
    'recovers from an attempt that failed at %s',
    { tags: 'proof:pipeline-resumes' },
    async (point) => {
      answers.set(`/${point}`, csv(GOOD));
      failing = point;
      const account = await publish(point);
      await settled(account);
      expect(failing).toBeNull();
      expect((await downloads(account)).map((row) => row.status)).toEqual(['completed', 'completed']);
      expect(await uploads(account)).toMatchObject([
        { status: 'completed', rows: 3 },
        { status: 'completed', rows: 3 },
      ]);
      const recorded = await events(account);
      expect(recorded.filter((event) => event.will_retry === true).map((event) => event.message)).toEqual([
        `The file store failed: stopped at ${point}. Will retry.`,
      ]);
    },
  );

  it('reported no unexpected error', () => {
    expect(problems).toEqual([]);
  });
});
