import type { Worker } from 'node:worker_threads';
import { PipelineError } from '@switchboard/model';
import type { ScanAnswer, ScanJob, ScanReply, ScanTask } from './scan.ts';
import { scanPart } from './scan-part.ts';
import { giveThread, SCAN_THREADS, takeThread } from './scan-threads.ts';

export type ScanPool = {
  /** Scans that run at once. */
  readonly threads: number;
  /** Throws SyntaxError for a JSON or XML document that is not whole. */
  readonly run: (task: ScanTask) => Promise<ScanAnswer>;
  /** Takes back the memory of pieces that are written. */
  readonly recycle: (space: ArrayBuffer) => void;
  close(): Promise<void>;
};

type ScanWork = Extract<ScanJob, { kind: 'scan' }>;

/** Below this size starting a thread costs more than the scan, which takes a few milliseconds. */
const INLINE_BYTES = 256 * 1024;

/** Threads that scan files, taken when first needed. An abort ends them in the middle of their work. */
export function createScanPool(signal: AbortSignal): ScanPool {
  const threads = SCAN_THREADS;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const spaces: ArrayBuffer[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  const failures = new Set<(reason: unknown) => void>();

  const end = async (reason: unknown): Promise<void> => {
    for (const fail of failures) fail(reason);
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
    if (all.size < threads) {
      const worker = takeThread();
      all.add(worker);
      return Promise.resolve(worker);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const give = (worker: Worker): void => {
    // Of a pool that has ended meanwhile they are no longer.
    if (!all.has(worker)) return;
    const next = waiting.shift();
    if (next) next(worker);
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
        all.delete(worker);
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
    const reply = await ask(worker, job);
    give(worker);
    if (reply.kind === 'unreadable') throw new SyntaxError(reply.message);
    if (reply.kind !== 'answer')
      throw reply.message.includes('ENOSPC')
        ? new PipelineError('STORAGE_FULL', {}, { cause: reply.message })
        : new Error(reply.message);
    return reply.answer;
  };

  return {
    threads,
    async run(task) {
      signal.throwIfAborted();
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
