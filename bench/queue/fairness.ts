import { openUnitQueue } from '@switchboard/server/open-unit-queue';
import { buildAccount } from '@switchboard/server/testing';
import { sql } from 'kysely';
import { type Goals, load, timed } from '../measure.ts';
import type { WorkDatabase } from '../work-database.ts';

const WORKERS = 8;
const TAKES = 4_000;

/** A way of taking jobs: by turns of accounts, as ours, or in the strict order that it replaced. */
type Taker = { readonly name: string; take(): Promise<string | null>; stop(): Promise<void> };

async function byTurns({ url }: WorkDatabase): Promise<Taker> {
  const queue = openUnitQueue({ url, onError: () => undefined });
  return { name: 'turns', take: async () => (await queue.take())?.accountId ?? null, stop: () => queue.stop() };
}

async function byPriority({ pool }: WorkDatabase): Promise<Taker> {
  await pool.query('create index if not exists job_strict on queue.job (priority desc, made)');
  return {
    name: 'strict',
    async take() {
      const { rows } = await pool.query<{ account_id: string }>({
        name: 'strict',
        text: `delete from queue.job where unit_id = any (array(
          select unit_id from queue.job where due <= now() order by priority desc, made limit 1 for update skip locked
        )) returning account_id`,
      });
      return rows[0]?.account_id ?? null;
    },
    async stop() {
      await pool.query('drop index queue.job_strict');
    },
  };
}

async function addJobs(work: WorkDatabase, accountId: string, jobs: number): Promise<void> {
  await work.database.withSystem((tx) =>
    sql`insert into queue.job (unit_id, account_id, priority) select uuidv7(), ${accountId}, 0
        from generate_series(1, ${jobs}::integer)`.execute(tx),
  );
}

/** Adds accounts with so many jobs each, one after the other. */
async function fill(work: WorkDatabase, jobs: readonly number[]): Promise<readonly string[]> {
  await work.pool.query('truncate queue.job');
  const ids: string[] = [];
  for (const count of jobs) {
    const { accountId } = await buildAccount(work.database);
    await addJobs(work, accountId, count);
    ids.push(accountId);
  }
  await work.pool.query('vacuum analyze queue.job');
  return ids;
}

/** The number of the take that brings the only job of the last of three accounts, of which the others have 10,000 each. */
async function placeOfLast(work: WorkDatabase, taker: Taker): Promise<number> {
  const [, , last] = await fill(work, [10_000, 10_000, 1]);
  for (let place = 1; ; place += 1) if ((await taker.take()) === last) return place;
}

/** Takes per second of several workers at once. */
async function rateOf(taker: Taker): Promise<number> {
  let left = TAKES;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await taker.take();
    }
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: WORKERS }, worker)));
  return (TAKES / ms) * 1_000;
}

/** Fairness of the queue beside the strict order, and what it costs with few and with many jobs and accounts. */
export async function measureFairness(work: WorkDatabase, goals: Goals): Promise<void> {
  const places = new Map<string, number>();
  const rates = new Map<string, readonly [number, number]>();
  for (const open of [byPriority, byTurns]) {
    const taker = await open(work);
    places.set(taker.name, await placeOfLast(work, taker));
    await fill(work, [TAKES + 1_000]);
    const few = await rateOf(taker);
    await fill(work, [100_000, ...Array.from({ length: 1_000 }, () => 5)]);
    rates.set(taker.name, [few, await rateOf(taker)]);
    await taker.stop();
  }
  for (const [name, [few, many]] of rates)
    console.log(
      `${name}: the third account's only job is taken as number ${places.get(name)}; one by one by ${WORKERS}: ` +
        `${Math.round(few)}/s of one account, ${Math.round(many)}/s of 100,000 jobs and 1,000 more accounts; ${load()}`,
    );
  const place = places.get('turns') ?? Number.NaN;
  goals.check(place <= 3, `queue: the third account's job is taken as number ${place} <= 3`);
  const [few, many] = rates.get('turns') ?? [Number.NaN, Number.NaN];
  goals.check(many / few >= 0.8, `queue: takes among many jobs and accounts ${(many / few).toFixed(2)} >= 0.8 of few`);
}
