import { setTimeout as delay } from 'node:timers/promises';
import { noFault } from '@switchboard/model/faults';
import type { Source } from '@switchboard/model/plan';
import { openUnitQueue } from '@switchboard/server/open-unit-queue';
import { startScheduler } from '@switchboard/server/scheduler';
import { openSignals } from '@switchboard/server/signals';
import { buildAccount, buildSource } from '@switchboard/server/testing';
import { createGoals, load, median, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';

/**
 * Ten thousand schedules that come due in the same second, two schedulers at once. From the due time until every download has
 * its job, next to one bare INSERT … SELECT of as many rows (the limit), and until a worker holds the first job.
 */
const GOAL = { ratio: 2, first: 50 };
const ACCOUNTS = 10;
/** Between the moment at which schedules are made due and the due time, so that schedulers know of it. */
const AHEAD = 2_500;

const { schedules, rounds } = readOptions({ schedules: 10_000, rounds: 5 });
const goals = createGoals();
const work = await startWorkDatabase('fanout');

const sources: readonly Source[] = Array.from({ length: schedules / ACCOUNTS }, (_, index) =>
  buildSource(`report_${index}`, { parameters: { url: 'http://127.0.0.1/{YYYY-MM-DD}' } }),
);

async function count(text: string): Promise<number> {
  const found = await work.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`);
  return found.rows[0]?.count ?? 0;
}

/** The limit: as many rows into a table with a key and an index, and nothing else. */
async function bareInsert(round: number): Promise<number> {
  const { ms } = await timed(() =>
    work.pool.query('insert into bare_job (unit, priority) select uuidv7(), $1 from generate_series(1, $2::int)', [
      round,
      schedules,
    ]),
  );
  return ms;
}

type Fanned = { readonly first: number; readonly all: number };

/** Makes everything due at one moment and follows it. Times are from that moment. */
async function fanOut(): Promise<Fanned> {
  const queue = openUnitQueue({ url: work.url, onError: () => undefined });
  await work.pool.query('truncate unit, download, queue.job cascade');
  await work.pool.query('vacuum analyze source');
  const due = Date.now() + AHEAD;
  await work.pool.query(
    `update download_declaration set scheduled_through = $1::timestamptz - interval '1 day', next_due = $1`,
    [new Date(due)],
  );
  const signals = await openSignals(work.url, 'switchboard_units');
  const problems: unknown[] = [];
  const schedulers = [1, 2].map(() =>
    startScheduler({
      database: work.database,
      queue,
      fault: noFault,
      now: Date.now,
      onError: (error) => problems.push(error),
    }),
  );
  let first = 0;
  let checking = false;
  const stop = signals.listen(() => {
    // One job only: what is taken twice would be missing when they are counted.
    if (first > 0 || checking) return;
    checking = true;
    void queue.takeSome(1).then((jobs) => {
      checking = false;
      if (jobs.length > 0) first = performance.timeOrigin + performance.now() - due;
    });
  });
  await delay(due - Date.now());
  // The last commit records its time: asking all the time would be in the way.
  while ((await count(`(select from download_declaration where next_due <= now() limit 1) due`)) > 0) await delay(20);
  const ended = await work.pool.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  await stop();
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  await signals.close();
  await queue.stop();
  if (problems.length > 0) throw problems[0];
  return { first, all: (ended.rows[0]?.ms ?? Number.NaN) - due };
}

try {
  await work.pool.query(
    `create table bare_job (id bigint generated always as identity primary key, unit uuid not null, priority integer not null)`,
  );
  await work.pool.query('create index bare_order on bare_job (priority desc, id)');
  for (let made = 0; made < ACCOUNTS; made += 1) {
    const { accountId } = await buildAccount(work.database, { sources });
    await work.pool.query(
      `insert into download_declaration (account_id, name, project, connector, scheduled_through)
       select $1, unnest($2::text[]), 'ads', 'http', now()`,
      [accountId, sources.map(({ name }) => name)],
    );
  }
  const bare: number[] = [];
  const fanned: Fanned[] = [];
  let exact = true;
  for (let round = 0; round <= rounds; round += 1) {
    const limit = await bareInsert(round);
    const ours = await fanOut();
    const [downloads, distinct, units, jobs] = [
      await count('download'),
      await count('(select distinct account_id, source, report_date from download) x'),
      await count(`unit where state = 'ready'`),
      await count('queue.job'),
    ];
    exact &&= [downloads, distinct, units, jobs + 1].every((rows) => rows === schedules);
    // The first round makes connections and plans.
    if (round === 0) continue;
    bare.push(limit);
    fanned.push(ours);
  }
  const all = fanned.map((one) => one.all);
  const first = fanned.map((one) => one.first);
  console.log(`one INSERT … SELECT: ${spread(bare)}`);
  console.log(`due to all enqueued: ${spread(all)}`);
  console.log(`due to first in hand: ${spread(first)}; ${load()}`);
  goals.check(exact, `${schedules} schedules, two schedulers: each exactly one download, unit and job`);
  const ratio = median(all.map((ms, index) => ms / (bare[index] ?? Number.NaN)));
  goals.check(
    ratio <= GOAL.ratio,
    `fanout: all enqueued in ${ratio.toFixed(1)} <= ${GOAL.ratio} times one INSERT … SELECT`,
  );
  const start = median(first);
  goals.check(start <= GOAL.first, `fanout: first in hand after ${start.toFixed(0)} ms <= ${GOAL.first} ms`);
} finally {
  await work.stop();
}
goals.end();
