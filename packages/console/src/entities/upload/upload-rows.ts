import { transferRows } from '../transfer/transfer-rows.ts';
import { uploadColumns } from './upload-columns.tsx';
import { UPLOAD_FILTERS } from './upload-filters.ts';
import { UPLOAD_LIST } from './upload-list.ts';
import { useUploadActions } from './use-upload-actions.tsx';
import { useUploadLink } from './use-upload-link.ts';

/** Row description of uploads, for pages and drawers. */
export const UPLOAD_ROWS = transferRows('uploads', UPLOAD_FILTERS, {
  list: UPLOAD_LIST,
  columns: uploadColumns,
  useActions: useUploadActions,
  useLink: useUploadLink,
});
