import { useMemo } from 'react';
import { saveBlob, suggestedName } from '../../lib/save-blob.ts';
import { type Failure, UNKNOWN_SERVER_ERROR } from '../failure.ts';
import { isCancelled, OVERLOADED, requestIdOf, UnreachableError } from '../http.ts';
import { useSession } from '../session/session.ts';
import { useTransport } from '../transport-context.ts';

/** The server refused a file. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly requestId: string | undefined;
  constructor(message: string, requestId: string | undefined) {
    super(message);
    this.requestId = requestId;
  }
}

/** The server's reason for refusing; "Unknown server error." for a status of 500 or above, unless it is overloaded. */
async function reasonOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as {
      errors?: { message?: unknown; extensions?: { code?: unknown } }[];
    } | null;
    const error = body?.errors?.[0];
    if (response.status >= 500 && error?.extensions?.code !== OVERLOADED) return UNKNOWN_SERVER_ERROR;
    const reason = error?.message;
    return typeof reason === 'string' && reason.length > 0 ? reason : UNKNOWN_SERVER_ERROR;
  } catch {
    return UNKNOWN_SERVER_ERROR;
  }
}

/** Why a file could not be fetched; null when the person cancelled. */
export function fileFailure(error: unknown): Failure | null {
  if (isCancelled(error)) return null;
  const requestId = error instanceof FileError || error instanceof UnreachableError ? error.requestId : undefined;
  return { message: error instanceof Error ? error.message : UNKNOWN_SERVER_ERROR, requestId };
}

export type AccountFiles = {
  /** Opens a file of the account. @throws FileError, UnreachableError, or AbortError once the signal aborts */
  readonly open: (path: string, signal?: AbortSignal) => Promise<Response>;
  /** Saves a file under the name that the server suggests, else under `name`. Throws like `open`. */
  readonly save: (path: string, name: string) => Promise<void>;
  /** Sends a CSV file to the account. Throws like `open`. */
  readonly sendCsv: (path: string, file: Blob) => Promise<void>;
};

/** The files of the account, fetched with the person's token. Paths are below /api/{account}/. */
export function useAccountFiles(): AccountFiles {
  const transport = useTransport();
  const { account } = useSession();
  return useMemo(() => {
    const request = async (path: string, init: RequestInit): Promise<Response> => {
      const response = await transport.fetch(`/api/${encodeURIComponent(account.urlName)}/${path}`, init);
      if (!response.ok) throw new FileError(await reasonOf(response), requestIdOf(response));
      return response;
    };
    const open: AccountFiles['open'] = (path, signal) => request(path, signal === undefined ? {} : { signal });
    return {
      open,
      sendCsv: async (path, file) =>
        void (await request(path, { method: 'PUT', headers: { 'Content-Type': 'text/csv' }, body: file })),
      save: async (path, name) => {
        const response = await open(path);
        saveBlob(await response.blob(), suggestedName(response.headers.get('Content-Disposition')) ?? name);
      },
    };
  }, [transport, account.urlName]);
}
