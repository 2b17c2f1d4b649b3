// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { MailCardFragment } from '../graphql.ts';

export const MailCardFragmentDoc = gql<MailCardFragment>`fragment MailCard on ReceivedMail{id recipient received sender subject outcome path}`;
