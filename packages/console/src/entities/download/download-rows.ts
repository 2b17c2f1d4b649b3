import { transferRows } from '../transfer/transfer-rows.ts';
import { downloadColumns } from './download-columns.tsx';
import { DOWNLOAD_FILTERS } from './download-filters.ts';
import { DOWNLOAD_LIST } from './download-list.ts';
import { useDownloadActions } from './use-download-actions.tsx';
import { useDownloadLink } from './use-download-link.ts';

/** Row description of downloads, for pages and drawers. */
export const DOWNLOAD_ROWS = transferRows('downloads', DOWNLOAD_FILTERS, {
  list: DOWNLOAD_LIST,
  columns: downloadColumns,
  useActions: useDownloadActions,
  useLink: useDownloadLink,
});
