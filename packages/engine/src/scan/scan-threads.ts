import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const MAX_THREADS = 4;
/** Threads at work on one file, and threads that are kept for the next one. */
export const SCAN_THREADS = Math.min(MAX_THREADS, availableParallelism());
const KEPT_MS = 30_000;

/**
 * Threads that have nothing to do. Starting one takes as long as scanning some megabytes, so that files which come one after
 * the other share them; and Node has been seen to crash when threads end while others start (nodejs/node#56312).
 */
const idle = new Map<Worker, NodeJS.Timeout>();

/** Asks a thread to end; it holds up nothing while it does. */
function dismiss(worker: Worker): void {
  idle.delete(worker);
  worker.postMessage({ kind: 'exit' });
}

/** A thread for whoever has it. */
export function acquireThread(): Worker {
  const [found] = idle;
  if (found) {
    const [worker, timer] = found;
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  }
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { env: {} });
  // Its user hears of it too; one that nobody uses has nobody else.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  });
  return worker;
}

/** Gives back a thread that has answered everything that it was asked. */
export function releaseThread(worker: Worker): void {
  worker.unref();
  if (idle.size >= SCAN_THREADS) dismiss(worker);
  else idle.set(worker, setTimeout(dismiss, KEPT_MS, worker).unref());
}
