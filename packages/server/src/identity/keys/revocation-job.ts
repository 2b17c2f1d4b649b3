import { repeat } from '../../queue/repeat.ts';
import { type RevocationParts, revokeAccesses } from './revoke-accesses.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 5_000;

/** Revokes the accesses of deleted keys at their providers, as soon as they are due. */
export function startRevocationJob(
  { onError, ...parts }: RevocationParts & { readonly onError: (error: unknown) => void },
  interval = INTERVAL,
): { stop(): Promise<void> } {
  const ended = new AbortController();
  const job = repeat(interval, () => revokeAccesses(parts, ended.signal), onError);
  return {
    async stop() {
      ended.abort();
      await job.stop();
    },
  };
}
