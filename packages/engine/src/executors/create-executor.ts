import { mkdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { PipelineError } from '@switchboard/model';
import { type DatabaseProcess, startDatabaseProcess } from './child-process.ts';
import { configure } from './configuration.ts';
import type { Executor, SqlJob, SqlSession } from './executor.ts';
import { endFailure, queryFailure, timeExceeded } from './failures.ts';
import { detectJail, type Jail } from './jail.ts';
import { LONG_SECONDS, yieldAfter } from './priority.ts';

export type ExecutorOptions = {
  /** Processes kept started ahead of need, so that a small job does not wait for one. */
  readonly poolSize?: number;
  /** Threads of one database process. */
  readonly threads?: number;
  /** Most bytes that one job may write to a file or spill to disk. */
  readonly spillBytes?: number;
  /** For tests; by default whatever the platform has. */
  readonly jail?: Jail;
};

const PAGE_BYTES = 4096;
const DEFAULT_SPILL_BYTES = 64 * 1024 ** 3;
/** Stacks, code and buffers that the database does not count as its own memory. */
const UNCOUNTED_BYTES = 512 * 1024 ** 2;

async function addressSpaceOf(pid: number): Promise<number> {
  const [pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(pages) * PAGE_BYTES;
}

/** Sorts a job's paths by what they are and makes sure that folders to write into exist. */
async function pathsOf(
  job: SqlJob,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  for (const folder of job.writes) await mkdir(folder, { recursive: true });
  const files: string[] = [];
  const folders: string[] = [...job.writes];
  for (const path of job.reads) {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    (isFolder ? folders : files).push(path);
  }
  return { files, folders };
}

/**
 * An executor whose sessions are processes of their own: started ahead, jailed, used for one job and killed.
 * `jail` tells what this platform could take away from them.
 */
export function createExecutor(options: ExecutorOptions = {}): Executor & { readonly jail: Jail } {
  const jail = options.jail ?? detectJail();
  const mostThreads = options.threads ?? availableParallelism();
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
      const threads = Math.min(job.threads ?? mostThreads, mostThreads);
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

/** The job's view of its process: ends it at the time limit, when aborted and when closed. */
function sessionOf(process: DatabaseProcess, job: SqlJob, signal: AbortSignal): SqlSession {
  let reason: (() => unknown) | undefined;
  const endBecause = (why: () => unknown): void => {
    reason ??= why;
    process.kill();
  };
  const onAbort = (): void => endBecause(() => signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => endBecause(() => timeExceeded(job)), job.timeoutMs);
  const stopLooking = yieldAfter(job.yields ? 0 : LONG_SECONDS, process.pid);
  void process.ended.then(() => {
    clearTimeout(timer);
    stopLooking();
    signal.removeEventListener('abort', onAbort);
  });
  return {
    async run(sql, { table = 'result' } = {}) {
      const answer = await process.ask(sql);
      if (!('kind' in answer)) throw reason === undefined ? endFailure(answer, job) : reason();
      if (answer.kind === 'error') throw queryFailure(answer.message, table, job);
      return answer.kind === 'rows' ? answer.rows : [];
    },
    async close() {
      // Between two statements it writes nothing, and dying takes it tens of milliseconds: nobody has to wait for that.
      const { busy } = process;
      endBecause(() => new PipelineError('PROCESS_STOPPED', { how: 'its session was closed' }));
      if (busy) await process.ended;
    },
  };
}
