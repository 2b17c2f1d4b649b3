import { useCallback } from 'react';
import { isCancelled, requestIdOf, UnreachableError } from '../../api/http.ts';
import { useSession } from '../../api/session/session.ts';
import { useTransport } from '../../api/transport-context.ts';
import { saveBlob, suggestedName } from '../../lib/save-blob.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const FAILED = 'There was an error with the download';

/** Downloads the file that an upload wrote, with the person's token. */
export function useOpenFile(): (uploadId: string) => Promise<void> {
  const transport = useTransport();
  const { account } = useSession();
  return useCallback(
    async (uploadId) => {
      try {
        const response = await transport.fetch(
          `/api/${encodeURIComponent(account.urlName)}/uploads/${encodeURIComponent(uploadId)}/file`,
        );
        if (!response.ok) {
          toastFailed(FAILED, requestIdOf(response));
          return;
        }
        const name = suggestedName(response.headers.get('Content-Disposition')) ?? `${uploadId}.txt`;
        saveBlob(await response.blob(), name);
      } catch (error) {
        if (!isCancelled(error)) toastFailed(FAILED, error instanceof UnreachableError ? error.requestId : undefined);
      }
    },
    [transport, account.urlName],
  );
}
