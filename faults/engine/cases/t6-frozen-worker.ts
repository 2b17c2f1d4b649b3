import { readFileSync, statSync } from 'node:fs';
import { errorText } from '@switchboard/model/errors/errors';
import type { FaultPoint } from '@switchboard/model/faults';
import type { BuiltAccount } from '@switchboard/server/testing';
import { sql } from 'kysely';
import { setup } from '../../../scripts/unit/test-postgres.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import { secondsUntil } from '../until.ts';
import { openWorkerWorld, type WorkerWorld } from '../worker-world.ts';

export const t6FrozenWorker: FaultTest = { id: 'T6', title: 'workers that are frozen and wake up again', run };

const ROWS = 5_000;
const REPORT = ['id,clicks', ...Array.from({ length: ROWS }, (_, id) => `${id},${id % 7}`), ''].join('\n');
const POINTS: readonly FaultPoint[] = ['mid-upload', 'before-commit'];
/** Lease, reconciler's interval, and the work itself. */
const TAKE_OVER = 110_000;

async function run(): Promise<readonly FaultRow[]> {
  const stopPostgres = await setup();
  try {
    return (await Promise.all(POINTS.map(freezeAt))).flat();
  } finally {
    await stopPostgres?.();
    if (stopPostgres) delete process.env['TEST_POSTGRES_URL'];
  }
}

/** Freezes a worker that sends to a table and to a file, lets another one finish, then wakes it up. */
async function freezeAt(point: FaultPoint): Promise<readonly FaultRow[]> {
  const world = await openWorkerWorld(REPORT);
  try {
    const account = await world.publish(`
      download ads from { type: "http"; url: "${world.source}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
        hour_of_day: 0; } using { id: integer not null; clicks: integer; };
      upload ads as tables to { type: "postgres"; key: "warehouse"; table: "ads"; };
      upload ads as files to { type: "file"; path: "ads.csv"; mode: "truncate"; };`);
    const frozen = world.start({ host: 'a', alone: false, signal: { signal: 'SIGSTOP', point, units: 2 } });
    if ((await secondsUntil(60_000, () => frozen.isFrozen())) === null)
      throw new Error(`The worker did not get to ${point}: ${frozen.errors()}`);
    const other = world.start({ host: 'b', alone: false, signal: null });
    const taken = await secondsUntil(TAKE_OVER, async () => (await completed(world, account)) === 2);
    const before = await holding(world, account);
    frozen.kill('SIGCONT');
    const reported = await secondsUntil(60_000, async () => (await superseded(world, account)).length === 2);
    const after = await holding(world, account);
    const row = faultRow(
      `frozen at ${point} of an upload to a table and one to a file, woken ${taken === null ? 'too early' : 'after another worker was done'}`,
      {
        'finished by the other': true,
        'uploads completed': 2,
        'times reported completed': 2,
        'reported superseded': errorText('STALE_ATTEMPT', { attempt: 1, current: 2 }),
        'written by the woken one': 0,
        'rows in the table': ROWS,
        'rows in the file': ROWS,
        'fence held is the flow’s': true,
        'last attempts': '2,2',
        'both workers run': true,
      },
      {
        'finished by the other': taken !== null,
        'uploads completed': await completed(world, account),
        'times reported completed': await timesReported(world, account),
        'reported superseded':
          reported === null ? 'not twice' : [...new Set(await superseded(world, account))].join('; '),
        'written by the woken one': before.writers.filter((writer, index) => writer !== after.writers[index]).length,
        'rows in the table': after.tableRows,
        'rows in the file': after.fileRows,
        'fence held is the flow’s': after.isFence,
        'last attempts': await attempts(world, account),
        'both workers run': frozen.isRunning() && other.isRunning(),
        seconds: taken,
      },
    );
    return [row];
  } finally {
    await world.stop();
  }
}

async function completed(world: WorkerWorld, account: BuiltAccount): Promise<number> {
  const found = await world.rows(account, sql<{ id: string }>`select id from upload where status = 'completed'`);
  return found.length;
}

async function timesReported(world: WorkerWorld, account: BuiltAccount): Promise<number> {
  const found = await world.rows(account, sql<{ id: string }>`select id from event where message like '%: uploaded %'`);
  return found.length;
}

async function superseded(world: WorkerWorld, account: BuiltAccount): Promise<string[]> {
  const found = await world.rows(
    account,
    sql<{ message: string }>`select message from event where code = 'STALE_ATTEMPT' and severity = 'info'`,
  );
  return found.map(({ message }) => message);
}

async function attempts(world: WorkerWorld, account: BuiltAccount): Promise<string> {
  const found = await world.rows(account, sql<{ attempt: number }>`select attempt from unit where kind = 'upload'`);
  return found.map(({ attempt }) => attempt).join();
}

/** The content of both destinations and its writers: the table's transactions, the file's inode. */
async function holding(
  world: WorkerWorld,
  account: BuiltAccount,
): Promise<{ writers: string[]; tableRows: number; fileRows: number; isFence: boolean }> {
  const ledger = await world.warehouse.rows('select fence, xmin from _switchboard_loads').catch(() => []);
  const table = await world.warehouse.rows('select xmin, count(*) from ads group by 1').catch(() => []);
  const [flow] = await world.rows(account, sql<{ fence: number }>`select fence from flow`);
  const path = world.exported(account, 'ads.csv');
  const file = ((): string[] => {
    try {
      return [String(statSync(path).ino), ...readFileSync(path, 'utf8').trim().split('\n')];
    } catch {
      return [];
    }
  })();
  return {
    writers: [String(ledger[0]?.[1]), table.map(([writer]) => String(writer)).join(), file[0] ?? 'no writer'],
    tableRows: table.reduce((sum, [, count]) => sum + Number(count), 0),
    fileRows: Math.max(0, file.length - 2),
    isFence: Number(ledger[0]?.[0]) === flow?.fence,
  };
}
