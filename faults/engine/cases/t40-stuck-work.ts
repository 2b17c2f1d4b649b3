import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { scratchFiles } from '../../scratch-files.ts';
import type { DeliveriesUnderTest, DeliveringAccount } from '../deliveries-under-test.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow } from '../fault-test.ts';
import { until } from '../until.ts';

const LIMIT = 5;

/** How soon a cancel reaches stuck work: with the signal, and when the signal is lost. */
export async function reachedWithin(test: DeliveriesUnderTest): Promise<readonly FaultRow[]> {
  const found: FaultRow[] = [];
  for (const signal of ['as it is', 'lost'] as const) {
    found.push(await stuckDownload(test, signal));
    found.push(await stuckUpload(test, signal));
  }
  return found;
}

/** Ends the connection that notifies workers of cancelled units; it comes back after a second. */
async function lose(test: DeliveriesUnderTest): Promise<void> {
  const admin = new pg.Client({ connectionString: test.work.database.url });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'switchboard-signals' and datname = current_database()`,
  );
  await admin.end();
}

const idOf = async (
  test: DeliveriesUnderTest,
  { account }: DeliveringAccount,
  table: 'download' | 'upload',
): Promise<string> =>
  (await test.work.rows(account, sql<{ id: string }>`select id from ${sql.table(table)} order by id desc limit 1`))[0]
    ?.id ?? '';

const row = (what: string, signal: string, answer: string, seconds: number): FaultRow =>
  faultRow(
    `${what}, the signal ${signal}`,
    { answer: 'ok', [`within ${LIMIT} s`]: true },
    { answer, [`within ${LIMIT} s`]: seconds < LIMIT, seconds: seconds.toFixed(2) },
  );

/** A source that never answers: its connection is closed. */
async function stuckDownload(test: DeliveriesUnderTest, signal: 'as it is' | 'lost'): Promise<FaultRow> {
  const account = await test.open('upload ads as result to { type: "file"; path: "stuck/{YYYY-MM-DD}.csv"; };');
  let stuck: ServerResponse | null = null;
  let closed = 0;
  const backfill = await account.launch((_, response) => {
    stuck = response;
    response.once('close', () => {
      closed = performance.now();
    });
  });
  await until(20_000, async () => stuck !== null);
  if (signal === 'lost') await lose(test);
  const started = performance.now();
  const answer = await test.transfers.abandon(account.session, 'download', await idOf(test, account, 'download'));
  await until(20_000, async () => closed > 0);
  await account.ended(backfill);
  return row('a download whose source says nothing', signal, answer, (closed - started) / 1000);
}

/** A table that another session has locked: the upload's session is ended. */
async function stuckUpload(test: DeliveriesUnderTest, signal: 'as it is' | 'lost'): Promise<FaultRow> {
  const table = `stuck_${signal === 'lost' ? 1 : 0}`;
  await test.warehouse.rows(`create table ${table} (id bigint, site text, report_date date)`);
  const rival = new pg.Client({ connectionString: test.warehouse.url });
  await rival.connect();
  await rival.query(`begin; lock table ${table} in access exclusive mode`);
  const account = await test.open(
    `upload ads as result to { type: "postgres"; key: "warehouse"; table: "${table}"; };`,
    [test.warehouseKey()],
  );
  const backfill = await account.launch(['1,a']);
  const sessions = (): Promise<unknown[][]> =>
    test.warehouse.rows(
      `select from pg_stat_activity where application_name like 'switchboard%' and datname = current_database() and wait_event_type = 'Lock'`,
    );
  await until(30_000, async () => (await sessions()).length === 1);
  if (signal === 'lost') await lose(test);
  const started = performance.now();
  const answer = await test.transfers.abandon(account.session, 'upload', await idOf(test, account, 'upload'));
  const unit = sql<{ n: number }>`select count(*)::int as n from event where message like '%superseded%'`;
  // The attempt is over when it has cleaned up behind itself; the other side may still wait for its lock.
  await account.ended(backfill);
  await until(20_000, async () => scratchFiles(test.work.folder).length === 0);
  const seconds = (performance.now() - started) / 1000;
  await rival.query('rollback');
  await rival.end();
  const [reported] = await test.work.rows(account.account, unit);
  const left = await test.warehouse.rows(`select count(*) from ${table}`);
  const base = row('an upload that waits for a lock', signal, answer, seconds);
  return {
    ...base,
    ok: base.ok && reported?.n === 0 && String(left) === '0',
    seen: `${base.seen} · rows ${String(left)} · reported superseded ${reported?.n}`,
  };
}
