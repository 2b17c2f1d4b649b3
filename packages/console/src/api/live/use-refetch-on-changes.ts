import { useEffect } from 'react';
import { type Changes, useLive } from './live.ts';

const REFETCH_DELAY = 3000;

/**
 * Calls a function soon after changes of the account that concern it, and not more often than every 3 s. Changes that may
 * have been missed concern it.
 * @param concerns a constant function
 */
export function useRefetchOnChanges(refetch: () => void, concerns: (changes: Changes) => boolean): void {
  const { listen } = useLive();
  useEffect(() => {
    let timer = 0;
    const stop = listen((changes) => {
      const isConcerned = changes === null || changes.overflow || concerns(changes);
      if (timer !== 0 || !isConcerned) return;
      timer = window.setTimeout(() => {
        timer = 0;
        refetch();
      }, REFETCH_DELAY);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, refetch, concerns]);
}
