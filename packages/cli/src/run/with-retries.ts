import { decideRetry } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { PipelineParts, Work } from './pipeline-parts.ts';

/**
 * Does a piece of work, again after a transient failure. Throws the failure to report once it is final, or the
 * signal's reason.
 */
export async function withRetries<T>(
  parts: PipelineParts,
  work: Work,
  run: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await run(retry + 1);
    } catch (error) {
      parts.signal.throwIfAborted();
      const decision = decideRetry(error, retry, LIMITS.retryLimit, parts.randomness);
      // A person is waiting: a file that is not there is reported at once.
      const isMissing = error instanceof PipelineError && error.code === 'SOURCE_FILE_MISSING';
      if (isMissing) throw error;
      if (!decision.retry) throw decision.failure;
      parts.report({
        kind: 'retrying',
        work,
        message: decision.failure.message,
        delayMs: decision.delayMs,
        retry: retry + 1,
      });
      await parts.wait(decision.delayMs);
    }
  }
}
