import { UPLOAD_ABORTABLE } from '@switchboard/model';
import { SaveUploadDocument } from '../../api/generated/graphql.ts';
import { transferKind } from '../transfer/transfer-kind.ts';

export const UPLOAD_KIND = transferKind('upload', UPLOAD_ABORTABLE, {
  abandonConsequence: 'It stops permanently, and its rows will not reach the destination.',
  document: SaveUploadDocument,
  saved: (data) => data.save_upload,
});
