import { useCallback } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { TransferChange, TransferKind } from './transfer-kind.ts';

/** "Download abandoned correctly." */
function savedText({ noun }: TransferKind, status: TransferChange): string {
  const subject = noun === 'download' ? 'Download' : 'Upload';
  return status === 'abandoned' ? `${subject} abandoned correctly.` : `${subject} queued to try again.`;
}

/** The ids of transfers whose change is being saved: a second click sends nothing. */
const pending = new Set<string>();

/** Abandons a transfer or queues a failed one again. Shows the outcome and resolves to whether it was saved. */
export function useSaveTransfer(kind: TransferKind): (id: string, status: TransferChange) => Promise<boolean> {
  const client = useClient();
  return useCallback(
    async (id, status) => {
      if (pending.has(id)) return false;
      pending.add(id);
      try {
        const { error, saved } = await kind.save(client, id, status);
        if (error !== undefined || saved === undefined) {
          const failure = describeFailure(error ?? { graphQLErrors: [] });
          toastFailed(failure.message, failure.requestId);
          return false;
        }
        if ('problem' in saved) {
          toastFailed(saved.problem);
          return false;
        }
        toastDone(savedText(kind, status));
        return true;
      } finally {
        pending.delete(id);
      }
    },
    [client, kind],
  );
}
