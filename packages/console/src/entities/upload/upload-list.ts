import { UploadsDocument } from '../../api/generated/documents/upload.ts';
import { describeList } from '../../api/lists/list-description.ts';
import { transferRowHeight } from '../transfer/transfer-row-height.ts';
import { isUploadRunning } from './upload-status.ts';

export const UPLOAD_LIST = describeList('Uploads', UploadsDocument, {
  noun: 'upload',
  select: (data) => data.uploads,
  changedIds: (changes) => changes.uploads.map((upload) => upload.id),
  changedRows: ({ uploads }) => uploads,
  isRunning: (rows) => rows.some(isUploadRunning),
  rowName: (upload) => upload.name,
  rowHeight: (upload) => transferRowHeight(upload),
});
