import { useEffect } from 'react';
import { useLive } from '../../api/live/live.ts';

const REFETCH_DELAY = 3000;

/** Calls a function soon after downloads or uploads of the account have changed, and not more often than every 3 s. */
export function useRefetchOnChanges(refetch: () => void): void {
  const { listen } = useLive();
  useEffect(() => {
    let timer = 0;
    const stop = listen((changes) => {
      const isOther = changes !== null && !changes.overflow && changes.downloads.length + changes.uploads.length === 0;
      if (timer !== 0 || isOther) return;
      timer = window.setTimeout(() => {
        timer = 0;
        refetch();
      }, REFETCH_DELAY);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, refetch]);
}
