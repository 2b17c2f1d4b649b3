import { DOWNLOAD_ABORTABLE } from '@switchboard/model';
import { SaveDownloadDocument } from '../../api/generated/graphql.ts';
import type { TransferKind } from '../transfer/transfer-kind.ts';

export const DOWNLOAD_KIND: TransferKind = {
  noun: 'download',
  abortable: DOWNLOAD_ABORTABLE,
  abandonConsequence: 'It stops permanently, and no upload will be made from it.',
  saved: { abandoned: 'Download abandoned correctly.', queued: 'Download queued to try again.' },
  save: async (client, id, status) => {
    const { error, data } = await client.mutation(SaveDownloadDocument, { id, status }).toPromise();
    return { error, saved: data?.save_download };
  },
};
