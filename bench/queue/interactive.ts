import { setTimeout as delay } from 'node:timers/promises';
import { noFault } from '@switchboard/model/faults';
import { openUnitQueue } from '@switchboard/server/open-unit-queue';
import { openSignals } from '@switchboard/server/signals';
import { buildAccount } from '@switchboard/server/testing';
import { finishUnit } from '@switchboard/server/unit';
import { UNIT_KINDS } from '@switchboard/server/unit-kinds';
import { reservedPlaces, startWorker } from '@switchboard/server/worker';
import { sql } from 'kysely';
import { type Goals, load, quantile, spread } from '../measure.ts';
import type { WorkDatabase } from '../work-database.ts';

const GOAL = { startP95: 5_000, throughput: 0.95 };
const PRODUCTION = 10_000;
const CONCURRENCY = 4;
/** Milliseconds that a unit takes, without the processor. */
const WORK = 250;
const SLICE = 15_000;
/** Milliseconds between two tests. */
const PAUSE = 400;

type Account = { readonly accountId: string; readonly changelistId: string };

/** Adds queued downloads with their units, and jobs for them. */
async function addUnits(
  { database }: WorkDatabase,
  { accountId, changelistId }: Account,
  units: number,
  lane: 'production' | 'interactive',
): Promise<readonly string[]> {
  return database.withSystem(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with added as (
        insert into download (account_id, source, project, trigger, changelist_id)
        select ${accountId}, 'ads', 'ads', gen_random_uuid()::text, ${changelistId} from generate_series(1, ${units}::integer)
        returning id
      ), counted as (
        insert into unit (account_id, id, kind, purpose, state, interactive, enqueued)
        select ${accountId}, id, 'download', ${lane === 'production' ? 'production' : 'proof'}, 'ready', ${lane === 'interactive'}, now()
        from added
      ), queued as (
        insert into queue.job (unit_id, account_id, lane, priority) select id, ${accountId}, ${lane}, 0 from added
      )
      select id, pg_notify('switchboard_units', 'wake') from added`.execute(tx);
    return rows.map(({ id }) => id);
  });
}

/** Starts of tests beside 10,000 queued units of production in the same account, and what they take from production. */
export async function measureInteractive(work: WorkDatabase, goals: Goals): Promise<void> {
  await work.pool.query('truncate queue.job');
  const account = await buildAccount(work.database);
  await addUnits(work, account, PRODUCTION, 'production');
  await work.pool.query('vacuum analyze');
  const started = new Map<string, number>();
  let done = 0;
  const queue = openUnitQueue({ url: work.url, onError: () => undefined });
  const signals = await openSignals(work.url, 'switchboard_units');
  const worker = startWorker({
    database: work.database.prepared,
    queue,
    kinds: UNIT_KINDS,
    fault: noFault,
    worker: 'bench',
    concurrency: CONCURRENCY,
    reserved: reservedPlaces(CONCURRENCY),
    signals,
    handlers: {
      prepare: async (unit) => ({
        async run() {
          started.set(unit.unitId, performance.now());
          await delay(WORK);
          await work.database.prepared.withAccount(unit.accountId, (tx) => finishUnit(tx, unit));
          if (!unit.interactive) done += 1;
        },
        release: async () => {},
      }),
      onFailed: async () => {},
      onSuperseded: async () => {},
      onUnitEnded: async () => {},
      observe: async (_, attempt) => attempt(),
    },
    onError: (error) => console.error(error),
  });
  const slice = async (during: () => Promise<void>): Promise<number> => {
    const [before, from] = [done, performance.now()];
    await during();
    return (done - before) / (performance.now() - from);
  };
  await delay(2_000);
  const alone = await slice(() => delay(SLICE));
  const waits: number[] = [];
  const beside = await slice(async () => {
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const [test = ''] = await addUnits(work, account, 1, 'interactive');
      const asked = performance.now();
      await delay(PAUSE);
      while (!started.has(test)) await delay(20);
      waits.push(Math.max(0, (started.get(test) ?? 0) - asked));
    }
  });
  await worker.stop();
  await signals.close();
  await queue.stop();
  const ratio = beside / alone;
  console.log(
    `tests beside ${PRODUCTION} queued units start after: ${spread(waits)}; production ${(alone * 1_000).toFixed(1)}/s alone, ` +
      `${(beside * 1_000).toFixed(1)}/s beside; ${load()}`,
  );
  const p95 = quantile(waits, 0.95);
  goals.check(p95 <= GOAL.startP95, `queue: a test starts after p95 ${p95.toFixed(0)} ms <= ${GOAL.startP95} ms`);
  goals.check(ratio >= GOAL.throughput, `queue: production beside tests ${ratio.toFixed(2)} >= ${GOAL.throughput}`);
}
