import { NetworkError } from '../network/network-error.ts';

export type Done<Result> = (error: Error | null | undefined, result: Result) => void;

/** Calls that wait for an answer. All fail at once when the connection ends or the signal is aborted. */
export class PendingCalls {
  readonly #signal: AbortSignal;
  readonly #host: string;
  readonly #rejections = new Set<(error: unknown) => void>();
  #ended: { readonly error: unknown } | null = null;
  #endOfCleaning: number | null = null;

  constructor(signal: AbortSignal, host: string) {
    this.#signal = signal;
    this.#host = host;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    if (this.#endOfCleaning === null) this.#rejectAll(this.#signal.reason);
  };

  #rejectAll(error: unknown): void {
    for (const reject of this.#rejections) reject(error);
  }

  end(error: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = { error };
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#rejectAll(error);
  }

  isOpen(): boolean {
    return this.#ended === null;
  }

  ignoreAbort(milliseconds: number): void {
    this.#endOfCleaning ??= performance.now() + milliseconds;
  }

  run<Result>(limitMs: number, start: (done: Done<Result>) => void): Promise<Result> {
    const limit =
      this.#endOfCleaning === null ? limitMs : Math.min(limitMs, Math.max(0, this.#endOfCleaning - performance.now()));
    return new Promise((resolve, reject) => {
      const settle = (work: () => void): void => {
        clearTimeout(timer);
        this.#rejections.delete(fail);
        work();
      };
      const fail = (error: unknown): void =>
        settle(() => reject(error instanceof Error ? error : new Error('aborted')));
      const timer = setTimeout(() => {
        const seconds = Math.round(limit / 100) / 10;
        const cause = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
        fail(new NetworkError('silent', this.#host, `sent nothing for ${seconds} seconds`, { seconds, cause }));
      }, limit);
      this.#rejections.add(fail);
      if (this.#ended !== null) return fail(this.#ended.error);
      if (this.#endOfCleaning === null && this.#signal.aborted) return fail(this.#signal.reason);
      try {
        start((error, result) => (error ? fail(error) : settle(() => resolve(result))));
      } catch (error) {
        fail(error);
      }
    });
  }
}
