// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { HomepageQuery, HomepageQueryVariables } from '../graphql.ts';
import { HealthRowFragmentDoc } from './health-fragments.ts';

export const HomepageDocument = gql<HomepageQuery, HomepageQueryVariables>`query Homepage($refresh:Boolean){homepage(refresh:$refresh){__typename ...on Homepage{refreshedAt sparklineFirstDate downloads{...HealthRow}uploads{...HealthRow}}...on NoPublishedScriptbook{message}}}${HealthRowFragmentDoc}`;
