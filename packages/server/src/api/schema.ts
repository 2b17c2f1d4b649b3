import type { GraphQLSchema } from 'graphql';
import { defineAccountKey } from '../features/account-key/graphql.ts';
import { defineAccounts } from '../features/accounts/graphql.ts';
import { defineAccountErasure } from '../features/accounts/graphql-erase.ts';
import { defineKeptData } from '../features/accounts/graphql-kept-data.ts';
import { defineAccountChanges } from '../features/accounts/graphql-save.ts';
import { defineAdminActs } from '../features/administration/graphql.ts';
import { defineAssetGraph } from '../features/asset-graph/graphql.ts';
import { defineAuditLog } from '../features/audit-log/graphql.ts';
import { defineAuditStreams } from '../features/audit-streams/graphql.ts';
import { defineBackfills } from '../features/backfills/graphql.ts';
import { defineBulkChanges } from '../features/bulk-changes/graphql.ts';
import { defineMatchingCounts } from '../features/bulk-changes/graphql-matching.ts';
import { defineBulkRuns } from '../features/bulk-changes/graphql-run.ts';
import { defineDrafts } from '../features/changelists/graphql.ts';
import { defineChangelist } from '../features/changelists/graphql-changelist.ts';
import { defineDeclarations } from '../features/declarations/graphql.ts';
import { defineDeclared } from '../features/declarations/graphql-declared.ts';
import { defineJournals } from '../features/declarations/graphql-journal.ts';
import { defineSourceReport } from '../features/declarations/graphql-report.ts';
import { defineEmailIngest } from '../features/email-ingest/graphql.ts';
import { defineEvents } from '../features/events/graphql.ts';
import { defineChanges } from '../features/events/graphql-changes.ts';
import { defineEventComments } from '../features/events/graphql-comment.ts';
import { defineEventCounts } from '../features/events/graphql-counts.ts';
import { defineEventHistogram } from '../features/events/graphql-histogram.ts';
import { defineFactors } from '../features/factors/graphql.ts';
import { defineFailures } from '../features/failures/graphql.ts';
import { defineFilterOptions } from '../features/filter-options/graphql.ts';
import { defineHome } from '../features/home/graphql.ts';
import { defineAccountHealth } from '../features/home/graphql-accounts.ts';
import { defineIncidents } from '../features/incidents/graphql.ts';
import { defineInstallation } from '../features/installation/graphql.ts';
import { defineIntegrations } from '../features/integrations/graphql.ts';
import { defineKeys } from '../features/keys/graphql.ts';
import { defineKeyDetails } from '../features/keys/graphql-details.ts';
import { defineKeyHistory } from '../features/keys/graphql-history.ts';
import { defineKeyList } from '../features/keys/graphql-list.ts';
import { defineSuspendedKeys } from '../features/keys/graphql-suspended.ts';
import { defineMaintenance } from '../features/maintenance/graphql.ts';
import { defineOwnSessions } from '../features/own-sessions/graphql.ts';
import { definePauses } from '../features/pauses/graphql.ts';
import { definePresence } from '../features/presence/graphql.ts';
import { definePreviews } from '../features/previews/graphql.ts';
import { definePublishImpact } from '../features/publish-impact/graphql.ts';
import { defineRepoint } from '../features/repoint/graphql.ts';
import { defineRestatements } from '../features/restatements/graphql.ts';
import { defineFreezes } from '../features/restatements/graphql-freeze.ts';
import { defineReviews } from '../features/reviews/graphql.ts';
import { defineRoles } from '../features/roles/graphql.ts';
import { defineSavedViews } from '../features/saved-views/graphql.ts';
import { defineServiceTokens } from '../features/service-tokens/graphql.ts';
import { defineStartOAuth } from '../features/sign-ins/graphql.ts';
import { defineSourceQuality } from '../features/source-quality/graphql.ts';
import { defineSso } from '../features/sso/graphql.ts';
import { defineTimeline } from '../features/timeline/graphql.ts';
import { defineDownloads } from '../features/transfers/downloads/graphql.ts';
import { defineDownloadRuns } from '../features/transfers/downloads/graphql-run.ts';
import { defineFlows } from '../features/transfers/flows/graphql.ts';
import { defineFlowLists } from '../features/transfers/flows/graphql-list.ts';
import { defineFlowRetry } from '../features/transfers/flows/graphql-retry.ts';
import { defineTransfers } from '../features/transfers/graphql.ts';
import { defineAffectedUploads } from '../features/transfers/graphql-affected-uploads.ts';
import { defineTransferCounts } from '../features/transfers/graphql-counts.ts';
import { defineRetryFrom } from '../features/transfers/graphql-retry-from.ts';
import { defineWaiting } from '../features/transfers/graphql-waiting.ts';
import { defineUploads } from '../features/transfers/uploads/graphql.ts';
import { defineDifference } from '../features/transfers/uploads/graphql-difference.ts';
import { defineUploadRuns } from '../features/transfers/uploads/graphql-run.ts';
import { defineUsage } from '../features/usage/graphql.ts';
import { defineUsers } from '../features/users/graphql.ts';
import { defineUserAdministration } from '../features/users/graphql-admin.ts';
import { defineUserErasure } from '../features/users/graphql-erase.ts';
import { definePasswordReset } from '../features/users/graphql-password.ts';
import { definePerson } from '../features/users/graphql-person.ts';
import { defineUserChanges } from '../features/users/graphql-save.ts';
import { defineInvitations } from '../features/users/invitations/graphql.ts';
import { defineInvitationAnswers } from '../features/users/invitations/graphql-answer.ts';
import { builder } from '../graphql/builder.ts';
import { definePageInfo } from '../graphql/connection.ts';
import { defineStateCount } from '../graphql/lists/state-counts.ts';
import { defineScalars } from '../graphql/scalars.ts';
import { defineValueTypes } from '../graphql/value-types.ts';

