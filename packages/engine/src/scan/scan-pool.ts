import type { Worker } from 'node:worker_threads';
import { PipelineError } from '@switchboard/model';
import { storageError } from '../files/storage-error.ts';
import { scanPart } from './scan-part.ts';
import type { ScanAnswer, ScanJob, ScanReply, ScanTask } from './scan-task.ts';
import { giveThread, SCAN_THREADS, takeThread } from './scan-threads.ts';

export type ScanPool = {
  /** Scans that run at once. */
  readonly threads: number;
  /** Throws SyntaxError for a JSON or XML document that is not whole; what the disk refuses a thread, as STORAGE_*. */
  readonly run: (task: ScanTask) => Promise<ScanAnswer>;
  /** Takes back the memory of pieces that are written. */
  readonly recycle: (space: ArrayBuffer) => void;
  close(): Promise<void>;
};

type ScanWork = Extract<ScanJob, { kind: 'scan' }>;

/** Below this size starting a thread costs more than the scan, which takes a few milliseconds. */
const INLINE_BYTES = 256 * 1024;

/** A thread's failure by its words, which are all that comes over: those of the system begin with a code. */
function failureOf(message: string): Error {
  const [, code, syscall] = /^(E[A-Z\d]+): .*?, (\w+)/.exec(message) ?? [];
  const error = new Error(message);
  return code === undefined ? error : storageError(Object.assign(error, { code, syscall }));
}

/** Threads that scan files, taken when first needed. An abort ends them in the middle of their work. */
export function createScanPool(signal: AbortSignal): ScanPool {
  const threads = SCAN_THREADS;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const spaces: ArrayBuffer[] = [];
  const waiting: { readonly resolve: (worker: Worker) => void; readonly reject: (reason: unknown) => void }[] = [];
  const failures = new Set<(reason: unknown) => void>();
  /** Why there are no scans any more. */
  let ended: { readonly reason: unknown } | null = null;

  /** Every thread of the pool is heard while it is here, also one that has nothing to do. */
  const start = (): Worker => {
    const worker = takeThread();
    all.add(worker);
    worker.once('exit', onLost);
    return worker;
  };
  function onLost(this: Worker): void {
    all.delete(this);
    const place = idle.indexOf(this);
    if (place >= 0) idle.splice(place, 1);
    // A scan that waits for one of the threads may have waited for this one.
    waiting.shift()?.resolve(start());
  }
  const end = async (reason: unknown): Promise<void> => {
    ended ??= { reason };
    for (const fail of failures) fail(reason);
    for (const { reject } of waiting.splice(0)) reject(reason);
    for (const worker of all) worker.off('exit', onLost);
    for (const worker of idle.splice(0)) {
      all.delete(worker);
      giveThread(worker);
    }
    const ending = [...all].map((worker) => worker.terminate());
    all.clear();
    await Promise.all(ending);
  };
  const onAbort = (): void => void end(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });

  const take = (): Promise<Worker> => {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    if (all.size < threads) return Promise.resolve(start());
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const give = (worker: Worker): void => {
    // Of a pool that has ended meanwhile they are no longer, nor is one that died.
    if (!all.has(worker)) return;
    const next = waiting.shift();
    if (next) next.resolve(worker);
    else idle.push(worker);
  };

  const ask = (worker: Worker, job: ScanWork): Promise<ScanReply> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        worker.off('message', onReply);
        worker.off('error', onError);
        worker.off('exit', onExit);
        failures.delete(fail);
        act();
      };
      const fail = (reason: unknown): void => settle(() => reject(reason));
      const onReply = (reply: ScanReply): void => settle(() => resolve(reply));
      const onError = (error: unknown): void => {
        const how = error instanceof Error ? error.message : 'a scanning thread failed';
        fail(new PipelineError('PROCESS_STOPPED', { how }, { cause: error }));
      };
      const onExit = (): void => onError(new Error('a scanning thread ended'));
      failures.add(fail);
      worker.on('message', onReply);
      worker.on('error', onError);
      worker.on('exit', onExit);
      worker.postMessage(job, job.task.space ? [job.task.space] : []);
    });
  /** Throws what a thread says is wrong. */
  const onThread = async (job: ScanWork): Promise<ScanAnswer> => {
    const worker = await take();
    if (ended) throw ended.reason;
    const reply = await ask(worker, job);
    give(worker);
    if (reply.kind === 'unreadable') throw new SyntaxError(reply.message);
    if (reply.kind !== 'answer') throw failureOf(reply.message);
    return reply.answer;
  };

  return {
    threads,
    async run(task) {
      signal.throwIfAborted();
      if (ended) throw ended.reason;
      if (task.end - task.start <= INLINE_BYTES) return scanPart(task);
      const space = task.cleanPath === null ? spaces.pop() : undefined;
      return onThread({ kind: 'scan', task: space ? { ...task, space } : task });
    },
    recycle: (space) => void spaces.push(space),
    async close() {
      signal.removeEventListener('abort', onAbort);
      await end(new PipelineError('PROCESS_STOPPED', { how: 'the load has ended' }));
    },
  };
}
