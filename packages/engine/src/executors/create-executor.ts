import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { detectSandbox, detectWithoutUser, type Sandbox, SandboxRefused } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type DatabaseProcess, startDatabaseProcess } from './child-process.ts';
import { configure } from './configuration.ts';
import type { Executor, SqlJob, SqlSession } from './executor.ts';
import { endFailure, queryFailure, timeExceeded } from './failures.ts';
import { pathsOf } from './job-paths.ts';
import { createKeptProcesses, type KeptProcess, type Later } from './kept-processes.ts';
import { LONG_JOB_SECONDS, lowerPriorityAfter, type PriorityWatch } from './priority.ts';

export type ExecutorOptions = {
  /** Idle processes kept ready, so that a small job does not have to start one. */
  readonly poolSize?: number;
  /** Threads of one database process. */
  readonly threads?: number;
  /** The maximum of bytes that one job may write to a file or spill to disk; it never spills more than half of what is free there. */
  readonly spillBytes?: number;
  /** Free bytes on the disk of a folder; what the system says without. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Processor time in seconds after which a job's priority is lowered. */
  readonly longJobSeconds?: number;
  /** Emptied processes, of all accounts, that are kept for the next job of the account that they served; 4 without. */
  readonly keptProcesses?: number;
  /** Jobs that one process serves at most; 200 without. */
  readonly maxJobs?: number;
  /** Jobs with a process of their own after the kernel has refused another job to a kept one; 100 without. */
  readonly keepsAgainAfter?: number;
  /** Ends processes that are kept for long; a timer without. */
  readonly later?: Later;
  /** For tests; by default the strongest that the machine allows. */
  readonly sandbox?: Sandbox;
  /** Fails a job rather than leave out a part of the sandbox that its files do not allow. */
  readonly required?: boolean;
};

const DEFAULT_SPILL_BYTES = 64 * 1024 ** 3;
const DEFAULT_KEPT = 4;
const MAX_JOBS = 200;
const MAX_IDLE_MS = 60_000;
/** Jobs after which processes are kept again that the kernel refused another job; twice as many after each further refusal. */
const KEEPS_AGAIN_AFTER = 100;
const MAX_KEEPS_AGAIN_AFTER = 10_000;
/** Stacks, code and buffers beyond the database's own memory limit. */
const UNCOUNTED_BYTES = 512 * 1024 ** 2;

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const withTimer: Later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * An executor that runs each session in a process of its own, started ahead in a sandbox. A process whose job named an account
 * and ended well is emptied and kept for the next job of that account; any other is killed.
 * `sandbox` describes the isolation that this machine allows.
 */
