import type { Worker } from 'node:worker_threads';
import { PipelineError } from '@switchboard/model/errors/errors';
import { restoreError } from '../files/restore-error.ts';
import { ReportedError } from '../formats/documents/reported-error.ts';
import type { ScanReply, ScanRequest, ScanResult, ScanTask } from '../formats/part-scan/scan-task.ts';
import { scanPart } from './scan-part.ts';
import { acquireThread, releaseThread, SCAN_THREADS } from './scan-threads.ts';

export type ScanPool = {
  /** The number of scans that run at once. */
  readonly threads: number;
  /** Throws SyntaxError for a malformed or incomplete document, and STORAGE_* when a thread could not read or write. */
  readonly run: (task: ScanTask) => Promise<ScanResult>;
  /** Takes back the buffer of good records once they are written. */
  readonly recycle: (buffer: ArrayBuffer) => void;
  close(): Promise<void>;
};

type TaskRequest = Extract<ScanRequest, { kind: 'scan' }>;

/** Below this size, handing a task to a thread costs more than the scan, which takes a few milliseconds. */
const INLINE_BYTES = 256 * 1024;

/** A pool of scan threads for one load. Threads are acquired on first use; an abort terminates them. */
export function createScanPool(signal: AbortSignal): ScanPool {
  const threads = SCAN_THREADS;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const buffers: ArrayBuffer[] = [];
  const queue: { readonly resolve: (worker: Worker) => void; readonly reject: (reason: unknown) => void }[] = [];
  const pending = new Set<(reason: unknown) => void>();
  /** Set once the pool has ended; later scans are rejected with the reason. */
  let ended: { readonly reason: unknown } | null = null;

  const start = (): Worker => {
    const worker = acquireThread();
    all.add(worker);
    worker.once('exit', onExit);
    return worker;
  };
  function onExit(this: Worker): void {
    all.delete(this);
    const place = idle.indexOf(this);
    if (place >= 0) idle.splice(place, 1);
    // A queued scan may have counted on this thread.
    queue.shift()?.resolve(start());
  }
  const end = async (reason: unknown): Promise<void> => {
    ended ??= { reason };
    for (const fail of pending) fail(reason);
    for (const { reject } of queue.splice(0)) reject(reason);
    for (const worker of all) worker.off('exit', onExit);
    for (const worker of idle.splice(0)) {
      all.delete(worker);
      releaseThread(worker);
    }
    const ending = [...all].map((worker) => worker.terminate());
    all.clear();
    await Promise.all(ending);
  };
  const onAbort = (): void => void end(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });

  const acquire = (): Promise<Worker> => {
    const free = idle.pop();
    if (free) return Promise.resolve(free);
    if (all.size < threads) return Promise.resolve(start());
    return new Promise((resolve, reject) => queue.push({ resolve, reject }));
  };
  const release = (worker: Worker): void => {
    // The pool may have ended, or the thread exited, in the meantime.
    if (!all.has(worker)) return;
    const next = queue.shift();
    if (next) next.resolve(worker);
    else idle.push(worker);
  };

  const send = (worker: Worker, request: TaskRequest): Promise<ScanReply> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        worker.off('message', onReply);
        worker.off('error', onError);
        worker.off('exit', onEnd);
        pending.delete(fail);
        act();
      };
      const fail = (reason: unknown): void => settle(() => reject(reason));
      const onReply = (reply: ScanReply): void => settle(() => resolve(reply));
      const onError = (error: unknown): void => {
        const how = error instanceof Error ? error.message : 'a scan thread failed';
        fail(new PipelineError('PROCESS_STOPPED', { how }, { cause: error }));
      };
      const onEnd = (): void => onError(new Error('a scan thread exited'));
      pending.add(fail);
      worker.on('message', onReply);
      worker.on('error', onError);
      worker.on('exit', onEnd);
      worker.postMessage(request, request.task.buffer ? [request.task.buffer] : []);
    });
  const runInThread = async (request: TaskRequest): Promise<ScanResult> => {
    const worker = await acquire();
    if (ended) throw ended.reason;
    const reply = await send(worker, request);
    release(worker);
    if (reply.kind === 'result') return reply.result;
    if (reply.kind === 'reported') throw new ReportedError(reply.error.message);
    throw reply.kind === 'malformed' ? new SyntaxError(reply.error.message) : restoreError(reply.error);
  };

  return {
    threads,
    async run(task) {
      signal.throwIfAborted();
      if (ended) throw ended.reason;
      if (task.end - task.start <= INLINE_BYTES) return scanPart(task);
      const buffer = task.cleanPath === null ? buffers.pop() : undefined;
      return runInThread({ kind: 'scan', task: buffer ? { ...task, buffer } : task });
    },
    recycle: (buffer) => void buffers.push(buffer),
    async close() {
      signal.removeEventListener('abort', onAbort);
      await end(new PipelineError('PROCESS_STOPPED', { how: 'the load has ended' }));
    },
  };
}
