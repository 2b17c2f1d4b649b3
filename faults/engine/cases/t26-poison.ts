import { type BuiltAccount, csvAnswer, type RunningWork, startWork } from '@switchboard/server/testing';
import { sql } from 'kysely';
import { median } from '../../../bench/measure.ts';
import { setup } from '../../../scripts/unit/test-postgres.ts';
import { endBusyOnes, executorWithoutKept } from '../database-processes.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import { secondsUntil } from '../until.ts';
import { openWorkerWorld, type WorkerProcess, type WorkerWorld } from '../worker-world.ts';

export const t26Poison: FaultTest = { id: 'T26', title: 'units that always crash', run };

const HEALTHY = 50;
const POISON_ROWS = 20_000;
/** More than a database process needs to start and to do what is not long. */
const BUSY_SECONDS = 0.6;
const MAX_DELAY = 0.1;
const ROUNDS = 5;
const HEADER = 'id,clicks';
const lines = (count: number): string[] => Array.from({ length: count }, (_, id) => `${id},${id % 1_000}`);

const COLUMNS = 'using { id: integer not null; clicks: integer not null; };';
const healthyScript = (source: string): string => `
  download ads from { type: "http"; url: "${source}/few/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 0;
    lookback_days: ${HEALTHY}; } ${COLUMNS}
  table daily is select id, sum(clicks) as clicks from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; };`;
const poisonScript = (source: string): string => `
  download ads from { type: "http"; url: "${source}/many/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 0;
    lookback_days: 1; } ${COLUMNS}
  table others is select clicks as n from ads;
  table poison is select id, sum(n) as total from ads join others on clicks <= n;
  upload poison to { type: "file"; path: "poison/{YYYY-MM-DD}.csv"; };`;

async function run(): Promise<readonly FaultRow[]> {
  const stopPostgres = await setup();
  try {
    return [...(await crashingQuery()), await crashingWorker()];
  } finally {
    await stopPostgres?.();
    if (stopPostgres) delete process.env['TEST_POSTGRES_URL'];
  }
}

/**
 * The flow's database process dies of SIGSEGV each time; the worker goes on. How long the same healthy dates take differs by more
 * than the delay that is allowed, so that several rounds are made, each between two that have no poison beside them.
 */
async function crashingQuery(): Promise<readonly FaultRow[]> {
  const work = await startWork({ retryBaseMs: 1_000, executor: executorWithoutKept() });
  work.answers.set('/few', csvAnswer(HEADER, lines(20)));
  work.answers.set('/many', csvAnswer(HEADER, lines(POISON_ROWS)));
  try {
    await healthyRun(work);
    const rows: FaultRow[] = [];
    const delays: number[] = [];
    let before = await healthyRun(work);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const stop = endBusyOnes(BUSY_SECONDS, 'SIGSEGV');
      const poison = await work.publish(poisonScript(work.source));
      const first = await secondsUntil(60_000, async () => (await eventsOf(work, poison)).length > 1);
      const beside = await healthyRun(work);
      await work.settled(poison, 120_000);
      const crashes = stop();
      const after = await healthyRun(work);
      const delay = (2 * beside.seconds) / (before.seconds + after.seconds) - 1;
      delays.push(delay);
      const row = faultRow(
        `a query whose process dies of SIGSEGV each time, ${HEALTHY} healthy report dates behind it, round ${round}`,
        {
          crashes: 5,
          flow: 'FATAL',
          'last event': 'Stopped after 5 attempts. Processing stopped unexpectedly (signal SIGSEGV).',
          'of severity': 'fatal',
          // Of the flow, and of its upload.
          'last events': 2,
          retries: 4,
          'not done': 0,
          healthy: HEALTHY,
          'healthy retries': 0,
          'unexpected errors': 0,
        },
        {
          crashes,
          ...(await fate(work, poison, await eventsOf(work, poison))),
          healthy: beside.completed,
          'healthy retries': beside.retries,
          'unexpected errors': work.problems.length,
          delay: percent(delay),
          'seconds beside it': beside.seconds.toFixed(1),
          'seconds without': `${before.seconds.toFixed(1)} and ${after.seconds.toFixed(1)}`,
          'begun before them': first !== null,
        },
      );
      rows.push(row);
      before = after;
    }
    const delay = median(delays);
    const wanted = `at most ${percent(MAX_DELAY)} later`;
    const row = faultRow(
      'the healthy dates behind such a query, as the median of the rounds',
      { [wanted]: true },
      { [wanted]: delay <= MAX_DELAY, delay: percent(delay), 'of the rounds': delays.map(percent).join(', ') },
    );
    return [...rows, row];
  } finally {
    await work.stop();
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

type Healthy = { readonly seconds: number; readonly completed: number; readonly retries: number };

async function healthyRun(work: RunningWork): Promise<Healthy> {
  const account = await work.publish(healthyScript(work.source));
  const began = performance.now();
  await work.settled(account, 180_000);
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, ...(await healthOf(work, account)) };
}

