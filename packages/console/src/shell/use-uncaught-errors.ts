import { useEffect } from 'react';
import { loadSender, reportError } from '../lib/error-report.ts';

/** After the first screen has loaded. */
const LOAD_DELAY = 3000;

/** Reports errors that no code has caught. */
export function useUncaughtErrors(): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('error', ({ error }) => reportError({ source: 'script', error }), { signal });
    window.addEventListener('unhandledrejection', ({ reason }) => reportError({ source: 'promise', error: reason }), {
      signal,
    });
    const timer = setTimeout(() => void loadSender().catch(() => undefined), LOAD_DELAY);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
}
