import type { Tx } from '../../db/database.ts';
import { reportDatetimeRange } from '../../graphql/list-arguments.ts';
import { countStates, type StateCount } from '../../graphql/lists/state-counts.ts';
import { downloadFilter } from './downloads/graphql-filters.ts';
import { DIRTY_DOWNLOADS, TRANSFER_KINDS } from './transfer-kinds.ts';
import { uploadFilter } from './uploads/graphql-filters.ts';

export type UploadCounts = {
  readonly failed: StateCount;
  readonly running: StateCount;
  readonly late: StateCount;
};
export type DownloadCounts = UploadCounts & { readonly dirty: StateCount };

/** The indexes of the states serve the report date, so the filter leaves it out, and the states replace the status. */
const APART = { anyStatus: true, report_datetime_after: null, report_datetime_before: null } as const;

/** Counts the downloads of the list with these filters by state, whatever status the list is filtered by. */
export async function countDownloads(
  tx: Tx,
  accountId: string,
  args: Parameters<typeof downloadFilter>[2],
): Promise<DownloadCounts> {
  const filter = await downloadFilter(tx, accountId, { ...args, ...APART });
  return countStates(
    tx,
    { table: 'download', accountId, filter, range: reportDatetimeRange(args) },
    {
      ...TRANSFER_KINDS.download.counted,
      dirty: DIRTY_DOWNLOADS,
    },
  );
}

/** Counts the uploads of the list with these filters by state, whatever status the list is filtered by. */
export async function countUploads(
  tx: Tx,
  accountId: string,
  args: Parameters<typeof uploadFilter>[2],
): Promise<UploadCounts> {
  const filter = await uploadFilter(tx, accountId, { ...args, ...APART });
  return countStates(
    tx,
    { table: 'upload', accountId, filter, range: reportDatetimeRange(args) },
    TRANSFER_KINDS.upload.counted,
  );
}
