import { setTimeout as delay } from 'node:timers/promises';
import { takeUnit } from '@switchboard/server/take-unit';
import { buildAccount } from '@switchboard/server/testing';
import { UNIT_KINDS } from '@switchboard/server/unit-kinds';
import type { UnitRef } from '@switchboard/server/unit-ref';
import { createGoals, load, median, quantile, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';
import { type Contestant, ENQUEUED_AT_ONCE, ourQueue, pgBossQueue, rawQueue } from './contestants.ts';
import { measureFairness } from './fairness.ts';
import { measureInteractive } from './interactive.ts';

/**
 * The queue next to bare `for update skip locked` with `notify` (the limit) and to pg-boss (the peer), on the same server in
 * interleaved rounds: 20,000 jobs put in, taken by the hundred, taken one by one by eight workers, and one for an idle worker.
 * Then the turns of accounts, next to the strict order by priority, and tests of people beside production.
 */
const GOAL = { drain: 0.45, peer: 8, single: 0.85, wakeP50: 3, wakeP99: 10 };
const BATCH = 100;
const WORKERS = 8;
const SINGLES = 2_000;
const WAKES = 100;
const SLOW_WAKES = 5;
const CLAIMS = 400;

const { jobs, rounds } = readOptions({ jobs: 20_000, rounds: 5 });
const goals = createGoals();
const work = await startWorkDatabase('queue');

type Figures = { enqueue: number[]; drain: number[]; single: number[]; wake: number[] };
const per = (count: number, ms: number): number => (count / ms) * 1_000;

/** Units of several accounts, as the scheduler would leave them. */
async function makeUnits(): Promise<readonly UnitRef[]> {
  const units: UnitRef[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { accountId } = await buildAccount(work.database);
    const made = await work.pool.query<{ id: string }>(
      `insert into unit (account_id, id, kind, purpose, state)
       select $1, uuidv7(), 'download', 'production', 'ready' from generate_series(1, $2::int) returning id`,
      [accountId, jobs / 10],
    );
    units.push(...made.rows.map(({ id }) => ({ accountId, unitId: id })));
  }
  return units;
}

async function enqueueAll(queue: Contestant, units: readonly UnitRef[]): Promise<void> {
  for (let from = 0; from < units.length; from += ENQUEUED_AT_ONCE)
    await queue.enqueue(units.slice(from, from + ENQUEUED_AT_ONCE));
}

/** Takes until nothing is left; every job exactly once. */
async function drain(queue: Contestant, most: number, workers: number): Promise<number> {
  const taken: string[] = [];
  const one = async (): Promise<void> => {
    for (let some = await queue.take(most); some.length > 0; some = await queue.take(most)) taken.push(...some);
  };
  await Promise.all(Array.from({ length: workers }, one));
  return taken.length === new Set(taken).size ? taken.length : Number.NaN;
}

/** From the call that enqueues a job until an idle worker has it. */
async function wakeOnce(queue: Contestant, unit: UnitRef): Promise<number> {
  const got = Promise.withResolvers<number>();
  const check = (): void =>
    void queue.take(1).then((some) => {
      if (some.length > 0) got.resolve(performance.now());
    });
  const stop = await queue.listen(check);
  // The worker is idle for a while, and not in step with anything.
  await delay(5 + Math.random() * 20);
  const start = performance.now();
  await queue.enqueue([unit]);
  const ms = (await got.promise) - start;
  await stop();
  return ms;
}

try {
  const units = await makeUnits();
  const contestants = [await rawQueue(work), await ourQueue(work), await pgBossQueue(work)];
  const figures = new Map<string, Figures>(
    contestants.map(({ name }) => [name, { enqueue: [], drain: [], single: [], wake: [] }]),
  );
  let whole = true;
  for (let round = 1; round <= rounds; round += 1)
    for (const queue of contestants) {
      const of = figures.get(queue.name);
      if (!of) continue;
      of.enqueue.push(per(jobs, (await timed(() => enqueueAll(queue, units))).ms));
      const drained = await timed(() => drain(queue, BATCH, 1));
      of.drain.push(per(jobs, drained.ms));
      await enqueueAll(queue, units.slice(0, SINGLES));
      const singles = await timed(() => drain(queue, 1, WORKERS));
      of.single.push(per(SINGLES, singles.ms));
      whole &&= drained.value === jobs && singles.value === SINGLES;
      const wakes = (queue.name === 'pg-boss' ? SLOW_WAKES : WAKES) / rounds;
      for (let count = 0; count < wakes; count += 1)
        of.wake.push(await wakeOnce(queue, units[count] ?? units[0] ?? never()));
    }
  const shown = (rates: readonly number[]): string => `${Math.round(median(rates))}/s`;
  for (const [name, { enqueue, drain: drained, single, wake }] of figures) {
    console.log(
      `${name}: put in ${shown(enqueue)}, taken by the hundred ${shown(drained)}, one by one ${shown(single)}`,
    );
    console.log(`  an idle worker has a job after: ${spread(wake)}; ${load()}`);
  }

  const [ours] = contestants.filter(({ name }) => name === 'ours');
  const claims = units.filter((_, index) => index % Math.ceil(jobs / CLAIMS) === 0).sort(() => Math.random() - 0.5);
  const claimed = await timed(async () => {
    const waiting = [...claims];
    const one = async (): Promise<void> => {
      for (let unit = waiting.pop(); unit; unit = waiting.pop()) {
        const ref = unit;
        await work.database.withAccount(ref.accountId, (tx) => takeUnit(tx, UNIT_KINDS, ref, 'bench'));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, one));
  });
  console.log(
    `  claiming a unit in the ledger, which no queue does: ${Math.round(per(claims.length, claimed.ms))}/s by ${WORKERS} workers`,
  );

  const ratio = (one: string, other: string, key: 'drain' | 'single'): number =>
    median(
      (figures.get(one)?.[key] ?? []).map((rate, index) => rate / (figures.get(other)?.[key][index] ?? Number.NaN)),
    );
  const wake = figures.get(ours?.name ?? '')?.wake ?? [];
  goals.check(whole, `every job came exactly once, ${jobs} by the hundred and ${SINGLES} one by one in each round`);
  const drained = ratio('ours', 'raw', 'drain');
  goals.check(drained >= GOAL.drain, `queue: by the hundred ${drained.toFixed(2)} >= ${GOAL.drain} of raw`);
  const gain = ratio('ours', 'pg-boss', 'drain');
  goals.check(
    gain >= GOAL.peer,
    `queue: by the hundred ${gain.toFixed(1)} times pg-boss 12 >= ${GOAL.peer} (the goal was set on pg-boss 10)`,
  );
  const single = ratio('ours', 'raw', 'single');
  goals.check(single >= GOAL.single, `queue: one by one ${single.toFixed(2)} >= ${GOAL.single} of raw`);
  const [p50, p99] = [quantile(wake, 0.5), quantile(wake, 0.99)];
  goals.check(
    p50 <= GOAL.wakeP50,
    `queue: an idle worker has a job after p50 ${p50.toFixed(1)} ms <= ${GOAL.wakeP50} ms`,
  );
  goals.check(
    p99 <= GOAL.wakeP99,
    `queue: an idle worker has a job after p99 ${p99.toFixed(1)} ms <= ${GOAL.wakeP99} ms`,
  );
  for (const queue of contestants) await queue.stop();
  await measureFairness(work, goals);
  await measureInteractive(work, goals);
} finally {
  await work.stop();
}
goals.end();

function never(): never {
  throw new Error('There are no units.');
}
