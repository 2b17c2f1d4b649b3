import { DownloadDocument, SaveDownloadDocument } from '../../api/generated/documents/download.ts';
import { transferKind } from '../transfer/transfer-kind.ts';

export const DOWNLOAD_KIND = transferKind('download', {
  abandonConsequence: 'It stops permanently, and no upload will be made from it.',
  query: DownloadDocument,
  document: SaveDownloadDocument,
  saved: (data) => data.save_download,
});
