// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { JournalDayFragment } from '../graphql.ts';

export const JournalDayFragmentDoc = gql<JournalDayFragment>`fragment JournalDay on StatusDay{date running completed failed total_rows min_rows max_rows dirty_rows}`;
