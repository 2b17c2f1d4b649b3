import type { GraphQLSchema } from 'graphql';
import { defineAccounts } from '../features/accounts/graphql.ts';
import { defineBackfills } from '../features/backfills/graphql.ts';
import { defineEvents } from '../features/events/graphql.ts';
import { defineChanges } from '../features/events/graphql-changes.ts';
import { defineFlows } from '../features/flows/graphql.ts';
import { defineFlowLists } from '../features/flows/graphql-list.ts';
import { defineFlowRetry } from '../features/flows/graphql-retry.ts';
import { defineHome } from '../features/home/graphql.ts';
import { defineKeys } from '../features/keys/graphql.ts';
import { defineChangelist } from '../features/scripts/graphql-changelist.ts';
import { defineTests } from '../features/test-runs/graphql.ts';
import { defineTransfers } from '../features/transfers/graphql.ts';
import { defineUsers } from '../features/users/graphql.ts';
import { defineUserAdministration } from '../features/users/graphql-admin.ts';
import { definePerson } from '../features/users/graphql-person.ts';
import { builder } from '../graphql/builder.ts';
import { definePageInfo } from '../graphql/connection.ts';
import { defineScalars } from '../graphql/scalars.ts';
import { defineValueTypes } from '../graphql/value-types.ts';

/** Every feature's part of the schema, in the order of the schema file. */
const FEATURES = [
  defineScalars,
  defineValueTypes,
  definePageInfo,
  defineUsers,
  definePerson,
  defineChangelist,
  defineAccounts,
  defineUserAdministration,
  defineTransfers,
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

/** The whole schema; built once, since the builder remembers what was defined. */
export function graphqlSchema(): GraphQLSchema {
  if (built) return built;
  builder.queryType({
    description:
      'What can be read. Everything is of the account that the request names, but for the person who asks and administration.',
  });
  builder.mutationType({ description: 'What can be changed.' });
  builder.subscriptionType({ description: 'What can be followed.' });
  for (const define of FEATURES) define();
  built = builder.toSchema();
  return built;
}
