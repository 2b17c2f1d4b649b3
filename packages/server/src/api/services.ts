import { createBackfillActions } from '../features/backfills/service.ts';
import { createTestActions } from '../features/test-runs/service.ts';
import { createTransferActions } from '../features/transfers/service.ts';
import type { FeatureServices, ServiceOptions } from '../graphql/context.ts';

/** Makes the services of every feature for the GraphQL context. */
export function createServices(options: ServiceOptions): FeatureServices {
  return {
    transfers: createTransferActions(options),
    backfills: createBackfillActions(options),
    tests: createTestActions(options),
  };
}
