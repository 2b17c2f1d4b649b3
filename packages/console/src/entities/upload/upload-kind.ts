import { UPLOAD_ABORTABLE } from '@switchboard/model';
import { SaveUploadDocument } from '../../api/generated/graphql.ts';
import type { TransferKind } from '../transfer/transfer-kind.ts';

export const UPLOAD_KIND: TransferKind = {
  noun: 'upload',
  abortable: UPLOAD_ABORTABLE,
  abandonConsequence: 'It stops permanently, and its rows will not reach the destination.',
  saved: { abandoned: 'Upload abandoned correctly.', queued: 'Upload queued to try again.' },
  save: async (client, id, status) => {
    const { error, data } = await client.mutation(SaveUploadDocument, { id, status }).toPromise();
    return { error, saved: data?.save_upload };
  },
};