type Rows = Pick<WorkerWorld, 'rows'>;

async function healthOf(world: Rows, account: BuiltAccount): Promise<{ completed: number; retries: number }> {
  const completed = await world.rows(account, sql`select id from upload where status = 'completed'`);
  const retries = await world.rows(account, sql`select id from event where will_retry`);
  return { completed: completed.length, retries: retries.length };
}

type SeenEvent = { readonly message: string; readonly severity: string; readonly will_retry: boolean | null };

const eventsOf = (world: Rows, account: BuiltAccount): Promise<SeenEvent[]> =>
  world.rows(account, sql<SeenEvent>`select message, severity, will_retry from event order by created, id`);

async function fate(
  world: Rows,
  poison: BuiltAccount,
  events: readonly SeenEvent[],
): Promise<Record<string, string | number>> {
  const ends = events.filter(({ will_retry }) => will_retry === false);
  const flows = await world.rows(poison, sql<{ status: string }>`select status from flow`);
  const open = await world.rows(poison, sql`select id from unit where state <> 'done'`);
  return {
    flow: flows.map(({ status }) => status).join(),
    'last event': ends[0]?.message ?? 'none',
    'of severity': ends[0]?.severity ?? 'none',
    'last events': ends.length,
    retries: events.filter(({ will_retry }) => will_retry === true).length,
    'not done': open.length,
  };
}

/** The flow takes the whole worker with it each time; a supervisor starts it again. */
async function crashingWorker(): Promise<FaultRow> {
  const world = await openWorkerWorld([HEADER, ...lines(20), ''].join('\n'));
  try {
    const poison = await world.publish(poisonScript(world.source));
    const healthy = await world.publish(healthyScript(world.source));
    const signal = { signal: 'SIGSEGV', point: 'mid-query', units: 1, account: poison.accountId } as const;
    let starts = 0;
    let current: WorkerProcess | null = null;
    let watching = true;
    const supervisor = (async () => {
      while (watching) {
        starts += 1;
        current = world.start({ host: 'doomed', alone: true, signal });
        await current.ended;
      }
    })();
    const settled = async (account: BuiltAccount): Promise<boolean> => {
      const states = await world.rows(account, sql<{ state: string }>`select state from unit`);
      return states.length > 0 && states.every(({ state }) => state === 'done');
    };
    const seconds = await secondsUntil(240_000, () => settled(healthy));
    const startsBefore = starts;
    // What the poison waits for is time, which is not tried here.
    const ended = await secondsUntil(120_000, async () => {
      await world.rows(
        poison,
        sql`with released as (update unit set next_try = now() where state = 'waiting' returning id)
          update queue.job set due = now() from released where unit_id = released.id`,
      );
      return settled(poison);
    });
    const startsAtEnd = starts;
    await secondsUntil(3_000, () => false);
    const isUp = current !== null && (current as WorkerProcess).isRunning() && starts === startsAtEnd;
    watching = false;
    (current as WorkerProcess | null)?.kill('SIGKILL');
    await supervisor;
    const events = await eventsOf(world, poison);
    const health = await healthOf(world, healthy);
    return faultRow(
      `a flow with which the whole worker dies each time, ${HEALTHY} healthy report dates beside it`,
      {
        flow: 'FATAL',
        'last event': 'Stopped after 5 attempts. Worker stopped responding during processing.',
        'of severity': 'fatal',
        // Of the flow, and of its upload.
        'last events': 2,
        retries: 4,
        'not done': 0,
        healthy: HEALTHY,
        'healthy failed': 0,
        'worker starts': 6,
        'stays up afterwards': true,
      },
      {
        ...(await fate(world, poison, events)),
        healthy: health.completed,
        'healthy failed': (await world.rows(healthy, sql`select id from event where will_retry = false`)).length,
        'worker starts': startsAtEnd,
        'stays up afterwards': isUp,
        'starts while the healthy ones ran': startsBefore,
        'retries of healthy units': health.retries,
        'healthy done after seconds': seconds,
        'poison ended': ended !== null,
      },
    );
  } finally {
    await world.stop();
  }
}
