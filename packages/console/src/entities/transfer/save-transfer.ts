import { useCallback } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveDownloadDocument, SaveUploadDocument } from '../../api/generated/graphql.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';

export type TransferKind = 'download' | 'upload';
export type TransferChange = 'abandoned' | 'queued';

const DONE: Readonly<Record<TransferKind, Readonly<Record<TransferChange, string>>>> = {
  download: { abandoned: 'Download abandoned correctly.', queued: 'Download queued to try again.' },
  upload: { abandoned: 'Upload abandoned correctly.', queued: 'Upload queued to try again.' },
};

/** Abandons a transfer or queues a failed one again. Says how it went, and resolves to whether it was done. */
export function useSaveTransfer(): (kind: TransferKind, id: string, status: TransferChange) => Promise<boolean> {
  const client = useClient();
  return useCallback(
    async (kind, id, status) => {
      const { error, saved } = await (kind === 'download'
        ? client
            .mutation(SaveDownloadDocument, { id, status })
            .toPromise()
            .then((result) => ({ error: result.error, saved: result.data?.save_download }))
        : client
            .mutation(SaveUploadDocument, { id, status })
            .toPromise()
            .then((result) => ({ error: result.error, saved: result.data?.save_upload })));
      if (error !== undefined || saved === undefined) {
        const failure = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed(failure.message, failure.requestId);
        return false;
      }
      if ('problem' in saved) {
        toastFailed(saved.problem);
        return false;
      }
      toastDone(DONE[kind][status]);
      return true;
    },
    [client],
  );
}
