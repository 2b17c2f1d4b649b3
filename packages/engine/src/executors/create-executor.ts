import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type DatabaseProcess, startDatabaseProcess } from './child-process.ts';
import { configure } from './configuration.ts';
import type { Executor, SqlJob, SqlSession } from './executor.ts';
import { endFailure, queryFailure, timeExceeded } from './failures.ts';
import { detectJail, type Jail } from './jail.ts';
import { pathsOf } from './job-paths.ts';
import { LONG_JOB_SECONDS, lowerPriorityAfter } from './priority.ts';

export type ExecutorOptions = {
  /** Idle processes kept ready, so that a small job does not have to start one. */
  readonly poolSize?: number;
  /** Threads of one database process. */
  readonly threads?: number;
  /** The maximum of bytes that one job may write to a file or spill to disk. */
  readonly spillBytes?: number;
  /** Processor time in seconds after which a job's priority is lowered. */
  readonly longJobSeconds?: number;
  /** For tests; by default what the platform offers. */
  readonly jail?: Jail;
};

const PAGE_BYTES = 4096;
const DEFAULT_SPILL_BYTES = 64 * 1024 ** 3;
/** Stacks, code and buffers beyond the database's own memory limit. */
const UNCOUNTED_BYTES = 512 * 1024 ** 2;

async function addressSpaceOf(pid: number): Promise<number> {
  const [pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(pages) * PAGE_BYTES;
}

/**
 * An executor that runs each session in a process of its own: started ahead, jailed, used for one job and killed.
 * `jail` describes the isolation that this platform offers.
 */
export function createExecutor(options: ExecutorOptions = {}): Executor & { readonly jail: Jail } {
  const jail = options.jail ?? detectJail();
  const maxThreads = options.threads ?? availableParallelism();
  const spillBytes = options.spillBytes ?? DEFAULT_SPILL_BYTES;
  const poolSize = options.poolSize ?? 2;
  const alive = new Set<DatabaseProcess>();
  const pool: DatabaseProcess[] = [];
  let stopped = false;

  const start = (): DatabaseProcess => {
    const started = startDatabaseProcess(jail);
    alive.add(started);
    void started.ended.then(() => {
      alive.delete(started);
      const place = pool.indexOf(started);
      if (place >= 0) pool.splice(place, 1);
    });
    return started;
  };
  const refill = (): void => {
    while (!stopped && pool.length < poolSize) pool.push(start());
  };
  refill();

  return {
    jail,
    async open(job, signal) {
      const threads = Math.min(job.threads ?? maxThreads, maxThreads);
      signal.throwIfAborted();
      if (stopped) throw new PipelineError('PROCESS_STOPPED', { how: 'the service is shutting down' });
      const process = pool.shift() ?? start();
      setImmediate(refill);
      const session = sessionOf(process, job, signal);
      try {
        const [paths, ready] = await Promise.all([pathsOf(job), process.ready]);
        if (ready && jail.limits) {
          await process.limit({
            addressSpaceBytes: (await addressSpaceOf(process.pid)) + job.memoryBytes + UNCOUNTED_BYTES,
            cpuSeconds: Math.ceil((job.timeoutMs / 1000) * threads) + 10,
            fileBytes: spillBytes,
          });
        }
        const settings = {
          threads,
          memoryBytes: job.memoryBytes,
          spillBytes,
          ...paths,
          spillFolder: job.writes[0] ?? null,
        };
        await session.run(`${configure(settings).join(';\n')};`);
        // Counted from here, so that starting a process does not make a short job a long one.
        const longSeconds = options.longJobSeconds ?? LONG_JOB_SECONDS;
        void process.ended.then(lowerPriorityAfter(job.yields ? 0 : longSeconds, process.pid));
        return session;
      } catch (error) {
        await session.close();
        throw error;
      }
    },
    async stop() {
      stopped = true;
      const ends = [...alive].map((process) => process.ended);
      for (const process of alive) process.kill();
      await Promise.all(ends);
    },
  };
}

/** The session of a job: kills its process at the time limit, on an abort and on close. */
function sessionOf(process: DatabaseProcess, job: SqlJob, signal: AbortSignal): SqlSession {
  let reason: (() => unknown) | undefined;
  const endBecause = (why: () => unknown): void => {
    reason ??= why;
    process.kill();
  };
  const onAbort = (): void => endBecause(() => signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => endBecause(() => timeExceeded(job)), job.timeoutMs);
  void process.ended.then(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  });
  return {
    async run(sql, { table = 'result' } = {}) {
      const reply = await process.send(sql);
      if (!('kind' in reply)) throw reason === undefined ? endFailure(reply, job) : reason();
      if (reply.kind === 'error') throw queryFailure(reply.message, table, job);
      return reply.kind === 'rows' ? reply.rows : [];
    },
    async close() {
      // An idle process writes nothing, so its exit, which takes tens of milliseconds, is not awaited.
      const { busy } = process;
      endBecause(() => new PipelineError('PROCESS_STOPPED', { how: 'its session was closed' }));
      if (busy) await process.ended;
    },
  };
}
