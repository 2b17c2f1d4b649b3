import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CONNECTORS, type Connector, createEgress } from '@switchboard/connectors';
import { type Fault, LIMITS, noFault, PipelineError, type Source } from '@switchboard/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildSource } from '../../test/build-account.ts';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { claimProbe } from '../features/transfers/probe.ts';
import { takeUnit } from '../ledger/take-unit.ts';
import { type Queue, startQueue } from '../queue/queue.ts';
import { type ProberDeps, probeSources } from './prober.ts';
import { schedule } from './scheduler.ts';

let made: TestDatabase;
let database: Database;
let queue: Queue;
let folder: string;
let now: number;
let fault: Fault = noFault;
/** Thrown by every listing while set. */
let failing: PipelineError | null = null;
let listings = 0;
const problems: unknown[] = [];

beforeAll(async () => {
  made = await createDatabase();
  database = openDatabase({ url: made.url });
  queue = await startQueue({ url: made.url, onError: () => {} });
  folder = mkdtempSync(join(tmpdir(), 'prober-'));
});
afterAll(async () => {
  await queue.stop();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true });
  expect(problems).toEqual([]);
});
beforeEach(() => {
  now = at('2026-11-20T12:00:00Z');
  fault = noFault;
  failing = null;
});

const at = (text: string): number => Date.parse(text);
const MINUTE = 60_000;

/** The real connectors, of which listings can be made to fail. */
const connectors = new Map(
  CONNECTORS.map((connector): [string, Connector] => {
    const list = connector.source?.list;
    if (!connector.source || !list) return [connector.spec.name, connector];
    const counted: typeof list = async (request, context) => {
      listings += 1;
      if (failing) throw failing;
      return list(request, context);
    };
    return [connector.spec.name, { ...connector, source: { ...connector.source, list: counted } }];
  }),
);

const deps = (): ProberDeps => ({
  database,
  queue,
  fault: (point) => fault(point),
  now: () => now,
  random: () => 0.5,
  settle: MINUTE,
  openKey: async (_accountId, name) => ({ name, properties: {} }),
  prepare: async (accountId, signal) => ({
    egress: createEgress({ allowPrivate: [], stallTimeoutMs: 1000, now: Date.now }),
    signal,
    fault: noFault,
    now: () => now,
    folders: { read: [join(folder, accountId)], write: [] },
    connectors,
  }),
  reference: () => 'ref',
  onError: (error) => problems.push(error),
});
const look = (): Promise<number> => probeSources(deps(), new AbortController().signal);
const tick = async (): Promise<void> => {
  await schedule({ database, queue, fault: noFault, now: () => now, onError: () => {} });
  await look();
};

const fileSource = (more: Partial<Source> = {}): Source =>
  buildSource('ads', {
    connector: 'file',
    parameters: { path: 'in', pattern: '*.csv', datetime_pattern: 'YYYYMMDD' },
    ...more,
  });

async function declare(since: string, source = fileSource(), key: string | null = null): Promise<BuiltAccount> {
  const account = await buildAccount(database, { sources: [source] });
  await inAccount(account, (tx) =>
    sql`
      insert into source (account_id, name, project, connector, key_name, scheduled_through, next_due)
      values (${account.accountId}, ${source.name}, 'ads', 'file', ${key}, ${new Date(since)}, ${new Date(since)})
    `.execute(tx),
  );
  return account;
}
function inAccount<T>(account: BuiltAccount, use: Parameters<typeof database.withAccount<T>>[1]): Promise<T> {
  return database.withAccount(account.accountId, use);
}
/** A file that was last changed so many minutes ago. */
function put(account: BuiltAccount, path: string, text: string, minutesAgo = 60): void {
  const file = join(folder, account.accountId, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, now / 1000, (now - minutesAgo * MINUTE) / 1000);
}
const drop = (account: BuiltAccount, path: string): void => rmSync(join(folder, account.accountId, path));

type Row = { date: string | null; status: string; state: string; files: string; trigger: string };
async function downloads(account: BuiltAccount): Promise<Row[]> {
  const found = await inAccount(account, (tx) =>
    sql<Row>`
      select d.report_date::text as date, d.status, u.state, d.trigger,
        coalesce((select string_agg(f->>'path', ' ') from jsonb_array_elements(d.files) f), '') as files
      from download d join unit u on u.account_id = d.account_id and u.id = d.id
      where d.account_id = ${account.accountId} order by d.report_date, d.id
    `.execute(tx),
  );
  return found.rows;
}
const shown = async (account: BuiltAccount): Promise<string[]> =>
  (await downloads(account)).map((row) => `${row.date} ${row.status} ${row.state} ${row.files}`.trim());
