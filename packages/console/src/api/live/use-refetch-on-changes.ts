import { useEffect } from 'react';
import { type Changes, useLive } from './live.ts';

const REFETCH_DELAY = 3000;

/**
 * Calls a function soon after changes of the account that concern it, and not more often than every 3 s, or the given time. Changes that may
 * have been missed concern it.
 * @param concerns a constant function
 * @param delay milliseconds
 */
export function useRefetchOnChanges(
  refetch: () => void,
  concerns: (changes: Changes) => boolean,
  delay = REFETCH_DELAY,
): void {
  const { listen, schedule } = useLive();
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const stop = listen((changes) => {
      if (!changes.overflow && !concerns(changes)) return;
      cancel ??= schedule(() => {
        cancel = null;
        refetch();
      }, delay);
    });
    return () => {
      cancel?.();
      stop();
    };
  }, [listen, schedule, refetch, concerns, delay]);
}
