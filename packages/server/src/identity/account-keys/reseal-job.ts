import { repeat } from '../../queue/repeat.ts';
import { type ResealParts, resealAccounts } from './reseal-account.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 15_000;

/** Seals secrets again after accounts have changed their own keys. */
export function startResealJob(
  { onError, ...parts }: ResealParts & { readonly onError: (error: unknown) => void },
  interval = INTERVAL,
): { stop(): Promise<void> } {
  const ended = new AbortController();
  const job = repeat(interval, () => resealAccounts(parts, ended.signal), onError);
  return {
    async stop() {
      ended.abort();
      await job.stop();
    },
  };
}