/** The parts of the schema, one per feature. */
const FEATURES = [
  defineScalars,
  defineValueTypes,
  definePageInfo,
  defineStateCount,
  defineUsers,
  definePerson,
  defineChangelist,
  defineAccounts,
  defineUserAdministration,
  defineRoles,
  defineUserChanges,
  defineUserErasure,
  defineInvitations,
  defineInvitationAnswers,
  defineAccountChanges,
  defineAccountErasure,
  defineKeptData,
  defineAdminActs,
  defineAuditLog,
  defineAuditStreams,
  defineInstallation,
  definePasswordReset,
  defineSso,
  defineFactors,
  defineOwnSessions,
  defineWaiting,
  defineMaintenance,
  definePauses,
  defineRestatements,
  defineFreezes,
  defineDeclarations,
  defineDeclared,
  defineSourceReport,
  defineJournals,
  defineDownloads,
  defineUploads,
  defineAffectedUploads,
  defineTransfers,
  defineDownloadRuns,
  defineUploadRuns,
  defineRetryFrom,
  defineBulkChanges,
  defineBulkRuns,
  defineMatchingCounts,
  defineFilterOptions,
  defineSavedViews,
  defineFlows,
  defineFlowRetry,
  defineFlowLists,
  defineFailures,
  defineBackfills,
  defineDifference,
  defineDrafts,
  defineReviews,
  definePresence,
  definePreviews,
  definePublishImpact,
  defineServiceTokens,
  defineSourceQuality,
  defineHome,
  defineAccountHealth,
  defineAssetGraph,
  defineTimeline,
  defineKeys,
  defineAccountKey,
  defineKeyDetails,
  defineKeyList,
  defineKeyHistory,
  defineRepoint,
  defineSuspendedKeys,
  defineStartOAuth,
  defineIntegrations,
  defineEmailIngest,
  defineEvents,
  defineEventComments,
  defineChanges,
  defineTransferCounts,
  defineEventCounts,
  defineEventHistogram,
  defineIncidents,
  defineUsage,
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
