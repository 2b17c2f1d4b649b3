import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '@switchboard/server/database';
import { addPerson } from '@switchboard/server/testing';
import { prepareDatabase } from '../lists/prepare-database.ts';
import { startApi } from '../lists/started-api.ts';
import { createGoals, load, quantile, spread } from '../measure.ts';
import { BENCH_FOLDER, readOptions } from '../options.ts';
import { type Asker, askList, checkHealth, pollUntil, residentOf } from './clients.ts';
import type { Flooded, FloodOptions, Renewed } from './flood.ts';

/**
 * An account that floods a server beside one that works: clients without a pause besides those that the server asks for, and
 * large bodies of a person who may not send any. Goals are those of `docs/design/operation.md`.
 */
const GOAL = { health: 300, lists: 800, refusals: 100, neighbour: 1.2, memory: 1.1 } as const;

const { clients, seconds, bodies, people, keep } = readOptions({ clients: 1_500, seconds: 600, bodies: 8, people: 50 });
const say = (line: string): void => console.log(line);
const goals = createGoals();

const prepared = await prepareDatabase(join(BENCH_FOLDER, 'load'), { rows: 20_000, small: 2_000, days: 60, keep }, say);
try {
  const database = openDatabase({ url: prepared.url });
  const run = Date.now();
  const emails = Array.from({ length: people }, (_, at) => `flood-${run}-${at}@test.test`);
  for (const email of emails) await addPerson(database, { email, roles: { [prepared.big.accountId]: ['viewer'] } });
  await database.close();
  // All people of the benchmark sign in from one address.
  const api = await startApi(prepared.url, { SIGN_IN_PAGES: '100000' });
  try {
    let neighbour = { url: api.url, token: await api.token(prepared.email), account: prepared.small.urlName };
    const renewNeighbour = async (): Promise<void> => {
      neighbour = { ...neighbour, token: await api.token(prepared.email) };
    };

    /** Answers to the other account besides lists, by status. */
    const failed = new Map<number, number>();
    /** The list of the other account, read by four people, a page each quarter of a second. */
    const work = async (until: number): Promise<readonly number[]> => {
      const times: number[] = [];
      await Promise.all(
        Array.from({ length: 4 }, () =>
          pollUntil(until, 250, async () => {
            const { status, ms } = await askList(neighbour);
            if (status === 200) times.push(ms);
            else failed.set(status, (failed.get(status) ?? 0) + 1);
          }),
        ),
      );
      return times;
    };
    await work(Date.now() + 5_000);
    const alone = await work(Date.now() + Math.max(10_000, seconds * 100));
    say(`the other account alone: ${spread(alone)}, ${load()}`);

    const askers: Asker[] = [];
    for (const email of emails) {
      askers.push({ url: api.url, token: await api.token(email), account: prepared.big.urlName });
    }
    await renewNeighbour();
    const until = Date.now() + seconds * 1_000;
    const health: number[] = [];
    const resident: number[] = [];
    let untrue = 0;
    const workerData: FloodOptions = { askers, clients, bodies, until };
    const worker = new Worker(new URL('flood.ts', import.meta.url), { workerData });
    const flood = once(worker, 'message') as Promise<[Flooded]>;
    /** Each person signs in again once, before their token expires. */
    const renewed = (async () => {
      for (const [at, email] of emails.entries()) {
        await setTimeout((seconds * 750) / emails.length);
        worker.postMessage({ at, token: await api.token(email) } satisfies Renewed);
        if (at === emails.length >> 1) await renewNeighbour();
      }
    })();
    const checks = pollUntil(until, 500, async () => {
      const { ms, isTrue } = await checkHealth(api.url);
      health.push(ms);
      if (!isTrue) untrue += 1;
      resident.push(residentOf(api.pid));
    });
    const beside = await work(until);
    await Promise.all([checks, renewed]);
    const [{ admitted, refused, other }] = await flood;

    const quarter = Math.max(1, resident.length >> 2);
    const memory = quantile(resident.slice(-quarter), 0.5) / quantile(resident.slice(quarter, 2 * quarter), 0.5);
    say(`health: ${spread(health)}`);
    say(`admitted lists: ${spread(admitted)}`);
    say(`refused with 429: ${spread(refused)}`);
    say(`the other account: ${spread(beside)}`);
    say(
      `other answers: ${JSON.stringify(Object.fromEntries(other))}, to the other account ${JSON.stringify(Object.fromEntries(failed))}; resident ${(Math.max(...resident) / 1e6).toFixed(0)} MB at most; ${load()}`,
    );
    goals.check(
      quantile(health, 0.99) < GOAL.health && untrue === 0,
      `health is answered within ${GOAL.health} ms (p99) and is true`,
    );
    goals.check(quantile(admitted, 0.95) < GOAL.lists, `lists that are admitted take under ${GOAL.lists} ms (p95)`);
    goals.check(quantile(refused, 0.95) < GOAL.refusals, `refusals take under ${GOAL.refusals} ms (p95)`);
    goals.check(other.size === 0, 'everything else is refused with 429, large bodies with 413 or 429');
    goals.check(failed.size === 0, 'the other account is never refused');
    const ratio = quantile(beside, 0.95) / quantile(alone, 0.95);
    goals.check(
      ratio <= GOAL.neighbour,
      `the other account's p95 is at most ${GOAL.neighbour} times that without the flood (${ratio.toFixed(2)})`,
    );
    goals.check(memory < GOAL.memory, `memory is flat (last quarter ${memory.toFixed(2)} times the second)`);
  } finally {
    await api.stop();
  }
} finally {
  await prepared.stop();
}
goals.end();
