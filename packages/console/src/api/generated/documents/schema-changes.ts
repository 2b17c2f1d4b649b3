// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountSchemaChangesQuery, AccountSchemaChangesQueryVariables, SchemaChangeSourcesQuery, SchemaChangeSourcesQueryVariables } from '../graphql.ts';
import { ListedSchemaChangeFragmentDoc } from './schema-changes-fragments.ts';

export const AccountSchemaChangesDocument = gql<AccountSchemaChangesQuery, AccountSchemaChangesQueryVariables>`query AccountSchemaChanges($source:String$breaking:Boolean$first:Int$after:String){schema_changes(source:$source breaking:$breaking first:$first after:$after){nodes{...ListedSchemaChange}pageInfo{hasNextPage endCursor}}}${ListedSchemaChangeFragmentDoc}`;
export const SchemaChangeSourcesDocument = gql<SchemaChangeSourcesQuery, SchemaChangeSourcesQueryVariables>`query SchemaChangeSources($first:Int!){source_bundles(first:$first){nodes{id bundle_name}}}`;
