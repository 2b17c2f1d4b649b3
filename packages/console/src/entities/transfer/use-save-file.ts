import { useCallback } from 'react';
import { fileFailure, useAccountFiles } from '../../api/files/account-files.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const FAILED = 'There was an error with the download';

/** Saves a file of the account, and shows a toast when it cannot be fetched. */
export function useSaveFile(): (path: string, name: string) => Promise<void> {
  const files = useAccountFiles();
  return useCallback(
    async (path, name) => {
      try {
        await files.save(path, name);
      } catch (error) {
        const failure = fileFailure(error);
        if (failure !== null) toastFailed(FAILED, failure.requestId);
      }
    },
    [files],
  );
}
