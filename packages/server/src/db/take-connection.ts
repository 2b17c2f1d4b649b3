import { PipelineError } from '@switchboard/model/errors/errors';
import type pg from 'pg';

/** Seconds after which what found no connection may be asked again. */
const RETRY_SECONDS = 1;

/**
 * Takes a connection of the pool. While all are in use it waits `patience` milliseconds, and as long as the pool itself does without.
 * @throws PipelineError OVERLOADED when none became free in time
 */
export function takeConnection(pool: pg.Pool, patience: number | undefined): Promise<pg.PoolClient> {
  const isFull = pool.idleCount <= pool.waitingCount && pool.totalCount >= pool.options.max;
  if (patience === undefined || !isFull) return pool.connect();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new PipelineError('OVERLOADED', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }));
    }, patience);
    pool.connect().then(
      (client) => {
        clearTimeout(timer);
        // The pool cannot forget a caller: what it gives too late goes back.
        if (isLate) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
