import { availableParallelism } from 'node:os';
import { detectSandbox, detectWithoutUser, type Sandbox, SandboxRefused } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type DatabaseProcess, startDatabaseProcess } from './child-process.ts';
import { configure } from './configuration.ts';
import type { Executor, SqlJob, SqlSession } from './executor.ts';
import { endFailure, queryFailure, timeExceeded } from './failures.ts';
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
  /** For tests; by default the strongest that the machine allows. */
  readonly sandbox?: Sandbox;
  /** Fails a job rather than leave out a part of the sandbox that its files do not allow. */
  readonly required?: boolean;
};

const DEFAULT_SPILL_BYTES = 64 * 1024 ** 3;
/** Stacks, code and buffers beyond the database's own memory limit. */
const UNCOUNTED_BYTES = 512 * 1024 ** 2;

/**
 * An executor that runs each session in a process of its own: started ahead in a sandbox, used for one job and killed.
 * `sandbox` describes the isolation that this machine allows.
 */
export function createExecutor(options: ExecutorOptions = {}): Executor & { readonly sandbox: Sandbox } {
  let sandbox = options.sandbox ?? detectSandbox();
  const maxThreads = options.threads ?? availableParallelism();
  const spillBytes = options.spillBytes ?? DEFAULT_SPILL_BYTES;
  const poolSize = options.poolSize ?? 2;
  const alive = new Set<DatabaseProcess>();
  const pool: DatabaseProcess[] = [];
  let stopped = false;

  const start = (): DatabaseProcess => {
    const started = startDatabaseProcess(sandbox);
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

  /** Goes on with processes of the service's user, which see the files of any file system. */
  const leaveUser = (reason: string): void => {
    if (!sandbox.ownUser) return;
    sandbox = detectWithoutUser(reason);
    for (const idle of pool.splice(0)) idle.kill();
  };

  const open: Executor['open'] = async (job, signal) => {
    const threads = Math.min(job.threads ?? maxThreads, maxThreads);
    signal.throwIfAborted();
    if (stopped) throw new PipelineError('PROCESS_STOPPED', { how: 'the service is shutting down' });
    const process = pool.shift() ?? start();
    setImmediate(refill);
    const session = sessionOf(process, job, signal);
    try {
      const [paths, pid, ready] = await Promise.all([pathsOf(job), process.pid, process.ready]);
      if (ready) {
        const limits = {
          memoryBytes: job.memoryBytes + UNCOUNTED_BYTES,
          cpuSeconds: Math.ceil((job.timeoutMs / 1000) * threads) + 10,
          fileBytes: spillBytes,
        };
        await process.allow({ reads: job.reads, writes: job.writes, limits });
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
      void process.ended.then(lowerPriorityAfter(job.yields ? 0 : longSeconds, pid));
      return session;
    } catch (error) {
      await session.close();
      if (!(error instanceof SandboxRefused)) throw error;
      if (!error.isUser || options.required === true) throw notShown(error);
      leaveUser(error.message);
      return open(job, signal);
    }
  };

  return {
    get sandbox() {
      return sandbox;
    },
    open,
    async stop() {
      stopped = true;
      const ends = [...alive].map((process) => process.ended);
      for (const process of alive) process.kill();
      await Promise.all(ends);
    },
  };
}

const notShown = (cause: SandboxRefused): PipelineError => {
  const why = cause.isUser ? 'its file system cannot show it to another user' : 'the system refused';
  return new PipelineError('STORAGE_FAILED', { reason: `the sandbox cannot show a working file (${why})` }, { cause });
};

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
