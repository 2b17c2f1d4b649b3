import { repeat } from '../../queue/repeat.ts';
import { type StreamOptions, startDueStreams, syncInstallationStreams } from './run-streams.ts';

/** Milliseconds between two searches for entries to deliver. */
const INTERVAL = 2_000;

export type StreamJobOptions = Omit<StreamOptions, 'signal'>;

/** Delivers the entries of the audit log to the streams of accounts and of the installation. */
export function startStreamJob(options: StreamJobOptions, interval = INTERVAL): { stop(): Promise<void> } {
  const running = new Set<Promise<number>>();
  const stopping = new AbortController();
  const streams: StreamOptions = { ...options, signal: stopping.signal };
  const delivery = repeat(
    interval,
    async () => {
      await syncInstallationStreams(options.database, options.targets);
      await startDueStreams(streams, running);
    },
    options.onError,
  );
  return {
    async stop() {
      stopping.abort();
      await delivery.stop();
      await Promise.all(running);
    },
  };
}
