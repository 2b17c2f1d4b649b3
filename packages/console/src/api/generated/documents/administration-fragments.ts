// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountFactsFragment, UserFactsFragment } from '../graphql.ts';

export const UserFactsFragmentDoc = gql<UserFactsFragment>`fragment UserFacts on User{id email name globalRoles accounts{id urlName name roles}identities{id name email connectionType emailVerified blocked hasAuthenticatorApp passkeyCount}}`;
export const AccountFactsFragmentDoc = gql<AccountFactsFragment>`fragment AccountFacts on Account{id urlName name contractedRowCount showDownloadSummary queueWeight runningLimit keyRunningLimit requiresApproval defaultDeadline dailySummaryTime dailySummaryRecipients users{id name email roles isLastAccount}invitations{id email name roles inviterName expires hasExpired}}`;