const sourceRow = async (account: BuiltAccount) => {
  const found = await inAccount(account, (tx) =>
    sql<{ last_probe: Date | null; next_probe: Date | null; probe_failures: number; status: string }>`
      select last_probe, next_probe, probe_failures, status from source where account_id = ${account.accountId}
    `.execute(tx),
  );
  return found.rows[0];
};
const events = async (account: BuiltAccount): Promise<string[]> => {
  const found = await inAccount(account, (tx) =>
    sql<{ message: string }>`select message from event where account_id = ${account.accountId} order by id`.execute(tx),
  );
  return found.rows.map((row) => row.message);
};
/** Ends the downloads that can start as the work itself would, without doing it. */
async function finishReady(account: BuiltAccount, status = 'completed'): Promise<void> {
  await inAccount(account, async (tx) => {
    await sql`
      update download d set status = ${status}, finished = now(), raw = '[]' from unit u
      where u.account_id = d.account_id and u.id = d.id and u.state = 'ready' and d.account_id = ${account.accountId}
    `.execute(tx);
    await sql`update unit set state = 'done' where state = 'ready' and account_id = ${account.accountId}`.execute(tx);
  });
}

describe('looking for files', () => {
  it('shows due dates as waiting, and fills them when their files come', async () => {
    const account = await declare('2026-11-19T00:00:00Z');
    await tick();
    expect(await shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued held']);
    const row = await sourceRow(account);
    expect(row?.last_probe?.getTime()).toBe(now);
    // Due six hours ago: longest wait is an hour.
    expect(row?.next_probe?.getTime()).toBe(now + 60 * MINUTE);
    put(account, 'in/ads_20261119.csv', 'a');
    await look();
    expect(await shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued held']);
    now += 61 * MINUTE;
    await look();
    expect(await shown(account)).toEqual(['2026-11-18 queued held', '2026-11-19 queued ready in/ads_20261119.csv']);
    await finishReady(account);
    put(account, 'in/ads_20261118.csv', 'b');
    now += 61 * MINUTE;
    await look();
    await finishReady(account);
    expect((await sourceRow(account))?.next_probe).toBeNull();
    expect(await shown(account)).toEqual([
      '2026-11-18 completed done in/ads_20261118.csv',
      '2026-11-19 completed done in/ads_20261119.csv',
    ]);
  });

  it('takes files before they are due, and due dates that have theirs are no news', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/ads_20261120.csv', 'early');
    put(account, 'in/ads_20261119.csv', 'a');
    await tick();
    const rows = await downloads(account);
    expect(rows.map((row) => row.trigger)).toEqual([
      '2026-11-20T06:00:00.000Z',
      'file in/ads_20261120.csv 5 bytes of 2026-11-20T11:00:00.000Z',
    ]);
    await finishReady(account);
    now = at('2026-11-21T06:00:00Z');
    await tick();
    expect(await shown(account)).toHaveLength(2);
    expect((await sourceRow(account))?.last_probe?.getTime()).toBe(now);
  });

  it('makes a new version of all files of a date when one comes late or changes, and nothing of unchanged ones', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/a_20261119.csv', 'a');
    await tick();
    await finishReady(account);
    put(account, 'in/b_20261119.csv', 'b');
    now = at('2026-11-21T06:00:00Z');
    await tick();
    await finishReady(account);
    put(account, 'in/a_20261119.csv', 'changed');
    drop(account, 'in/b_20261119.csv');
    now = at('2026-11-22T06:00:00Z');
    await tick();
    await finishReady(account);
    now = at('2026-11-23T06:00:00Z');
    await tick();
    expect((await shown(account)).filter((row) => row.startsWith('2026-11-19'))).toEqual([
      '2026-11-19 completed done in/a_20261119.csv',
      '2026-11-19 completed done in/a_20261119.csv in/b_20261119.csv',
      '2026-11-19 completed done in/a_20261119.csv',
    ]);
    expect(await events(account)).toContain(
      'ads: in/b_20261119.csv of the version before is no longer there and not part of this one.',
    );
  });

  it('takes a file again that comes back as it was before another one', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    const changed = at('2026-11-20T10:00:00Z');
    const write = (text: string, time: number): void => put(account, 'in/a_20261119.csv', text, (now - time) / MINUTE);
    for (const [day, text, time] of [
      ['20', 'a', changed],
      ['21', 'bb', changed + 1],
      ['22', 'a', changed],
    ] as const) {
      now = at(`2026-11-${day}T12:00:00Z`);
      write(text, time);
      await tick();
      await finishReady(account);
    }
    const triggers = (await downloads(account)).filter((row) => row.date === '2026-11-19').map((row) => row.trigger);
    expect(new Set(triggers).size).toBe(3);
  });

  it('waits while a file grows', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/ads_20261119.csv', 'a', 0);
    await tick();
    expect(await shown(account)).toEqual(['2026-11-19 queued held']);
    expect((await sourceRow(account))?.next_probe?.getTime()).toBe(now + MINUTE);
    now += MINUTE;
    put(account, 'in/ads_20261119.csv', 'a grows', 0.5);
    await look();
    expect(await shown(account)).toEqual(['2026-11-19 queued held']);
    now += MINUTE;
    await look();
    expect(await shown(account)).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
  });

  it('replaces what is under way with an earlier version', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/ads_20261119.csv', 'a');
    await tick();
    const [first] = await inAccount(account, (tx) =>
      sql<{ id: string }>`select id from download where account_id = ${account.accountId}`.execute(tx),
    ).then((found) => found.rows);
    const ref = { accountId: account.accountId, unitId: first?.id ?? '' };
    expect(await inAccount(account, (tx) => takeUnit(tx, ref, 'w'))).not.toBeNull();
    put(account, 'in/ads_20261119.csv', 'changed');
    now = at('2026-11-21T06:00:00Z');
    await tick();
    expect((await shown(account)).slice(0, 2)).toEqual([
      '2026-11-19 cancelled done in/ads_20261119.csv',
      '2026-11-19 queued ready in/ads_20261119.csv',
    ]);
  });

  it('leaves all or nothing when it is stopped between download and note', async () => {
    const account = await declare('2026-11-18T00:00:00Z');
    for (const day of ['17', '18', '19']) put(account, `in/ads_202611${day}.csv`, day);
    await schedule({ database, queue, fault: noFault, now: () => now, onError: () => {} });
    const before = await shown(account);
    let reached = 0;
    fault = async (point) => {
      if (point === 'mid-probe' && ++reached === 2) throw new PipelineError('STORAGE_FAILED', { reason: 'stopped' });
    };
    await look();
    expect(reached).toBe(2);
    expect(await shown(account)).toEqual(before);
    expect(
      await inAccount(account, (tx) =>
        sql`select from source_file where account_id = ${account.accountId}`.execute(tx),
      ).then((found) => found.rows),
    ).toEqual([]);
    fault = noFault;
    now += 10 * MINUTE;
    await look();
    await look();
    expect(await shown(account)).toEqual([
      '2026-11-17 queued ready in/ads_20261117.csv',
      '2026-11-18 queued ready in/ads_20261118.csv',
      '2026-11-19 queued ready in/ads_20261119.csv',
    ]);
  });

  it('is made once by many programs at once', async () => {
    const account = await declare('2026-11-19T00:00:00Z');
    for (const day of ['18', '19']) put(account, `in/ads_202611${day}.csv`, day);
    await Promise.all([tick(), tick(), tick(), tick()]);
    await Promise.all([look(), look(), tick()]);
    expect(await shown(account)).toEqual([
      '2026-11-18 queued ready in/ads_20261118.csv',
      '2026-11-19 queued ready in/ads_20261119.csv',
    ]);
  });

  it('counts for nothing once another look has begun', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/ads_20261119.csv', 'a');
    await schedule({ database, queue, fault: noFault, now: () => now, onError: () => {} });
    const { accountId } = account;
    const paused = await inAccount(account, (tx) => claimProbe(tx, accountId, 'ads', now));
    expect(paused?.number).toBe(1);
    expect(await look()).toBe(0);
    now += LIMITS.probeLease;
    expect(await look()).toBe(1);
    if (!paused) throw new Error('not claimed');
    const { recordProbe } = await import('../features/transfers/probe.ts');
    await inAccount(account, (tx) => recordProbe(tx, deps(), paused, { files: [], undated: [] }));
    expect(await shown(account)).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
  });

  it('serves a source without dates: one download of its files, another when they change', async () => {
    const source = fileSource({ parameters: { path: 'sites.csv' } });
    const account = await declare('2026-11-20T00:00:00Z', source);
    await tick();
    expect(await shown(account)).toEqual(['null queued held']);
    put(account, 'sites.csv', 'a');
    now += 61 * MINUTE;
    await look();
    await finishReady(account);
    now = at('2026-11-21T06:00:00Z');
    await tick();
    expect(await shown(account)).toEqual(['null completed done sites.csv']);
    put(account, 'sites.csv', 'other');
    now = at('2026-11-22T06:00:00Z');
    await tick();
    expect(await shown(account)).toEqual(['null completed done sites.csv', 'null queued ready sites.csv']);
  });

  it('gives up dates whose file has not come within the lookback, and takes it even then', async () => {
    const source = fileSource({ schedule: { ...fileSource().schedule, lookbackDays: 1 } });
    const account = await declare('2026-11-20T00:00:00Z', source);
    for (const day of ['20', '21', '22', '23', '24']) {
      now = at(`2026-11-${day}T06:00:00Z`);
      await tick();
    }
    expect((await shown(account)).map((row) => row.slice(0, 17))).toEqual([
      '2026-11-19 failed',
      '2026-11-20 failed',
      '2026-11-21 queued',
      '2026-11-22 queued',
      '2026-11-23 queued',
    ]);
    expect((await sourceRow(account))?.status).toBe('active');
    expect(await events(account)).toContain(
      'ads: no file for 2026-11-19 came within 1 days. Have it delivered, or raise lookback_days, then retry.',
    );
  });
});

