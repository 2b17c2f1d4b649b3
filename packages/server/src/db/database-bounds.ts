import type pg from 'pg';

/** How much longer than the server itself gives a statement its answer is waited for. */
const GRACE = 15_000;

/**
 * Limits a connection, for when the database's host vanishes silently: TCP keepalive detects dead idle connections, and
 * a query without an answer times out. The server's own statement timeout is reported before that.
 * @param statementTimeout longest time the server gives a statement, in milliseconds
 * @param answerTimeout longest wait for an answer instead of what follows from that
 */
export const bounds = (statementTimeout: number, answerTimeout?: number) =>
  ({
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeout,
    query_timeout: answerTimeout ?? statementTimeout + GRACE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }) as const;

/** The bounds of the connection that is set aside: what asks there is soon asked again. */
export const ASIDE_BOUNDS = { ...bounds(1_500, 2_000), connectionTimeoutMillis: 2_000 } as const;

/** How the driver says that the answer to a query did not come in time. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/**
 * Ends a connection once a query on it got no answer in time. The driver itself goes on waiting for that answer: the
 * rollback behind it would wait as long again, and the pool would hand the connection out again. An ended one fails
 * what comes next at once, and the pool removes it.
 */
export function endWhenUnanswered(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: readonly unknown[]) => unknown;
  const watched = (...parameters: readonly unknown[]): unknown => {
    const answer = query(...parameters);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (isUnanswered(error)) client.end().catch(() => undefined);
      throw error;
    });
  };
  client.query = watched as pg.PoolClient['query'];
}
