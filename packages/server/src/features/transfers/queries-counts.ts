import { DOWNLOAD_UNFINISHED, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { reportDatetimeRange } from '../../graphql/list-arguments.ts';
import { type CountedState, countStates, type StateCount } from '../../graphql/lists/state-counts.ts';
import { readDownloadFilter } from './downloads/graphql-filters.ts';
import { among, DIRTY, LATE_DOWNLOAD, LATE_UPLOAD } from './status-filter.ts';
import { readUploadFilter } from './uploads/graphql-filters.ts';

export type UploadCounts = {
  readonly failed: StateCount;
  readonly running: StateCount;
  readonly late: StateCount;
};
export type DownloadCounts = UploadCounts & { readonly dirty: StateCount };

const BY_REPORT_DATE = sql`d.report_date desc nulls last, d.id desc`;

const FAILED: CountedState = { condition: among(['failed']), order: BY_REPORT_DATE, byValueScan: true };

const DOWNLOAD_STATES: Readonly<Record<keyof DownloadCounts, CountedState>> = {
  failed: FAILED,
  dirty: { condition: DIRTY, order: BY_REPORT_DATE, byValueScan: true },
  running: { condition: among(DOWNLOAD_UNFINISHED), order: BY_REPORT_DATE, byValueScan: false },
  late: { condition: LATE_DOWNLOAD, order: sql`d.due, d.id`, byValueScan: false },
};

const UPLOAD_STATES: Readonly<Record<keyof UploadCounts, CountedState>> = {
  failed: FAILED,
  running: { condition: among(UPLOAD_UNFINISHED), order: BY_REPORT_DATE, byValueScan: false },
  late: { condition: LATE_UPLOAD, order: BY_REPORT_DATE, byValueScan: false },
};

/** The indexes of the states serve the report date, so the filter leaves it out, and the states replace the status. */
const APART = { anyStatus: true, report_datetime_after: null, report_datetime_before: null } as const;

/** Counts the downloads of the list with these filters by state, whatever status the list is filtered by. */
export async function countDownloads(
  tx: Tx,
  accountId: string,
  args: Parameters<typeof readDownloadFilter>[2],
): Promise<DownloadCounts> {
  const filter = await readDownloadFilter(tx, accountId, { ...args, ...APART });
  return countStates(tx, { table: 'download', accountId, filter, range: reportDatetimeRange(args) }, DOWNLOAD_STATES);
}

/** Counts the uploads of the list with these filters by state, whatever status the list is filtered by. */
export async function countUploads(
  tx: Tx,
  accountId: string,
  args: Parameters<typeof readUploadFilter>[2],
): Promise<UploadCounts> {
  const filter = await readUploadFilter(tx, accountId, { ...args, ...APART });
  return countStates(tx, { table: 'upload', accountId, filter, range: reportDatetimeRange(args) }, UPLOAD_STATES);
}