describe('a look that fails', () => {
  it('is never read as no files: it is told, and made again at growing intervals', async () => {
    const account = await declare('2026-11-20T00:00:00Z');
    put(account, 'in/ads_20261119.csv', 'a');
    failing = new PipelineError('SOURCE_UNREACHABLE', { host: 'h', name: 'ads', reason: 'refused' });
    await tick();
    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      const row = await sourceRow(account);
      expect(row?.probe_failures).toBe(failures);
      waits.push((row?.next_probe?.getTime() ?? 0) - now);
      now = row?.next_probe?.getTime() ?? 0;
      await look();
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
    expect(await shown(account)).toEqual(['2026-11-19 queued held']);
    expect((await events(account)).filter((message) => message.includes('refused'))).toHaveLength(5);
    failing = null;
    now += 60 * MINUTE;
    await look();
    expect(await shown(account)).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
    expect((await sourceRow(account))?.probe_failures).toBe(0);
  });

  it('fails the waiting dates when the declaration is wrong, and suspends it after three', async () => {
    const account = await declare('2026-11-18T00:00:00Z', fileSource({ parameters: { path: '../x/{YYYY-MM-DD}' } }));
    await tick();
    expect((await shown(account)).map((row) => row.slice(0, 22))).toEqual([
      '2026-11-17 failed done',
      '2026-11-18 failed done',
      '2026-11-19 failed done',
    ]);
    expect((await sourceRow(account))?.status).toBe('suspended');
  });

  it('suspends a key that was refused, and waits until it is mended', async () => {
    const account = await declare('2026-11-20T00:00:00Z', fileSource({ key: 'store' }), 'store');
    await inAccount(account, (tx) =>
      sql`insert into key (account_id, name, type) values (${account.accountId}, 'store', 's3')`.execute(tx),
    );
    failing = new PipelineError('SOURCE_REFUSED', { name: 'ads', host: 'h', key: 'store', status: 403 });
    await tick();
    failing = null;
    now += 60 * MINUTE;
    expect(await look()).toBe(0);
    await inAccount(account, (tx) =>
      sql`update key set status = 'active' where account_id = ${account.accountId}`.execute(tx),
    );
    expect(await look()).toBe(1);
  });
});

describe('looking at many sources', () => {
  it('is bounded for each account', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const sources = names.map((name) => ({ ...fileSource(), name }));
    const account = await buildAccount(database, { sources });
    for (const name of names)
      await inAccount(account, (tx) =>
        sql`insert into source (account_id, name, project, connector, scheduled_through, next_probe)
          values (${account.accountId}, ${name}, 'ads', 'file', now(), ${new Date(now)})`.execute(tx),
      );
    const claims = await Promise.all(
      names.map((name) => inAccount(account, (tx) => claimProbe(tx, account.accountId, name, now))),
    );
    expect(claims.filter((probe) => probe !== null)).toHaveLength(LIMITS.probesPerAccount);
    now += LIMITS.probeLease;
    listings = 0;
    for (let round = 0; round < 3; round += 1) await look();
    expect(listings).toBe(6);
  });
});
