// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { DateFreezesQuery, DateFreezesQueryVariables } from '../graphql.ts';
import { FreezeFactsFragmentDoc } from './restatement-fragments.ts';

export const DateFreezesDocument = gql<DateFreezesQuery, DateFreezesQueryVariables>`query DateFreezes{date_freezes{freezes{...FreezeFacts}}}${FreezeFactsFragmentDoc}`;
