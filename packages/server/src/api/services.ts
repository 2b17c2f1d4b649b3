import type { Database } from '../db/database.ts';
import { createBackfillActions } from '../features/backfills/service.ts';
import { createTestActions } from '../features/test-runs/service.ts';
import { createTransferActions } from '../features/transfers/service.ts';
import type { FeatureServices } from '../graphql/context.ts';
import type { Queue } from '../queue/queue.ts';

export type ServiceOptions = {
  readonly database: Database;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Makes the services of every feature for the GraphQL context. */
export function createServices(options: ServiceOptions): FeatureServices {
  return {
    transfers: createTransferActions(options),
    backfills: createBackfillActions(options),
    tests: createTestActions(options),
  };
}
