import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { setup } from '../../../../scripts/unit/test-postgres.ts';
import { faultRow } from '../../fault-row.ts';
import type { FaultRow, FaultTest } from '../../fault-test.ts';
import { secondsUntil } from '../../until.ts';
import { openWorkerWorld } from '../../worker-world.ts';

export const t4Restarts: FaultTest = {
  id: 'T4',
  title: 'one of two workers on a shared data folder is restarted again and again',
  run,
};

const DAYS = 30;
const RESTARTS = 20;
const ROWS = 20_000;
const REPORT = ['id,clicks', ...Array.from({ length: ROWS }, (_, id) => `${id},${id % 7}`), ''].join('\n');
const LIMIT = 240_000;

async function run(): Promise<readonly FaultRow[]> {
  const stopPostgres = await setup();
  const world = await openWorkerWorld(REPORT);
  try {
    const steady = world.start({ host: 'a', alone: false, signal: null }, 'shared');
    await steady.ready;
    const account = await world.publish(`
      download ads from { type: "http"; url: "${world.source}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC";
        lookback_days: ${DAYS}; hour_of_day: 0; } using { id: integer not null; clicks: integer; };
      table sums is select clicks, count(*) as n from ads;
      upload sums as files to { type: "file"; path: "{YYYY-MM-DD}.csv"; };`);
    const states = (): Promise<{ date: string; status: string }[]> =>
      world.rows(account, sql`select report_date::text as date, status from upload`);
    const isOver = async (): Promise<boolean> => {
      const uploads = await states();
      return uploads.length >= DAYS && uploads.every(({ status }) => status === 'completed');
    };
    const graceful: string[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const other = world.start({ host: 'b', alone: false, signal: null }, 'shared');
      await other.ready;
      other.kill('SIGTERM');
      graceful.push(await other.ended);
    }
    const seconds = await secondsUntil(LIMIT, isOver);
    const failures = await world.rows(
      account,
      sql<{ code: string }>`select code from event where severity in ('warn', 'error', 'fatal')`,
    );
    const uploads = await states();
    const complete = uploads.filter(({ date }) => readFileSync(world.exported(account, `${date}.csv`), 'utf8') !== '');
    return [
      faultRow(
        `${RESTARTS} restarts of one worker while two process ${DAYS} report dates`,
        {
          'clean exits': RESTARTS,
          'uploads completed': uploads.length,
          'enough of them': true,
          'files delivered': uploads.length,
          'events of failures': 0,
        },
        {
          'clean exits': graceful.filter((code) => code === '0').length,
          'uploads completed': uploads.filter(({ status }) => status === 'completed').length,
          'enough of them': uploads.length >= DAYS,
          'files delivered': complete.length,
          'events of failures': failures.length,
          codes: [...new Set(failures.map(({ code }) => code))].join() || 'none',
          'seconds after the last restart': seconds,
        },
      ),
    ];
  } finally {
    await world.stop();
    await stopPostgres?.();
    if (stopPostgres) delete process.env['TEST_POSTGRES_URL'];
  }
}
