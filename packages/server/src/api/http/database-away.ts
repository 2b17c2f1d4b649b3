import { ERRORS, PipelineError } from '@switchboard/model/errors/errors';

/** PostgreSQL and socket error codes of an unavailable database. */
const CODES = /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|08...|53300|57P0[123])$/;
/** Messages of the driver without a code. They are compared as a whole, since other messages may quote them. */
const MESSAGES: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
]);

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

/** Whether the database was unavailable, or no connection of the pool became free in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.test(error.code)) return true;
  if (MESSAGES.has(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseAway);
}
