import { builder, VIEW } from '../../graphql/builder.ts';
import { object } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { stateCountRef } from '../../graphql/lists/state-counts.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { DOWNLOAD_FILTERS } from './downloads/graphql-filters.ts';
import { countDownloads, countUploads, type DownloadCounts, type UploadCounts } from './queries-counts.ts';
import { UPLOAD_FILTERS } from './uploads/graphql-filters.ts';

const downloadCountsRef = builder.objectRef<DownloadCounts>('DownloadCounts');
const uploadCountsRef = builder.objectRef<UploadCounts>('UploadCounts');

function defineTypes(): void {
  defineObject(downloadCountsRef, {
    description: 'Downloads of a list by state. Each state is a value of the status filter.',
    authScopes: VIEW,
    columns: {
      failed: object(stateCountRef, 'Failed downloads: status failed.'),
      dirty: object(stateCountRef, 'Completed downloads with dirty rows: status dirty.'),
      running: object(stateCountRef, 'Downloads that have not ended: status unfinished.'),
      late: object(stateCountRef, 'Downloads that have not ended a day after they were due: status late.'),
    },
  });
  defineObject(uploadCountsRef, {
    description: 'Uploads of a list by state. Each state is a value of the status filter.',
    authScopes: VIEW,
    columns: {
      failed: object(stateCountRef, 'Failed uploads: status failed.'),
      running: object(stateCountRef, 'Uploads that have not ended: status unfinished.'),
      late: object(stateCountRef, 'Unfinished uploads whose deadline has passed: status late.'),
    },
  });
}

/** The filters of a list that its counts have, too. */
function withoutStatus<Filters extends { readonly status: unknown }>({
  status: _status,
  ...others
}: Filters): Omit<Filters, 'status'> {
  return others;
}

/** The counts above the lists of downloads and uploads. */
export function defineTransferCounts(): void {
  defineTypes();
  builder.queryFields((t) => ({
    download_counts: t.field({
      type: downloadCountsRef,
      authScopes: VIEW,
      description: 'Downloads by state under the filters of the list, which combine with AND.',
      args: withoutStatus(DOWNLOAD_FILTERS),
      resolve: (_root, args, context) => inAccount(context, (tx, accountId) => countDownloads(tx, accountId, args)),
    }),
    upload_counts: t.field({
      type: uploadCountsRef,
      authScopes: VIEW,
      description: 'Uploads by state under the filters of the list, which combine with AND.',
      args: withoutStatus(UPLOAD_FILTERS),
      resolve: (_root, args, context) => inAccount(context, (tx, accountId) => countUploads(tx, accountId, args)),
    }),
  }));
}
