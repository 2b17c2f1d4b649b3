import type { WorkerQueue } from '../src/queue/queue.ts';

/** A queue that wakes no worker and has no jobs: units stay as a test leaves them. */
export const IDLE_QUEUE: WorkerQueue = {
  wake: async () => {},
  wakeAdded: async () => {},
  take: async () => null,
  takeSome: async () => [],
  done: async () => {},
  stop: async () => {},
};
