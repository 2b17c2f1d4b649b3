import { ERRORS, PipelineError } from '@switchboard/model/errors/errors';

/** The response of REST and GraphQL while the database is unavailable. */
export const DATABASE_AWAY = { status: 503, code: 'UNAVAILABLE', message: ERRORS.UNAVAILABLE.text } as const;
/** Seconds until a retry is worth it: about as long as a restart of the database takes. */
const RETRY_SECONDS = 5;

/** The header of an answer that says when to ask again; none for other answers. */
export function retryAfter(status: number, error: unknown): { readonly 'retry-after'?: string } {
  if (status !== 503 && status !== 429) return {};
  const seconds = error instanceof PipelineError ? error.retryAfter : undefined;
  if (seconds === undefined && status === 429) return {};
  return { 'retry-after': String(Math.ceil(seconds ?? RETRY_SECONDS)) };
}
