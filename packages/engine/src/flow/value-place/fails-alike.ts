import { PipelineError } from '@switchboard/model/errors/errors';
import type { SqlSession } from '../../executors/executor.ts';
import { valueFailure } from '../../executors/value-failure.ts';

/** The reported reason when a value made a query fail; null for other errors. */
export function valueReason(error: unknown): string | null {
  if (!(error instanceof PipelineError) || error.code !== 'QUERY_FAILED' || typeof error.cause !== 'string')
    return null;
  return valueFailure(error.cause);
}

/** Whether a query fails by the value of `reason`. Throws when its process ends. */
export async function failsAlike(session: SqlSession, sql: string, reason: string): Promise<boolean> {
  try {
    await session.run(sql);
    return false;
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'QUERY_FAILED') return valueReason(error) === reason;
    throw error;
  }
}
