import { ERRORS } from '@switchboard/model';

/** PostgreSQL and socket codes that mean: the database is not there now. */
const CODES = /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|08...|53300|57P0[123])$/;
/** The driver says so without a code; its whole message is compared, since others may quote it. */
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

/** What is told instead of the error, by REST and GraphQL alike. */
export const DATABASE_AWAY = { status: 503, code: 'UNAVAILABLE', message: ERRORS.UNAVAILABLE.text } as const;
/** When to come again: about as long as a restart of the database takes. */
export const RETRY_AFTER = { 'retry-after': '5' } as const;

/** Whether the database could not be reached, or the pool had no connection free in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.test(error.code)) return true;
  if (MESSAGES.has(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseAway);
}