export function createExecutor(options: ExecutorOptions = {}): Executor & { readonly sandbox: Sandbox } {
  let sandbox = options.sandbox ?? detectSandbox();
  const maxThreads = options.threads ?? availableParallelism();
  const { spillBytes = DEFAULT_SPILL_BYTES, freeBytes = freeBytesOf } = options;
  const poolSize = options.poolSize ?? 2;
  const alive = new Set<DatabaseProcess>();
  const pool: DatabaseProcess[] = [];
  const kept = createKeptProcesses({
    max: options.keptProcesses ?? DEFAULT_KEPT,
    maxJobs: options.maxJobs ?? MAX_JOBS,
    idleMs: MAX_IDLE_MS,
    later: options.later ?? withTimer,
  });
  let stopped = false;
  let mayKeep = canEmpty(sandbox);
  /** Jobs until processes are kept again, and after the next refusal. */
  let [alone, refusedFor] = [0, options.keepsAgainAfter ?? KEEPS_AGAIN_AFTER];

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
    mayKeep = canEmpty(sandbox);
    kept.clear();
    for (const idle of pool.splice(0)) idle.kill();
  };

  const openOn = async (
    { process, jobs }: KeptProcess,
    job: SqlJob,
    signal: AbortSignal,
  ): Promise<SqlSession | SandboxRefused> => {
    const threads = Math.min(job.threads ?? maxThreads, maxThreads);
    let priority: PriorityWatch | undefined;
    const release = (): void => {
      priority?.stop();
      const { accountId } = job;
      const isKept = mayKeep && !stopped && accountId !== undefined && priority?.isLowered === false;
      if (isKept) kept.keep(accountId, { process, jobs: jobs + 1 });
      else process.kill();
    };
    const session = sessionOf(process, job, signal, release);
    try {
      const [paths, pid, ready] = await Promise.all([pathsOf(job), process.pid, process.ready]);
      const free = job.writes[0] === undefined ? 0 : await freeBytes(job.writes[0]);
      if (ready) {
        const limits = {
          memoryBytes: job.memoryBytes + UNCOUNTED_BYTES,
          cpuSeconds: Math.ceil((job.timeoutMs / 1000) * threads) + 10,
          fileBytes: spillBytes,
          isRaised: mayKeep && job.accountId !== undefined,
        };
        await process.allow({ reads: job.reads, writes: job.writes, limits });
      }
      const settings = {
        threads,
        memoryBytes: job.memoryBytes,
        spillBytes: Math.min(spillBytes, Math.floor(free / 2)),
        ...paths,
        spillFolder: job.writes[0] ?? null,
      };
      await session.run(`${configure(settings).join(';\n')};`);
      // Counted from here, so that starting a process does not make a short job a long one.
      const watch = lowerPriorityAfter(job.yields ? 0 : (options.longJobSeconds ?? LONG_JOB_SECONDS), pid);
      void process.ended.then(watch.stop);
      priority = watch;
      return session;
    } catch (error) {
      await session.close();
      if (!(error instanceof SandboxRefused)) throw error;
      return error;
    }
  };

  const open: Executor['open'] = async (job, signal) => {
    const used = job.accountId === undefined ? undefined : await kept.take(job.accountId);
    if (signal.aborted || stopped) used?.process.kill();
    signal.throwIfAborted();
    if (stopped) throw new PipelineError('PROCESS_STOPPED', { how: 'the service is shutting down' });
    if (alone > 0) {
      alone -= 1;
      mayKeep = alone === 0 && canEmpty(sandbox);
    }
    const fresh = (): KeptProcess => {
      const process = pool.shift() ?? start();
      setImmediate(refill);
      return { process, jobs: 0 };
    };
    const opened = await openOn(used ?? fresh(), job, signal).catch((error: unknown) => {
      // A kept process that has ended meanwhile is as good as none.
      if (used !== undefined && !signal.aborted && isStopped(error)) return open(job, signal);
      throw error;
    });
    if (!(opened instanceof SandboxRefused)) return opened;
    if (used !== undefined) {
      // The kernel does not let a process have another job: each of the next jobs has a process of its own. This job is opened again.
      mayKeep = false;
      alone = refusedFor + 1;
      refusedFor = Math.min(refusedFor * 2, MAX_KEEPS_AGAIN_AFTER);
      kept.clear();
      return open(job, signal);
    }
    if (!opened.isUser || options.required === true) throw notShown(opened);
    leaveUser(opened.message);
    return open(job, signal);
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

/** Whether files can be taken away from a process, and limits raised again that it cannot raise itself. */
const canEmpty = ({ parts }: Sandbox): boolean => parts.has('files') && parts.has('systemCalls');

const isStopped = (error: unknown): boolean => error instanceof PipelineError && error.code === 'PROCESS_STOPPED';

const notShown = (cause: SandboxRefused): PipelineError => {
  const why = cause.isUser ? 'its file system cannot show it to another user' : 'the system refused';
  return new PipelineError('STORAGE_FAILED', { reason: `the sandbox cannot show a working file (${why})` }, { cause });
};

/**
 * The session of a job: kills its process at the time limit and on an abort.
 * @param release called on close with a process all of whose statements succeeded; any other is killed
 */
function sessionOf(process: DatabaseProcess, job: SqlJob, signal: AbortSignal, release: () => void): SqlSession {
  let isClosed = false;
  let isSound = true;
  let reason: (() => unknown) | undefined;
  const endBecause = (why: () => unknown): void => {
    reason ??= why;
    process.kill();
  };
  const closed = (): PipelineError => new PipelineError('PROCESS_STOPPED', { how: 'its session was closed' });
  const onAbort = (): void => endBecause(() => signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => endBecause(() => timeExceeded(job)), job.timeoutMs);
  const settle = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  void process.ended.then(settle);
  return {
    async run(sql, { table = 'result' } = {}) {
      // The process may serve another job by now.
      if (isClosed) throw reason === undefined ? closed() : reason();
      const reply = await process.send(sql);
      isSound &&= 'kind' in reply && reply.kind === 'rows';
      if (!('kind' in reply)) throw reason === undefined ? endFailure(reply, job) : reason();
      if (reply.kind === 'error') throw queryFailure(reply.message, table, job);
      return reply.kind === 'rows' ? reply.rows : [];
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (isSound && !process.busy && reason === undefined) {
        settle();
        release();
        return;
      }
      // An idle process writes nothing, so its exit, which takes tens of milliseconds, is not awaited.
      const { busy } = process;
      endBecause(closed);
      if (busy) await process.ended;
    },
  };
}
