// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SaveSourceContractMutation, SaveSourceContractMutationVariables, SchemaChangesQuery, SchemaChangesQueryVariables, SourceQualityQuery, SourceQualityQueryVariables } from '../graphql.ts';
import { DeliveredColumnsFragmentDoc, SchemaChangeFragmentDoc, SourceDayFragmentDoc } from './source-quality-fragments.ts';

export const SourceQualityDocument = gql<SourceQualityQuery, SourceQualityQueryVariables>`query SourceQuality($name:String!){sbs_schema(name:$name){id bundle_name days{...SourceDay}tables{id name delivered{...DeliveredColumns}}}}${SourceDayFragmentDoc}${DeliveredColumnsFragmentDoc}`;
export const SchemaChangesDocument = gql<SchemaChangesQuery, SchemaChangesQueryVariables>`query SchemaChanges($source:String!$first:Int){schema_changes(source:$source first:$first){nodes{...SchemaChange}pageInfo{hasNextPage}}}${SchemaChangeFragmentDoc}`;
export const SaveSourceContractDocument = gql<SaveSourceContractMutation, SaveSourceContractMutationVariables>`mutation SaveSourceContract($source:String!$table:String!$revision:Int!$action:String!){save_source_contract(source:$source table:$table revision:$revision action:$action){__typename ...on DeliveredColumns{...DeliveredColumns}...on ConflictError{message}...on NotFoundError{message}}}${DeliveredColumnsFragmentDoc}`;
