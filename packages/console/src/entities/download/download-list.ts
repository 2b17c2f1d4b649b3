import { DownloadsDocument } from '../../api/generated/documents/download.ts';
import { describeList } from '../../api/lists/list-description.ts';
import { TALL_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import { dirtyStatusOf } from '../download-part/dirty-rows.ts';
import { transferRowHeight } from '../transfer/transfer-row-height.ts';
import { isDownloadRunning } from './download-status.ts';

export const DOWNLOAD_LIST = describeList('Downloads', DownloadsDocument, {
  noun: 'download',
  select: (data) => data.downloads,
  changedIds: (changes) => changes.downloads.map((download) => download.id),
  changedRows: ({ downloads }) => downloads,
  isRunning: (rows) => rows.some(isDownloadRunning),
  rowName: (download) => download.name,
  // Counts of dirty rows are shown below the status.
  rowHeight: (download) => (dirtyStatusOf(download) === 'none' ? transferRowHeight(download) : TALL_ROW_HEIGHT),
});
