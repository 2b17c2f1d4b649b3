// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { SsoConnectionFactsFragment, SsoDomainFactsFragment, SsoFactsFragment } from '../graphql.ts';

export const SsoConnectionFactsFragmentDoc = gql<SsoConnectionFactsFragment>`fragment SsoConnectionFacts on SsoConnection{id kind name version settings is_set_up certificates{subject fingerprint expires}default_role enabled sso_only first_used sign_in_url callback_url entity_id}`;
export const SsoDomainFactsFragmentDoc = gql<SsoDomainFactsFragment>`fragment SsoDomainFacts on SsoDomain{id domain record_name record_value verified missing_since}`;
export const SsoFactsFragmentDoc = gql<SsoFactsFragment>`fragment SsoFacts on SsoSettings{is_available connections{...SsoConnectionFacts}domains{...SsoDomainFacts}break_glass{id name email}administrators{id name email}}${SsoConnectionFactsFragmentDoc}${SsoDomainFactsFragmentDoc}`;
