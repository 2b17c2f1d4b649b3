import type { GraphQLSchema } from 'graphql';
import { defineAccounts } from '../features/accounts/graphql.ts';
import { defineBackfills } from '../features/backfills/graphql.ts';
import { defineDownloads } from '../features/downloads/graphql.ts';
import { defineEvents } from '../features/events/graphql.ts';
import { defineChanges } from '../features/events/graphql-changes.ts';
import { defineFilterOptions } from '../features/filter-options/graphql.ts';
import { defineFlows } from '../features/flows/graphql.ts';
import { defineFlowLists } from '../features/flows/graphql-list.ts';
import { defineFlowRetry } from '../features/flows/graphql-retry.ts';
import { defineHome } from '../features/home/graphql.ts';
import { defineDeclarations } from '../features/integrations/graphql.ts';
import { defineJournals } from '../features/integrations/graphql-journal.ts';
import { defineKeys } from '../features/keys/graphql.ts';
import { defineChangelist } from '../features/scripts/graphql-changelist.ts';
import { defineTests } from '../features/test-runs/graphql.ts';
import { defineTransfers } from '../features/transfers/graphql.ts';
import { defineWaiting } from '../features/transfers/graphql-waiting.ts';
import { defineUploads } from '../features/uploads/graphql.ts';
import { defineUsers } from '../features/users/graphql.ts';
import { defineUserAdministration } from '../features/users/graphql-admin.ts';
import { definePerson } from '../features/users/graphql-person.ts';
import { builder } from '../graphql/builder.ts';
import { definePageInfo } from '../graphql/connection.ts';
import { defineScalars } from '../graphql/scalars.ts';
import { defineValueTypes } from '../graphql/value-types.ts';

/** The parts of the schema, one per feature. */
const FEATURES = [
  defineScalars,
  defineValueTypes,
  definePageInfo,
  defineUsers,
  definePerson,
  defineChangelist,
  defineAccounts,
  defineUserAdministration,
  defineWaiting,
  defineDeclarations,
  defineJournals,
  defineDownloads,
  defineUploads,
  defineTransfers,
  defineFilterOptions,
  defineFlows,
  defineFlowRetry,
  defineFlowLists,
  defineBackfills,
  defineTests,
  defineHome,
  defineKeys,
  defineEvents,
  defineChanges,
];

let built: GraphQLSchema | undefined;

/** The schema; built once, since definitions stay in the builder. */
export function graphqlSchema(): GraphQLSchema {
  if (built) return built;
  builder.queryType({
    description:
      'Queries. All data is that of the account in the request, except for the signed-in person and administration.',
  });
  builder.mutationType({ description: 'Changes.' });
  builder.subscriptionType({ description: 'Live updates.' });
  for (const define of FEATURES) define();
  built = builder.toSchema();
  return built;
}
