/** PostgreSQL and socket error codes of an unavailable database, also of one that is full or a standby. */
const CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|08...|25006|53[1234]00|57P0[123]|58030)$/;
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

/** Whether the database was unavailable, or no connection of the pool became free in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.test(error.code)) return true;
  if (MESSAGES.has(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isDatabaseAway);
}
