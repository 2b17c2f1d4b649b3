import { PipelineError } from '@switchboard/model/errors/errors';
import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import { openSignals, type Signals } from '../db/signals.ts';
import type { UnitRef } from '../db/unit-ref.ts';
import type { PrepareAttempt } from '../pipeline/observation/traced-engine.ts';
import type { WorkDeps } from '../pipeline/state/attempt-context.ts';
import { UNIT_KINDS } from '../pipeline/state/unit-kinds.ts';
import { createUnitHandlers } from '../programs/work-parts.ts';
import { Revoked, ShuttingDown } from './run-unit.ts';
import { revokeUnit } from './unit.ts';
import { startWorker } from './worker.ts';

const WITHIN = { interval: 20 };

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(used);
const { inAccount } = account;
let signals: Signals;

beforeAll(async () => {
  // Other tests on this server may terminate connections with the program's own name.
  const url = new URL(used.url);
  url.searchParams.set('application_name', 'worker-test');
  signals = await openSignals(url.href, 'switchboard_units');
});
afterAll(async () => {
  await signals.close();
});

/** Leaves no worker that would take the next test's jobs. */
let tidy = async (): Promise<void> => {};
afterEach(() => tidy());

type World = {
  readonly unit: UnitRef;
  readonly worker: { stop(): Promise<void> };
  /** Signal of the newer attempt. */
  readonly signal: AbortSignal;
  /** Ends the older attempt, which has failed and is superseded. */
  readonly release: () => void;
  /** One for each attempt that is over. */
  readonly ended: readonly string[];
  readonly problems: readonly unknown[];
};

/** A worker on which an older attempt of a unit has yet to release its slot while a newer one runs. */
async function twoAttempts(): Promise<World> {
  const problems: unknown[] = [];
  const ended: string[] = [];
  const older = Promise.withResolvers<void>();
  const newer = Promise.withResolvers<AbortSignal>();
  let tails = 0;
  const prepare: PrepareAttempt = async (unit, signal) => {
    if (unit.attempt === 1) throw new PipelineError('SOURCE_FILE_MISSING', { name: 'ads', file: 'a' });
    newer.resolve(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const work: WorkDeps = {
    database: database.prepared,
    queue,
    fault: noFault,
    openKey: () => Promise.reject(new Error('no keys')),
    limits: { queryMemoryBytes: 0, queryTimeoutMs: 0 },
  };
  const handlers = createUnitHandlers(work, {
    retryBaseMs: 1,
    random: () => 0.5,
    reference: () => 'ref',
    prepare,
    onError: () => {},
    log: pino({ level: 'info' }, { write: (line: string) => void ended.push(line) }),
  });
  const worker = startWorker({
    database: database.prepared,
    queue,
    kinds: UNIT_KINDS,
    fault: async (point) => {
      if (point !== 'after-commit') return;
      tails += 1;
      if (tails === 1) await older.promise;
    },
    worker: 'test',
    concurrency: 4,
    reserved: 1,
    signals,
    handlers,
    onError: (error) => problems.push(error),
    drainMs: 500,
  });
  tidy = async () => {
    older.resolve();
    await worker.stop();
  };
  const unit = { accountId: account.accountId, unitId: await buildDownload(database, account) };
  await inAccount((tx) => queue.wake(tx, { ...unit, purpose: 'production', kind: 'download' }));
  return { unit, worker, signal: await newer.promise, release: older.resolve, ended, problems };
}

describe('a worker that starts a newer attempt of a unit before the older one has ended', () => {
  it('stops the newer attempt after the older one ended', async () => {
    const { unit, worker, signal, release, ended, problems } = await twoAttempts();
    release();
    await expect.poll(() => ended.length, WITHIN).toBe(1);
    await inAccount((tx) => revokeUnit(tx, unit));
    await expect.poll(() => signal.reason as unknown, WITHIN).toBeInstanceOf(Revoked);
    await expect.poll(() => ended.length, WITHIN).toBe(2);
    await worker.stop();
    expect(problems).toEqual([]);
  });

  it('waits for the older attempt when it stops after the newer one ended', async () => {
    const { unit, worker, release, ended, problems } = await twoAttempts();
    await inAccount((tx) => revokeUnit(tx, unit));
    await expect.poll(() => ended.length, WITHIN).toBe(1);
    const endedThen = worker.stop().then(() => ended.length);
    release();
    expect(await endedThen).toBe(2);
    expect(problems).toEqual([]);
  });

  it('returns the newer attempt to the queue when it stops after the older one ended', async () => {
    const { unit, worker, signal, release, ended, problems } = await twoAttempts();
    release();
    await expect.poll(() => ended.length, WITHIN).toBe(1);
    await worker.stop();
    expect(signal.reason).toBeInstanceOf(ShuttingDown);
    const { rows } = await inAccount((tx) =>
      sql`select state, attempt from unit where id = ${unit.unitId}`.execute(tx),
    );
    expect(rows).toEqual([{ state: 'ready', attempt: 2 }]);
    expect(problems).toEqual([]);
  });
});
