import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const MAX_THREADS = 4;
/** Threads that scan one file, and idle threads kept for the next one. */
export const SCAN_THREADS = Math.min(MAX_THREADS, availableParallelism());
const KEPT_MS = 30_000;

/**
 * Idle threads. Starting one takes as long as scanning some megabytes, so consecutive files share them; and Node can crash
 * when threads exit while others start (nodejs/node#56312).
 */
const idle = new Map<Worker, NodeJS.Timeout>();

/** Asks a thread to exit; it does not keep the process alive meanwhile. */
function dismiss(worker: Worker): void {
  idle.delete(worker);
  worker.postMessage({ kind: 'exit' });
}

/** An idle thread, or a new one, for exclusive use until it is released. */
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
  // Its user listens, too; an idle thread has no other listener.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  });
  return worker;
}

/** Returns a thread that has replied to all of its requests. */
export function releaseThread(worker: Worker): void {
  worker.unref();
  if (idle.size >= SCAN_THREADS) dismiss(worker);
  else idle.set(worker, setTimeout(dismiss, KEPT_MS, worker).unref());
}
