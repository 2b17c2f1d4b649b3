import { DOWNLOAD_ABORTABLE } from '@switchboard/model';
import { SaveDownloadDocument } from '../../api/generated/graphql.ts';
import { transferKind } from '../transfer/transfer-kind.ts';

export const DOWNLOAD_KIND = transferKind('download', DOWNLOAD_ABORTABLE, {
  abandonConsequence: 'It stops permanently, and no upload will be made from it.',
  document: SaveDownloadDocument,
  saved: (data) => data.save_download,
});
