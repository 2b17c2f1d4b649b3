import { LIMITS } from '@switchboard/model/limits';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.ts';
import { fileFailure, useAccountFiles } from '../../api/files/account-files.ts';
import { type DirtyRow, readDirtyRows } from './dirty-row.ts';
import { previewPath } from './part-files.ts';

export type DirtyRowsState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'error'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly rows: readonly DirtyRow[] };

const LOADING: DirtyRowsState = { phase: 'loading' };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Fetches the first new dirty rows of a part. */
export function useDirtyRows(partId: string): { readonly state: DirtyRowsState; readonly retry: () => void } {
  const files = useAccountFiles();
  const [state, setState] = useState<DirtyRowsState>(LOADING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the rows again
  useEffect(() => {
    const ended = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const response = await files.open(previewPath(partId, LIMITS.sampleRows), ended.signal);
        const texts: unknown = await response.json();
        if (!ended.signal.aborted) {
          setState({ phase: 'ready', rows: readDirtyRows(Array.isArray(texts) ? texts.filter(isText) : []) });
        }
      } catch (error) {
        const failure = fileFailure(error);
        if (failure !== null && !ended.signal.aborted) setState({ phase: 'error', failure });
      }
    };
    setState(LOADING);
    void load();
    return () => ended.abort();
  }, [files, partId, attempt]);
  const retry = useCallback(() => setAttempt((current) => current + 1), []);
  return { state, retry };
}
