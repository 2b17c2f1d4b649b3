import { PipelineError } from '@switchboard/model/errors/errors';

/** The delay before the first retry in milliseconds; it doubles with each further one. */
const FIRST_RETRY_DELAY = 30_000;
/** The maximum delay of the backoff, in milliseconds. */
export const RETRY_CAP = 30 * 60_000;
/** The maximum delay that a Retry-After can request, in seconds. */
export const LONGEST_RETRY_AFTER = 6 * 3600;

/**
 * Milliseconds to wait before a retry: exponential with jitter between half and the whole of it.
 * `retryCount` is the number of retries already made, `random` returns 0 (included) to 1 (excluded), `retryAfterSeconds` is
 * the delay that the other side requested, which is the minimum.
 */
export function retryDelay(
  retryCount: number,
  random: () => number,
  retryAfterSeconds?: number,
  base: number = FIRST_RETRY_DELAY,
): number {
  const whole = Math.min(base * 2 ** Math.min(Math.max(retryCount, 0), 30), RETRY_CAP);
  const own = whole * (0.5 + random() / 2);
  const asked = Math.min(Math.max(retryAfterSeconds ?? 0, 0), LONGEST_RETRY_AFTER) * 1000;
  // Spreads clients that received the same Retry-After.
  return Math.round(asked >= own ? asked * (1 + random() / 10) : own);
}

/** Sources of randomness, passed in so that decisions stay pure. */
export type Randomness = {
  readonly random: () => number;
  /** A short id for internal failures, shown in the message and the log. */
  readonly reference: () => string;
  /** Milliseconds before the first retry; FIRST_RETRY_DELAY by default. */
  readonly base?: number | undefined;
};

export type RetryDecision =
  | { readonly retry: true; readonly delayMs: number; readonly failure: PipelineError }
  | {
      readonly retry: false;
      readonly reason: 'permanent' | 'authentication' | 'exhausted';
      readonly failure: PipelineError;
    };

/** Translates an error into the catalogue; unknown errors become INTERNAL, with the original as cause. */
export function asPipelineError(error: unknown, reference: () => string): PipelineError {
  if (error instanceof PipelineError) return error;
  return new PipelineError('INTERNAL', { reference: reference() }, { cause: error });
}

/**
 * Decides whether failed work is retried, after how many milliseconds, and which failure is reported.
 * `retryCount` is the number of retries already made, `limit` the number of attempts, the first included.
 */
export function decideRetry(error: unknown, retryCount: number, limit: number, randomness: Randomness): RetryDecision {
  const failure = asPipelineError(error, randomness.reference);
  if (failure.class === 'permanent' || failure.class === 'authentication')
    return { retry: false, reason: failure.class, failure };
  if (retryCount + 1 < limit) {
    return {
      retry: true,
      delayMs: retryDelay(retryCount, randomness.random, failure.retryAfter, randomness.base),
      failure,
    };
  }
  const reason = failure.finalMessage;
  const exhausted = new PipelineError('ATTEMPTS_EXHAUSTED', { attempts: retryCount + 1, reason }, { cause: failure });
  return { retry: false, reason: 'exhausted', failure: exhausted };
}
