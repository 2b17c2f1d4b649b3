// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AuditEntriesQuery, AuditEntriesQueryVariables } from '../graphql.ts';
import { AuditEntryRowFragmentDoc } from './audit-log-fragments.ts';

export const AuditEntriesDocument = gql<AuditEntriesQuery, AuditEntriesQueryVariables>`query AuditEntries($first:Int$after:String$kinds:[String!]$person:String$target:String$address:String$created_after:DateTime$created_before:DateTime){audit_entries(first:$first after:$after kinds:$kinds person:$person target:$target address:$address created_after:$created_after created_before:$created_before){nodes{...AuditEntryRow}pageInfo{hasNextPage endCursor}}}${AuditEntryRowFragmentDoc}`;
