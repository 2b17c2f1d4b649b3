import {
  type UploadRowFragment,
  UploadsDocument,
  type UploadsQuery,
  type UploadsQueryVariables,
} from '../../api/generated/graphql.ts';
import type { ListDescription } from '../../api/lists/list-description.ts';
import { isUploadRunning } from './upload-status.ts';

export const UPLOAD_LIST: ListDescription<UploadsQuery, UploadsQueryVariables, UploadRowFragment> = {
  title: 'Uploads',
  document: UploadsDocument,
  select: (data) => data.uploads,
  changedIds: (changes) => changes.uploads.map((upload) => upload.id),
  isRunning: (rows) => rows.some(isUploadRunning),
  rowName: (upload) => upload.name,
};
