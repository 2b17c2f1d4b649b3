import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from './postgres-process.ts';

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;

/** Starts a database again, on the same port, whenever it ends without having been asked to. */
export function keepRunning(
  first: PostgresServer,
  again: () => Promise<PostgresServer>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current: PostgresServer | null = first;

  const watch = async (): Promise<void> => {
    let pause = FIRST_PAUSE;
    while (!stopping.signal.aborted) {
      await current?.ended;
      if (stopping.signal.aborted) return;
      current = null;
      log('The embedded database has ended unexpectedly. Starting it again …');
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        current = await again();
        pause = FIRST_PAUSE;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await current?.stop();
      await watching;
      // It may have come back while it was being stopped.
      await current?.stop();
    },
  };
}
