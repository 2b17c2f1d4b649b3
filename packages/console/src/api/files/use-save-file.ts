import { useState } from 'react';
import { saveBlob } from '../../lib/save-blob.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { requestIdOf, UnreachableError } from '../http.ts';
import { useTransport } from '../transport-context.ts';

type FileToSave = {
  /** Address of the API that answers with the file. */
  readonly path: string;
  readonly name: string;
};

/**
 * Fetches a file of the API outside an account, and has the browser save it.
 * @param failed the toast about a failure
 */
export function useSaveFile(failed: string): {
  readonly save: (file: FileToSave) => Promise<void>;
  readonly isPending: boolean;
} {
  const transport = useTransport();
  const [isPending, setIsPending] = useState(false);
  const save = async ({ path, name }: FileToSave): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    try {
      const response = await transport.fetch(path, {});
      if (response.ok) saveBlob(await response.blob(), name);
      else toastFailed(failed, requestIdOf(response));
    } catch (error) {
      toastFailed(failed, error instanceof UnreachableError ? error.requestId : undefined);
    } finally {
      setIsPending(false);
    }
  };
  return { save, isPending };
}
