/** How long a request that creates something may go on after a cancellation, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Runs a request that creates something at a server. A cancellation ends it only after a grace period, so that whoever is cancelled
 * still learns what there is to remove. Throws the reason of a signal that was aborted before, and what `create` throws.
 * @param create runs with a signal that is aborted when the grace period ends
 */
export async function notCutShort<Result>(
  signal: AbortSignal,
  create: (own: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => own.abort(signal.reason), GRACE_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await create(own.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
