// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { RecipientCardFragment } from '../graphql.ts';

export const RecipientCardFragmentDoc = gql<RecipientCardFragment>`fragment RecipientCard on EmailRecipient{id email rules{id path senderGlob senderRegex subjectGlob subjectRegex matchOrder}}`;
