import { useCallback, useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../lib/save-blob.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { FileError, fileFailure, useAccountFiles } from './account-files.ts';
import { createCsvRowCounter } from './csv-row-counter.ts';

export type ExportType = 'downloads' | 'uploads' | 'events';

export type CsvExport = {
  /** Rows received so far; null while no export runs. */
  readonly receivedRows: number | null;
  readonly start: () => void;
  readonly cancel: () => void;
};

/** The path of an export, below /api/{account}/: the variables of the list, repeated for each of several values. */
export function exportPath(type: ExportType, variables: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams({ type });
  for (const [name, value] of Object.entries(variables)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== false) query.append(name, String(each));
    }
  }
  return `exportAsCsv?${query.toString()}`;
}

/** Reads a response to its end, or until the signal aborts. Calls `onReceived` with the rows so far. */
async function readAll(response: Response, signal: AbortSignal, onReceived: (rows: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  const countRows = createCsvRowCounter();
  const reader = response.body?.getReader();
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    onReceived(countRows(value));
  }
  return new Blob(chunks, { type: 'text/csv' });
}

/** Exports the rows of a list as data.csv. Shows a toast when it fails, none when the person cancels. */
export function useCsvExport(type: ExportType, variables: Readonly<Record<string, unknown>>): CsvExport {
  const files = useAccountFiles();
  const [receivedRows, setReceivedRows] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const path = exportPath(type, variables);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const start = useCallback(() => {
    if (running.current !== null) return;
    const control = new AbortController();
    running.current = control;
    setReceivedRows(0);
    const run = async (): Promise<void> => {
      try {
        const rows = await readAll(await files.open(path, control.signal), control.signal, setReceivedRows);
        if (!control.signal.aborted) saveBlob(rows, 'data.csv');
      } catch (error) {
        const failure = control.signal.aborted ? null : fileFailure(error);
        if (failure === null) return;
        const message = error instanceof FileError ? 'Failed to download CSV' : 'There was an error exporting the data';
        toastFailed(message, failure.requestId);
      } finally {
        running.current = null;
        setReceivedRows(null);
      }
    };
    void run();
  }, [files, path]);
  return { receivedRows, start, cancel };
}
