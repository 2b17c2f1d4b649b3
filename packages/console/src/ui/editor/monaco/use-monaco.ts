import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { applyEditorTheme } from './editor-theme.ts';
import { loadMonaco, type Monaco } from './load-monaco.ts';

export type MonacoLoad =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly retry: () => void }
  | { readonly phase: 'ready'; readonly monaco: Monaco };

/**
 * The editor's code in the colours of the console, or how far its load is.
 * @param load constant
 */
export function useMonaco(load: () => Promise<Monaco> = loadMonaco): MonacoLoad {
  const [monaco, setMonaco] = useState<Monaco | null>(null);
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (isCurrent) setMonaco(loaded);
      },
      () => {
        if (isCurrent) setFailures(attempt + 1);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  useEffect(() => {
    if (monaco !== null) applyEditorTheme(monaco, scheme);
  }, [monaco, scheme]);
  if (monaco !== null) return { phase: 'ready', monaco };
  return failures > attempt ? { phase: 'failed', retry: () => setAttempt(failures) } : { phase: 'loading' };
}
