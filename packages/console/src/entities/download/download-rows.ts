import { transferRows } from '../transfer/transfer-rows.ts';
import { downloadColumns } from './download-columns.tsx';
import { DOWNLOAD_LIST } from './download-list.ts';
import { DOWNLOAD_STATUS_OPTIONS } from './download-status.ts';
import { useDownloadActions } from './use-download-actions.tsx';
import { useDownloadLink } from './use-download-link.ts';

/** What pages and drawers need of downloads. */
export const DOWNLOAD_ROWS = transferRows('downloads', DOWNLOAD_STATUS_OPTIONS, {
  list: DOWNLOAD_LIST,
  columns: downloadColumns,
  useActions: useDownloadActions,
  useLink: useDownloadLink,
});
