// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { AffectedUploadsQuery, AffectedUploadsQueryVariables } from '../graphql.ts';

export const AffectedUploadsDocument = gql<AffectedUploadsQuery, AffectedUploadsQueryVariables>`query AffectedUploads($id:ID!){download(id:$id){id affected_uploads{name project destination deadline is_late}}}`;
