import { NetworkError } from './network-error.ts';
import { type PauseContext, pauseFor } from './pause.ts';

/** Tries of one request, the first included, when a server is busy or the connection breaks. */
const TRIES = 4;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 20_000;

/**
 * Repeats what failed for a passing reason, with growing pauses and never sooner than the server asked for. Only for requests
 * that may arrive twice. Throws the last failure, or the reason of an aborted signal.
 */
export async function repeatPassing<Result>(
  context: PauseContext,
  isPassing: (error: unknown) => boolean,
  once: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once();
    } catch (error) {
      context.signal.throwIfAborted();
      // A server that was silent once would be waited for as long again.
      const isSilent = error instanceof NetworkError && error.kind === 'silent';
      if (!isPassing(error) || isSilent || tries === TRIES) throw error;
      const asked = retryAfterOf(error) * 1000;
      if (asked > LONGEST_PAUSE_MS) throw error;
      const grown = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random());
      await pauseFor(Math.max(asked, grown), context);
    }
  }
}

/** The pause that a server asked for, in seconds. */
function retryAfterOf(error: unknown): number {
  const asked = error instanceof Error && 'retryAfter' in error ? error.retryAfter : undefined;
  return typeof asked === 'number' ? asked : 0;
}
