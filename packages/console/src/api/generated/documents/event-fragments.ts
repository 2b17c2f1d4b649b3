// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { EventRowFragment } from '../graphql.ts';
import { ReportDateFragmentDoc } from './transfer-fragments.ts';

export const EventRowFragmentDoc = gql<EventRowFragment>`fragment EventRow on Event{id created report_datetime{...ReportDate}severity code message project_name download{id}upload{id}flow{id}download_declaration upload_declaration will_retry retry_count retry_limit comment commented_on commented_by{id name}}${ReportDateFragmentDoc}`;
