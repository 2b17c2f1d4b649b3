import { sql } from 'kysely';
import { openQueue, type QueueOptions, type WorkerQueue } from '../queue/queue.ts';

/** Opens the queue of units. A unit that is woken is marked as enqueued by the statement that adds its job. */
export const openUnitQueue = (options: Omit<QueueOptions, 'mark'>): WorkerQueue =>
  openQueue({
    ...options,
    mark: ({ accountId, unitId }) =>
      sql`update unit set enqueued = now() where account_id = ${accountId} and id = ${unitId} returning interactive`,
  });
