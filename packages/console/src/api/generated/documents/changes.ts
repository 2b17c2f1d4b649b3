// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.
import { gql } from '@urql/core';
import type { ChangesSubscription, ChangesSubscriptionVariables } from '../graphql.ts';
import { DownloadRowFragmentDoc } from './download-fragments.ts';
import { EventRowFragmentDoc } from './event-fragments.ts';
import { UploadRowFragmentDoc } from './upload-fragments.ts';

export const ChangesDocument = gql<ChangesSubscription, ChangesSubscriptionVariables>`subscription Changes($missed_ms:Int){changes(missed_ms:$missed_ms){downloads{...DownloadRow}uploads{...UploadRow}events{...EventRow}changelists{id status description needs_merge updated_on}incidents overflow}}${DownloadRowFragmentDoc}${UploadRowFragmentDoc}${EventRowFragmentDoc}`;
