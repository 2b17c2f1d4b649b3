import { SaveUploadDocument, UploadDocument } from '../../api/generated/documents/upload.ts';
import { transferKind } from '../transfer/transfer-kind.ts';

export const UPLOAD_KIND = transferKind('upload', {
  abandonConsequence: 'It stops permanently, and its rows will not reach the destination.',
  query: UploadDocument,
  document: SaveUploadDocument,
  saved: (data) => data.save_upload,
});
