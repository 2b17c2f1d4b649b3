// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ServiceTokenRowFragment } from '../graphql.ts';

export const ServiceTokenRowFragmentDoc = gql<ServiceTokenRowFragment>`fragment ServiceTokenRow on ServiceToken{id name may_publish may_fetch_new_downloads manages_users created created_by{id name}expires last_used}`;
