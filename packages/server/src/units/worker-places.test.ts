import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import { openSignals, type Signals } from '../db/signals.ts';
import { UNIT_KINDS } from '../pipeline/state/unit-kinds.ts';
import { finishUnit } from './unit.ts';
import { reservedPlaces, startWorker } from './worker.ts';

const WITHIN = { interval: 20 };

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(used);
let signals: Signals;

beforeAll(async () => {
  const url = new URL(used.url);
  url.searchParams.set('application_name', 'places-test');
  signals = await openSignals(url.href, 'switchboard_units');
});
afterAll(() => signals.close());

let stop = async (): Promise<void> => {};
afterEach(() => stop());

/** Wakes new units of an account, and returns their ids. */
async function queued(units: number, of: BuiltAccount = account, interactive = false): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let count = 0; count < units; count += 1) {
    const id = await buildDownload(database, of);
    await database.withAccount(of.accountId, async (tx) => {
      await sql`update unit set interactive = ${interactive} where id = ${id}`.execute(tx);
      await queue.wake(tx, { accountId: of.accountId, unitId: id, purpose: 'production', kind: 'download' });
    });
    ids.push(id);
  }
  return ids;
}

type Work = {
  /** Units in the order in which they started. */
  readonly started: readonly string[];
  /** Ends a unit that runs. */
  end(unitId: string): void;
};

/** A worker with four places, and one for what a person waits for, whose units run until they are ended. */
function startWork(): Work {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const worker = startWorker({
    database: database.prepared,
    queue,
    kinds: UNIT_KINDS,
    fault: noFault,
    worker: 'test',
    concurrency: 4,
    reserved: 1,
    signals,
    handlers: {
      prepare: async (unit, signal) => ({
        async run() {
          started.push(unit.unitId);
          const over = Promise.withResolvers<void>();
          ends.set(unit.unitId, over.resolve);
          signal.addEventListener('abort', () => over.resolve());
          await over.promise;
          await database.withAccount(unit.accountId, (tx) => finishUnit(tx, unit));
        },
        release: async () => {},
      }),
      onFailed: async () => {},
      onSuperseded: async () => {},
      onUnitEnded: async () => {},
      observe: async (_, attempt) => attempt(),
    },
    onError: (error) => {
      throw error;
    },
    drainMs: 0,
  });
  stop = () => worker.stop();
  return { started, end: (unitId) => ends.get(unitId)?.() };
}

describe('the places of a worker', () => {
  it('belong to an account that waits alone, and go to another that waits as they fall free', {
    tags: 'proof:queue-lone-account',
  }, async () => {
    await queued(6);
    const { started, end } = startWork();
    await expect.poll(() => started.length, WITHIN).toBe(4);
    const [theirs] = await queued(1, await buildAccount(database));
    end(started[0] ?? '');
    await expect.poll(() => started.length, WITHIN).toBe(5);
    expect(started[4]).toBe(theirs);
  });

  it('leave one for what a person waits for, which no other unit takes', {}, async () => {
    await queued(6);
    const { started, end } = startWork();
    await expect.poll(() => started.length, WITHIN).toBe(4);
    const [test, next] = await queued(2, account, true);
    await expect.poll(() => started.length, WITHIN).toBe(5);
    expect(started[4]).toBe(test);
    end(test ?? '');
    await expect.poll(() => started.length, WITHIN).toBe(6);
    expect(started[5]).toBe(next);
  });

  it('beside the others are a quarter as many, and at least one', () => {
    expect([1, 4, 8, 32].map(reservedPlaces)).toEqual([1, 1, 2, 8]);
  });
});
