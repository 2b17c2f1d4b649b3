/** Fails when too long nothing was heard. Its signal closes what is still open; its promise ends a wait on something deaf. */
export type StallGuard = {
  /** Aborted on a stall, or with the outer signal. */
  readonly signal: AbortSignal;
  /** To be called on every sign of life. */
  heard(): void;
  /** The promise's outcome, or a rejection on a stall or an abort, whichever comes first. */
  orStalled<T>(promise: Promise<T>): Promise<T>;
  stop(): void;
};

/** Watches from now on. `stalled` makes the error of a stall after `timeoutMs` milliseconds without `heard()`. */
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
  // Nobody may be waiting when it fails; those who are get it through the race.
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
