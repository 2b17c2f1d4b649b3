import { useEffect } from 'react';
import { reportError } from '../lib/error-report.ts';

/** Reports errors that no code has caught. */
export function useUncaughtErrors(): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('error', ({ error }) => reportError({ source: 'script', error }), { signal });
    window.addEventListener('unhandledrejection', ({ reason }) => reportError({ source: 'promise', error: reason }), {
      signal,
    });
    return () => ended.abort();
  }, []);
}
