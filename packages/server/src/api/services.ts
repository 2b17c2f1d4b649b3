import { createBackfillActions } from '../features/backfills/service.ts';
import { createBulkActions } from '../features/bulk-changes/service.ts';
import { createIntegrationActions, type IntegrationOptions } from '../features/integrations/service.ts';
import { createKeyActions, type KeyOptions } from '../features/keys/service.ts';
import { createTestActions } from '../features/test-runs/service.ts';
import { createTransferActions } from '../features/transfers/service.ts';
import { createPasswordActions, type PasswordOptions } from '../features/users/service.ts';
import type { FeatureServices, ServiceOptions } from '../graphql/context.ts';

/** Makes the services of every feature for the GraphQL context. */
export function createServices(
  options: ServiceOptions & PasswordOptions & KeyOptions & IntegrationOptions,
): FeatureServices {
  return {
    transfers: createTransferActions(options),
    backfills: createBackfillActions(options),
    bulkChanges: createBulkActions(options),
    keys: createKeyActions(options),
    integrations: createIntegrationActions(options),
    tests: createTestActions(options),
    passwords: createPasswordActions(options),
  };
}
