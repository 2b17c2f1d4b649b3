import { PipelineError } from '@switchboard/model';

/** Before the first retry, in milliseconds; it doubles with each further one. */
const FIRST_RETRY_DELAY = 30_000;
/** The longest wait of our own choosing, in milliseconds. */
export const RETRY_CAP = 30 * 60_000;
/** The longest wait that another side may ask for, in seconds. */
export const LONGEST_RETRY_AFTER = 6 * 3600;

/**
 * Milliseconds to wait before a retry: exponential with jitter between half and the whole of it.
 * `retryCount` is the number of retries already made, `random` gives 0 (included) to 1 (not), `retryAfterSeconds` is
 * what the other side asked for: never less than that is waited.
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
  // Those who were told the same second must not all come back in it.
  return Math.round(asked >= own ? asked * (1 + random() / 10) : own);
}

/** Where randomness comes from, so that decisions stay pure. */
export type Randomness = {
  readonly random: () => number;
  /** A short id that stands in the message and in the log, for failures that are ours. */
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

/** The failure as the catalogue knows it; what is not from the catalogue is INTERNAL, with the original as its cause. */
export function asPipelineError(error: unknown, reference: () => string): PipelineError {
  if (error instanceof PipelineError) return error;
  return new PipelineError('INTERNAL', { reference: reference() }, { cause: error });
}

/**
 * Whether a failed piece of work is tried again, after how many milliseconds, and the failure to tell people.
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
