/** Fails after a time without progress. Its signal closes open connections; `orStalled` also ends waits that ignore the signal. */
export type StallGuard = {
  /** Aborted on a stall, or with the outer signal. */
  readonly signal: AbortSignal;
  /** Call on every sign of progress. */
  heard(): void;
  /** The promise's outcome, or a rejection on a stall or an abort, whichever comes first. */
  orStalled<T>(promise: Promise<T>): Promise<T>;
  stop(): void;
};

/** Starts watching. `stalled` creates the error of a stall, which is `timeoutMs` milliseconds without `heard()`. */
export function watchForStall(timeoutMs: number, outer: AbortSignal, stalled: () => Error): StallGuard {
  const inner = new AbortController();
  const abort = (): void => inner.abort(outer.reason);
  const timer = setTimeout(() => inner.abort(stalled()), timeoutMs);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();

  const ended = new Promise<never>((_, reject) => {
    const fail = (): void => reject(inner.signal.reason);
    if (inner.signal.aborted) fail();
    else inner.signal.addEventListener('abort', fail, { once: true });
  });
  // Without a waiter the rejection is ignored; waiters receive it through the race.
  ended.catch(() => undefined);

  return {
    signal: inner.signal,
    heard: () => void timer.refresh(),
    orStalled: (promise) => {
      promise.catch(() => undefined);
      return Promise.race([ended, promise]);
    },
    stop() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
