// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AccountHealthRowFragment } from '../graphql.ts';

export const AccountHealthRowFragmentDoc = gql<AccountHealthRowFragment>`fragment AccountHealthRow on AccountHealth{id urlName name level determined errors issues notices working suspended late newestErrorAt newestErrorName newestError}`;
